/* The index of terrain: types at points match a scan of all regions, and lengths of segments match
 * intersections that GEOS computes, in worlds with many overlapping regions. */
/* needs: kit */
#include <math.h>
#include <stdlib.h>

#include <wend/math.h>
#include <wend/space.h>

#include "clean/geos.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST_REGIONS = 300, MOST_CORNERS = 24, TYPES = 7 };

/* Coordinates are multiples of 1/64 m and below 128 m, so that double precision represents products
 * of them exactly: the scan below makes no error. */
static const double UNIT = 64.0;

typedef struct terrain_world {
    wend_point points[MOST_REGIONS][2][MOST_CORNERS];
    wend_ring holes[MOST_REGIONS];
    wend_terrain_def terrains[MOST_REGIONS];
    uint32_t count;
    wend_space *space;
} terrain_world;

static double on_grid(double value) {
    return floor(value * UNIT + 0.5) / UNIT;
}

/* A star with a hole of the same form in every second region. */
static void make_star(dice *random, terrain_world *w, uint32_t i) {
    uint32_t corners = 3 + dice_below(random, MOST_CORNERS - 3);
    double size = dice_below(random, 8) == 0 ? 60.0 : 6.0;
    double x = dice_between(random, -60.0, 60.0), y = dice_between(random, -60.0, 60.0);
    for (uint32_t k = 0; k < corners; k++) {
        double angle = 2.0 * WEND_PI * k / corners, r = size * dice_between(random, 0.4, 1.0);
        w->points[i][0][k] = (wend_point){on_grid(x + r * cos(angle)), on_grid(y + r * sin(angle))};
        w->points[i][1][k] =
            (wend_point){on_grid(x + 0.3 * r * cos(angle)), on_grid(y + 0.3 * r * sin(angle))};
    }
    w->holes[i] = (wend_ring){w->points[i][1], corners};
    w->terrains[i] = (wend_terrain_def){.ring = {w->points[i][0], corners},
                                        .type = 1 + dice_below(random, TYPES - 1),
                                        .holes = &w->holes[i],
                                        .hole_count = dice_below(random, 2)};
}

