/* weighted_queries: measures weighted paths through random triangles (support/terrain_worlds.h):
 * CPU time and memory of queries, and CPU time and ratio of certificates. Prints tables; times are
 * the best of several rounds. The program is built together with the tests.
 *
 *     weighted_queries                     the tables of docs/decisions/0054
 *     weighted_queries VERTICES QUERIES    queries in worlds of this size only */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wend/certify.h>

#include "support/suite.h"
#include "support/terrain_queries.h"

enum { ROUNDS = 5, WORLDS = 4 };

static const double ratios[3] = {2.0, 10.0, 80.0};

static double cpu_seconds(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts values, and prints their median, 95th percentile and largest one. */
static void print_spread(const char *format, double *values, uint32_t count) {
    qsort(values, count, sizeof *values, compare);
    uint32_t high = (uint32_t)ceil(0.95 * count) - 1;
    const double shown[3] = {values[count / 2], values[high], values[count - 1]};
    for (uint32_t i = 0; i < 3; i++) {
        printf(i > 0 ? " / " : " | ");
        printf(format, shown[i]);
    }
}

static void sample_ends(dice *random, const terrain_world *w, wend_vec2 ends[2]) {
    for (uint32_t i = 0; i < 2; i++) {
        do {
            ends[i] = (wend_vec2){(float)dice_between(random, 0.0, w->side),
                                  (float)dice_between(random, 0.0, w->side)};
        } while (terrain_world_find(w, ends[i]) == UINT32_MAX);
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Returns the size of all buffers of a worker, in MB. */
static double buffer_size(const terrain_query *q) {
    size_t sum = 0;
    for (uint32_t i = 0; i < BUFFER_COUNT; i++) {
        sum += worker_buffer_size(&q->empty.view, 0, i);
    }
    return 1e-6 * (double)sum;
}

/* Finds one path several times. Returns the CPU time in ms. */
static double time_query(terrain_query *q, const wend_vec2 ends[2]) {
    double best = (double)INFINITY;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        search_path leg;
        empty_view_set_space(&q->empty, q->space, WEND_ALL_CLASSES);
        double begin = cpu_seconds();
        terrain_query_find(q, ends[0], ends[1], &leg);
        best = fmin(best, 1e3 * (cpu_seconds() - begin));
    }
    return best;
}

static void print_queries(uint32_t vertices, double ratio, uint32_t count) {
    double *times = calloc(count, sizeof *times), most = 0.0;
    for (uint32_t world = 0; world < WORLDS && times != NULL; world++) {
        terrain_query q;
        const terrain_world_def def = {world + 1, vertices, ratio, 0.1};
        dice random = {world + 1};
        terrain_query_begin(&q, terrain_world_make(&def));
        for (uint32_t i = world; i < count; i += WORLDS) {
            wend_vec2 ends[2];
            sample_ends(&random, q.world, ends);
            times[i] = time_query(&q, ends);
        }
        most = fmax(most, buffer_size(&q));
        terrain_query_end(&q);
    }
    if (times != NULL) {
        printf("| %u | %g | %u", (unsigned)vertices, ratio, (unsigned)count);
        print_spread("%.2f", times, count);
        printf(" | %.2f |\n", most);
        fflush(stdout);
    }
    free(times);
}

/* ---- Certificates ---------------------------------------------------------------------------- */

static double find_weight(void *user, uint32_t type) {
    const terrain_world *w = user;
    return w->weights[type];
}

static void print_certificates(uint32_t vertices, double ratio, uint32_t count) {
    double *times = calloc(count, sizeof *times), *found = calloc(count, sizeof *found);
    for (uint32_t i = 0; i < count && times != NULL && found != NULL; i++) {
        terrain_query q;
        search_path leg;
        wend_vec2 ends[2];
        const terrain_world_def def = {i + 1001, vertices, ratio, 0.1};
        dice random = {i + 1};
        terrain_query_begin(&q, terrain_world_make(&def));
        sample_ends(&random, q.world, ends);
        double cost = terrain_query_find(&q, ends[0], ends[1], &leg);
        wend_certify_def certify = wend_default_certify_def();
        certify.map = q.map;
        certify.from.position = ends[0];
        certify.to.position = ends[1];
        certify.weight = find_weight;
        certify.weight_user = q.world;
        certify.known_cost = cost;
        wend_certificate bound;
        wend_error error;
        double begin = cpu_seconds();
        if (wend_certify_path(&certify, &bound, &error) != WEND_OK) {
            printf("world %u: %s\n", (unsigned)def.seed, error.message);
            exit(EXIT_FAILURE);
        }
        times[i] = cpu_seconds() - begin;
        found[i] = cost / bound.lower_bound;
        terrain_query_end(&q);
    }
    if (times != NULL && found != NULL) {
        printf("| %u | %g | %u", (unsigned)vertices, ratio, (unsigned)count);
        print_spread("%.4f", found, count);
        print_spread("%.3f", times, count);
        printf(" |\n");
        fflush(stdout);
    }
    free(times);
    free(found);
}

int main(int argc, char **argv) {
    static const uint32_t sizes[3][2] = {{100, 300}, {1000, 300}, {10000, 200}};
    uint32_t vertices = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    uint32_t queries = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    printf("| vertices | R | queries | ms: median / p95 / max | MB |\n|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t *size = sizes[i / 3];
        if (vertices == 0) {
            print_queries(size[0], ratios[i % 3], size[1]);
        } else if (i < 3) {
            print_queries(vertices, ratios[i], queries);
        }
    }
    if (vertices > 0) {
        return EXIT_SUCCESS;
    }
    printf(
        "\n| vertices | R | queries | cost / bound: median / p95 / max | s: median / p95 / max |\n"
        "|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < 3; i++) {
        print_certificates(100, ratios[i], 200);
    }
    return EXIT_SUCCESS;
}
