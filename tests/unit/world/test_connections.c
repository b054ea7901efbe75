/* Checks when agents take connections of the space, in which direction and for how long, and what
 * is reported. */
#include <math.h>

#include "support/floors.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- Duration, layers, events ---------------------------------------------------------------- */

/* An agent at the entry enters in the first step. It returns in the first step that begins after
 * its time on the connection is over. At the end of that step, it is reported on the ground again.
 */
START_TEST(crossing_duration_is_rounded_up_to_steps) {
    static const double durations[] = {0.0, 0.05, 0.1, 0.95, 1.0, 2.5, 7.3};
    for (int i = 0; i < 7; i++) {
        wend_connection_def ladder = floors_ladder(5, 5, durations[i]);
        wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
        wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 9, 5, 1));
        uint32_t detail = 9;
        double entered = floors_until(world, agent, WEND_EVENT_ENTERED, 1, &detail);
        ck_assert_double_eq_tol(entered, 0.1, 1e-9);
        ck_assert_uint_eq(detail, 0);
        double exited = floors_until(world, agent, WEND_EVENT_EXITED, 100, &detail);
        double steps = ceil(durations[i] / 0.1 - 1e-6);
        ck_assert_double_eq_tol(exited - entered, 0.1 * (steps + 1.0), 1e-9);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LAYER, NULL), 1);
        ck_assert_uint_eq(worlds_state(world, agent).layer, 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* By default, a connection takes as long as walking its length at the preferred speed, here 1 m/s.
 */
START_TEST(default_duration_is_length_at_preferred_speed) {
    wend_connection_def jump = floors_connection(5, 5, 0, 8, 9, 0);
    wend_world *world = floors_world(floors_space(1, false, &jump, 1), "sight", "direct", 1);
    jump.cost = 0.0;
    wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 8, 9.5, 0));
    ck_assert(isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 100, NULL)));
    wend_world_destroy(world); /* the connection saves nothing, so the agent walked */
    world = floors_world(floors_space(1, false, &jump, 1), "sight", "direct", 1);
    agent = floors_agent(world, 5, 5, 0, floors_goal(world, 8, 9.5, 0));
    double entered = floors_until(world, agent, WEND_EVENT_ENTERED, 1, NULL);
    double exited = floors_until(world, agent, WEND_EVENT_EXITED, 100, NULL);
    ck_assert_double_eq_tol(exited - entered, 5.1, 1e-6);
    wend_world_destroy(world);
}
END_TEST

