/* MIRAN together with what changes the ground: slopes, doors, obstacle classes, standing obstacles,
 * layers and links. Every character that can arrive does, with each way to move. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>

#include "support/suite.h"
#include "support/worlds.h"

static const char *const steers[] = {"direct", "orca", "orca_arc", "corridor_force"};
enum { STEERS = 4 };

static void add_map(wend_world *world, wend_map *map, const wend_error *error) {
    ck_assert_msg(map != NULL, "%s", error->message);
    ck_assert_int_eq(wend_world_add_map(world, wend_map_kind(map), map, NULL, NULL), WEND_OK);
    wend_map_release(map);
}

/* Creates a world on a space with a navigation mesh and a corridor map. Keeps the space. */
static wend_world *make_world(wend_space *space) {
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_corridor_def corridor = wend_default_corridor_def();
    double radius = 0.25;
    wend_map *map = NULL;
    wend_error error;
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    corridor.space = space;
    wend_navmesh_build(&mesh, &map, &error);
    add_map(world, map, &error);
    map = NULL;
    wend_corridor_build(&corridor, &map, &error);
    add_map(world, map, &error);
    return world;
}

static wend_profile_def profile_of(const char *steer) {
    static const wend_setting settings[] = {{"sigma", {.number = {.a = 30.0}}},
                                            {"d", {.number = {.a = 5.0}}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(0.25);
    profile.plan = (wend_choice){"navmesh", NULL, 0};
    profile.follow = (wend_choice){"miran", settings, 2};
    profile.steer = (wend_choice){steer, NULL, 0};
    return profile;
}

/* Adds a character on a route by hand, whose last point is the goal. */
static wend_agent add_walker(wend_world *world, const wend_profile_def *profile,
                             const wend_point *route, const uint32_t *layers, uint32_t count) {
    wend_agent_def agent = wend_default_agent_def();
    wend_goal_def goal = wend_default_goal_def();
    wend_error error;
    agent.profile = worlds_add_profile(world, profile);
    goal.points = &route[count - 1];
    goal.point_count = 1;
    goal.layer = layers ? layers[count - 1] : 0;
    agent.goal = worlds_add_goal(world, &goal);
    agent.position = route[0];
    ck_assert_msg(wend_world_add_route(world, route, layers, count, 0.25, &agent.path, &error) ==
                      WEND_OK,
                  "%s", error.message);
    return worlds_add(world, &agent);
}

static void check_arrives(wend_world *world, wend_agent id, uint32_t steps, const char *steer) {
    wend_agent_state state;
    for (uint32_t i = 0; i < steps; i++) {
        worlds_step(world, 1);
        state = worlds_state(world, id);
        if (state.activity == WEND_ACTIVITY_ARRIVED) {
            return;
        }
    }
    ck_abort_msg("%s: at (%g, %g), %s", steer, state.position.x, state.position.y,
                 wend_activity_text(state.activity));
}

/* ---- Slopes ---------------------------------------------------------------------------------- */

/* A ramp with a gradient of 0.5 covers 10 < x < 20 and y > 9; the route leads around it. Without a
 * slope weight, the character cuts across; with it, it stays on the level ground. */
static double walk_on_ramp(double slope_weight, const char *steer) {
    static const wend_point ramp[] = {{10, 9}, {20, 9}, {20, 30}, {10, 30}};
    static const wend_point boundary[] = {{0, 0}, {30, 0}, {30, 30}, {0, 30}};
    static const wend_point route[] = {{5, 20}, {5, 3}, {25, 3}, {25, 20}};
    const wend_ring ring = {boundary, 4};
    const wend_height_def height = {.ring = {ramp, 4}, .slope = {0.0, 0.5}};
    const wend_layer_def layer = {
        .boundaries = &ring, .boundary_count = 1, .heights = &height, .height_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_world *world = make_world(space);
    wend_profile_def profile = profile_of(steer);
    profile.slope_weight = slope_weight;
    wend_agent id = add_walker(world, &profile, route, NULL, 4);
    double on_ramp = 0.0;
    worlds_step(world, 1);
    wend_agent_state state = worlds_state(world, id);
    for (uint32_t i = 0; i < 1000 && state.activity != WEND_ACTIVITY_ARRIVED; i++) {
        worlds_step(world, 1);
        wend_agent_state next = worlds_state(world, id);
        double x = next.position.x, y = next.position.y;
        bool is_on_ramp = x > 10 && x < 20 && y > 9;
        on_ramp += is_on_ramp ? hypot(x - state.position.x, y - state.position.y) : 0.0;
        state = next;
    }
    ck_assert_int_eq(state.activity, WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
    wend_space_release(space);
    return on_ramp;
}

START_TEST(slopes_are_avoided_by_their_weight) {
    for (int i = 0; i < STEERS; i++) {
        ck_assert_double_gt(walk_on_ramp(0.0, steers[i]), 5.0);
        /* Slopes are sampled every metre of a line, so that it may cut a shorter corner. */
        ck_assert_double_lt(walk_on_ramp(200.0, steers[i]), 1.0);
    }
}
END_TEST

/* ---- Doors ----------------------------------------------------------------------------------- */

/* Two rooms with a wide and a narrow passage in the wall between them; the route takes the wide
 * one. */
static const wend_point through_gap[] = {{2, 2}, {2, 5}, {17, 5}, {17, 2}};

static wend_obstacle add_door(wend_world *world, bool closed) {
    static const wend_point door[] = {{10, 4}, {10, 6}};
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    wend_obstacle id;
    obstacle.points = door;
    obstacle.point_count = 2;
    obstacle.closed = closed;
    ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, &id, NULL), WEND_OK);
    return id;
}

/* A door that closes in front of the character hides the rest of the route, which is planned again
 * through the other passage. */
START_TEST(route_behind_a_closed_door_is_planned_again) {
    for (int i = 0; i < STEERS; i++) {
        wend_space *space = worlds_halls();
        wend_world *world = make_world(space);
        wend_obstacle door = add_door(world, false);
        wend_profile_def profile = profile_of(steers[i]);
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
        wend_agent id = add_walker(world, &profile, through_gap, NULL, 4);
        worlds_step(world, 30);
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
        check_arrives(world, id, 1000, steers[i]);
        wend_world_destroy(world);
        wend_space_release(space);
    }
}
END_TEST

/* If there is no other passage, the character waits and walks on when the door opens. */
START_TEST(characters_wait_for_a_door_without_another_passage) {
    for (int i = 0; i < STEERS; i++) {
        wend_space *space = worlds_halls();
        wend_world *world = make_world(space);
        wend_obstacle door = add_door(world, false);
        wend_profile_def profile = profile_of(steers[i]);
        wend_agent id = add_walker(world, &profile, through_gap, NULL, 4);
        worlds_step(world, 20);
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
        for (int k = 0; k < 200; k++) {
            worlds_step(world, 1);
            ck_assert_double_lt(worlds_state(world, id).position.x, 10.0 - 0.2);
        }
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
        check_arrives(world, id, 1000, steers[i]);
        wend_world_destroy(world);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Obstacle classes ------------------------------------------------------------------------ */

/* A solid of class 1 fills the gap. When its class is off, the route through it is open; switching
 * the class on hides the route, and no character passes. */
START_TEST(obstacle_classes_hide_the_route) {
    for (int i = 0; i < STEERS; i++) {
        for (int opens = 0; opens < 2; opens++) {
            wend_space *space = worlds_gap();
            wend_world *world = make_world(space);
            wend_profile_def profile = profile_of(steers[i]);
            ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
            worlds_step(world, 1);
            wend_agent id = add_walker(world, &profile, through_gap, NULL, 4);
            worlds_step(world, 10);
            ck_assert_int_eq(wend_world_set_class_enabled(world, 1, true, NULL), WEND_OK);
            worlds_step(world, 200);
            ck_assert_double_lt(worlds_state(world, id).position.x, 10.0);
            if (opens) {
                ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
                check_arrives(world, id, 1000, steers[i]);
            }
            wend_world_destroy(world);
            wend_space_release(space);
        }
    }
}
END_TEST

/* ---- Standing obstacles ---------------------------------------------------------------------- */

/* A box stands on the route; planners lead around it. It leaves a passage on both sides. */
START_TEST(characters_walk_around_standing_obstacles) {
    static const wend_point box[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const wend_point route[] = {{2, 5}, {18, 5}};
    for (int i = 0; i < STEERS; i++) {
        wend_space *space = worlds_room(20, 10);
        wend_world *world = make_world(space);
        wend_profile_def profile = profile_of(steers[i]);
        wend_obstacle_def obstacle = wend_default_obstacle_def();
        obstacle.kind = WEND_OBSTACLE_MOVING;
        obstacle.points = box;
        obstacle.point_count = 4;
        obstacle.position = (wend_point){10, 5};
        ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, NULL, NULL), WEND_OK);
        wend_agent id = add_walker(world, &profile, route, NULL, 2);
        for (int k = 0; k < 1000; k++) {
            worlds_step(world, 1);
            wend_agent_state state = worlds_state(world, id);
            double dx = fmax(fabs(state.position.x - 10.0) - 1.0, 0.0);
            double dy = fmax(fabs(state.position.y - 5.0) - 1.0, 0.0);
            ck_assert_double_ge(hypot(dx, dy), 0.25 - 5e-3);
        }
        check_arrives(world, id, 1, steers[i]);
        wend_world_destroy(world);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Up a stair on a route by hand, by forces too: the walls of the boundary are those of the layer.
 */
START_TEST(routes_across_layers_are_followed) {
    static const wend_point route[] = {{2, 2}, {6, 5}, {12, 5}, {16, 5}, {17, 16}, {4, 16}};
    static const uint32_t layers[] = {0, 0, 1, 2, 2, 2};
    for (int i = 0; i < STEERS; i++) {
        wend_space *space = worlds_floors();
        wend_world *world = make_world(space);
        wend_profile_def profile = profile_of(steers[i]);
        wend_agent id = add_walker(world, &profile, route, layers, 6);
        check_arrives(world, id, 1000, steers[i]);
        wend_world_destroy(world);
        wend_space_release(space);
    }
}
END_TEST

int main(void) {
    SUITE("follow/miran_ground", slopes_are_avoided_by_their_weight,
          route_behind_a_closed_door_is_planned_again,
          characters_wait_for_a_door_without_another_passage, obstacle_classes_hide_the_route,
          characters_walk_around_standing_obstacles, routes_across_layers_are_followed);
}
