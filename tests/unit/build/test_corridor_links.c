/* Corridor maps of layers joined by links: the axis continues through links as if the ground were a
 * single layer. The oracle is the set of walls that the space's queries see through links. */
#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

static const double TOLERANCE = 2e-5; /* m: suitable for worlds about 30 m across */

static wend_error error;
static sketch sampled;

static wend_result try_build(wend_space *space, wend_map **map) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    return wend_corridor_build(&def, map, &error);
}

/* ---- Compared with the space ----------------------------------------------------------------- */

/* Returns the clearance at a point. If the point is on a link, rounding may put it on the wrong
 * side of the link, where a query on its layer does not see through the link. The layer on the
 * other side is therefore queried too. */
static double clearance_at(const wend_space *space, uint32_t layer, wend_vec2 p) {
    double least = (double)wend_space_clearance(space, (wend_location){p, layer}, 100.0F, 1);
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        bool of_layer = link.left_layer == layer || link.right_layer == layer;
        if (of_layer && plain_distance(p, link.a, link.b) < 1e-6) {
            uint32_t other = link.left_layer == layer ? link.right_layer : link.left_layer;
            wend_location across = {p, other};
            least = fmin(least, (double)wend_space_clearance(space, across, 100.0F, 1));
        }
    }
    return least;
}

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_sample(const wend_space *space, uint32_t layer, wend_corridor_sample s,
                         const char *where) {
    double truth = clearance_at(space, layer, s.position), reported = (double)s.clearance;
    ck_assert_msg(fabs(truth - reported) < TOLERANCE,
                  "%s: clearance %.9g, not %.9g at (%g, %g) on %u", where, reported, truth,
                  (double)s.position.x, (double)s.position.y, layer);
    ck_assert_double_eq_tol(apart(s.position, s.left), reported, TOLERANCE);
    ck_assert_double_eq_tol(apart(s.position, s.right), reported, TOLERANCE);
}

enum { STEPS = 8 };

static void check_axis(const wend_space *space, const wend_map *map, const char *where) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < e.breakpoint_count; k++) {
            for (int t = 0; t <= STEPS; t++) {
                wend_corridor_sample s = wend_corridor_sample_at(map, i, k, t / (double)STEPS);
                check_sample(space, e.layer, s, where);
            }
        }
    }
}

static void check_locations(const wend_space *space, const wend_map *map, dice *from,
                            const char *where) {
    for (int i = 0; i < 600; i++) {
        wend_location location = {
            {(float)dice_between(from, -11.0, 21.0), (float)dice_between(from, -11.0, 11.0)},
            dice_below(from, wend_space_layer_count(space))};
        if (i % 3 == 0) { /* near the first link */
            location.position.x = (float)dice_between(from, -1.0, 1.0);
        }
        double clearance = clearance_at(space, location.layer, location.position);
        bool walkable = wend_space_is_walkable(space, location, 1);
        if (!walkable || clearance < 5e-3) {
            continue;
        }
        wend_corridor_projection found;
        ck_assert_msg(wend_corridor_project(map, location, &found), "%s: (%g, %g) on %u", where,
                      (double)location.position.x, (double)location.position.y, location.layer);
        ck_assert_double_eq_tol((double)found.clearance, clearance, TOLERANCE);
        double moved = apart(found.sample.position, location.position);
        ck_assert_msg(fabs((double)found.sample.clearance - clearance - moved) < 1e-4,
                      "%s: (%.9g, %.9g) on %u, clearance %.9g, goes %.9g m to a clearance of %.9g",
                      where, (double)location.position.x, (double)location.position.y,
                      location.layer, clearance, moved, (double)found.sample.clearance);
    }
}

