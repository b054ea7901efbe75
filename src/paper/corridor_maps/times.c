/* Measures the times in section 5 of "Flexible Path Planning Using Corridor Maps": the time to
 * build a corridor map, and the time to answer a query. The paper renders the diagram on graphics
 * hardware and then finds the nearest points; our diagram is exact and is computed on one core.
 * Larger worlds consist of squares on a jittered grid. */
#define _POSIX_C_SOURCE 200809L
#include "base/error.h"
#include "base/sort.h"
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <wend/random.h>

/* ms. The paper says: "0.05s for the GVD and clearance, and 0.25s for the closest points". */
static const double PUBLISHED_MAP_MS = 300.0;

enum { ROUNDS = 9, QUERY_COUNT = 100, SIZES = 3, SIDES = 4, SEED = 5193 };
static const uint32_t sizes[SIZES] = {1000, 10000, 100000}; /* numbers of wall segments */
static const char *const size_names[SIZES] = {"1,000 segments", "10,000 segments",
                                              "100,000 segments"};
/* m, side of a grid cell; squares are 4 m wide and displaced by at most 2 m */
static const double CELL_SIZE = 10.0;

/* Returns the CPU time (s) that this thread has used; other threads do not count. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

uint32_t village_count_times(const wend_paper_def *def) {
    (void)def;
    return 0;
}

/* ---- The village ----------------------------------------------------------------------------- */

static wend_result time_village(const village_ground *ground, const wend_paper_def *def,
                                double *best, wend_error *error) {
    wend_map_def map_def = wend_default_map_def();
    map_def.scenario = ground->scenario;
    map_def.kind = "corridor";
    map_def.allocator = def->allocator;
    *best = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        wend_map *map = NULL;
        double begin = now();
        wend_result result = wend_scenario_build_map(&map_def, &map, error);
        *best = fmin(*best, now() - begin);
        wend_map_release(map);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static bool is_less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

/* Measures the median time (s) that the planner takes for a random query. */
static wend_result time_queries(village_ground *ground, double *median, wend_error *error) {
    double times[QUERY_COUNT], scratch[QUERY_COUNT];
    for (uint32_t i = 0; i < QUERY_COUNT; i++) {
        village_query query;
        const wend_route *route = NULL;
        wend_result result = village_sample_query(ground, i, false, &query, error);
        double before = wend_world_stage_seconds(ground->world, WEND_STAGE_PLAN);
        if (result == WEND_OK) {
            result = village_ground_find_route(ground, query.start, query.goal, &route, error);
        }
        if (result != WEND_OK) {
            return result;
        }
        times[i] = wend_world_stage_seconds(ground->world, WEND_STAGE_PLAN) - before;
    }
    sort_stable(times, scratch, QUERY_COUNT, sizeof *times, is_less);
    *median = (times[(QUERY_COUNT - 1) / 2] + times[QUERY_COUNT / 2]) / 2.0;
    return WEND_OK;
}

static const char village_table[] = "Section 5: time to build the map and to answer a query";

static wend_result judge_village(wend_paper_call *call, double map_ms, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"map", "CPU time to build the corridor map; the fastest of 9 rounds"},
        {"query", "median time of the planner for 100 random queries"}};
    static const wend_paper_table table = {
        .name = village_table,
        .caption = "The paper: 0.3 s with a graphics card of 2008 (0.05 s for the diagram, 0.25 s "
                   "for the closest points). Ours is exact and runs on one core of this machine, "
                   "so the comparison says little.",
        .columns = columns,
        .column_count = 2,
        .noisy = true};
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_most(map_ms, PUBLISHED_MAP_MS, PUBLISHED_MAP_MS / 2.0),
                "%.2f ms (published %.0f ms)", map_ms, PUBLISHED_MAP_MS);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_village(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    paper_row row = {.call = call, .table = village_table, .row = "village", .error = error};
    village_ground ground;
    double map = NAN, query = NAN;
    wend_result result = village_ground_open(&ground, def, error);
    result = result == WEND_OK ? time_village(&ground, def, &map, error) : result;
    result = result == WEND_OK ? time_queries(&ground, &query, error) : result;
    village_ground_close(&ground);
    if (result == WEND_OK) {
        paper_add_number(&row, "map", "ms", PUBLISHED_MAP_MS, map * 1e3);
        paper_add_number(&row, "query", "us", NAN, query * 1e6);
        result = row.result;
    }
    return result == WEND_OK ? judge_village(call, map * 1e3, error) : result;
}

/* ---- Larger worlds --------------------------------------------------------------------------- */

/* The points and polygons of a space with squares in rows. The space definition points into this
 * struct. */
typedef struct square_world {
    memory heap;
    wend_point *points;
    wend_solid_def *solids;
    uint32_t count, columns;
    wend_point border[SIDES];
} square_world;

static bool make_squares(square_world *world, const wend_allocator *allocator, uint32_t segments) {
    world->count = segments / SIDES - 1; /* four of the segments are the border */
    world->columns = (uint32_t)ceil(sqrt((double)world->count));
    memory_init(&world->heap, allocator);
    world->points = memory_get(&world->heap, world->count * SIDES * sizeof *world->points);
    world->solids = memory_get(&world->heap, world->count * sizeof *world->solids);
    return world->points != NULL && world->solids != NULL;
}

