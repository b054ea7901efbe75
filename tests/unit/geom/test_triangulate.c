/* Constrained Delaunay triangulations of all kinds of points and segments, checked by brute force.
 */
#include "geom/triangulate.h"

#include <string.h>

#include "support/plane_checks.h"
#include "support/suite.h"

static memory heap;
static memory_arena arena;

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

/* What the arena held is given back, and nothing else was kept. */
static void finish(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

static triangulation solve(const plane_shape *shape) {
    triangulation result = {0};
    wend_error error = {0};
    wend_result code = triangulate(shape->points, shape->point_count, shape->segments,
                                   shape->segment_count, &heap, &arena, &result, &error);
    ck_assert_msg(code == WEND_OK, "%s: %s", shape->name, error.message);
    return result;
}

static void check_all(const plane_shape *shape) {
    begin();
    triangulation triangles = solve(shape);
    plane_check_partition(shape, &triangles);
    plane_check_fixed(shape, &triangles);
    plane_check_delaunay(shape, &triangles);
    static plane_shape shuffled;
    plane_shuffle(shape, &shuffled);
    triangulation other = solve(&shuffled);
    plane_check_same(shape, &triangles, &shuffled, &other);
    finish();
}

/* ---- Kinds of shapes ------------------------------------------------------------------------- */

START_TEST(small_shapes_of_every_kind) {
    static plane_shape shape;
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < 60; seed++) {
            plane_draw_shape((plane_kind)kind, seed, 3 + (uint32_t)seed % 12, &shape);
            check_all(&shape);
        }
    }
}
END_TEST

START_TEST(larger_shapes_of_every_kind) {
    static plane_shape shape;
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            plane_draw_shape((plane_kind)kind, 1000 + seed, 60, &shape);
            check_all(&shape);
        }
    }
}
END_TEST

int main(void) {
    SUITE("geom/triangulate", small_shapes_of_every_kind, larger_shapes_of_every_kind);
}
