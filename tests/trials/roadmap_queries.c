/* roadmap_queries: measures queries on random roadmaps against the number of their links. Prints a
 * table; times are CPU times, the best of several rounds over the same random queries. The program
 * is built together with the tests. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "geom/point.h"
#include "plan/roadmap/roads.h"
#include "step/empty_view.h"
#include "support/sampled_roadmap.h"
#include "support/suite.h"

enum { QUERIES = 500, ROUNDS = 7 };

static const float RADIUS = 0.25F;

static double cpu_seconds(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

typedef struct result {
    double seconds; /* CPU time of one query */
    double points;  /* mean number of points of a path */
    uint32_t found;
} result;

/* Runs all queries once. */
static result run_round(const roadmap_ground *ground, empty_view *empty, const wend_space *space,
                        roads_query query, const wend_location *ends) {
    result r = {0};
    double begin = cpu_seconds();
    for (uint32_t i = 0; i < QUERIES; i++) {
        const wend_region goal = {.shape = WEND_SHAPE_POINT, .a = ends[2 * i + 1].position};
        roads_path path;
        if (i % 64 == 0) {
            empty_view_set_space(empty, space, 1);
        }
        query.from = ends[2 * i];
        query.parts = &goal;
        if (roads_find_path(ground, &query, &path) == SEARCH_FOUND) {
            r.found++;
            r.points += path.count;
        }
    }
    r.seconds = (cpu_seconds() - begin) / QUERIES;
    r.points /= r.found > 0 ? r.found : 1;
    return r;
}

static result measure(const wend_map *map, const wend_space *space, roads_query query,
                      const wend_location *ends) {
    static empty_view empty;
    if (!empty_view_init(&empty, NULL)) {
        exit(EXIT_FAILURE);
    }
    empty_view_set_space(&empty, space, 1);
    roadmap_ground ground = {.view = &empty.view, .map = roadmap_of(map), .needed = RADIUS};
    result best = {.seconds = INFINITY};
    for (int i = 0; i < ROUNDS && roadmap_find_blockers(&ground); i++) {
        result r = run_round(&ground, &empty, space, query, ends);
        best = r.seconds < best.seconds ? r : best;
    }
    empty_view_free(&empty);
    return best;
}

static void print_row(wend_space *space, uint32_t samples, uint32_t neighbours,
                      const wend_location *ends) {
    wend_map *map =
        sampled_roadmap(&(sampled_def){space, {0, 0}, {20, 20}, samples, neighbours, 0.2F, 1});
    roads_query query = {.part_count = 1, .nearest = ROADS_NEAREST};
    result first = measure(map, space, query, ends);
    query.shortens = true;
    result shorter = measure(map, space, query, ends);
    query.shortens = false;
    query.linking = ROADS_LINK_ALL;
    result all = measure(map, space, query, ends);
    wend_map_info info = wend_map_get_info(map);
    printf("| %u | %llu | %.1f | %.1f | %.1f | %.1f | %.1f %% | %llu |\n", samples,
           (unsigned long long)info.edges, 1e6 * first.seconds, 1e6 * shorter.seconds,
           1e6 * all.seconds, first.points, 100.0 * first.found / QUERIES,
           (unsigned long long)info.bytes);
    fflush(stdout);
    wend_map_release(map);
}

START_TEST(print_table) {
    static wend_location ends[2 * QUERIES];
    wend_space *space = sampled_room(7);
    for (uint32_t i = 0; i < 2 * QUERIES; i++) {
        ends[i] = sampled_location(space, 9, i, RADIUS);
    }
    printf("| nodes | links | first, us | shortened, us | all, us | points | found | bytes |\n"
           "|---|---|---|---|---|---|---|---|\n");
    static const uint32_t neighbours[] = {2, 4, 6, 8, 10, 16, 24, 32, 64};
    for (size_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++) {
        print_row(space, 2000, neighbours[i], ends);
    }
    static const uint32_t samples[] = {250, 500, 1000, 4000, 8000};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        print_row(space, samples[i], 10, ends);
    }
    wend_space_release(space);
}
END_TEST

/* The helpers of the tests work only in a test. */
int main(void) {
    SUITE("roadmap_queries", print_table);
}