static void free_squares(square_world *world) {
    memory_free(&world->heap, world->points, world->count * SIDES * sizeof *world->points);
    memory_free(&world->heap, world->solids, world->count * sizeof *world->solids);
}

static void place_squares(square_world *world) {
    static const double corner_x[SIDES] = {-2.0, 2.0, 2.0, -2.0};
    static const double corner_y[SIDES] = {-2.0, -2.0, 2.0, 2.0};
    double side = world->columns * CELL_SIZE;
    for (uint32_t i = 0; i < world->count; i++) {
        uint32_t column = i % world->columns, row = i / world->columns;
        double x = (column + 0.3 + 0.4 * wend_random_uniform(SEED, i, 0, 0)) * CELL_SIZE;
        double y = (row + 0.3 + 0.4 * wend_random_uniform(SEED, i, 1, 0)) * CELL_SIZE;
        for (uint32_t k = 0; k < SIDES; k++) {
            world->points[i * SIDES + k] = (wend_point){x + corner_x[k], y + corner_y[k]};
        }
        world->solids[i] = (wend_solid_def){.ring = {&world->points[i * SIDES], SIDES}};
    }
    for (uint32_t k = 0; k < SIDES; k++) {
        world->border[k] = (wend_point){corner_x[k] > 0 ? side : 0.0, corner_y[k] > 0 ? side : 0.0};
    }
}

static wend_result time_squares(const square_world *world, const wend_allocator *allocator,
                                double *seconds, wend_error *error) {
    wend_ring border = {world->border, SIDES};
    wend_layer_def layer = {.boundaries = &border,
                            .boundary_count = 1,
                            .solids = world->solids,
                            .solid_count = world->count};
    wend_space_def space_def = wend_default_space_def();
    wend_corridor_def corridor_def = wend_default_corridor_def();
    wend_map *map = NULL;
    space_def.layers = &layer;
    space_def.layer_count = 1;
    space_def.allocator = *allocator;
    corridor_def.allocator = *allocator;
    wend_result result = wend_space_create(&space_def, &corridor_def.space, error);
    double begin = now();
    result = result == WEND_OK ? wend_corridor_build(&corridor_def, &map, error) : result;
    *seconds = now() - begin;
    wend_map_release(map);
    wend_space_release(corridor_def.space);
    return result;
}

static const char size_table[] = "Section 2: time to build a map, by number of wall segments";

/* Claims that the time grows like n log n: the cost per segment and log2 of their number varies at
 * most by a factor of 2 between sizes. The paper does not state a complexity. */
static wend_result judge_sizes(wend_paper_call *call, const double *cost, int count,
                               wend_error *error) {
    static const wend_paper_column columns[] = {
        {"map", "CPU time to build the corridor map"},
        {"per segment *", "this time divided by n log2 n, where n is the number of segments"}};
    static const wend_paper_table table = {
        .name = size_table,
        .caption = "Squares on a jittered grid, chosen by us. The paper has no such table; it "
                   "calls its construction very fast.",
        .columns = columns,
        .column_count = 2,
        .noisy = true};
    paper_claims claims = {0};
    for (int i = 1; i < count; i++) {
        paper_claim(&claims, paper_at_most(cost[i] / cost[0], 2.0, -INFINITY),
                    "%s: %.2f times the cost of 1,000 segments, per n log2 n", size_names[i],
                    cost[i] / cost[0]);
    }
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_size(wend_paper_call *call, int size, double *cost, wend_error *error) {
    const wend_allocator *allocator = &wend_paper_call_def(call)->allocator;
    paper_row row = {.call = call, .table = size_table, .row = size_names[size], .error = error};
    square_world world = {.count = 0};
    double seconds = NAN, segments = sizes[size];
    wend_result result =
        make_squares(&world, allocator, sizes[size]) ? WEND_OK : error_no_memory(error, "a world");
    if (result == WEND_OK) {
        place_squares(&world);
        result = time_squares(&world, allocator, &seconds, error);
    }
    free_squares(&world);
    if (result == WEND_OK) {
        *cost = seconds * 1e9 / (segments * log2(segments));
        paper_add_number(&row, "map", "ms", NAN, seconds * 1e3);
        paper_add_number(&row, "per segment and log2 of their number", "ns", NAN, *cost);
    }
    return result == WEND_OK ? row.result : result;
}

wend_result village_times(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    wend_result result = add_village(call, error);
    int count = def->quick ? SIZES - 1 : SIZES;
    double cost[SIZES];
    bool cancelled = false;
    for (int i = 0; i < count && result == WEND_OK && !cancelled; i++) {
        cancelled = def->cancel != NULL && *def->cancel != 0;
        result = cancelled ? WEND_OK : add_size(call, i, &cost[i], error);
    }
    return result == WEND_OK && !cancelled ? judge_sizes(call, cost, count, error) : result;
}