/* A box with whole coordinates, so that edges of boxes coincide; sometimes long and thin. */
static void make_box(dice *random, terrain_world *w, uint32_t i) {
    double x = floor(dice_between(random, -60.0, 55.0)), y = floor(dice_between(random, -60, 55));
    double width = 1.0 + dice_below(random, dice_below(random, 4) == 0 ? 60 : 6);
    double height = 1.0 + dice_below(random, dice_below(random, 4) == 0 ? 60 : 6);
    const wend_point corners[4] = {
        {x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    for (uint32_t k = 0; k < 4; k++) {
        w->points[i][0][k] = corners[k];
    }
    w->terrains[i] =
        (wend_terrain_def){.ring = {w->points[i][0], 4}, .type = 1 + dice_below(random, TYPES - 1)};
}

/* A strip across the whole world, at most 1 m wide. */
static void make_strip(dice *random, terrain_world *w, uint32_t i) {
    double y = on_grid(dice_between(random, -60, 60)), end = on_grid(dice_between(random, -60, 60));
    double width = on_grid(dice_between(random, 0.1, 1.0));
    const wend_point corners[4] = {{-64, y}, {64, end}, {64, end + width}, {-64, y + width}};
    for (uint32_t k = 0; k < 4; k++) {
        w->points[i][0][k] = corners[k];
    }
    w->terrains[i] =
        (wend_terrain_def){.ring = {w->points[i][0], 4}, .type = 1 + dice_below(random, TYPES - 1)};
}

static void make_world(uint64_t seed, terrain_world *w) {
    dice random = {seed};
    w->count = 1 + dice_below(&random, seed % 2 == 0 ? 12 : MOST_REGIONS);
    for (uint32_t i = 0; i < w->count; i++) {
        switch (dice_below(&random, 5)) {
        case 0:
        case 1:
            make_star(&random, w, i);
            break;
        case 2:
            make_strip(&random, w, i);
            break;
        default:
            make_box(&random, w, i);
        }
    }
    wend_layer_def layer = {.terrains = w->terrains, .terrain_count = w->count};
    wend_space_def def = wend_default_space_def();
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_msg(wend_space_create(&def, &w->space, &error) == WEND_OK, "seed %u: %s",
                  (unsigned)seed, error.message);
}

/* ---- Types at points ------------------------------------------------------------------------- */

/* Counts the edges of a ring strictly to the right of a point. */
static uint32_t count_right(const wend_ring *ring, double x, double y) {
    uint32_t found = 0;
    for (uint32_t k = 0; k < ring->count; k++) {
        wend_point a = ring->points[k], b = ring->points[(k + 1) % ring->count];
        if ((a.y <= y) == (b.y <= y)) {
            continue;
        }
        /* x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), without the division */
        double left = (x - a.x) * (b.y - a.y), right = (b.x - a.x) * (y - a.y);
        found += b.y > a.y ? left < right : left > right;
    }
    return found;
}

static uint32_t scan(const terrain_world *w, double x, double y) {
    for (uint32_t i = w->count; i-- > 0;) {
        const wend_terrain_def *t = &w->terrains[i];
        uint32_t crossed = count_right(&t->ring, x, y);
        for (uint32_t h = 0; h < t->hole_count; h++) {
            crossed += count_right(&t->holes[h], x, y);
        }
        if (crossed % 2 == 1) {
            return t->type;
        }
    }
    return 0;
}

/* A point at random, at a corner, on a line through a corner, or between cells of the index. */
static wend_point sample_point(dice *random, const terrain_world *w) {
    const wend_terrain_def *t = &w->terrains[dice_below(random, w->count)];
    wend_point corner = t->ring.points[dice_below(random, t->ring.count)];
    wend_point any = {on_grid(dice_between(random, -70, 70)),
                      on_grid(dice_between(random, -70, 70))};
    switch (dice_below(random, 5)) {
    case 0:
        return corner;
    case 1:
        return (wend_point){any.x, corner.y};
    case 2:
        return (wend_point){corner.x, any.y};
    case 3:
        return (wend_point){floor(any.x), floor(any.y)};
    default:
        return any;
    }
}

START_TEST(types_at_points_match_a_scan_of_all_regions) {
    static terrain_world w;
    uint32_t covered = 0, uncovered = 0;
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        make_world(seed, &w);
        dice random = {seed + 1000};
        for (uint32_t i = 0; i < 2000; i++) {
            wend_point p = sample_point(&random, &w);
            wend_location at = {{(float)p.x, (float)p.y}, 0};
            uint32_t expected = scan(&w, p.x, p.y), found = wend_space_terrain(w.space, at);
            ck_assert_msg(found == expected, "seed %u: type at (%g, %g): %u, expected %u",
                          (unsigned)seed, p.x, p.y, found, expected);
            covered += expected > 0;
            uncovered += expected == 0;
        }
        wend_space_release(w.space);
    }
    ck_assert_uint_gt(covered, trials_bound(10000));
    ck_assert_uint_gt(uncovered, trials_bound(10000));
}
END_TEST

START_TEST(points_that_are_not_in_the_domain_have_no_type) {
    static terrain_world w;
    make_world(1, &w);
    const wend_vec2 outside[] = {{NAN, 0}, {0, NAN}, {INFINITY, 0}, {0, -INFINITY}, {1e30F, 0}};
    for (uint32_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        ck_assert_uint_eq(wend_space_terrain(w.space, (wend_location){outside[i], 0}), 0);
    }
    wend_space_release(w.space);
}
END_TEST

/* ---- Lengths --------------------------------------------------------------------------------- */

static GEOSGeometry *make_ring(geos *g, const wend_ring *ring) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(g->handle, ring->count + 1, 2);
    for (uint32_t k = 0; k <= ring->count; k++) {
        wend_point p = ring->points[k % ring->count];
        GEOSCoordSeq_setXY_r(g->handle, points, k, p.x, p.y);
    }
    return GEOSGeom_createLinearRing_r(g->handle, points);
}

static GEOSGeometry *make_polygon(geos *g, const wend_terrain_def *t) {
    GEOSGeometry *hole = t->hole_count > 0 ? make_ring(g, &t->holes[0]) : NULL;
    return GEOSGeom_createPolygon_r(g->handle, make_ring(g, &t->ring), hole ? &hole : NULL,
                                    hole ? 1 : 0);
}

static GEOSGeometry *make_line(geos *g, wend_vec2 from, wend_vec2 to) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(g->handle, 2, 2);
    GEOSCoordSeq_setXY_r(g->handle, points, 0, (double)from.x, (double)from.y);
    GEOSCoordSeq_setXY_r(g->handle, points, 1, (double)to.x, (double)to.y);
    return GEOSGeom_createLineString_r(g->handle, points);
}

static double measure(geos *g, const GEOSGeometry *lines) {
    double length = 0.0;
    ck_assert_int_eq(GEOSLength_r(g->handle, lines, &length), 1);
    return length;
}

