/* Progress and cancellation of map building. A build is cancelled in each call of the progress
 * callback, so in each of its phases. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "support/spaces.h"
#include "support/suite.h"

enum { MOST_CALLS = 400 };

/* What the progress callback has seen, and the call in which it cancels the build. */
static struct {
    double shares[MOST_CALLS];
    uint32_t calls, cancel_at; /* `cancel_at`: 0 for never */
    volatile sig_atomic_t cancel;
} seen;

static void note_progress(void *user, double done) {
    ck_assert_ptr_eq(user, &seen);
    ck_assert_msg(seen.cancel == 0, "no progress after the build is cancelled");
    ck_assert_uint_lt(seen.calls, MOST_CALLS);
    seen.shares[seen.calls++] = done;
    seen.cancel = seen.calls == seen.cancel_at;
}

static void start(uint32_t cancel_at) {
    seen.calls = 0;
    seen.cancel_at = cancel_at;
    seen.cancel = 0;
}

/* An allocator that counts the bytes in use. */
static void *allocate(void *user, size_t size) {
    *(size_t *)user += size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void release(void *user, void *block, size_t size) {
    *(size_t *)user -= size;
    free(block);
}

/* Two layers joined by a link, with solids, an obstacle class and an open wall. */
static wend_space *make_space(void) {
    sketch *s = malloc(sizeof *s);
    static const double lower[] = {0, 0, 12, 0, 12, 12, 0, 12};
    static const double upper[] = {12, 0, 24, 0, 24, 12, 12, 12};
    sketch_start(s);
    sketch_boundary(s, 0, lower, 4);
    sketch_boundary(s, 1, upper, 4);
    sketch_link(s, 12, 0, 12, 12, 0, 1);
    sketch_box(s, 0, 0, 2, 2, 4, 4);
    sketch_box(s, 0, 1, 7, 2, 9, 4);
    sketch_box(s, 1, 0, 16, 5, 18, 8);
    sketch_line(s, 1, 0, 20, 2, 22, 9);
    wend_space *space = sketch_space(s);
    free(s);
    return space;
}

static const wend_point DOOR[2] = {{2, 8}, {5, 8}};

static wend_result build_navmesh(wend_space *space, size_t *bytes, wend_map **map,
                                 wend_error *error) {
    static const double radii[] = {0.25, 0.4};
    wend_obstacle_def door = wend_default_obstacle_def();
    wend_navmesh_def def = wend_default_navmesh_def();
    door.kind = WEND_OBSTACLE_DOOR;
    door.points = DOOR;
    door.point_count = 2;
    def.space = space;
    def.radii = radii;
    def.radius_count = 2;
    def.doors = &door;
    def.door_count = 1;
    def.progress = note_progress;
    def.user = &seen;
    def.cancel = &seen.cancel;
    def.allocator = (wend_allocator){allocate, release, bytes};
    return wend_navmesh_build(&def, map, error);
}

static wend_result build_corridor(wend_space *space, size_t *bytes, wend_map **map,
                                  wend_error *error) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.progress = note_progress;
    def.user = &seen;
    def.cancel = &seen.cancel;
    def.allocator = (wend_allocator){allocate, release, bytes};
    return wend_corridor_build(&def, map, error);
}

static wend_result build_grid(wend_space *space, size_t *bytes, wend_map **map, wend_error *error) {
    wend_obstacle_def door = wend_default_obstacle_def();
    wend_grid_def def = wend_default_grid_def();
    door.kind = WEND_OBSTACLE_DOOR;
    door.points = DOOR;
    door.point_count = 2;
    def.space = space;
    def.cell = 0.1;
    def.doors = &door;
    def.door_count = 1;
    def.progress = note_progress;
    def.user = &seen;
    def.cancel = &seen.cancel;
    def.allocator = (wend_allocator){allocate, release, bytes};
    return wend_grid_build(&def, map, error);
}

/* Walls hide many cells from the line, so that the flood fills them. */
static wend_result build_guidance(wend_space *space, size_t *bytes, wend_map **map,
                                  wend_error *error) {
    static const wend_point points[] = {{1, 1}, {11, 1}};
    const wend_line line = {.points = points, .count = 2};
    wend_guidance_def def = wend_default_guidance_def();
    def.space = space;
    def.lines = &line;
    def.line_count = 1;
    def.cell = 0.1;
    def.reach = 0.5;
    def.progress = note_progress;
    def.user = &seen;
    def.cancel = &seen.cancel;
    def.allocator = (wend_allocator){allocate, release, bytes};
    wend_result result = wend_guidance_build(&def, map, error);
    if (result == WEND_OK) {
        bool fills = false, marks = false; /* by counts of cells, between the rows and the end */
        for (uint32_t i = 0; i < seen.calls; i++) {
            fills = fills || (seen.shares[i] > 0.7 && seen.shares[i] < 0.8);
            marks = marks || (seen.shares[i] > 0.8 && seen.shares[i] < 0.95);
        }
        ck_assert(fills && marks);
    }
    return result;
}

typedef wend_result build_function(wend_space *space, size_t *bytes, wend_map **map,
                                   wend_error *error);

/* Returns the number of progress calls of an uncancelled build. */
static uint32_t check_progress(wend_space *space, build_function *build) {
    size_t bytes = 0;
    wend_map *map = NULL;
    start(0);
    ck_assert_int_eq(build(space, &bytes, &map, NULL), WEND_OK);
    ck_assert_uint_gt(seen.calls, 2);
    ck_assert(seen.shares[0] >= 0.0);
    for (uint32_t i = 1; i < seen.calls; i++) {
        ck_assert_msg(seen.shares[i] >= seen.shares[i - 1], "call %u: %g after %g", i,
                      seen.shares[i], seen.shares[i - 1]);
    }
    ck_assert_double_eq(seen.shares[seen.calls - 1], 1.0);
    wend_map_release(map);
    ck_assert_uint_eq(bytes, 0);
    return seen.calls;
}

