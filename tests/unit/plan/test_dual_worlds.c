/* needs: kit */
/* Agents that plan along dual graphs in worlds: doors, obstacle classes, obstacles that stand
 * still, floors, terrain rules, regions as goals, and goals that move. */
#include <math.h>
#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_error error;

/* Adds a terrain map for radii of 0.25 m, and a profile that plans on it, to a world. */
static void add_map(wend_world *world, wend_space *space, const wend_terrain_rule *rules,
                    uint32_t rule_count, const wend_obstacle_def *door) {
    const double radius = 0.25;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    def.with_terrain = true;
    def.doors = door;
    def.door_count = door != NULL ? 1 : 0;
    wend_map *map = maps_navmesh(&def);
    ck_assert_int_eq(wend_world_add_map(world, "triangles", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "dual";
    profile.terrain_rules = rules;
    profile.terrain_rule_count = rule_count;
    worlds_add_profile(world, &profile);
}

/* Creates a world on a space with a terrain map; releases the space. */
static wend_world *make_world(wend_space *space, const wend_obstacle_def *door) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    add_map(world, space, NULL, 0, door);
    wend_space_release(space);
    return world;
}

/* Returns the largest y of an agent's route. */
static double highest(wend_world *world, wend_agent agent) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    double most = 0.0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        most = fmax(most, (double)route->points[i].position.y);
    }
    return most;
}

/* The wide gap of the halls is at y = 4 .. 6; the narrow one, at y = 8 .. 8.8, has a solid of class
 * 1 in it. */
START_TEST(closed_doors_and_classes_block_routes) {
    static const wend_point ends[] = {{10, 4}, {10, 6}};
    for (int known = 0; known < 2; known++) { /* the map knows the door, or does not */
        wend_obstacle_def def = wend_default_obstacle_def();
        def.points = ends;
        def.point_count = 2;
        def.closed = false;
        wend_world *world = make_world(worlds_halls(), known ? &def : NULL);
        wend_obstacle door;
        ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
        wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
        worlds_step(world, 1);
        ck_assert_double_lt(highest(world, agent), 6.0);
        ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
        ck_assert_uint_gt(worlds_route(world, agent)->portal_count, 0);
        /* The door closes, and the class blocks the other gap: the route ends at the door. */
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
        worlds_step(world, 2);
        ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_PARTIAL);
        /* The class is switched off: the route takes the narrow gap. */
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
        worlds_step(world, 2);
        ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
        ck_assert_double_gt(highest(world, agent), 8.0);
        ck_assert_uint_eq(worlds_step_counting(world, 300, WEND_EVENT_ARRIVED), 1);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(routes_lead_around_obstacles_that_stand_still) {
    wend_world *world = make_world(worlds_room(20, 10), NULL);
    const wend_point square[] = {{-1, -3}, {1, -3}, {1, 3}, {-1, 3}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 4};
    wend_obstacle block;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &block, NULL), WEND_OK);
    worlds_step(world, 60); /* it counts as standing after its rest time */
    wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
    worlds_step(world, 1);
    ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_ne(worlds_route(world, agent)->gives & WEND_ROUTE_STANDING, 0);
    ck_assert_double_ge(highest(world, agent), 7.2);
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_change_floors) {
    wend_world *world = make_world(worlds_floors(), NULL);
    wend_goal_def goal = wend_default_goal_def();
    const wend_point top = {17, 5};
    goal.shape = WEND_GOAL_POINT;
    goal.points = &top;
    goal.point_count = 1;
    goal.layer = 2;
    wend_agent agent = worlds_agent(world, 5, 5, worlds_add_goal(world, &goal));
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_reach_regions_and_goals_that_move) {
    wend_world *world = make_world(worlds_room(40, 20), NULL);
    wend_goal disc = worlds_disc(world, 30, 10, 2.0);
    wend_goal point = worlds_point(world, 30, 3);
    worlds_agent(world, 3, 10, disc);
    worlds_agent(world, 3, 3, point);
    uint32_t arrived = 0;
    /* The goal is moved in each step, so routes are planned again. */
    for (int i = 0; i < 400; i++) {
        ck_assert_int_eq(
            worlds_shift_goal(world, point, (wend_point){0.02, 0.02}, (wend_point){0.0, 0.0}),
            WEND_OK);
        arrived += worlds_step_counting(world, 1, WEND_EVENT_ARRIVED);
    }
    ck_assert_uint_eq(arrived, 2);
    wend_world_destroy(world);
}
END_TEST

/* ---- Terrain --------------------------------------------------------------------------------- */

/* A room with a belt of mud from x = 8 to x = 12, open above y = 8. */
static wend_space *make_muddy_room(void) {
    static const char *const names[] = {"", "mud"};
    static const wend_point outer[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    static const wend_point belt[4] = {{8, 0}, {12, 0}, {12, 8}, {8, 8}};
    const wend_ring boundary = {outer, 4};
    const wend_terrain_def terrain = {.ring = {belt, 4}, .type = 1};
    const wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = 2;
    return maps_space(&def);
}

/* Creates a world with a muddy room, and an agent at (x, 2) that heads for (18, 2). */
static wend_world *make_muddy_world(double x, double weight, wend_agent *agent) {
    wend_space *space = make_muddy_room();
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant(weight);
    add_map(world, space, &rule, 1, NULL);
    wend_space_release(space);
    *agent = worlds_agent(world, x, 2, worlds_point(world, 18, 2));
    worlds_step(world, 1);
    return world;
}

/* Around the mud it is at least 2 sqrt(36 + 36) + 4 = 20.97 m; straight through it 12 + 4 w. */
START_TEST(weights_of_the_profile_decide_the_route) {
    wend_agent agent;
    wend_world *world = make_muddy_world(2, 1.0, &agent);
    ck_assert_float_eq_tol(worlds_route(world, agent)->cost, 16.0F, 1e-3F); /* shortened */
    wend_world_destroy(world);
    const double weights[2] = {30.0, INFINITY};
    for (int i = 0; i < 2; i++) {
        world = make_muddy_world(2, weights[i], &agent);
        ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
        ck_assert_double_ge(highest(world, agent), 8.0);
        ck_assert_float_ge(worlds_route(world, agent)->cost, 20.97F);
        ck_assert_float_le(worlds_route(world, agent)->cost, 1.2F * 20.97F); /* a rough route */
        for (int k = 0; k < 300; k++) {
            worlds_step(world, 1);
            wend_point at = worlds_state(world, agent).position;
            /* the follower heads for the next point 0.5 m before a corner */
            ck_assert(!(at.x > 8.2 && at.x < 11.8 && at.y < 7.5));
        }
        ck_assert_double_ge(worlds_state(world, agent).position.x, 17.0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(an_agent_beside_forbidden_ground_leaves_it) {
    wend_agent agent;
    wend_world *world = make_muddy_world(11.6, INFINITY, &agent); /* 0.4 m from its edge */
    ck_assert_ptr_nonnull(worlds_route(world, agent));
    ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_float_le(worlds_route(world, agent)->cost, 7.0F);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/dual_worlds", closed_doors_and_classes_block_routes,
          routes_lead_around_obstacles_that_stand_still, agents_change_floors,
          agents_reach_regions_and_goals_that_move, weights_of_the_profile_decide_the_route,
          an_agent_beside_forbidden_ground_leaves_it);
}
