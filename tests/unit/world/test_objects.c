/* Listing objects: names, definitions, shapes and owners of everything in a world, and null values
 * for what has been removed. */
#include <math.h>
#include <string.h>
#include <wend/objects.h>
#include <wend/source.h>

#include "support/suite.h"
#include "support/worlds.h"

static const wend_point square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};

START_TEST(profiles_have_names_and_definitions) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting horizon = {"wall_horizon", {.number = {.a = 3.0}}};
    wend_profile_def def = worlds_profile_def(), seen;
    def.name = "visitor";
    def.radius = wend_uniform(0.2, 0.3);
    def.steer = (wend_choice){"orca", &horizon, 1};
    wend_profile profile = worlds_add_profile(world, &def);
    wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
    ck_assert_str_eq(wend_world_get_profile_name(world, profile), "visitor");
    ck_assert(wend_world_get_profile_def(world, profile, &seen, rules));
    ck_assert_str_eq(seen.name, "visitor");
    ck_assert_str_eq(seen.steer.name, "orca");
    ck_assert_uint_eq(seen.steer.setting_count, 1);
    ck_assert_double_eq(seen.steer.settings[0].value.number.a, 3.0);
    ck_assert_str_eq(seen.follow.name, "waypoint");
    ck_assert_int_eq(seen.radius.kind, WEND_DISTRIBUTION_UNIFORM);
    ck_assert_uint_eq(wend_world_get_profile_base(world, profile).value, 0);
    seen.name = "copy"; /* what was got can be added again */
    wend_profile copy = worlds_add_profile(world, &seen);
    ck_assert_str_eq(wend_world_profile_entry(world, copy, WEND_KIND_STEERING)->name, "orca");
    ck_assert_str_eq(wend_world_get_profile_name(world, (wend_profile){0}), "");
    ck_assert(!wend_world_get_profile_def(world, (wend_profile){0}, &seen, NULL));
    wend_world_destroy(world);
}
END_TEST

