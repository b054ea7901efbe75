/* Queries for programs: paths on a map without a world, ray casts, and agents in a region. Each
 * result is compared with that of the simplest method. test_removal.c covers removal. */
/* needs: kit */
#include "contract.h"

#include <wend/kit.h>

enum { PILLARS = 3, CORNERS = 4 * PILLARS };

/* A 12 x 8 m room with three pillars. */
static const wend_point pillars[PILLARS][4] = {{{2, 2}, {4, 2}, {4, 5}, {2, 5}},
                                               {{6, 1}, {7, 1}, {7, 7}, {6, 7}},
                                               {{9, 3}, {10.5, 3}, {10.5, 4}, {9, 4}}};

static wend_space *make_room(void) {
    wend_solid_def solids[PILLARS];
    for (int i = 0; i < PILLARS; i++) {
        solids[i].ring.points = pillars[i];
        solids[i].ring.count = 4;
        solids[i].obstacle_class = 0;
    }
    return contract_room(12, 8, solids, PILLARS);
}

static wend_location random_location(const wend_space *space, uint64_t key) {
    wend_location at = contract_location(0, 0, 0);
    for (uint32_t i = 0; i == 0 || wend_space_clearance(space, at, 0.1F, 1) < 0.05F ||
                         !wend_space_is_walkable(space, at, WEND_ALL_CLASSES);
         i++) {
        at.position.x = (float)contract_random(key, 10 + 2 * i, 0.1, 11.9);
        at.position.y = (float)contract_random(key, 11 + 2 * i, 0.1, 7.9);
    }
    return at;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static double length_between(wend_vec2 a, wend_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* Returns the length of the shortest path of a point, found in the visibility graph of all corners
 * by the Bellman-Ford algorithm. */
static double shortest_by_corners(const wend_space *space, wend_location from, wend_location to) {
    wend_location nodes[CORNERS + 2];
    double best[CORNERS + 2];
    for (int i = 0; i < CORNERS; i++) {
        wend_point corner = pillars[i / 4][i % 4];
        nodes[i] = contract_location((float)corner.x, (float)corner.y, 0);
    }
    nodes[CORNERS] = from;
    nodes[CORNERS + 1] = to;
    for (int i = 0; i < CORNERS + 2; i++) {
        best[i] = i == CORNERS ? 0.0 : INFINITY;
    }
    for (int round = 0; round < CORNERS + 1; round++) {
        for (int i = 0; i < CORNERS + 2; i++) {
            for (int k = 0; k < CORNERS + 2; k++) {
                double length = best[i] + length_between(nodes[i].position, nodes[k].position);
                if (length < best[k] &&
                    wend_space_is_visible(space, nodes[i], nodes[k], 0.0F, WEND_ALL_CLASSES)) {
                    best[k] = length;
                }
            }
        }
    }
    return best[CORNERS + 1];
}

static wend_map *build_mesh(wend_space *space) {
    wend_navmesh_def def = wend_default_navmesh_def();
    wend_map *map = NULL;
    def.space = space;
    CONTRACT_OK(wend_navmesh_build(&def, &map, &contract_error));
    return map;
}

START_TEST(path_queries_without_a_world_find_shortest_paths) {
    enum { MOST = 64 };
    wend_space *space = make_room();
    wend_map *map = build_mesh(space);
    wend_map_query *query = NULL;
    CONTRACT_OK(wend_map_query_create(NULL, &query, &contract_error));
    for (uint64_t trial = 0; trial < 100; trial++) {
        wend_path_def def = wend_default_path_def();
        wend_path_result path;
        wend_location points[MOST];
        def.from = random_location(space, 2 * trial);
        def.to = random_location(space, 2 * trial + 1);
        def.radius = 0.0F;
        CONTRACT_OK(wend_map_find_path(map, space, &def, trial % 2 ? query : NULL, points, MOST,
                                       &path, &contract_error));
        ck_assert_int_eq(path.status, WEND_PATH_FOUND);
        ck_assert_uint_le(path.point_count, MOST);
        double length = 0.0;
        for (uint32_t i = 1; i < path.point_count; i++) {
            length += length_between(points[i - 1].position, points[i].position);
            ck_assert(
                wend_space_is_visible(space, points[i - 1], points[i], 0.0F, WEND_ALL_CLASSES));
        }
        ck_assert_double_eq_tol(path.length, length, 1e-5);
        ck_assert_double_eq_tol(length, shortest_by_corners(space, def.from, def.to), 1e-4);
        ck_assert_double_eq(length_between(points[0].position, def.from.position), 0.0);
    }
    wend_map_query_destroy(query);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(discs_fit_at_nearest_and_sampled_locations) {
    enum { SAMPLES = 500 };
    wend_space *space = make_room();
    wend_map *map = build_mesh(space);
    wend_location inside = contract_location(3.0F, 3.0F, 0), found, samples[SAMPLES];
    bool any = false;
    uint32_t written = 0;
    CONTRACT_OK(wend_map_find_nearest(map, space, inside, 0.0F, 2.0F, WEND_ALL_CLASSES, NULL, &any,
                                      &found, &contract_error));
    ck_assert(any);
    ck_assert_double_eq_tol(length_between(found.position, inside.position), 1.0, 1e-4);
    CONTRACT_OK(wend_map_find_nearest(map, space, inside, 0.0F, 0.9F, WEND_ALL_CLASSES, NULL, &any,
                                      &found, &contract_error));
    ck_assert(!any);
    CONTRACT_OK(wend_map_sample(map, space, 4, 0.0F, WEND_ALL_CLASSES, NULL, samples, SAMPLES,
                                &written, &contract_error));
    ck_assert_uint_eq(written, SAMPLES);
    double left = 0.0; /* fraction of samples with x < 6, where 42 of 48 m^2 are ground */
    for (uint32_t i = 0; i < written; i++) {
        ck_assert(wend_space_is_walkable(space, samples[i], WEND_ALL_CLASSES));
        left += samples[i].position.x < 6.0F ? 1.0 / (double)SAMPLES : 0.0;
    }
    ck_assert_double_eq_tol(left, 42.0 / 82.5, 0.09); /* the tolerance is four standard errors */
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Rays ------------------------------------------------------------------------------------ */

/* Returns the distance to the nearest crossing with any wall, or INFINITY. The caller excludes rays
 * that only graze a wall. */
static double cast_by_all_walls(const wend_space *space, wend_vec2 from, wend_vec2 to,
                                uint32_t *hit, double *margin) {
    double best = INFINITY, dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
    *margin = INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        double ex = (double)wall.b.x - (double)wall.a.x, ey = (double)wall.b.y - (double)wall.a.y;
        double ax = (double)wall.a.x - (double)from.x, ay = (double)wall.a.y - (double)from.y;
        double det = dx * ey - dy * ex;
        double t = (ax * ey - ay * ex) / det, u = (ax * dy - ay * dx) / det;
        if (det != 0.0 && t > -1e-3 && t < 1.0 + 1e-3) {
            *margin = fmin(*margin, fmin(fabs(u), fabs(u - 1.0)));
            *margin = fmin(*margin, fmin(fabs(t), fabs(t - 1.0)));
        }
        if (det != 0.0 && t > 0.0 && t < 1.0 && u > 0.0 && u < 1.0 && t < best) {
            best = t;
            *hit = i;
        }
    }
    return best * hypot(dx, dy);
}

START_TEST(rays_hit_the_nearest_wall) {
    wend_space *space = make_room();
    uint32_t hits = 0, tried = 0;
    for (uint64_t trial = 0; trial < 3000; trial++) {
        wend_location from = random_location(space, 10000 + trial);
        wend_vec2 to = contract_vec((float)contract_random(trial, 5, 0.1, 11.9),
                                    (float)contract_random(trial, 6, 0.1, 7.9));
        uint32_t wall = WEND_NO_WALL;
        double margin, expected = cast_by_all_walls(space, from.position, to, &wall, &margin);
        if (margin < 1e-5) {
            continue; /* the ray passes through a corner, or begins or ends at a wall */
        }
        wend_ray_hit hit;
        bool blocked = wend_space_ray_cast(space, from, to, WEND_ALL_CLASSES, &hit);
        tried++;
        ck_assert_int_eq(blocked, !isinf(expected));
        ck_assert_uint_eq(hit.wall, wall);
        if (blocked) {
            wend_wall line = wend_space_wall(space, wall);
            double along = (double)hit.normal.x * ((double)line.b.x - (double)line.a.x) +
                           (double)hit.normal.y * ((double)line.b.y - (double)line.a.y);
            double facing = (double)hit.normal.x * ((double)to.x - (double)from.position.x) +
                            (double)hit.normal.y * ((double)to.y - (double)from.position.y);
            hits++;
            ck_assert_double_eq_tol((double)hit.distance, expected, 1e-4);
            ck_assert_double_eq_tol(along, 0.0, 1e-5);
            ck_assert_double_lt(facing, 0.0);
        } else {
            ck_assert(hit.end.position.x == to.x && hit.end.position.y == to.y);
        }
    }
    ck_assert(hits > 500 && tried - hits > 500);
    wend_space_release(space);
}
END_TEST

/* ---- Agents in a region ---------------------------------------------------------------------- */

enum { CROWD = 400 };

/* True if a point lies in a polygon, found by counting the edges that a ray to the right crosses.
 */
static bool is_in_polygon(const wend_point *points, uint32_t count, wend_point at) {
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        if ((points[i].y > at.y) != (points[k].y > at.y) &&
            at.x < points[i].x + (at.y - points[i].y) / (points[k].y - points[i].y) *
                                     (points[k].x - points[i].x)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Compares the result with the keys of all agents for which `in` is true, in the order of keys. */
static void expect_found(const wend_world *world, const bool in[CROWD + 1], const wend_agent *found,
                         uint32_t count) {
    uint32_t at = 0;
    for (uint64_t key = 1; key <= CROWD; key++) {
        if (in[key]) {
            ck_assert_uint_lt(at, count);
            ck_assert_uint_eq(contract_state(world, found[at++]).key, key);
        }
    }
    ck_assert_uint_eq(at, count);
}

START_TEST(agents_found_in_regions_match_full_scan) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_agent found[CROWD];
    wend_goal none = {0};
    contract_profile(world, "direct");
    for (uint64_t key = 1; key <= CROWD; key++) {
        contract_agent(world, key, contract_random(key, 1, 0.0, 30.0),
                       contract_random(key, 2, 0.0, 30.0), none);
    }
    contract_step(world, 1);
    for (uint64_t trial = 0; trial < 50; trial++) {
        wend_point a = {contract_random(trial, 3, 0.0, 20.0), contract_random(trial, 4, 0.0, 20.0)};
        wend_point b = {a.x + contract_random(trial, 5, 0.0, 15.0),
                        a.y + contract_random(trial, 6, 0.0, 15.0)};
        wend_point star[6] = {a, {b.x, a.y}, {a.x + 3.0, a.y + 2.0},
                              b, {a.x, b.y}, {a.x - 2.0, a.y + 0.5}};
        double radius = contract_random(trial, 7, 0.5, 8.0);
        bool in_box[CROWD + 1], in_disc[CROWD + 1], in_star[CROWD + 1];
        for (uint64_t key = 1; key <= CROWD; key++) {
            wend_point p = contract_state(world, wend_world_find_agent(world, key)).position;
            in_box[key] = p.x >= a.x && p.x <= b.x && p.y >= a.y && p.y <= b.y;
            in_disc[key] = hypot(p.x - a.x, p.y - a.y) <= radius;
            in_star[key] = is_in_polygon(star, 6, p);
        }
        expect_found(world, in_box, found,
                     wend_world_find_agents_in_box(world, a, b, 0, found, CROWD));
        expect_found(world, in_disc, found,
                     wend_world_find_agents_in_disc(world, a, radius, 0, found, CROWD));
        expect_found(world, in_star, found,
                     wend_world_find_agents_in_polygon(world, star, 6, 0, found, CROWD));
    }
    /* If the array is too small, it receives the agents with the lowest keys, and the function
     * returns the number of all agents found. */
    uint32_t all = wend_world_find_agents_in_disc(world, contract_point(15, 15), 50.0, 0, found, 3);
    ck_assert_uint_eq(all, CROWD);
    ck_assert_uint_eq(contract_state(world, found[2]).key, 3);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/queries", path_queries_without_a_world_find_shortest_paths,
             discs_fit_at_nearest_and_sampled_locations, rays_hit_the_nearest_wall,
             agents_found_in_regions_match_full_scan);
}
