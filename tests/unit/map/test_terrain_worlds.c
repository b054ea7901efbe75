/* The random terrain worlds of the tests: their map, space and weights agree, and routes by brute
 * force have the cost that the space measures and obey Snell's law. */
#include <math.h>

#include <wend/space.h>

#include "map/terrain/terrain.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_worlds.h"
#include "support/trials.h"

/* m: a route that follows a border may lie on either side of it. */
static const double OFFSET = 1e-3;

/* Returns the weighted length of a segment that is moved to its left by `offset`. */
static double measure_segment(const terrain_world *w, const wend_space *space, const double p[4],
                              double offset) {
    double dx = p[2] - p[0], dy = p[3] - p[1], scale = offset / sqrt(dx * dx + dy * dy);
    wend_location from = {{(float)(p[0] - dy * scale), (float)(p[1] + dx * scale)}, 0};
    wend_vec2 to = {(float)(p[2] - dy * scale), (float)(p[3] + dx * scale)};
    wend_terrain_length parts[TERRAIN_TYPES];
    uint32_t count = wend_space_segment_terrain(space, from, to, parts, TERRAIN_TYPES);
    ck_assert_uint_le(count, TERRAIN_TYPES);
    double cost = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        cost += w->weights[parts[k].type] * parts[k].length;
    }
    return cost;
}

/* Returns the weighted length of a route on the terrain of a space. */
static double measure(const terrain_world *w, const wend_space *space, const terrain_route *route) {
    double cost = 0.0;
    for (uint32_t i = 1; i < route->point_count; i++) {
        const double *p = &route->points[2 * i - 2];
        cost +=
            fmin(measure_segment(w, space, p, 0.0),
                 fmin(measure_segment(w, space, p, OFFSET), measure_segment(w, space, p, -OFFSET)));
    }
    return cost;
}

START_TEST(maps_have_the_types_of_the_space) {
    uint32_t solids = 0;
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        terrain_world_def def = {seed, 100, 10.0, 0.2};
        terrain_world *w = terrain_world_make(&def);
        wend_space *space = terrain_world_space(w);
        wend_map *map = terrain_world_map(w, wend_space_hash(space));
        const navmesh_level *level = &terrain_map_of(map)->levels[0];
        for (uint32_t i = 0; i < level->polygon_count; i++) {
            const wend_vec2 *p = &level->points[3 * i];
            wend_vec2 centre = {(p[0].x + p[1].x + p[2].x) / 3.0F,
                                (p[0].y + p[1].y + p[2].y) / 3.0F};
            wend_location at = {centre, 0};
            if (navmesh_contains(level, i, centre)) {
                ck_assert_uint_eq(wend_space_terrain(space, at), level->types[i]);
                ck_assert(wend_space_is_walkable(space, at, WEND_ALL_CLASSES));
            }
        }
        solids += w->triangle_count - level->polygon_count;
        wend_map_release(map);
        wend_space_release(space);
        terrain_world_free(w);
    }
    ck_assert_uint_gt(solids, trials_bound(20));
}
END_TEST

START_TEST(brute_force_costs_match_those_of_the_space) {
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        terrain_world_def def = {seed, 60, 4.0, 0.0};
        terrain_world *w = terrain_world_make(&def);
        wend_space *space = terrain_world_space(w);
        wend_vec2 from = {1.5F, 2.5F}, to = {(float)w->side - 2.25F, (float)w->side - 1.0F};
        terrain_route coarse = terrain_brute_route(w, from, to, 4.0, 0);
        terrain_route fine = terrain_brute_route(w, from, to, 0.5, 10);
        ck_assert_double_le(fine.cost, coarse.cost);
        double tolerance = OFFSET * 4.0 * (fine.point_count + 1.0);
        ck_assert_double_eq_tol(measure(w, space, &fine), fine.cost, tolerance);
        terrain_route_free(&coarse);
        terrain_route_free(&fine);
        wend_space_release(space);
        terrain_world_free(w);
    }
}
END_TEST

/* Two half-planes of weights 1 and `ratio`, divided by the line y = 8. The start is at (1, 2), the
 * end at (15, 14). Returns the least cost, by bisection of the derivative. */
static double solve_snell(double ratio) {
    double low = 1.0, high = 15.0;
    for (uint32_t i = 0; i < 200; i++) {
        double x = 0.5 * (low + high);
        double slope = (x - 1.0) / sqrt((x - 1.0) * (x - 1.0) + 36.0) -
                       ratio * (15.0 - x) / sqrt((15.0 - x) * (15.0 - x) + 36.0);
        low = slope < 0.0 ? x : low;
        high = slope < 0.0 ? high : x;
    }
    return sqrt((low - 1.0) * (low - 1.0) + 36.0) +
           ratio * sqrt((15.0 - low) * (15.0 - low) + 36.0);
}

START_TEST(brute_force_obeys_the_law_of_snell) {
    enum { M = 1024 };
    const grid_point points[6] = {{0, 0},           {16 * M, 0}, {16 * M, 8 * M},
                                  {16 * M, 16 * M}, {0, 16 * M}, {0, 8 * M}};
    uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 5}, {5, 2, 3}, {5, 3, 4}};
    const uint32_t types[4] = {0, 0, 1, 1};
    const double ratios[3] = {2.0, 10.0, 80.0};
    terrain_world *w = terrain_world_from(points, 6, triangles, types, 4);
    for (uint32_t i = 0; i < 3; i++) {
        w->weights[1] = ratios[i];
        terrain_route route =
            terrain_brute_route(w, (wend_vec2){1, 2}, (wend_vec2){15, 14}, 0.1, 40);
        double best = solve_snell(ratios[i]);
        ck_assert_double_ge(route.cost, best * (1.0 - 1e-12));
        ck_assert_double_le(route.cost, best * (1.0 + 1e-6));
        terrain_route_free(&route);
    }
    terrain_world_free(w);
}
END_TEST

int main(void) {
    SUITE("map/terrain_worlds", maps_have_the_types_of_the_space,
          brute_force_costs_match_those_of_the_space, brute_force_obeys_the_law_of_snell);
}