START_TEST(crossing_agent_is_on_the_straight_line) {
    wend_connection_def jump = floors_connection(5, 5, 0, 8, 9, 1);
    jump.duration = 4.0;
    wend_world *world = floors_world(floors_space(2, false, &jump, 1), "sight", "direct", 1);
    wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 12, 9, 1));
    double entered = floors_until(world, agent, WEND_EVENT_ENTERED, 1, NULL);
    for (int i = 0; i <= 40; i++) {
        wend_agent_state state = worlds_state(world, agent);
        double share = (wend_world_time(world) - entered) / 4.0;
        double begin = 5.0; /* the agent took one step on the ground before it entered */
        ck_assert(state.activity == WEND_ACTIVITY_CROSSING);
        ck_assert_uint_eq(state.layer, 0);
        ck_assert_double_eq_tol(state.position.x, begin + 3.0 * share, 0.11);
        ck_assert_double_eq_tol(state.position.y, begin + 4.0 * share, 0.11);
        double off = (state.position.x - 8.0) * 4.0 - (state.position.y - 9.0) * 3.0;
        ck_assert_double_eq_tol(off / 5.0, 0.0, 0.11);
        ck_assert(i == 40 || hypot(state.velocity.x - 0.75, state.velocity.y - 1.0) < 0.05);
        worlds_step(world, 1);
    }
    ck_assert(!(worlds_state(world, agent).activity == WEND_ACTIVITY_CROSSING));
    ck_assert_uint_eq(worlds_state(world, agent).layer, 1);
    ck_assert_uint_eq(wend_world_agent_count(world), 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Choice of connection -------------------------------------------------------------------- */

START_TEST(never_takes_a_one_way_connection_backwards) {
    wend_connection_def both[] = {floors_ladder(5, 5, 1), floors_ladder(18, 5, 1)};
    both[0].one_way = true;
    for (uint32_t count = 1; count <= 2; count++) {
        wend_world *world = floors_world(floors_space(2, false, both, count), "sight", "direct", 1);
        wend_agent up = floors_agent(world, 6, 4, 0, floors_goal(world, 5, 8, 1));
        wend_agent down = floors_agent(world, 6, 6, 1, floors_goal(world, 5, 8, 0));
        uint32_t taken = 9;
        ck_assert(!isinf(floors_until(world, up, WEND_EVENT_ENTERED, 100, &taken)));
        ck_assert_uint_eq(taken, 0);
        bool came = !isinf(floors_until(world, down, WEND_EVENT_ENTERED, 600, &taken));
        ck_assert(came == (count == 2));
        ck_assert_uint_eq(taken, count - 1);
        ck_assert(count == 2 || (worlds_state(world, down).activity == WEND_ACTIVITY_STRANDED));
        wend_world_destroy(world);
    }
}
END_TEST

/* An agent with a variant of a profile may take the connections that are open to the profile. */
START_TEST(connection_is_taken_only_by_listed_profiles) {
    static const char *const staff[] = {"nurse", "staff"};
    wend_connection_def ladder = floors_ladder(5, 5, 1);
    ladder.profiles = staff;
    ladder.profile_count = 2;
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    profile.steer.name = "direct";
    profile.name = "staff";
    wend_profile named = worlds_add_profile(world, &profile);
    profile.name = NULL;
    profile.variant_of = "staff";
    wend_profile variant = worlds_add_profile(world, &profile);
    profile.variant_of = NULL;
    wend_profile nameless = worlds_add_profile(world, &profile);
    wend_goal goal = floors_goal(world, 5, 8, 1);
    wend_profile profiles[] = {worlds_nth_profile(0), named, variant, nameless};
    wend_agent agents[4];
    for (uint32_t i = 0; i < 4; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){2.0 + 2.0 * i, 3.0};
        def.goal = goal;
        def.profile = profiles[i];
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 300);
    for (uint32_t i = 0; i < 4; i++) {
        bool may = profiles[i].value == named.value || profiles[i].value == variant.value;
        ck_assert_uint_eq(worlds_state(world, agents[i]).layer, may);
    }
    /* An agent that changes to a permitted profile also takes the connection. */
    ck_assert_int_eq(wend_world_set_agent_profile(world, agents[0], named, NULL), WEND_OK);
    worlds_step(world, 200);
    ck_assert_uint_eq(worlds_state(world, agents[0]).layer, 1);
    wend_world_destroy(world);
}
END_TEST

/* Returns whether an agent takes a shortcut. Without the shortcut, the agent has to walk 12 m. With
 * it, the distances to its entry and from its exit add up to 4 m. */
static bool takes_shortcut(double cost, double duration) {
    wend_connection_def jump = floors_connection(4, 5, 0, 12, 5, 0);
    jump.cost = cost;
    jump.duration = duration;
    wend_world *world = floors_world(floors_space(1, false, &jump, 1), "sight", "direct", 1);
    wend_agent agent = floors_agent(world, 2, 5, 0, floors_goal(world, 14, 5, 0));
    bool taken = !isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 150, NULL));
    wend_world_destroy(world);
    return taken;
}

START_TEST(takes_the_cheaper_route) {
    ck_assert(takes_shortcut(0.0, 3.0));
    ck_assert(takes_shortcut(7.9, 3.0));
    ck_assert(takes_shortcut(7.9, 1e6)); /* a given cost applies, not the duration */
    ck_assert(!takes_shortcut(8.1, 0.0));
    ck_assert(!takes_shortcut(1e6, 0.0));
    ck_assert(!takes_shortcut(-1.0, 0.0)); /* the cost is the length of the connection */
    ck_assert(!takes_shortcut(-1.0, 9.0));
}
END_TEST

/* A solid covers the exit; when the solid is switched off, the path over the connection is shorter.
 */
START_TEST(walks_when_a_solid_covers_the_exit) {
    const wend_point room[] = {{0, 0}, {20, 0}, {20, 6}, {0, 6}};
    const wend_point crate[] = {{12, 2}, {14, 2}, {14, 4}, {12, 4}};
    const wend_ring boundary = {room, 4};
    const wend_solid_def solid = {{crate, 4}, 1};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_connection_def jump = wend_default_connection_def();
    jump.from = (wend_point){4, 3};
    jump.to = (wend_point){13.9, 3};
    jump.cost = 1.0;
    jump.duration = 1.0;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    def.connections = &jump;
    def.connection_count = 1;
    for (uint32_t on = 0; on < 2; on++) {
        wend_space *space;
        ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
        wend_world *world = floors_world(space, "straight", "orca", 1);
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, on, NULL), WEND_OK);
        wend_agent agent = floors_agent(world, 1, 3, 0, floors_goal(world, 19, on ? 1 : 3, 0));
        uint32_t taken = worlds_step_counting(world, 300, WEND_EVENT_ENTERED);
        ck_assert_uint_eq(taken, !on);
        ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
        wend_world_destroy(world);
    }
}
END_TEST

