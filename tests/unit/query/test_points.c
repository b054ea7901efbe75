/* needs: kit */
/* Tests two queries. The nearest location with room must match the result of a search over all
 * polygons or over a fine grid of locations. For random locations, the number in each cell of a
 * coarse grid must match the area of free ground in the cell. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "spaces.h"
#include "support/mesh_checks.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

static const float RADIUS = 0.25F;

static wend_error error;

static bool find_nearest(const wend_map *map, const wend_space *space, wend_location location,
                         float distance, uint32_t classes, wend_location *out) {
    bool found = false;
    wend_result result = wend_map_find_nearest(map, space, location, RADIUS, distance, classes,
                                               NULL, &found, out, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return found;
}

static wend_location random_point(dice *from, const wend_space *space) {
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(space, &low, &high));
    return (wend_location){{(float)dice_between(from, (double)low.x - 1.0, (double)high.x + 1.0),
                            (float)dice_between(from, (double)low.y - 1.0, (double)high.y + 1.0)},
                           dice_below(from, wend_space_layer_count(space))};
}

/* ---- Nearest --------------------------------------------------------------------------------- */

/* Returns the distance in m to the nearest polygon of level 1 on the location's layer; 0 inside a
 * polygon. */
static double distance_to_nearest_polygon(const wend_map *map, wend_location location) {
    double best = INFINITY, x = (double)location.position.x, y = (double)location.position.y;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 1); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 1, i);
        bool inside = p.layer == location.layer;
        for (uint32_t k = 0; k < p.count && p.layer == location.layer; k++) {
            wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
            inside = inside && exact_side(a, b, location.position) >= 0;
            best = fmin(best,
                        point_to_segment(x, y, (double)a.x, (double)a.y, (double)b.x, (double)b.y));
        }
        best = inside ? 0.0 : best;
    }
    return best;
}

