/* needs: kit */
/* Agents that plan on grids in worlds: doors, obstacle classes, obstacles that stand still, floors,
 * terrain rules and connections. */
#include <math.h>
#include <string.h>
#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_error error;
static wend_grid_shape shape; /* of the grids that add_grid builds */

/* Adds a grid, and a profile that plans on it, to a world. */
static void add_grid(wend_world *world, wend_space *space, const wend_terrain_rule *rules,
                     uint32_t rule_count, const wend_obstacle_def *door) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.doors = door;
    def.door_count = door != NULL ? 1 : 0;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.25 : 0.0;
    def.depth = 3;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "squares", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "grid";
    profile.terrain_rules = rules;
    profile.terrain_rule_count = rule_count;
    worlds_add_profile(world, &profile);
}

/* Creates a world on a space with a grid; releases the space. */
static wend_world *make_world(wend_space *space, const wend_obstacle_def *door) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    add_grid(world, space, NULL, 0, door);
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
        ck_assert_float_ge(route->points[i].clearance, 0.2F);
    }
    return most;
}

/* ---- Doors, classes, obstacles --------------------------------------------------------------- */

/* The wide gap of the halls is at y = 4 .. 6; the narrow one, at y = 8 .. 8.8, has a solid of class
 * 1 in it. */
static void check_closed_doors_and_classes_block_routes(void) {
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

START_TEST(closed_doors_and_classes_block_routes) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_closed_doors_and_classes_block_routes();
    }
}
END_TEST

static void check_routes_lead_around_obstacles_that_stand_still(void) {
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
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_ne(route->gives & WEND_ROUTE_STANDING, 0);
    ck_assert_double_ge(highest(world, agent), 7.2);
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}

START_TEST(routes_lead_around_obstacles_that_stand_still) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_routes_lead_around_obstacles_that_stand_still();
    }
}
END_TEST

static void check_agents_change_floors_and_pass_the_points_of_their_path(void) {
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

START_TEST(agents_change_floors_and_pass_the_points_of_their_path) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_agents_change_floors_and_pass_the_points_of_their_path();
    }
}
END_TEST

/* ---- Narrow gaps ----------------------------------------------------------------------------- */

/* Plans a route through a gap between a wall and the border of a room, along the centres of a row
 * of cells. A second wall closes the room above the gap. */
static bool passes_gap(double width) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 3);
    sketch_line(&s, 0, 0, 4, width, 7, width);
    sketch_line(&s, 0, 0, 5, width, 5, 3);
    wend_world *world = make_world(sketch_try(&s), NULL);
    wend_agent agent = worlds_agent(world, 1, 2, worlds_point(world, 9, 2));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    bool found = route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
    if (found) {
        ck_assert_uint_eq(worlds_step_counting(world, 300, WEND_EVENT_ARRIVED), 1);
    }
    wend_world_destroy(world);
    return found;
}

/* Agents have a radius of 0.25 m. */
START_TEST(a_gap_exactly_as_wide_as_the_disc_is_no_passage) {
    shape = WEND_GRID_SQUARES;
    ck_assert(!passes_gap(0.5));
    ck_assert(passes_gap(0.51));
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

/* Plans a route from (x, 2) to (18, 2) with a weight of the mud. */
static double plan_through_mud(double x, double weight, float *cost) {
    wend_space *space = make_muddy_room();
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant(weight);
    add_grid(world, space, &rule, 1, NULL);
    wend_space_release(space);
    wend_agent agent = worlds_agent(world, x, 2, worlds_point(world, 18, 2));
    worlds_step(world, 1);
    ck_assert_ptr_nonnull(worlds_route(world, agent));
    ck_assert_int_eq(worlds_route(world, agent)->status, WEND_ROUTE_STATUS_FOUND);
    *cost = worlds_route(world, agent)->cost;
    double most = highest(world, agent);
    wend_world_destroy(world);
    return most;
}

/* Around the mud it is 2 sqrt(36 + 36) + 4 = 20.97 m; straight through it 12 + 4 w. */
static void check_weights_of_the_profile_decide_the_route(void) {
    float cost;
    ck_assert_double_lt(plan_through_mud(2, 1.0, &cost), 8.0);
    ck_assert_float_eq_tol(cost, 16.0F, 1e-3F);
    ck_assert_double_lt(plan_through_mud(2, 2.0, &cost), 8.0);
    ck_assert_float_eq_tol(cost, 20.0F, 1e-3F);
    ck_assert_double_ge(plan_through_mud(2, 3.0, &cost), 8.0);
    ck_assert_float_ge(cost, 20.97F);
    ck_assert_float_le(cost, 1.04F * 20.97F);
    ck_assert_double_ge(plan_through_mud(2, INFINITY, &cost), 8.0);
    ck_assert_float_le(cost, 1.04F * 20.97F);
}

START_TEST(weights_of_the_profile_decide_the_route) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_weights_of_the_profile_decide_the_route();
    }
}
END_TEST

static void check_an_agent_on_forbidden_ground_leaves_it(void) {
    float cost;
    plan_through_mud(11, INFINITY, &cost); /* one metre from the edge of the mud */
    plan_through_mud(9.5, INFINITY, &cost);
}

START_TEST(an_agent_on_forbidden_ground_leaves_it) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_an_agent_on_forbidden_ground_leaves_it();
    }
}
END_TEST

/* An agent that touches its goal need not enter the terrain around it. The route ends at the
 * border, at x = 8. The tolerance is 0.5 m beyond the radius of 0.25 m. */
static void check_a_goal_just_inside_forbidden_ground_is_reached(void) {
    static const double depths[] = {0.0, 0.02, 0.2, 0.45, 0.7, 0.8};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        wend_space *space = make_muddy_room();
        wend_space_retain(space);
        wend_world *world = worlds_make(space, NULL);
        wend_terrain_rule rule = wend_default_terrain_rule();
        rule.terrain = "mud";
        rule.weight = wend_constant((double)INFINITY);
        add_grid(world, space, &rule, 1, NULL);
        wend_space_release(space);
        wend_agent agent = worlds_agent(world, 2, 3, worlds_point(world, 8.0 + depths[i], 3));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        bool is_near = depths[i] < 0.75;
        ck_assert_msg((route != NULL && route->status == WEND_ROUTE_STATUS_FOUND) == is_near, "%g",
                      depths[i]);
        if (is_near) {
            ck_assert_float_eq_tol(route->cost, 6.0F, 0.01F);
            ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 1);
        }
        wend_world_destroy(world);
    }
}

START_TEST(a_goal_just_inside_forbidden_ground_is_reached) {
    for (shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_a_goal_just_inside_forbidden_ground_is_reached();
    }
}
END_TEST

int main(void) {
    SUITE("plan/grid_worlds", closed_doors_and_classes_block_routes,
          routes_lead_around_obstacles_that_stand_still,
          agents_change_floors_and_pass_the_points_of_their_path,
          weights_of_the_profile_decide_the_route, an_agent_on_forbidden_ground_leaves_it,
          a_gap_exactly_as_wide_as_the_disc_is_no_passage,
          a_goal_just_inside_forbidden_ground_is_reached);
}
