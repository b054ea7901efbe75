/* Lower bounds for the cost of weighted paths: they lie below all routes that brute force finds,
 * below the analytic optimum at a border and below exact shortest paths, and close to them. */
/* cost: 5 */
#include <math.h>

#include <wend/kit.h>

#include "map/terrain/terrain.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_worlds.h"
#include "support/trials.h"

/* The largest ratio of a route's cost to its bound. */
static const double RATIO = 1.01;

static double find_weight(void *user, uint32_t type) {
    const terrain_world *w = user;
    return w->weights[type];
}

static wend_certify_def make_def(terrain_world *w, const wend_map *map, wend_vec2 from,
                                 wend_vec2 to) {
    wend_certify_def def = wend_default_certify_def();
    def.map = map;
    def.from.position = from;
    def.to.position = to;
    def.weight = find_weight;
    def.weight_user = w;
    return def;
}

static wend_certificate certify(const wend_certify_def *def, const char *what, uint64_t seed) {
    wend_certificate found;
    wend_error error = {.message = ""};
    wend_result result = wend_certify_path(def, &found, &error);
    ck_assert_msg(result == WEND_OK, "%s, seed %u: %s", what, (unsigned)seed, error.message);
    return found;
}

/* A random point: in general anywhere, sometimes a vertex or the middle of an edge. */
static wend_vec2 sample_end(dice *random, const terrain_world *w) {
    for (;;) {
        const uint32_t *t = w->triangles[dice_below(random, w->triangle_count)];
        wend_vec2 p = w->points[t[0]], q = w->points[t[1]];
        wend_vec2 at = {(float)dice_between(random, 0.0, w->side),
                        (float)dice_between(random, 0.0, w->side)};
        uint32_t kind = dice_below(random, 8);
        at = kind == 0 ? p : kind == 1 ? (wend_vec2){(p.x + q.x) / 2.0F, (p.y + q.y) / 2.0F} : at;
        if (terrain_world_find(w, at) != UINT32_MAX) {
            return at;
        }
    }
}

/* ---- Random worlds --------------------------------------------------------------------------- */

START_TEST(bounds_are_within_one_percent_of_brute_force) {
    const double ratios[3] = {2.0, 10.0, 80.0};
    for (uint64_t seed = 1; seed <= trials(9); seed++) {
        terrain_world_def world_def = {seed, 100, ratios[seed % 3], 0.1};
        terrain_world *w = terrain_world_make(&world_def);
        wend_map *map = terrain_world_map(w, 1);
        dice random = {seed + 99};
        wend_vec2 from = sample_end(&random, w), to = sample_end(&random, w);
        terrain_route route = terrain_brute_route(w, from, to, 1.0, 30);
        wend_certify_def def = make_def(w, map, from, to);
        wend_certificate found = certify(&def, "100 vertices", seed);
        ck_assert(found.reached);
        ck_assert_double_le(found.lower_bound, route.cost);
        ck_assert_double_le(found.lower_bound, found.path_cost);
        ck_assert_double_le(fmin(route.cost, found.path_cost), RATIO * found.lower_bound);
        terrain_route_free(&route);
        wend_map_release(map);
        terrain_world_free(w);
    }
}
END_TEST

START_TEST(bounds_are_never_above_brute_force) {
    uint32_t near = 0;
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        dice random = {seed};
        terrain_world_def world_def = {seed, 4 + dice_below(&random, 30),
                                       pow(10.0, dice_between(&random, 0.0, 3.0)), 0.3};
        terrain_world *w = terrain_world_make(&world_def);
        wend_map *map = terrain_world_map(w, 1);
        wend_vec2 from = sample_end(&random, w), to = sample_end(&random, w);
        terrain_route route = terrain_brute_route(w, from, to, 1.0, 20);
        wend_certify_def def = make_def(w, map, from, to);
        def.target = 1.0 + pow(10.0, dice_between(&random, -2.2, -0.5));
        def.max_work = 4000000;
        wend_certificate found = certify(&def, "small", seed);
        ck_assert_msg(found.lower_bound <= route.cost * (1.0 + 1e-12),
                      "seed %u: bound %.12g is above the cost %.12g of a route", (unsigned)seed,
                      found.lower_bound, route.cost);
        near += route.cost <= RATIO * found.lower_bound;
        terrain_route_free(&route);
        wend_map_release(map);
        terrain_world_free(w);
    }
    ck_assert_uint_gt(near, trials_bound(50));
}
END_TEST

/* ---- Known optima ---------------------------------------------------------------------------- */

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