START_TEST(nearest_location_in_navmesh_matches_brute_force) {
    dice from = {11};
    uint32_t hits = 0, misses = 0;
    for (uint32_t s = 0; s < ROOMS_BY_HAND + trials(DISC_KIND_COUNT); s++) {
        wend_space *space = rooms_space(s);
        wend_map *map = rooms_navmesh(space, (double)RADIUS);
        for (int i = 0; i < 300; i++) {
            wend_location location = random_point(&from, space), out;
            float distance = (float)dice_between(&from, 0.0, 2.0);
            double expected = distance_to_nearest_polygon(map, location);
            /* The class mask contains only class 0, so polygons that only other classes can block
             * are open. */
            bool found = find_nearest(map, space, location, distance, 1, &out);
            if (fabs(expected - (double)distance) < 1e-5) {
                continue;
            }
            ck_assert_int_eq(found, expected < (double)distance);
            if (found) {
                double apart = hypot((double)out.position.x - (double)location.position.x,
                                     (double)out.position.y - (double)location.position.y);
                ck_assert_double_eq_tol(apart, expected, 1e-5);
                ck_assert_double_lt(distance_to_nearest_polygon(map, out), 1e-5);
                ck_assert_uint_eq(out.layer, location.layer);
            }
            hits += found;
            misses += !found;
        }
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(hits, 200);
    ck_assert_uint_gt(misses, 50);
}
END_TEST

/* The location that a corridor map returns has room and is near enough; a location that already has
 * room is returned unchanged. */
START_TEST(nearest_location_in_corridor_map_has_room) {
    dice from = {12};
    uint32_t moved = 0, kept = 0;
    for (uint32_t s = 0; s < ROOMS_BY_HAND; s++) {
        wend_space *space = rooms_space(s);
        wend_map *map = rooms_corridor(space);
        for (int i = 0; i < 300; i++) {
            wend_location location = random_point(&from, space), out;
            bool found = find_nearest(map, space, location, 1.0F, 1, &out);
            bool ground = wend_space_is_walkable(space, location, 1);
            float room = ground ? wend_space_clearance(space, location, 2.0F, 1) : 0.0F;
            if (room > 1.001F * RADIUS) {
                ck_assert(found && out.position.x == location.position.x &&
                          out.position.y == location.position.y);
                kept++;
            }
            if (found) {
                ck_assert_float_ge(wend_space_clearance(space, out, 2.0F, 1), 0.999F * RADIUS);
                ck_assert_double_le(hypot((double)out.position.x - (double)location.position.x,
                                          (double)out.position.y - (double)location.position.y),
                                    1.0 + 1e-5);
                moved += room < RADIUS;
            }
        }
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(kept, 200);
    ck_assert_uint_gt(moved, 20);
}
END_TEST

/* ---- Random locations ------------------------------------------------------------------------ */

enum { CELLS = 8, SAMPLES = 20000 };

/* True if a disc has room at a location, by the map's own criterion: the location lies on a level
 * of a mesh, or the space has room there. */
static bool has_room(const wend_map *map, const wend_space *space, wend_location location,
                     bool mesh) {
    if (mesh) {
        return wend_navmesh_locate(map, 1, location) != WEND_NO_POLYGON;
    }
    return wend_space_is_walkable(space, location, 1) &&
           wend_space_clearance(space, location, RADIUS, 1) >= RADIUS;
}

/* Measures the area with room in each cell of a coarse grid over each layer, by testing a fine grid
 * of locations. */
static double measure_cells(const wend_map *map, const wend_space *space, bool mesh,
                            double share[3 * CELLS * CELLS]) {
    enum { FINE = 24 };
    wend_vec2 low, high;
    double total = 0.0;
    ck_assert(wend_space_bounds(space, &low, &high));
    for (uint32_t i = 0; i < wend_space_layer_count(space) * CELLS * CELLS; i++) {
        uint32_t column = i % CELLS, row = i / CELLS % CELLS;
        share[i] = 0.0;
        for (uint32_t k = 0; k < FINE * FINE; k++) {
            double x = (column + (k % FINE + 0.5) / FINE) / CELLS;
            double y = (row + (double)(k / FINE + 0.5) / FINE) / CELLS;
            wend_location location = {
                {low.x + (float)x * (high.x - low.x), low.y + (float)y * (high.y - low.y)},
                i / (CELLS * CELLS)};
            share[i] += has_room(map, space, location, mesh);
        }
        total += share[i];
    }
    return total;
}

/* Returns Pearson's chi-square statistic of the counts, without cells that have a small expected
 * count. The areas come from a grid, so an error of one per cent of a cell's count is allowed in
 * addition to its variance. */
static double chi_square(const uint32_t *counts, const double *share, double total, uint32_t cells,
                         uint32_t *degrees_of_freedom) {
    double sum = 0.0;
    *degrees_of_freedom = 0;
    for (uint32_t i = 0; i < cells; i++) {
        double expected = SAMPLES * share[i] / total, off = (double)counts[i] - expected;
        if (expected > 20.0) {
            sum += off * off / (expected + 0.01 * expected * 0.01 * expected);
            ++*degrees_of_freedom;
        }
    }
    return sum;
}

static void check_uniform(const wend_map *map, const wend_space *space, bool mesh) {
    static wend_location out[SAMPLES], again[100];
    double share[3 * CELLS * CELLS];
    uint32_t counts[3 * CELLS * CELLS] = {0}, written = 0, degrees_of_freedom;
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(space, &low, &high));
    ck_assert_int_eq(
        wend_map_sample(map, space, 1, RADIUS, 1, NULL, out, SAMPLES, &written, &error), WEND_OK);
    ck_assert_uint_eq(written, SAMPLES);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        float x = (out[i].position.x - low.x) / (high.x - low.x);
        float y = (out[i].position.y - low.y) / (high.y - low.y);
        ck_assert(has_room(map, space, out[i], mesh) || mesh);
        ck_assert_float_ge(wend_space_clearance(space, out[i], RADIUS, 1), 0.999F * RADIUS);
        uint32_t column = (uint32_t)fminf(x * CELLS, CELLS - 1);
        uint32_t row = (uint32_t)fminf(y * CELLS, CELLS - 1);
        counts[(out[i].layer * CELLS + row) * CELLS + column]++;
    }
    double total = measure_cells(map, space, mesh, share);
    uint32_t cells = wend_space_layer_count(space) * CELLS * CELLS;
    double value = chi_square(counts, share, total, cells, &degrees_of_freedom);
    /* The statistic has mean k and variance 2 * k for k degrees of freedom; the limit is five
     * standard deviations above the mean. */
    ck_assert_msg(value < degrees_of_freedom + 5.0 * sqrt(2.0 * degrees_of_freedom),
                  "%g for %u cells", value, degrees_of_freedom);
    ck_assert_uint_gt(degrees_of_freedom, 20);
    /* A request for fewer samples returns the same first samples. */
    ck_assert_int_eq(wend_map_sample(map, space, 1, RADIUS, 1, NULL, again, 100, &written, &error),
                     WEND_OK);
    ck_assert_int_eq(memcmp(out, again, sizeof again), 0);
    ck_assert_int_eq(wend_map_sample(map, space, 2, RADIUS, 1, NULL, again, 100, &written, &error),
                     WEND_OK);
    ck_assert_int_ne(memcmp(out, again, sizeof again), 0);
}