static void check_all(wend_space *space, dice *from, const char *where) {
    wend_map *map = NULL;
    wend_result result = try_build(space, &map);
    ck_assert_msg(result == WEND_OK, "%s: %s", where, error.message);
    check_axis(space, map, where);
    check_locations(space, map, from, where);
    maps_topology axis = maps_axis_topology(map), ground = maps_ground_topology(space);
    ck_assert_msg(axis.islands == ground.islands && axis.cycles == ground.cycles,
                  "%s: %u islands and %u cycles, not %u and %u", where, axis.islands, axis.cycles,
                  ground.islands, ground.cycles);
    wend_map_release(map);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

START_TEST(axis_continues_over_stairs) {
    for (int i = 0; i < 4; i++) {
        dice from = {(uint64_t)i};
        sketch_start(&sampled);
        sketch_set_transform(&sampled, i * 0.3, 0.0, 0.0);
        sketch_stairs(&sampled, 3.0 + 3.0 * i);
        wend_space *space = sketch_space(&sampled);
        check_all(space, &from, "stairs");
        wend_space_release(space);
    }
}
END_TEST

/* Scatters small, separate solids (thin walls or boxes) in a strip. */
static void scatter(dice *from, uint32_t layer, double x0, double y0, double x1, double y1) {
    for (double x = x0; x + 1.0 <= x1; x += 1.5) {
        for (double y = y0; y + 1.0 <= y1; y += 1.5) {
            double u = x + dice_between(from, 0.1, 0.4), v = y + dice_between(from, 0.1, 0.4);
            double w = dice_between(from, 0.1, 0.7), h = dice_between(from, 0.1, 0.7);
            switch (dice_below(from, 5)) {
            case 0:
                sketch_solid(&sampled, layer, 0,
                             (double[]){u, v, u + w, v + h / 3, u + w / 2, v + h}, 3);
                break;
            case 1:
                sketch_line(&sampled, layer, 0, u, v, u + w, v + h);
                break;
            default:
                break;
            }
        }
    }
}

/* Makes two halls side by side with one or two links between them, and shapes close to the links on
 * both sides. */
static bool draw_halls(dice *from) {
    double low = dice_between(from, -8.0, -6.0), high = dice_between(from, 4.0, 8.0);
    double slant = dice_between(from, -1.0, 1.0), cut = dice_between(from, -3.0, 1.0);
    bool two = dice_below(from, 2) == 0;
    sketch_start(&sampled);
    sketch_boundary(
        &sampled, 0,
        (double[]){-10, -10, 0, -10, 0, low, 0, cut, 0, cut + 2, 0, high, 0, 10, -10, 10}, 8);
    sketch_boundary(&sampled, 1,
                    (double[]){0, low, slant + 1.5, -10, 20, -10, 20, 10, slant + 1.5, 10, 0, high,
                               0, cut + 2, 0, cut},
                    8);
    sketch_link(&sampled, 0, low, 0, cut, 0, 1);
    if (two) {
        sketch_link(&sampled, 0, cut + 2, 0, high, 0, 1);
    }
    scatter(from, 0, -4.4, -9.5, 0.0, 9.0);
    scatter(from, 1, 0.1, low + 1.0, 4.5, high - 1.0);
    return true;
}

START_TEST(axis_continues_through_links_of_random_halls) {
    uint32_t done = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed * 7919 + 5};
        draw_halls(&from);
        char where[32];
        snprintf(where, sizeof where, "seed %llu", (unsigned long long)seed);
        wend_space *space = sketch_try(&sampled);
        if (space != NULL) {
            check_all(space, &from, where);
            wend_space_release(space);
            done++;
        }
    }
    ck_assert_uint_ge(done, trials_bound(51));
}
END_TEST

/* A hall that is divided along its middle, so that the axis runs along the link. */
START_TEST(axis_runs_along_a_link) {
    dice from = {3};
    sketch_start(&sampled);
    sketch_boundary(&sampled, 0, (double[]){0, -10, 0, -6, 0, 6, 0, 10, -3, 10, -3, -10}, 6);
    sketch_boundary(&sampled, 1, (double[]){0, -10, 3, -10, 3, 10, 0, 10, 0, 6, 0, -6}, 6);
    sketch_link(&sampled, 0, -6, 0, 6, 0, 1);
    wend_space *space = sketch_space(&sampled);
    check_all(space, &from, "along");
    wend_space_release(space);
    sketch_start(&sampled); /* the axis runs along the link between (-1, 0) and (1, 0), and leaves
                               it below */
    sketch_boundary(&sampled, 0, (double[]){-10, -10, 0, -10, 0, -6, 0, 6, 0, 10, -10, 10}, 6);
    sketch_boundary(&sampled, 1, (double[]){0, -10, 20, -10, 20, 10, 0, 10, 0, 6, 0, -6}, 6);
    sketch_link(&sampled, 0, -6, 0, 6, 0, 1);
    sketch_line(&sampled, 0, 0, -3, -5, -1, 0);
    sketch_solid(&sampled, 1, 0, (double[]){1, 0, 3, -1, 2, -9}, 3);
    sketch_line(&sampled, 1, 0, 1, -3, 2, -4);
    space = sketch_try(&sampled);
    ck_assert_ptr_nonnull(space);
    check_all(space, &from, "partly along");
    wend_space_release(space);
}
END_TEST

/* ---- Many links ------------------------------------------------------------------------------ */

enum { MOST_GAPS = 15 };