START_TEST(bounds_obey_the_law_of_snell) {
    enum { M = 1024 };
    const grid_point points[6] = {{0, 0},           {16 * M, 0}, {16 * M, 8 * M},
                                  {16 * M, 16 * M}, {0, 16 * M}, {0, 8 * M}};
    uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 5}, {5, 2, 3}, {5, 3, 4}};
    const uint32_t types[4] = {0, 0, 1, 1};
    const double ratios[3] = {2.0, 10.0, 80.0};
    terrain_world *w = terrain_world_from(points, 6, triangles, types, 4);
    wend_map *map = terrain_world_map(w, 1);
    for (uint32_t i = 0; i < 3; i++) {
        w->weights[1] = ratios[i];
        double best = solve_snell(ratios[i]);
        wend_certify_def def = make_def(w, map, (wend_vec2){1, 2}, (wend_vec2){15, 14});
        wend_certificate found = certify(&def, "Snell", i);
        ck_assert_double_le(found.lower_bound, best);
        ck_assert_double_ge(found.lower_bound, best / RATIO);
        def.target = 1.0005;
        found = certify(&def, "Snell, fine", i);
        ck_assert_double_le(found.lower_bound, best);
        ck_assert_double_ge(found.lower_bound, best / 1.0005);
    }
    wend_map_release(map);
    terrain_world_free(w);
}
END_TEST

/* With equal weights, the optimum is the shortest path, which the planner `navmesh` finds exactly.
 */
START_TEST(bounds_of_equal_weights_match_shortest_paths) {
    for (uint64_t seed = 1; seed <= trials(12); seed++) {
        terrain_world_def world_def = {seed, 60, 1.0, 1.0};
        terrain_world *w = terrain_world_make(&world_def);
        wend_space *space = terrain_world_space(w);
        wend_map *map = terrain_world_map(w, wend_space_hash(space)), *mesh = NULL;
        wend_error error = {.message = ""};
        ck_assert_msg(navmesh_create(terrain_map_of(map), wend_space_hash(space), NULL, &mesh,
                                     &error) == WEND_OK,
                      "%s", error.message);
        dice random = {seed};
        wend_path_def path_def = wend_default_path_def();
        path_def.radius = 0.0F;
        path_def.from.position = sample_end(&random, w);
        path_def.to.position = sample_end(&random, w);
        wend_path_result path = {0};
        ck_assert(wend_map_find_path(mesh, space, &path_def, NULL, NULL, 0, &path, &error) ==
                  WEND_OK);
        ck_assert(path.status == WEND_PATH_FOUND);
        wend_certify_def def = make_def(w, map, path_def.from.position, path_def.to.position);
        wend_certificate found = certify(&def, "equal weights", seed);
        ck_assert_double_le(found.lower_bound, path.length * (1.0 + 1e-6)); /* a float */
        ck_assert_double_ge(found.lower_bound, path.length / RATIO - 1e-6);
        wend_map_release(mesh);
        wend_map_release(map);
        wend_space_release(space);
        terrain_world_free(w);
    }
}
END_TEST

/* ---- Work ------------------------------------------------------------------------------------ */

static void count_progress(void *user, double done) {
    double *last = user;
    ck_assert_double_ge(done, *last);
    ck_assert_double_le(done, 1.0);
    *last = done;
}

START_TEST(little_work_gives_a_weaker_bound) {
    terrain_world_def world_def = {7, 100, 10.0, 0.0};
    terrain_world *w = terrain_world_make(&world_def);
    wend_map *map = terrain_world_map(w, 1);
    wend_certify_def def = make_def(w, map, (wend_vec2){1, 1}, (wend_vec2){60, 60});
    double last = 0.0;
    def.progress = count_progress;
    def.user = &last;
    wend_certificate full = certify(&def, "full", 7);
    ck_assert_double_gt(last, 0.9);
    def.progress = NULL;
    wend_certificate again = certify(&def, "again", 7);
    def.max_work = full.work / 8;
    wend_certificate little = certify(&def, "little", 7);
    ck_assert(full.reached && !little.reached);
    ck_assert_uint_le(little.work, full.work / 8);
    ck_assert_double_gt(little.lower_bound, 0.0);
    ck_assert_double_lt(little.lower_bound, full.lower_bound);
    ck_assert_double_eq(full.lower_bound, again.lower_bound);
    ck_assert_uint_eq(full.work, again.work);
    def.max_work = 0;
    ck_assert_double_le(certify(&def, "least", 7).lower_bound, little.lower_bound);
    wend_map_release(map);
    terrain_world_free(w);
}
END_TEST

int main(void) {
    SUITE("certify/certify", bounds_are_within_one_percent_of_brute_force,
          bounds_are_never_above_brute_force, bounds_obey_the_law_of_snell,
          bounds_of_equal_weights_match_shortest_paths, little_work_gives_a_weaker_bound);
}
