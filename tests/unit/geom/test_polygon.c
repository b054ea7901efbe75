/* Rings: tests their area, winding, containment and simplicity. Simplicity is compared with a test
 * of every pair of edges. */
#include "geom/polygon.h"

#include <math.h>
#include <string.h>

#include "geom/pairs.h"
#include "rational.h"
#include "support/suite.h"

static uint64_t state;

static uint32_t draw(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

START_TEST(signs_of_area_and_winding_depend_on_ring_direction) {
    const wend_vec2 ring[] = {
        {1000.0F, 1000.0F}, {1004.0F, 1000.0F}, {1004.0F, 1003.0F}, {1000.0F, 1003.0F}};
    const wend_vec2 turned[] = {ring[3], ring[2], ring[1], ring[0]};
    ck_assert(polygon_area(ring, 4) == 12.0);
    ck_assert(polygon_area(turned, 4) == -12.0);
    ck_assert_int_eq(polygon_winding(ring, 4), 1);
    ck_assert_int_eq(polygon_winding(turned, 4), -1);
    /* A sliver with a height of one ulp: its area computed in double precision is unreliable. */
    const wend_vec2 sliver[] = {{0.0F, 0.0F}, {8000.0F, 8000.0F}, {4000.0F, 4000.0002F}};
    ck_assert_int_eq(polygon_winding(sliver, 3), 1);
}
END_TEST

START_TEST(contains_distinguishes_inside_boundary_and_outside) {
    const wend_vec2 ring[] = {{0.0F, 0.0F}, {4.0F, 0.0F}, {4.0F, 4.0F}, {2.0F, 1.0F}, {0.0F, 4.0F}};
    const struct {
        wend_vec2 p;
        int expected;
    } cases[] = {{{1.0F, 1.0F}, 1}, {{2.0F, 2.0F}, -1}, {{2.0F, 1.0F}, 0},   {{4.0F, 2.0F}, 0},
                 {{0.0F, 0.0F}, 0}, {{2.0F, 0.5F}, 1},  {{-1.0F, 0.0F}, -1}, {{-1.0F, 1.0F}, -1},
                 {{3.0F, 2.5F}, 0}, {{3.0F, 2.25F}, 1}, {{5.0F, 4.0F}, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_msg(polygon_contains(ring, 5, cases[i].p) == cases[i].expected, "case %zu", i);
    }
}
END_TEST

/* Decides simplicity by comparing pairs: no two consecutive points are equal, edges that are not
 * neighbours have a positive distance, and no edge contains the far end of a neighbouring edge. */
static bool simple_by_pairs(const wend_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        rational_point a = rational_from_vec(points[i]);
        rational_point b = rational_from_vec(points[(i + 1) % count]);
        rational_point c = rational_from_vec(points[(i + 2) % count]);
        if (rational_sign(rational_point_distance(a, b, b)) == 0 ||
            rational_sign(rational_point_distance(c, a, b)) == 0 ||
            rational_sign(rational_point_distance(a, b, c)) == 0) {
            return false;
        }
        for (uint32_t j = i + 2; j < count; j++) {
            if (i == 0 && j == count - 1) {
                continue;
            }
            rational_point d = rational_from_vec(points[j]);
            rational_point e = rational_from_vec(points[(j + 1) % count]);
            if (rational_sign(rational_segment_distance(a, b, d, e)) == 0) {
                return false;
            }
        }
    }
    return true;
}

START_TEST(simplicity_check_matches_comparison_of_all_pairs) {
    memory m;
    memory_init(&m, NULL);
    state = 1;
    int simple = 0, touching = 0;
    for (int i = 0; i < 4000; i++) {
        wend_vec2 points[24];
        uint32_t count = 3 + draw(i % 8 == 0 ? 21 : 4);
        for (uint32_t k = 0; k < count; k++) {
            points[k] = (wend_vec2){(float)draw(7), (float)draw(7)};
            if (count > 8) { /* points around a centre, so that some of the long rings are simple */
                double turn = 6.283185307179586 * k / count;
                double r = 20.0 + draw(30);
                points[k] = (wend_vec2){(float)(r * cos(turn)), (float)(r * sin(turn))};
            }
        }
        if (count > 8 && draw(2) == 0) {
            points[draw(count)] = points[draw(count)];
        }
        rational_reset();
        uint32_t where = count + 1;
        polygon_fault fault = polygon_check_simple(points, count, &where, &m);
        ck_assert_msg((fault == POLYGON_SIMPLE) == simple_by_pairs(points, count), "case %d: %d", i,
                      fault);
        ck_assert(fault == POLYGON_SIMPLE || where < count);
        simple += fault == POLYGON_SIMPLE;
        touching += fault == POLYGON_TOUCHES;
    }
    ck_assert_int_gt(simple, 300);
    ck_assert_int_gt(touching, 300);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

START_TEST(finds_touching_edges_in_long_rings) {
    enum { COUNT = 100000 };
    memory m;
    memory_init(&m, NULL);
    wend_vec2 *points = malloc(COUNT * sizeof *points);
    for (uint32_t i = 0; i < COUNT; i++) {
        double turn = 6.283185307179586 * i / COUNT;
        double r = i % 2 != 0 ? 4000.0 : 3999.0;
        points[i] = (wend_vec2){(float)(r * cos(turn)), (float)(r * sin(turn))};
    }
    uint32_t where = 0;
    ck_assert_int_eq(polygon_check_simple(points, COUNT, &where, &m), POLYGON_SIMPLE);
    /* One spike is too long and crosses the far side of the ring. */
    points[50001] = (wend_vec2){4000.0F, 1.0F};
    ck_assert_int_eq(polygon_check_simple(points, COUNT, &where, &m), POLYGON_TOUCHES);
    /* All points but one lie in one corner of the bounding box: a uniform grid would put them into
     * one cell. */
    for (uint32_t i = 0; i < COUNT - 1; i++) {
        points[i] = (wend_vec2){(float)i / 131072.0F, i % 2 != 0 ? 0.001F : 0.0F};
    }
    points[COUNT - 1] = (wend_vec2){4000.0F, -4000.0F};
    ck_assert_int_eq(polygon_check_simple(points, COUNT, &where, &m), POLYGON_SIMPLE);
    free(points);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

typedef struct pair_table {
    bool seen[64][64];
} pair_table;

static void note_pair(void *context, uint32_t first, uint32_t second) {
    pair_table *table = context;
    ck_assert_uint_lt(first, second);
    table->seen[first][second] = true;
}

START_TEST(found_pairs_include_every_touching_pair) {
    memory m;
    memory_init(&m, NULL);
    state = 7;
    int meetings = 0;
    for (int i = 0; i < 200; i++) {
        pairs_segment segments[64];
        for (int k = 0; k < 64; k++) {
            float scale = draw(4) == 0 ? 0.001F : 1.0F;
            segments[k].a = (wend_vec2){scale * (float)draw(30), scale * (float)draw(30)};
            segments[k].b = (wend_vec2){scale * (float)draw(30), scale * (float)draw(30)};
        }
        pair_table table;
        memset(&table, 0, sizeof table);
        ck_assert(pairs_find(segments, 64, note_pair, &table, &m));
        for (int a = 0; a < 64; a++) {
            for (int b = a + 1; b < 64; b++) {
                rational_reset();
                rational apart = rational_segment_distance(
                    rational_from_vec(segments[a].a), rational_from_vec(segments[a].b),
                    rational_from_vec(segments[b].a), rational_from_vec(segments[b].b));
                bool meet = rational_sign(apart) == 0;
                ck_assert_msg(!meet || table.seen[a][b], "case %d: %d and %d", i, a, b);
                meetings += meet;
            }
        }
    }
    ck_assert_int_gt(meetings, 10000);
}
END_TEST

/* ---- Convex polygons ------------------------------------------------------------------------- */

/* A wall meets a polygon if it meets a side or an end is inside, on a small lattice on which many
 * segments touch corners and sides. */
START_TEST(convex_polygons_meet_segments_as_their_sides_and_insides_do) {
    static const wend_vec2 rings[2][6] = {
        {{1, 1}, {3, 1}, {3, 4}, {1, 4}},
        {{2, 0}, {4, 1}, {4, 3}, {2, 4}, {0, 3}, {0, 1}},
    };
    static const uint32_t counts[2] = {4, 6};
    int meetings = 0, apart = 0;
    for (int ring = 0; ring < 2; ring++) {
        uint32_t count = counts[ring];
        for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
            float shift = i % 5 < 2 ? 0.5F : 0.0F; /* otherwise ends are on sides and corners */
            wend_vec2 a = {(float)(i % 6) - shift, (float)(i / 6 % 6) - shift};
            wend_vec2 b = {(float)(i / 36 % 6) - (float)(i % 2), (float)(i / 216)};
            bool expected = polygon_contains(rings[ring], count, a) >= 0;
            for (uint32_t k = 0; k < count; k++) {
                rational_reset();
                rational gap = rational_segment_distance(
                    rational_from_vec(a), rational_from_vec(b), rational_from_vec(rings[ring][k]),
                    rational_from_vec(rings[ring][(k + 1) % count]));
                expected = expected || rational_sign(gap) == 0;
            }
            ck_assert_int_eq(polygon_convex_meets(rings[ring], count, a, b), expected);
            *(expected ? &meetings : &apart) += 1;
        }
    }
    ck_assert_int_gt(meetings, 500);
    ck_assert_int_gt(apart, 200);
}
END_TEST

static void *no_memory(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void no_release(void *user, void *block, size_t size) {
    (void)user;
    (void)block;
    (void)size;
}

START_TEST(reports_out_of_memory) {
    wend_allocator empty = {no_memory, no_release, NULL};
    memory m;
    memory_init(&m, &empty);
    const wend_vec2 ring[] = {{0.0F, 0.0F}, {4.0F, 0.0F}, {4.0F, 3.0F}, {0.0F, 3.0F}};
    uint32_t where = 0;
    ck_assert_int_eq(polygon_check_simple(ring, 4, &where, &m), POLYGON_NO_MEMORY);
}
END_TEST

int main(void) {
    SUITE("geom/polygon", signs_of_area_and_winding_depend_on_ring_direction,
          contains_distinguishes_inside_boundary_and_outside,
          simplicity_check_matches_comparison_of_all_pairs, finds_touching_edges_in_long_rings,
          found_pairs_include_every_touching_pair,
          convex_polygons_meet_segments_as_their_sides_and_insides_do, reports_out_of_memory);
}
