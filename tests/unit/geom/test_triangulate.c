/* Constrained Delaunay triangulation: random shapes checked by brute force, small ones against
 * results computed by hand, input that must be refused, and large shapes. */
#include "geom/triangulate.h"

#include <stdlib.h>
#include <string.h>

#include "support/budget.h"
#include "support/plane_trials.h"
#include "support/suite.h"
#include "support/trials.h"

static memory heap;
static memory_arena arena;
static triangulation triangles;
static wend_error error;

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    triangles = (triangulation){NULL, 77};
    error = (wend_error){0};
}

static void finish(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

static wend_result solve(const grid_point *points, uint32_t point_count, const grid_edge *segments,
                         uint32_t segment_count) {
    return triangulate(points, point_count, segments, segment_count, &heap, &arena, &triangles,
                       &error);
}

/* True if a triangle has the edge from a to b with the given `fixed` flag. */
static bool has_edge(uint32_t a, uint32_t b, bool fixed) {
    for (uint32_t i = 0; i < 3 * triangles.count; i++) {
        const grid_triangle *triangle = &triangles.triangles[i / 3];
        if (triangle->vertex[i % 3] == a && triangle->vertex[(i % 3 + 1) % 3] == b) {
            return triangle->fixed[i % 3] == fixed;
        }
    }
    return false;
}

/* ---- Random shapes --------------------------------------------------------------------------- */

START_TEST(triangulates_small_shapes_of_every_kind) {
    static plane_shape shape;
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < trials(60); seed++) {
            plane_make_shape((plane_kind)kind, seed, 3 + (uint32_t)seed % 12, &shape);
            plane_trial_triangles(&shape);
        }
    }
}
END_TEST

START_TEST(triangulates_larger_shapes_of_every_kind) {
    static plane_shape shape;
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            plane_make_shape((plane_kind)kind, 1000 + seed, 60, &shape);
            plane_trial_triangles(&shape);
        }
    }
}
END_TEST

/* ---- Handmade cases -------------------------------------------------------------------------- */

START_TEST(collinear_points_give_no_triangles) {
    const grid_point points[] = {{0, 0}, {2, 2}, {1, 1}, {-7, -7}};
    const grid_edge segments[] = {{0, 1}, {3, 2}};
    begin();
    for (uint32_t count = 0; count <= 4; count++) {
        ck_assert_int_eq(solve(points, count, segments, count == 4 ? 2 : 0), WEND_OK);
        ck_assert_uint_eq(triangles.count, 0);
    }
    finish();
}
END_TEST

/* The diagonal ends at the corner that comes first by x, then y, whatever the order of the points.
 */
START_TEST(the_diagonal_of_a_square_ends_at_its_first_corner) {
    const grid_point corners[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}};
    for (uint32_t first = 0; first < 4; first++) {
        grid_point points[4];
        for (uint32_t i = 0; i < 4; i++) {
            points[(i + first) % 4] = corners[i];
        }
        begin();
        ck_assert_int_eq(solve(points, 4, NULL, 0), WEND_OK);
        ck_assert_uint_eq(triangles.count, 2);
        ck_assert(has_edge(first, (first + 2) % 4, false));
        finish();
    }
}
END_TEST

START_TEST(a_segment_forces_the_other_diagonal) {
    const grid_point points[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}};
    const grid_edge segment = {3, 1};
    begin();
    ck_assert_int_eq(solve(points, 4, &segment, 1), WEND_OK);
    ck_assert(has_edge(1, 3, true));
    ck_assert(has_edge(3, 1, true));
    ck_assert(has_edge(0, 1, false));
    finish();
}
END_TEST

/* The points span the whole coordinate range, so circle tests need 128-bit integers. */
START_TEST(triangulates_the_whole_coordinate_range) {
    enum { FAR = TRIANGULATE_LIMIT };
    const grid_point points[] = {{-FAR, -FAR}, {FAR, -FAR}, {FAR, FAR}, {-FAR, FAR}, {0, 1}};
    const grid_edge segment = {0, 2};
    begin();
    ck_assert_int_eq(solve(points, 5, &segment, 1), WEND_OK);
    ck_assert_uint_eq(triangles.count, 4);
    ck_assert(has_edge(0, 2, true));
    ck_assert(has_edge(4, 3, false));
    finish();
}
END_TEST