START_TEST(machines_derive_profiles_from_a_base) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile profile = worlds_profile(world, "direct");
    wend_machine_def def = wend_default_machine_def();
    wend_state_def states[2] = {wend_default_state_def(), wend_default_state_def()};
    wend_choice steer = {"orca", NULL, 0};
    states[0].name = "walk";
    states[1].name = "avoid";
    states[1].steer = steer;
    def.name = "mood";
    def.states = states;
    def.state_count = 2;
    wend_machine machine;
    wend_error error = {0};
    ck_assert_msg(wend_world_add_machine(world, &def, &machine, &error) == WEND_OK, "%s",
                  error.message);
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = profile;
    agent.machine = machine;
    worlds_add(world, &agent);
    ck_assert_uint_eq(wend_world_machine_count(world), 1);
    ck_assert_uint_eq(wend_world_machine_at(world, 0).value, machine.value);
    ck_assert_str_eq(wend_world_get_machine_name(world, machine), "mood");
    ck_assert_uint_eq(wend_world_profile_count(world), 2);
    wend_profile derived = wend_world_profile_at(world, 1);
    ck_assert_uint_eq(wend_world_get_profile_base(world, derived).value, profile.value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(goals_belong_to_nothing_or_to_a_queue) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_goal_def def = wend_default_goal_def();
    wend_point at = {3, 4};
    def.name = "exit";
    def.points = &at;
    def.point_count = 1;
    wend_goal goal = worlds_add_goal(world, &def);
    wend_queue_def line = wend_default_queue_def();
    wend_point ends[] = {{0, 0}, {5, 0}};
    wend_queue queue;
    line.name = "desk";
    line.line = ends;
    line.line_count = 2;
    wend_error error = {0};
    ck_assert_msg(wend_world_add_queue(world, &line, &queue, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_uint_gt(wend_world_goal_count(world), 2);
    ck_assert_str_eq(wend_world_get_goal_name(world, goal), "exit");
    ck_assert_int_eq(wend_world_get_goal_owner(world, goal), WEND_GOAL_OWNER_NONE);
    for (uint32_t i = 1; i < wend_world_goal_count(world); i++) {
        wend_goal place = wend_world_goal_at(world, i);
        ck_assert_int_eq(wend_world_get_goal_owner(world, place), WEND_GOAL_OWNER_QUEUE);
        ck_assert_str_eq(wend_world_get_goal_name(world, place), "");
    }
    ck_assert_uint_eq(wend_world_queue_count(world), 1);
    ck_assert_uint_eq(wend_world_queue_at(world, 0).value, queue.value);
    ck_assert_str_eq(wend_world_get_queue_name(world, queue), "desk");
    wend_world_destroy(world);
}
END_TEST

START_TEST(obstacles_have_points_and_a_motion) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_point points[8], ends[] = {{8, -1}, {8, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door, cart;
    wend_obstacle_motion motion;
    def.points = ends;
    def.point_count = 2;
    def.closed = false; /* it has no walls, but points */
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 20};
    def.velocity = (wend_point){1, 0};
    def.angle = 1.5707963267948966;
    def.closed = true;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &cart, NULL), WEND_OK);
    worlds_step(world, 20);
    ck_assert_uint_eq(wend_world_obstacle_count(world), 2);
    ck_assert_uint_eq(wend_world_obstacle_at(world, 1).value, cart.value);
    ck_assert_uint_eq(wend_world_get_obstacle_points(world, door, points, 8), 2);
    ck_assert_double_eq(points[1].y, 1.0);
    ck_assert(!wend_world_get_obstacle_motion(world, door, &motion));
    ck_assert(wend_world_get_obstacle_motion(world, cart, &motion));
    ck_assert_double_eq_tol(motion.position.x, 12.0, 1e-9);
    ck_assert_double_eq_tol(motion.position.y, 20.0, 1e-9);
    ck_assert_uint_eq(wend_world_get_obstacle_points(world, cart, points, 2), 4);
    ck_assert_uint_eq(wend_world_get_obstacle_points(world, cart, points, 8), 4);
    ck_assert_double_eq_tol(points[1].x, 12.0, 1e-5); /* (4, 0), rotated by 90 degrees */
    ck_assert_double_eq_tol(points[1].y, 24.0, 1e-5);
    ck_assert_uint_eq(wend_world_get_obstacle_points(world, (wend_obstacle){0}, points, 8), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(removed_objects_leave_gaps) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_area_def def = wend_default_area_def();
    wend_area first, second;
    wend_point points[4];
    uint32_t layer = 9;
    def.points = square;
    def.point_count = 4;
    ck_assert_int_eq(wend_world_add_area(world, &def, &first, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_area(world, &def, &second, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_get_area_points(world, second, points, &layer, 4), 4);
    ck_assert_uint_eq(layer, 0);
    ck_assert_mem_eq(points, square, sizeof square);
    ck_assert_int_eq(wend_world_remove_area(world, first, NULL), WEND_OK);
    wend_group one, two;
    ck_assert_int_eq(wend_world_add_group(world, "one", &one, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "two", &two, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_group(world, one, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_area_count(world), 2);
    ck_assert_uint_eq(wend_world_area_at(world, 0).value, 0);
    ck_assert_uint_eq(wend_world_area_at(world, 1).value, second.value);
    ck_assert_uint_eq(wend_world_area_at(world, 7).value, 0);
    ck_assert_uint_eq(wend_world_get_area_points(world, first, points, NULL, 4), 0);
    ck_assert_uint_eq(wend_world_group_count(world), 2);
    ck_assert_uint_eq(wend_world_group_at(world, 0).value, 0);
    ck_assert_str_eq(wend_world_get_group_name(world, wend_world_group_at(world, 1)), "two");
    ck_assert_str_eq(wend_world_get_group_name(world, one), "");
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/objects", profiles_have_names_and_definitions,
          machines_derive_profiles_from_a_base, goals_belong_to_nothing_or_to_a_queue,
          obstacles_have_points_and_a_motion, removed_objects_leave_gaps);
}