/* Takes the regions from the topmost to the lowest, and from the line what each of them covers. */
static void expect_lengths(geos *g, const terrain_world *w, wend_vec2 from, wend_vec2 to,
                           double lengths[TYPES]) {
    GEOSGeometry *rest = make_line(g, from, to);
    for (uint32_t i = w->count; i-- > 0;) {
        GEOSGeometry *region = make_polygon(g, &w->terrains[i]);
        GEOSGeometry *left = GEOSDifference_r(g->handle, rest, region);
        ck_assert_ptr_nonnull(left);
        lengths[w->terrains[i].type] += measure(g, rest) - measure(g, left);
        geos_free(g, rest);
        geos_free(g, region);
        rest = left;
    }
    lengths[0] += measure(g, rest);
    geos_free(g, rest);
}

/* The ends are sampled freely, so that no segment lies along an edge, where the type is a matter of
 * convention. */
START_TEST(lengths_of_segments_match_intersections_by_geos) {
    static terrain_world w;
    memory heap;
    memory_init(&heap, NULL);
    geos g;
    ck_assert_int_eq(geos_open(&g, 0.001, &heap, NULL), WEND_OK);
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        make_world(seed, &w);
        dice random = {seed + 2000};
        for (uint32_t i = 0; i < 20; i++) {
            wend_vec2 from = {(float)dice_between(&random, -70, 70),
                              (float)dice_between(&random, -70, 70)};
            wend_vec2 to = {(float)dice_between(&random, -70, 70),
                            (float)dice_between(&random, -70, 70)};
            double expected[TYPES] = {0}, sum = 0.0;
            wend_terrain_length found[TYPES];
            expect_lengths(&g, &w, from, to, expected);
            uint32_t count =
                wend_space_segment_terrain(w.space, (wend_location){from, 0}, to, found, TYPES);
            for (uint32_t k = 0; k < count; k++) {
                sum += found[k].length;
                expected[found[k].type] -= found[k].length;
            }
            for (uint32_t type = 0; type < TYPES; type++) {
                ck_assert_msg(fabs(expected[type]) < 1e-6, "seed %u, segment %u, type %u: %g m",
                              (unsigned)seed, i, type, expected[type]);
            }
            double length = hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
            ck_assert_double_eq_tol(sum, length, 1e-9);
        }
        wend_space_release(w.space);
    }
    geos_close(&g);
}
END_TEST

/* Segments from corner to corner pass through points where several edges meet, and along edges. The
 * lengths must still add up, and parts that are clearly inside a region must count for it. */
START_TEST(lengths_add_up_through_corners_and_along_edges) {
    static terrain_world w;
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        make_world(seed, &w);
        dice random = {seed + 3000};
        for (uint32_t i = 0; i < 100; i++) {
            wend_point p = sample_point(&random, &w), q = sample_point(&random, &w);
            wend_vec2 from = {(float)p.x, (float)p.y}, to = {(float)q.x, (float)q.y};
            double expected[TYPES] = {0}, found[TYPES] = {0}, length = hypot(q.x - p.x, q.y - p.y);
            enum { SAMPLES = 4000 };
            for (uint32_t k = 0; k < SAMPLES && i < 4; k++) {
                double t = (k + 0.5) / SAMPLES;
                double x = p.x + t * (q.x - p.x), y = p.y + t * (q.y - p.y);
                expected[scan(&w, x, y)] += length / SAMPLES;
            }
            wend_terrain_length all[TYPES];
            uint32_t count =
                wend_space_segment_terrain(w.space, (wend_location){from, 0}, to, all, TYPES);
            double sum = 0.0;
            for (uint32_t k = 0; k < count; k++) {
                found[all[k].type] += all[k].length;
                sum += all[k].length;
            }
            ck_assert_msg(fabs(sum - length) < 1e-9, "seed %u, segment %u: %.12g and %.12g",
                          (unsigned)seed, i, sum, length);
            bool is_along_edge = p.x == q.x || p.y == q.y;
            for (uint32_t type = 0; type < TYPES && i < 4 && !is_along_edge; type++) {
                /* each of the at most 2,000 cuts may add or remove one sample */
                ck_assert_double_eq_tol(found[type], expected[type], 0.02 * length + 1e-9);
            }
        }
        wend_space_release(w.space);
    }
}
END_TEST

int main(void) {
    SUITE("space/terrain", types_at_points_match_a_scan_of_all_regions,
          points_that_are_not_in_the_domain_have_no_type,
          lengths_of_segments_match_intersections_by_geos,
          lengths_add_up_through_corners_and_along_edges);
}
