/* The planner `sight`: a route exists if and only if each leg is free for the agent's disc. */
#include "support/suite.h"
#include "support/worlds.h"

/* Makes one step in the space of two rooms joined by a gap (y from 4 to 6 at x = 10), where a door
 * solid may close the gap. Returns whether the agent at (5, y) has a route to the other room. */
static bool has_route(double y, double radius, const wend_point *via, bool open,
                      wend_point target) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_error error;
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){5.0, y};
    def.radius = radius;
    def.goal = worlds_point(world, target.x, target.y);
    if (via) {
        ck_assert_int_eq(wend_world_add_path(world, via, NULL, 1, &def.path, &error), WEND_OK);
    }
    if (open) {
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, &error), WEND_OK);
    }
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 1);
    bool none = worlds_state(world, agent).activity == WEND_ACTIVITY_STRANDED;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_NO_ROUTE, NULL), none ? 1 : 0);
    wend_world_destroy(world);
    return !none;
}

START_TEST(has_route_only_if_line_is_free) {
    wend_point across = {15.0, 5.0};
    ck_assert(has_route(5.0, 0.3, NULL, true, across));
    ck_assert(!has_route(5.0, 0.3, NULL, false, across));
    ck_assert(!has_route(1.0, 0.3, NULL, true, (wend_point){15.0, 1.0}));
}
END_TEST

START_TEST(has_route_only_if_disc_fits) {
    wend_point across = {15.0, 5.0}, before = {11.0, 5.0};
    ck_assert(has_route(5.0, 0.9, &before, true, across));
    ck_assert(!has_route(5.0, 1.1, &before, true, across));
}
END_TEST

START_TEST(passes_through_path_points) {
    wend_point gap = {10.0, 5.0};
    ck_assert(!has_route(1.0, 0.2, NULL, true, (wend_point){15.0, 1.0}));
    ck_assert(has_route(1.0, 0.2, &gap, true, (wend_point){15.0, 9.0}));
}
END_TEST

/* ---- A path that opens ----------------------------------------------------------------------- */

static wend_agent add_blocked_agent(wend_world *world) {
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    return worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
}

/* Checks that the agent stands still at (5, 5), reports once that it has no route, and does not
 * cause planning again while nothing changes. */
static void expect_waiting(wend_world *world, wend_agent agent) {
    ck_assert_uint_eq(worlds_step_counting(world, 20, WEND_EVENT_NO_ROUTE), 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_STRANDED);
    ck_assert_double_eq(state.position.x, 5.0);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, 1);
}

/* Checks that the agent starts walking in the next step, and arrives. */
static void expect_walking(wend_world *world, wend_agent agent) {
    worlds_step(world, 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity != WEND_ACTIVITY_STRANDED);
    ck_assert_float_eq_tol(state.velocity.x, 1.3F, 1e-5F);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_NO_ROUTE, NULL), 0);
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}

START_TEST(blocked_agent_starts_when_door_opens) {
    wend_world *world = worlds_make(worlds_room(20, 10), NULL);
    wend_point ends[] = {{10, 0}, {10, 10}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = ends;
    def.point_count = 2;
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    wend_agent agent = add_blocked_agent(world);
    expect_waiting(world, agent);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
    expect_walking(world, agent);
}
END_TEST

START_TEST(blocked_agent_starts_when_class_is_disabled) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_agent agent = add_blocked_agent(world);
    expect_waiting(world, agent);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    expect_walking(world, agent);
}
END_TEST

START_TEST(blocked_agent_starts_when_obstacle_is_moved_away) {
    wend_world *world = worlds_make(worlds_room(20, 10), NULL);
    wend_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, rest = {0, 0};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 5};
    wend_obstacle block;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &block, NULL), WEND_OK);
    wend_agent agent = add_blocked_agent(world);
    expect_waiting(world, agent);
    wend_point aside = {10, 8};
    ck_assert_int_eq(wend_world_set_obstacle_motion(world, block, aside, 0, rest, 0, NULL),
                     WEND_OK);
    expect_walking(world, agent);
}
END_TEST

START_TEST(blocked_agent_starts_when_obstacle_has_slid_away) {
    static const wend_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_world *world = worlds_make(worlds_room(20, 10), NULL);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 5};
    def.velocity = (wend_point){0, 0.5};
    wend_error error;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, NULL, &error), WEND_OK);
    wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
    uint32_t lost = worlds_step_counting(world, 200, WEND_EVENT_NO_ROUTE);
    ck_assert_uint_eq(lost, 1); /* reported once, however often the planner runs */
    ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
}
END_TEST

/* Saving and loading the world does not trigger planning again for an agent without a route. */
START_TEST(loading_does_not_trigger_planning) {
    static const wend_point far[] = {{2, 2}, {3, 2}};
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = far;
    door.point_count = 2;
    wend_error error;
    ck_assert_int_eq(wend_world_add_obstacle(world, &door, NULL, &error), WEND_OK);
    worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
    worlds_step(world, 3);
    wend_world *loaded = worlds_reload(world, NULL);
    worlds_step(world, 5);
    worlds_step(loaded, 5);
    ck_assert_uint_eq(wend_world_get_stats(loaded).plans, wend_world_get_stats(world).plans);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/sight", blocked_agent_starts_when_obstacle_has_slid_away,
          loading_does_not_trigger_planning, has_route_only_if_line_is_free,
          has_route_only_if_disc_fits, passes_through_path_points,
          blocked_agent_starts_when_door_opens, blocked_agent_starts_when_class_is_disabled,
          blocked_agent_starts_when_obstacle_is_moved_away);
}