static void check_cancelled(wend_space *space, build_function *build, uint32_t call) {
    size_t bytes = 0;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    start(call);
    ck_assert_msg(build(space, &bytes, &map, &error) == WEND_ERROR_CANCELLED, "call %u: %s", call,
                  error.message);
    ck_assert_str_eq(error.message, "the map was not built: cancelled");
    ck_assert_uint_eq(seen.calls, call);
    ck_assert_ptr_null(map);
    ck_assert_uint_eq(bytes, 0);
}

/* The last call, with a share of 1, comes after the map is complete. */
static void check_all_calls(build_function *build) {
    wend_space *space = make_space();
    uint32_t calls = check_progress(space, build);
    for (uint32_t call = 1; call < calls; call++) {
        check_cancelled(space, build, call);
    }
    wend_space_release(space);
}

START_TEST(a_navmesh_can_be_cancelled_in_every_phase) {
    check_all_calls(build_navmesh);
}
END_TEST

START_TEST(a_corridor_map_can_be_cancelled_after_every_layer) {
    check_all_calls(build_corridor);
}
END_TEST

START_TEST(a_grid_can_be_cancelled_in_every_phase) {
    check_all_calls(build_grid);
}
END_TEST

START_TEST(a_guidance_field_can_be_cancelled_in_every_phase) {
    check_all_calls(build_guidance);
}
END_TEST

/* The flag may be set before the build starts, or by a signal handler, without any callback. */
START_TEST(a_build_without_a_callback_can_be_cancelled) {
    wend_space *space = make_space();
    volatile sig_atomic_t cancel = 1;
    wend_map *map = NULL;
    wend_navmesh_def navmesh = wend_default_navmesh_def();
    navmesh.space = space;
    navmesh.cancel = &cancel;
    ck_assert_int_eq(wend_navmesh_build(&navmesh, &map, NULL), WEND_ERROR_CANCELLED);
    wend_corridor_def corridor = wend_default_corridor_def();
    corridor.space = space;
    corridor.cancel = &cancel;
    ck_assert_int_eq(wend_corridor_build(&corridor, &map, NULL), WEND_ERROR_CANCELLED);
    ck_assert_ptr_null(map);
    wend_space_release(space);
}
END_TEST

/* A grid of n x n squares. */
static wend_space *make_grid(uint32_t n) {
    wend_space_def def = wend_default_space_def();
    wend_layer_def layer = {.name = "grid"};
    wend_point *points = malloc((size_t)n * n * 4 * sizeof *points);
    wend_solid_def *solids = calloc((size_t)n * n, sizeof *solids);
    const wend_point hall[4] = {{0, 0}, {10.0 * n, 0}, {10.0 * n, 10.0 * n}, {0, 10.0 * n}};
    const wend_ring boundary = {hall, 4};
    for (uint32_t i = 0; i < n * n; i++) {
        double x = 10.0 * (i % n) + 3.0, y = 10.0 * (i / n) + 3.0;
        wend_point square[4] = {{x, y}, {x + 4.0, y}, {x + 4.0, y + 4.0}, {x, y + 4.0}};
        memcpy(points + 4 * (size_t)i, square, sizeof square);
        solids[i].ring = (wend_ring){points + 4 * (size_t)i, 4};
    }
    layer.boundaries = &boundary;
    layer.boundary_count = 1;
    layer.solids = solids;
    layer.solid_count = n * n;
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    free(points);
    free(solids);
    return space;
}

/* Counts the bytes that a build takes from the allocator in total. */
static void *count_bytes(void *user, size_t size) {
    *(size_t *)user += size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void free_block(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

static size_t measure_bytes(uint32_t n) {
    size_t bytes = 0;
    double radius = 0.25;
    wend_map *map = NULL;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = make_grid(n);
    def.radii = &radius;
    def.radius_count = 1;
    def.allocator = (wend_allocator){count_bytes, free_block, &bytes};
    ck_assert_int_eq(wend_navmesh_build(&def, &map, NULL), WEND_OK);
    wend_map_release(map);
    wend_space_release(def.space);
    return bytes;
}

/* With four times as many obstacles, a build may take at most five times the memory: arrays grow by
 * doubling, so the factor varies, but a quadratic phase would take 16 times as much. */
START_TEST(memory_grows_with_the_number_of_obstacles) {
    size_t before = measure_bytes(6);
    for (uint32_t n = 12; n <= 48; n *= 2) {
        size_t now = measure_bytes(n);
        ck_assert_msg(now < 5 * before, "%u x %u: %zu bytes after %zu", n, n, now, before);
        before = now;
    }
}
END_TEST

/* The share must keep moving: a phase of a large level that reports nothing would look stuck. */
START_TEST(progress_of_a_navmesh_advances_in_small_steps) {
    wend_space *space = make_space();
    check_progress(space, build_navmesh);
    for (uint32_t i = 1; i < seen.calls; i++) {
        ck_assert_msg(seen.shares[i] - seen.shares[i - 1] < 0.12, "from %g to %g",
                      seen.shares[i - 1], seen.shares[i]);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/cancel", a_navmesh_can_be_cancelled_in_every_phase,
          a_corridor_map_can_be_cancelled_after_every_layer, a_grid_can_be_cancelled_in_every_phase,
          a_guidance_field_can_be_cancelled_in_every_phase,
          a_build_without_a_callback_can_be_cancelled,
          progress_of_a_navmesh_advances_in_small_steps, memory_grows_with_the_number_of_obstacles);
}