START_TEST(a_segment_through_points_is_split) {
    const grid_point points[] = {{0, 0}, {2, 1}, {4, 2}, {6, 3}, {1, 5}, {5, -4}};
    const grid_edge segment = {3, 0};
    begin();
    ck_assert_int_eq(solve(points, 6, &segment, 1), WEND_OK);
    ck_assert(has_edge(0, 1, true));
    ck_assert(has_edge(1, 2, true));
    ck_assert(has_edge(2, 3, true));
    finish();
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void check_refused(const grid_point *points, uint32_t point_count, const grid_edge *segments,
                          uint32_t segment_count, wend_result code, const char *text) {
    begin();
    ck_assert_int_eq(solve(points, point_count, segments, segment_count), code);
    ck_assert_int_eq(error.code, code);
    ck_assert_ptr_nonnull(strstr(error.message, text));
    ck_assert_uint_eq(triangles.count, 77);
    finish();
}

START_TEST(segments_that_cross_are_refused) {
    const grid_point points[] = {{0, 0}, {10, 10}, {0, 10}, {10, 1}, {-20, 3}, {30, -6}};
    const grid_edge segments[] = {{0, 1}, {2, 3}};
    check_refused(points, 6, segments, 2, WEND_ERROR_GEOMETRY, "segments cross near (5, 5)");
    const grid_point below[] = {{-10, -10}, {0, 0}, {-10, 0}, {0, -9}};
    check_refused(below, 4, segments, 2, WEND_ERROR_GEOMETRY, "segments cross near (-5, -5)");
    const grid_point between[] = {{0, 0}, {1, 1}, {1, 0}, {0, 2}};
    check_refused(between, 4, segments, 2, WEND_ERROR_GEOMETRY, "segments cross near (1, 1)");
    enum { FAR = TRIANGULATE_LIMIT };
    const grid_point wide[] = {{-FAR, -FAR}, {FAR, FAR}, {-FAR, FAR}, {FAR, 1 - FAR}};
    check_refused(wide, 4, segments, 2, WEND_ERROR_GEOMETRY, "segments cross near (0, 0)");
}
END_TEST

/* Compares the result with a test of all pairs of segments in integer arithmetic. */
START_TEST(finds_every_crossing) {
    enum { POINTS = 12, TRIALS = 3000 };
    uint32_t refused = 0;
    static plane_shape shape;
    for (uint32_t trial = 0; trial < trials(TRIALS); trial++) {
        plane_make_shape(PLANE_CLOUD, trial, POINTS, &shape);
        bool crossed = false;
        for (uint32_t i = 0; i < 3 && shape.point_count > 1; i++) {
            uint32_t a = plane_random(shape.point_count), b = plane_random(shape.point_count - 1);
            shape.segments[shape.segment_count++] = (grid_edge){a, b < a ? b : b + 1};
            for (uint32_t k = 0; k < i; k++) {
                crossed = crossed || plane_cross(&shape, k, i);
            }
        }
        begin();
        wend_result code =
            solve(shape.points, shape.point_count, shape.segments, shape.segment_count);
        ck_assert_msg(code == (crossed ? WEND_ERROR_GEOMETRY : WEND_OK), "%s: %d", shape.name,
                      (int)code);
        refused += crossed;
        finish();
    }
    ck_assert_uint_ge(refused, trials_bound(TRIALS / 20 + 1));
    ck_assert_uint_lt(refused, trials(TRIALS));
}
END_TEST

START_TEST(refuses_invalid_input) {
    const grid_point twice[] = {{0, 0}, {4, 0}, {4, 5}, {0, 0}};
    const grid_point far[] = {{0, 0}, {TRIANGULATE_LIMIT + 1, 0}, {4, 5}};
    const grid_point deep[] = {{0, 0}, {4, 0}, {4, -TRIANGULATE_LIMIT - 1}};
    const grid_edge none = {1, 1}, beyond = {0, 3};
    check_refused(twice, 4, NULL, 0, WEND_ERROR_INVALID, "points 0 and 3 both lie at (0, 0)");
    check_refused(far, 3, NULL, 0, WEND_ERROR_LIMIT, "point 1 lies at (16777217, 0)");
    check_refused(deep, 3, NULL, 0, WEND_ERROR_LIMIT, "point 2 lies at (4, -16777217)");
    check_refused(twice, 3, &none, 1, WEND_ERROR_INVALID, "segment 0 joins point 1 to 1");
    check_refused(twice, 3, &beyond, 1, WEND_ERROR_INVALID, "segment 0 joins point 0 to 3");
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t calls_left;

static wend_result solve_and_merge(const plane_shape *shape) {
    static const uint32_t regions[2 * PLANE_MOST_POINTS];
    convex_parts parts;
    wend_result code =
        solve(shape->points, shape->point_count, shape->segments, shape->segment_count);
    return code != WEND_OK ? code
                           : convex_merge(shape->points, &triangles, regions, NULL, &heap, &arena,
                                          &parts, &error);
}

/* Running out of memory at any allocation is reported, and all memory is freed. */
START_TEST(reports_out_of_memory_at_any_allocation) {
    static plane_shape shape;
    const wend_allocator few = budget_allocator(&calls_left);
    plane_make_shape(PLANE_WIDE_WEB, 5, 200, &shape);
    wend_result code = WEND_ERROR_MEMORY;
    uint32_t failures = 0;
    for (uint32_t most = 0; code != WEND_OK; most++) {
        memory_init(&heap, &few);
        arena_init(&arena, &heap);
        calls_left = most;
        code = solve_and_merge(&shape);
        ck_assert(code == WEND_OK || (code == WEND_ERROR_MEMORY && calls_left == 0));
        failures += code != WEND_OK;
        finish();
    }
    ck_assert_uint_gt(failures, 20);
}
END_TEST

/* ---- Large inputs ---------------------------------------------------------------------------- */

/* Blocks along streets, with many corners on common lines and circles. The number of triangles
 * follows from Euler's formula. Memory stays within the bound of geom/triangulate.c. */
START_TEST(triangulates_ten_thousand_blocks) {
    enum { ACROSS = 100, BLOCKS = ACROSS * ACROSS };
    static grid_point points[4 * BLOCKS];
    static grid_edge segments[4 * BLOCKS];
    for (uint32_t i = 0; i < BLOCKS; i++) {
        int32_t x = (int32_t)(i % ACROSS) * 100, y = (int32_t)(i / ACROSS) * 100;
        const grid_point corners[] = {{x, y}, {x + 80, y}, {x + 80, y + 80}, {x, y + 80}};
        for (uint32_t k = 0; k < 4; k++) {
            points[4 * i + k] = corners[k];
            segments[4 * i + k] = (grid_edge){4 * i + k, 4 * i + (k + 1) % 4};
        }
    }
    begin();
    ck_assert_int_eq(solve(points, 4 * BLOCKS, segments, 4 * BLOCKS), WEND_OK);
    uint32_t border = 2 * (2 * ACROSS) + 2 * (2 * ACROSS - 2);
    ck_assert_uint_eq(triangles.count, 2 * 4 * BLOCKS - 2 - border);
    int64_t area = 0;
    uint32_t fixed = 0;
    for (uint32_t i = 0; i < triangles.count; i++) {
        const grid_triangle *t = &triangles.triangles[i];
        grid_point a = points[t->vertex[0]], b = points[t->vertex[1]], c = points[t->vertex[2]];
        int64_t part = (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
        ck_assert_int_gt(part, 0);
        area += part;
        fixed += (uint32_t)t->fixed[0] + (uint32_t)t->fixed[1] + (uint32_t)t->fixed[2];
    }
    ck_assert_int_eq(area, INT64_C(2) * (100 * ACROSS - 20) * (100 * ACROSS - 20));
    ck_assert_uint_eq(fixed, 2 * 4 * BLOCKS - 4 * ACROSS);
    ck_assert_uint_le(heap.peak, 4 * BLOCKS * (size_t)170);
    finish();
}
END_TEST

int main(void) {
    SUITE("geom/triangulate", triangulates_small_shapes_of_every_kind,
          triangulates_larger_shapes_of_every_kind, collinear_points_give_no_triangles,
          the_diagonal_of_a_square_ends_at_its_first_corner, a_segment_forces_the_other_diagonal,
          triangulates_the_whole_coordinate_range, a_segment_through_points_is_split,
          segments_that_cross_are_refused, finds_every_crossing, refuses_invalid_input,
          reports_out_of_memory_at_any_allocation, triangulates_ten_thousand_blocks);
}
