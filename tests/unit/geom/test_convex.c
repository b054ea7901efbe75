/* Convex parts out of triangles, checked by brute force. */
#include "geom/triangulate.h"

#include <string.h>

#include "support/plane_checks.h"
#include "support/suite.h"

enum { MOST_TRIANGLES = 2 * PLANE_MOST_POINTS };

static memory heap;
static memory_arena arena;
static plane_shape shape;
static triangulation triangles;
static convex_parts parts;
static uint32_t regions[MOST_TRIANGLES];
static bool passable[3 * MOST_TRIANGLES];

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static void finish(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

static void solve(void) {
    wend_error error = {0};
    wend_result code = triangulate(shape.points, shape.point_count, shape.segments,
                                   shape.segment_count, &heap, &arena, &triangles, &error);
    ck_assert_msg(code == WEND_OK, "%s: %s", shape.name, error.message);
}

static void merge(const bool *passable_edges) {
    wend_error error = {0};
    wend_result code = convex_merge(shape.points, &triangles, regions, passable_edges, &heap,
                                    &arena, &parts, &error);
    ck_assert_msg(code == WEND_OK, "%s: %s", shape.name, error.message);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static void set_regions(uint32_t region) {
    for (uint32_t t = 0; t < triangles.count; t++) {
        regions[t] = region;
    }
}

/* Spreads over edges that are not fixed, from each triangle without a number on; pieces get
 * numbers from 0 on, `*pieces` of them. */
static void number_pieces(uint32_t *pieces) {
    static uint32_t stack[3 * MOST_TRIANGLES];
    set_regions(TRIANGULATE_NONE);
    *pieces = 0;
    for (uint32_t seed = 0; seed < triangles.count; seed++) {
        uint32_t count = 0;
        if (regions[seed] != TRIANGULATE_NONE) {
            continue;
        }
        stack[count++] = seed;
        regions[seed] = *pieces;
        while (count > 0) {
            const grid_triangle *triangle = &triangles.triangles[stack[--count]];
            for (uint32_t i = 0; i < 3; i++) {
                uint32_t beyond = triangle->neighbour[i];
                if (beyond != TRIANGULATE_NONE && !triangle->fixed[i] &&
                    regions[beyond] == TRIANGULATE_NONE) {
                    regions[beyond] = *pieces;
                    stack[count++] = beyond;
                }
            }
        }
        ++*pieces;
    }
}

/* Gives pieces a region of 0 to 2, or none. */
static void draw_regions_of_pieces(void) {
    uint32_t pieces = 0, choices[MOST_TRIANGLES];
    number_pieces(&pieces);
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t choice = plane_draw(4);
        choices[i] = choice < 3 ? choice : TRIANGULATE_NONE;
    }
    for (uint32_t t = 0; t < triangles.count; t++) {
        regions[t] = choices[regions[t]];
    }
}

static void draw_regions_of_triangles(void) {
    for (uint32_t t = 0; t < triangles.count; t++) {
        uint32_t choice = plane_draw(8);
        regions[t] = choice == 0 ? TRIANGULATE_NONE : choice == 1 ? 1 : 0;
    }
}

static void draw_passable(void) {
    for (uint32_t i = 0; i < 3 * triangles.count; i++) {
        passable[i] = plane_draw(4) == 0;
    }
}

static void check_merge(const bool *passable_edges) {
    merge(passable_edges);
    plane_check_parts(&shape, &triangles, regions, passable_edges, &parts);
}

static void check_shape(void) {
    begin();
    solve();
    set_regions(7);
    check_merge(NULL);
    draw_passable();
    check_merge(passable);
    draw_regions_of_pieces();
    check_merge(passable);
    draw_regions_of_triangles();
    check_merge(passable);
    finish();
}

START_TEST(shapes_of_every_kind) {
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < 30; seed++) {
            plane_draw_shape((plane_kind)kind, seed, 3 + (uint32_t)seed, &shape);
            check_shape();
        }
    }
}
END_TEST

int main(void) {
    SUITE("geom/convex", shapes_of_every_kind);
}