START_TEST(samples_are_uniform_by_area) {
    wend_space *space = rooms_space((uint32_t)_i);
    wend_map *mesh = rooms_navmesh(space, (double)RADIUS), *axis = rooms_corridor(space);
    const wend_point ends[] = {{1, 1}, {2, 1}};
    const wend_line line = {ends, 2, 0, NULL, 0, 0};
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *roads = NULL;
    def.space = space;
    def.lines = &line;
    def.line_count = 1;
    ck_assert_msg(wend_roadmap_build(&def, &roads, &error) == WEND_OK, "%s", error.message);
    check_uniform(mesh, space, true);
    check_uniform(axis, space, false);
    check_uniform(roads, space, false);
    wend_map_release(mesh);
    wend_map_release(axis);
    wend_map_release(roads);
    wend_space_release(space);
}
END_TEST

START_TEST(finds_no_location_without_room) {
    wend_space *space = worlds_pillars();
    wend_map *mesh = rooms_navmesh(space, (double)RADIUS), *axis = rooms_corridor(space);
    wend_map *maps[] = {mesh, axis};
    for (int i = 0; i < 2; i++) {
        wend_location out[4] = {{{0}, 0}}, location = {{10, 6}, 0};
        uint32_t written = 9;
        bool found = true;
        ck_assert_int_eq(
            wend_map_sample(maps[i], space, 1, 50.0F, 1, NULL, out, 4, &written, &error), WEND_OK);
        ck_assert_uint_eq(written, 0);
        ck_assert_int_eq(wend_map_find_nearest(maps[i], space, location, 50.0F, 5.0F, 1, NULL,
                                               &found, out, &error),
                         WEND_OK);
        ck_assert(!found);
        ck_assert_int_eq(wend_map_find_nearest(maps[i], space, location, 0.2F, NAN, 1, NULL, &found,
                                               out, &error),
                         WEND_ERROR_INVALID);
        wend_map_release(maps[i]);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("query/points");
    TCase *tests = tcase_create("points");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_test(tests, nearest_location_in_navmesh_matches_brute_force);
    tcase_add_test(tests, nearest_location_in_corridor_map_has_room);
    tcase_add_loop_test(tests, samples_are_uniform_by_area, 0, ROOMS_BY_HAND);
    tcase_add_test(tests, finds_no_location_without_room);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
