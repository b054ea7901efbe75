/* Paths of discs through built meshes. In random worlds, they are compared with paths in a
 * visibility graph, for which GEOS insets the ground. Other tests use paths over links. */
/* cost: 35 */
#include "support/kit/disc_oracle.h"
#include "support/kit/disc_trials.h"
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <wend/kit.h>

/* ---- The oracle ------------------------------------------------------------------------------ */

/* Makes a 12 x 6 m room around the origin with a 2 x 2 m square in the middle. Paths lead from 5 m
 * to the left of the origin to 5 m to its right, past two corners of the square. */
static disc_oracle *square_room(double radius) {
    static const wend_point room[] = {{94, 47}, {106, 47}, {106, 53}, {94, 53}};
    static const wend_point square[] = {{99, 49}, {101, 49}, {101, 51}, {99, 51}};
    wend_ring boundary = {room, 4};
    wend_solid_def solid = {{square, 4}, 0};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    return disc_oracle_make(&layer, (wend_point){100, 50}, radius);
}

START_TEST(oracle_path_around_a_square_is_exact) {
    for (double r = 0.1; r < 0.99; r += 0.2) {
        disc_oracle *oracle = square_room(r);
        disc_path path = disc_oracle_find(oracle, (wend_vec2){-5, 0}, (wend_vec2){5, 0});
        double angle = atan2(1.0, 4.0) + asin(r / sqrt(17.0));
        double exact = 2.0 * (sqrt(17.0 - r * r) + r * angle + 1.0);
        ck_assert_double_le(path.length, exact + 1e-5);
        ck_assert_double_ge(path.length, exact - 2.6e-5 * 2.0 * r * angle - 1e-5);
        ck_assert_double_eq_tol(path.turn_angle, 2.0 * angle, 0.05);
        path = disc_oracle_find(oracle, (wend_vec2){-5, 2}, (wend_vec2){5, 2});
        ck_assert_double_eq_tol(path.length, 10.0, 1e-9);
        ck_assert(disc_oracle_contains(oracle, (wend_vec2){-5, (float)(2.99 - r)}));
        ck_assert(!disc_oracle_contains(oracle, (wend_vec2){-5, (float)(3.01 - r)}));
        ck_assert(!disc_oracle_contains(oracle, (wend_vec2){0, 0}));
        disc_oracle_free(oracle);
    }
}
END_TEST

START_TEST(oracle_finds_no_path_through_closed_ground) {
    disc_oracle *oracle = square_room(1.0005);
    disc_path path = disc_oracle_find(oracle, (wend_vec2){-4, 0}, (wend_vec2){4, 0});
    ck_assert(isinf(path.length) && path.turn_angle == 0.0);
    disc_oracle_free(oracle);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

/* The number of rounds with fine arcs, the number of rounds with default arcs, and the first of
 * these default rounds. Each round makes one world of each kind. */
enum { ROUNDS = 5, DEFAULT_ROUNDS = 2, FIRST_DEFAULT = ROUNDS };

/* Runs a few worlds of each kind from `first` to `last`. */
static void try_kinds(disc_world_kind first, disc_world_kind last, uint32_t begin, uint32_t end,
                      uint32_t arc_pieces) {
    disc_tally tally = {0};
    for (uint64_t round = begin; round < end; round++) {
        for (uint64_t kind = first; kind <= last; kind++) {
            disc_trial(round * DISC_KIND_COUNT + kind, arc_pieces, &tally);
        }
    }
    disc_check_tally(&tally, (end - begin) * (uint32_t)(last - first + 1));
}

START_TEST(finds_shortest_paths_around_obstacles) {
    try_kinds(DISC_CONVEX, DISC_TOUCHING, 0, trials(ROUNDS), DISC_FINE_ARCS);
}
END_TEST

START_TEST(finds_shortest_paths_through_gaps_and_mazes) {
    try_kinds(DISC_GAPS, DISC_WILD, 0, trials(ROUNDS), DISC_FINE_ARCS);
}
END_TEST

START_TEST(finds_shortest_paths_with_default_arc_pieces) {
    try_kinds(DISC_CONVEX, DISC_WILD, FIRST_DEFAULT, FIRST_DEFAULT + trials(DEFAULT_ROUNDS), 0);
}
END_TEST

/* The gap lies between a slanted wall and the opposite corner; see also test_corner_fan_paths.c. */
START_TEST(finds_shortest_paths_through_a_gap_with_7_mm_to_spare) {
    disc_tally tally = {0};
    disc_trial(26, 0, &tally);
    ck_assert_uint_gt(tally.bent, 6);
}
END_TEST

/* ---- Links ----------------------------------------------------------------------------------- */

/* A ground floor, a stair and an upper floor, with a mesh built for them. */
START_TEST(path_over_links_reaches_the_upper_layer) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    const double radius = 0.25;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = wend_world_space(world);
    def.radii = &radius;
    def.radius_count = 1;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "floors", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_goal_def goal = wend_default_goal_def();
    const wend_point position = {2, 16};
    goal.points = &position;
    goal.point_count = 1;
    goal.layer = 2;
    wend_profile_def walker = wend_default_profile_def();
    walker.radius = wend_constant(radius);
    walker.plan.name = "navmesh";
    ck_assert_uint_eq(worlds_add_profile(world, &walker).value, worlds_nth_profile(0).value);
    wend_agent agent = worlds_agent(world, 2, 15, worlds_add_goal(world, &goal));
    wend_goal below = worlds_point(world, 2, 16);
    wend_agent stays = worlds_agent(world, 2, 2, below);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(route->points[0].layer, 0);
    ck_assert_uint_eq(route->points[route->point_count - 1].layer, 2);
    uint32_t layers = 0;
    for (uint32_t i = 0; i < route->portal_count; i++) {
        ck_assert_uint_ge(route->portals[i].layer, i ? route->portals[i - 1].layer : 0);
        layers |= 1U << route->portals[i].layer;
    }
    ck_assert_uint_eq(layers & 3U, 3U); /* the links give portals on the ground and the stair */
    /* The path over the stair leads from (2, 15) around (10, 6), along y = 6, and up around (14,
     * 12) to (2, 16). */
    double corner = sqrt(8.0 * 8.0 + 9.0 * 9.0), least = corner + 4.0 + 6.0 + 12.0;
    ck_assert_double_gt((double)route->cost, least - 1.5);
    ck_assert_double_lt((double)route->cost, least + 2.0);
    ck_assert_uint_lt(worlds_route(world, stays)->point_count, 3);
    ck_assert_uint_eq(worlds_step_counting(world, 500, WEND_EVENT_ARRIVED), 2);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("build/disc_ways", oracle_path_around_a_square_is_exact,
          oracle_finds_no_path_through_closed_ground, finds_shortest_paths_around_obstacles,
          finds_shortest_paths_through_gaps_and_mazes, finds_shortest_paths_with_default_arc_pieces,
          finds_shortest_paths_through_a_gap_with_7_mm_to_spare,
          path_over_links_reaches_the_upper_layer);
}