/* A connection without a given cost costs as much as the distance that could be walked in the same
 * time. There are two ladders, and the slow one is nearer. */
START_TEST(duration_costs_as_much_as_walking_for_that_time) {
    for (int slow = 0; slow < 2; slow++) {
        wend_connection_def both[] = {floors_ladder(5, 5, slow ? 11.5 : 10.5),
                                      floors_ladder(10, 5, 1)};
        wend_world *world = floors_world(floors_space(2, false, both, 2), "sight", "direct", 1);
        wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 5, 5, 1));
        uint32_t taken = 9;
        ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 100, &taken)));
        ck_assert_uint_eq(taken, (uint32_t)slow);
        wend_world_destroy(world);
    }
}
END_TEST

/* At both ends, the ladder is nearer to a wall than the agent's radius. */
START_TEST(takes_a_ladder_beside_a_wall) {
    static const char *const planners[] = {"sight", "straight"};
    for (int p = 0; p < 2; p++) {
        wend_connection_def ladder = floors_ladder(10, 0.1, 1);
        wend_world *world =
            floors_world(floors_space(2, false, &ladder, 1), planners[p], "direct", 1);
        wend_agent agent = floors_agent(world, 3, 6, 0, floors_goal(world, 5, 6, 1));
        ck_assert_msg(!isinf(floors_until(world, agent, WEND_EVENT_ARRIVED, 400, NULL)), "%s",
                      planners[p]);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Paths ----------------------------------------------------------------------------------- */

/* The agent passes the points on both floors, before and after connections, in the given order. */
START_TEST(passes_the_points_of_its_path_on_all_floors) {
    wend_connection_def all[] = {floors_ladder(5, 5, 1), floors_connection(15, 5, 1, 15, 5, 2)};
    static const wend_point points[] = {{2, 10}, {8, 2}, {8, 10}, {17, 10}, {3, 3}};
    static const uint32_t layers[] = {0, 0, 1, 2, 1};
    static const char *const planners[] = {"sight", "straight"};
    for (int p = 0; p < 2; p++) {
        wend_world *world = floors_world(floors_space(3, false, all, 2), planners[p], "direct", 1);
        wend_agent_def def = wend_default_agent_def();
        ck_assert_int_eq(wend_world_add_path(world, points, layers, 5, &def.path, NULL), WEND_OK);
        def.position = (wend_point){2, 2};
        def.goal = floors_goal(world, 12, 2, 0);
        wend_agent agent = worlds_add(world, &def);
        double nearest[5] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
        uint32_t passed = 0, entered = 0;
        for (int step = 0; step < 1500; step++) {
            worlds_step(world, 1);
            wend_agent_state state = worlds_state(world, agent);
            entered += worlds_events(world, WEND_EVENT_ENTERED, NULL);
            for (uint32_t i = passed; i < 5; i++) {
                double away = hypot(state.position.x - points[i].x, state.position.y - points[i].y);
                if (state.layer == layers[i] && state.activity != WEND_ACTIVITY_CROSSING) {
                    nearest[i] = fmin(nearest[i], away);
                    passed = i == passed && away < 0.6 ? i + 1 : passed;
                }
            }
        }
        ck_assert_msg(passed == 5, "%s: passed %u points; %g %g %g %g %g", planners[p], passed,
                      nearest[0], nearest[1], nearest[2], nearest[3], nearest[4]);
        ck_assert_uint_eq(entered, 4);
        ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
        ck_assert_uint_eq(worlds_state(world, agent).layer, 0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(takes_several_connections_in_a_row) {
    wend_connection_def all[5];
    for (uint32_t i = 0; i < 5; i++) { /* each connection begins where the previous one ends */
        all[i] = floors_connection(2.0 + i, 5, i, 3.0 + i, 5, i + 1);
    }
    wend_world *world = floors_world(floors_space(6, false, all, 5), "sight", "direct", 1);
    wend_agent up = floors_agent(world, 1, 5, 0, floors_goal(world, 8, 5, 5));
    wend_agent down = floors_agent(world, 9, 5, 5, floors_goal(world, 1, 8, 0));
    uint32_t entered = worlds_step_counting(world, 250, WEND_EVENT_ENTERED);
    ck_assert_uint_eq(entered, 10);
    ck_assert(worlds_state(world, up).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(worlds_state(world, down).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(worlds_state(world, up).layer, 5);
    ck_assert_uint_eq(worlds_state(world, down).layer, 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Other goals ----------------------------------------------------------------------------- */

/* The goal on this floor closes before the agent arrives, so the agent goes to the goal above. */
START_TEST(takes_a_ladder_when_the_goal_on_its_floor_closes) {
    static const char *const planners[] = {"sight", "straight"};
    for (int p = 0; p < 2; p++) {
        for (uint32_t above = 0; above < 2; above++) {
            wend_connection_def ladder = floors_ladder(5, 5, 1);
            wend_world *world =
                floors_world(floors_space(2, false, &ladder, 1), planners[p], "direct", 1);
            wend_profile_def profile = wend_default_profile_def();
            profile.plan.name = planners[p];
            profile.steer.name = "direct";
            profile.select.name = "nearest";
            wend_agent_def def = wend_default_agent_def();
            def.profile = worlds_add_profile(world, &profile);
            wend_point positions[] = {{9, 5}, {12, 5}};
            wend_goal goals[2];
            for (uint32_t i = 0; i < 2; i++) {
                wend_goal_def goal = wend_default_goal_def();
                goal.points = &positions[i];
                goal.layer = i ^ above;
                goal.closes = i == 0 ? 2.0 : goal.closes;
                goals[i] = worlds_add_goal(world, &goal);
            }
            def.goal_set = worlds_goal_set(world, goals, 2);
            def.position = (wend_point){1, 5};
            wend_agent agent = worlds_add(world, &def);
            worlds_step(world, 300);
            wend_agent_state state = worlds_state(world, agent);
            ck_assert_msg(state.activity == WEND_ACTIVITY_ARRIVED, "%s: at (%g, %g) on %u",
                          planners[p], state.position.x, state.position.y, state.layer);
            ck_assert_uint_eq(state.layer, 1 ^ above);
            wend_world_destroy(world);
        }
    }
}
END_TEST

/* The agent has passed the point of its path, and the goal closes while it walks back from there.
 * The agent must not go to the point again. */
START_TEST(does_not_return_to_path_points_it_has_passed) {
    wend_connection_def ladder = floors_ladder(19, 11, 1);
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    profile.steer.name = "direct";
    profile.select.name = "nearest";
    profile.preferred_speed = wend_constant(1.0);
    wend_point point = {8, 5}, positions[] = {{3, 5}, {1, 6}};
    wend_agent_def def = wend_default_agent_def();
    def.profile = worlds_add_profile(world, &profile);
    ck_assert_int_eq(wend_world_add_path(world, &point, NULL, 1, &def.path, NULL), WEND_OK);
    wend_goal goals[2];
    for (uint32_t i = 0; i < 2; i++) {
        wend_goal_def goal = wend_default_goal_def();
        goal.points = &positions[i];
        goal.closes = i == 0 ? 5.0 : goal.closes;
        goals[i] = worlds_add_goal(world, &goal);
    }
    def.goal_set = worlds_goal_set(world, goals, 2);
    def.position = (wend_point){5, 5};
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 48);
    double before = worlds_state(world, agent).position.x;
    ck_assert_double_lt(before, 7.0);
    for (int step = 0; step < 80; step++) {
        worlds_step(world, 1);
        ck_assert_double_le(worlds_state(world, agent).position.x, before);
    }
    ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/connections", crossing_duration_is_rounded_up_to_steps,
          default_duration_is_length_at_preferred_speed, crossing_agent_is_on_the_straight_line,
          never_takes_a_one_way_connection_backwards, connection_is_taken_only_by_listed_profiles,
          takes_the_cheaper_route, walks_when_a_solid_covers_the_exit,
          duration_costs_as_much_as_walking_for_that_time, takes_a_ladder_beside_a_wall,
          passes_the_points_of_its_path_on_all_floors, takes_several_connections_in_a_row,
          does_not_return_to_path_points_it_has_passed,
          takes_a_ladder_when_the_goal_on_its_floor_closes);
}