/* Makes two halls side by side along x = 0, joined by links 1 m wide, with shapes beside the links.
 */
static void draw_row(uint32_t gaps) {
    double below[2 * (2 * MOST_GAPS + 4)], above[2 * (2 * MOST_GAPS + 4)];
    uint32_t count = 0;
    dice from = {11};
    for (uint32_t i = 0; i < gaps; i++) {
        double y = 2.0 * i - 15.0;
        const double ends[4] = {0.0, y, 0.0, y + 1.0};
        memcpy(&below[2 * count], ends, sizeof ends);
        count += 2;
    }
    for (uint32_t i = 0; i < count; i++) { /* the same points in reverse order */
        above[2 * i] = 0.0;
        above[2 * i + 1] = below[2 * (count - 1 - i) + 1];
    }
    const double left[8] = {0, 16, -10, 16, -10, -16, 0, -16};
    const double right[8] = {0, -16, 10, -16, 10, 16, 0, 16};
    memcpy(&below[2 * count], left, sizeof left);
    memcpy(&above[2 * count], right, sizeof right);
    sketch_start(&sampled);
    sketch_boundary(&sampled, 0, below, count + 4);
    sketch_boundary(&sampled, 1, above, count + 4);
    for (uint32_t i = 0; i < gaps; i++) {
        sketch_link(&sampled, 0, 2.0 * i - 15.0, 0, 2.0 * i - 14.0, 0, 1);
    }
    scatter(&from, 0, -9.0, -15.0, -0.2, 12.0);
    scatter(&from, 1, 0.6, -15.0, 9.0, 12.0);
}

typedef struct gauge {
    size_t held, most; /* bytes in use now, and at the peak */
} gauge;

static void *take(void *user, size_t size) {
    gauge *g = user;
    g->held += size;
    g->most = g->held > g->most ? g->held : g->most;
    return malloc(size);
}

static void give_back(void *user, void *given, size_t size) {
    gauge *g = user;
    g->held -= size;
    free(given);
}

/* Returns the peak memory use while a map is built, in bytes. */
static size_t most_memory(wend_space *space) {
    gauge g = {0, 0};
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.allocator = (wend_allocator){take, give_back, &g};
    wend_map *map = NULL;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_OK);
    wend_map_release(map);
    ck_assert_uint_eq(g.held, 0);
    return g.most;
}

/* For each link, the builder examines only what is near that link. */
START_TEST(many_links_do_not_multiply_memory_use) {
    size_t most[2];
    for (int i = 0; i < 2; i++) {
        dice from = {5};
        draw_row(i == 0 ? 2 : MOST_GAPS);
        wend_space *space = sketch_space(&sampled);
        check_all(space, &from, "many links");
        most[i] = most_memory(space);
        wend_space_release(space);
    }
    ck_assert_uint_lt(most[1], 2 * most[0]);
}
END_TEST

START_TEST(refuses_overlapping_or_adjacent_links) {
    wend_map *map = NULL;
    sketch_start(&sampled); /* the second hall overlaps the first beyond the link */
    sketch_boundary(&sampled, 0, (double[]){-10, -10, 0,   -10, 0, -2, 0, 2,  0,   3,
                                            0.5, 3,   0.5, -9,  9, -9, 9, 10, -10, 10},
                    10);
    sketch_boundary(&sampled, 1, (double[]){0, -2, 12, -2, 12, 2, 0, 2}, 4);
    sketch_link(&sampled, 0, -2, 0, 2, 0, 1);
    wend_space *space = sketch_space(&sampled);
    ck_assert_int_eq(try_build(space, &map), WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "lies just beyond it"));
    ck_assert_ptr_nonnull(strstr(error.message, "(0, -2) to (0, 2)"));
    wend_space_release(space);
    sketch_start(&sampled); /* two adjacent links */
    sketch_boundary(&sampled, 0, (double[]){-10, -10, 0, -10, 0, -2, 0, 0, 0, 2, 0, 10, -10, 10},
                    7);
    sketch_boundary(&sampled, 1, (double[]){0, -2, 5, -2, 5, 2, 0, 2, 0, 0}, 5);
    sketch_link(&sampled, 0, -2, 0, 0, 0, 1);
    sketch_link(&sampled, 0, 0, 0, 2, 0, 1);
    space = sketch_space(&sampled);
    ck_assert_int_eq(try_build(space, &map), WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "another link is adjacent"));
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/corridor_links", axis_continues_over_stairs,
          axis_continues_through_links_of_random_halls, axis_runs_along_a_link,
          many_links_do_not_multiply_memory_use, refuses_overlapping_or_adjacent_links);
}
