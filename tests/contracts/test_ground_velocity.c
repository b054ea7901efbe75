/* Ground velocity: on a belt, an agent's displacement is its own plus that of the ground. The
 * velocity that results report, and that neighbours see, is also this sum. */
#include "contract.h"

static const wend_point strip[4] = {{0, 0}, {20, 0}, {20, 4}, {0, 4}};

static wend_belt add_belt(wend_world *world, const wend_point *points, double x, double y) {
    wend_belt_def def = wend_default_belt_def();
    wend_belt belt = {0};
    def.points = points;
    def.point_count = 4;
    def.velocity = contract_point(x, y);
    CONTRACT_OK(wend_world_add_belt(world, &def, &belt, &contract_error));
    return belt;
}

/* Adds a goal that is a direction, so that agents never reach it. */
static wend_goal add_direction_goal(wend_world *world, double angle) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DIRECTION;
    def.angle = angle;
    return contract_add_goal(world, &def);
}

/* Checks that the agent moves at velocity (x, y) in the next step of 0.1 s, and that its state then
 * reports this velocity. */
static void expect_step(wend_world *world, wend_agent agent, double x, double y) {
    wend_agent_state before = contract_state(world, agent);
    contract_step(world, 1);
    wend_agent_state after = contract_state(world, agent);
    ck_assert_double_eq_tol(after.position.x - before.position.x, 0.1 * x, 2e-6);
    ck_assert_double_eq_tol(after.position.y - before.position.y, 0.1 * y, 2e-6);
    ck_assert_double_eq_tol((double)after.velocity.x, x, 1e-6);
    ck_assert_double_eq_tol((double)after.velocity.y, y, 1e-6);
}

START_TEST(agent_moves_at_its_own_plus_the_ground_velocity) {
    static const char *const models[4] = {"direct", "orca", "rvo", "gvo"};
    for (int m = 0; m < 4; m++) {
        wend_world *world = contract_world(contract_open(), NULL, 1);
        contract_profile(world, models[m]);
        wend_belt belt = add_belt(world, strip, 0.5, 0.25);
        wend_agent along = contract_agent(world, 1, 5, 1, add_direction_goal(world, 0.0));
        contract_step(world, 1);
        expect_step(world, along, 1.5, 0.25);
        CONTRACT_OK(
            wend_world_set_belt_velocity(world, belt, contract_point(-1.0, 0.0), &contract_error));
        expect_step(world, along, 0.0, 0.0);
        CONTRACT_OK(
            wend_world_set_belt_velocity(world, belt, contract_point(0, 0), &contract_error));
        expect_step(world, along, 1.0, 0.0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(standing_agent_is_carried_to_the_end_of_the_belt) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "orca");
    add_belt(world, strip, 2.0, 0.0);
    wend_goal none = {0};
    wend_agent agent = contract_agent(world, 1, 18.5, 2, none);
    contract_step(world, 1);
    for (int i = 1; i < 12; i++) { /* the agent is at 18.5 + 0.2 * i; the belt ends at 20 */
        double x = contract_state(world, agent).position.x;
        expect_step(world, agent, x < 20.0 - 1e-5 ? 2.0 : 0.0, 0.0);
    }
    ck_assert_double_eq_tol(contract_state(world, agent).position.x, 20.1, 1e-4);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_later_belt_covers_an_earlier_one) {
    static const wend_point patch[4] = {{4, 1}, {6, 1}, {6, 3}, {4, 3}};
    wend_world *world = contract_world(contract_open(), NULL, 1);
    add_belt(world, strip, 1.0, 0.0);
    add_belt(world, patch, 0.0, -0.5);
    const wend_view *view = wend_world_view(world);
    wend_vec2 below = wend_view_ground_velocity(view, contract_location(2, 2, 0));
    wend_vec2 above = wend_view_ground_velocity(view, contract_location(5, 2, 0));
    wend_vec2 beside = wend_view_ground_velocity(view, contract_location(5, 9, 0));
    ck_assert(below.x == 1.0F && below.y == 0.0F);
    ck_assert(above.x == 0.0F && above.y == -0.5F);
    ck_assert(beside.x == 0.0F && beside.y == 0.0F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(wall_stops_agent_on_belt) {
    static const wend_point floor_points[4] = {{0, 0}, {6, 0}, {6, 4}, {0, 4}};
    wend_world *world = contract_world(contract_room(6, 4, NULL, 0), NULL, 1);
    contract_profile(world, "direct");
    add_belt(world, floor_points, 1.5, 0.0);
    wend_goal none = {0};
    wend_agent agent = contract_agent(world, 1, 3, 2, none);
    contract_step(world, 60);
    wend_agent_state state = contract_state(world, agent);
    ck_assert_double_eq_tol(state.position.x, 6.0 - 0.25,
                            1e-3); /* the distance to the wall is the agent's radius */
    ck_assert_double_le(state.position.x, 6.0 - 0.25 + 1e-5);
    ck_assert_double_eq(state.position.y, 2.0);
    wend_world_destroy(world);
}
END_TEST

/* ---- What neighbours see --------------------------------------------------------------------- */

/* A model that keeps its agents at rest, and stores the velocity that it sees for the agent with
 * key 2. */
static wend_vec2 seen;

static void observe_velocity(const wend_view *view, const wend_agents *agents,
                             const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        uint32_t other = contract_body(view, 2);
        seen = other == UINT32_MAX ? seen : view->bodies[other].velocity;
        outcomes[i - agents->first] = contract_outcome(view, contract_vec(0.0F, 0.0F));
    }
}

/* The observer stands on firm ground, then on a belt, where velocities are relative to the belt. */
START_TEST(neighbours_see_the_sum_of_own_and_ground_velocity) {
    static const wend_point far_strip[4] = {{0, 10}, {20, 10}, {20, 14}, {0, 14}};
    wend_registry *registry = contract_registry();
    wend_steering watcher;
    memset(&watcher, 0, sizeof watcher);
    contract_head(&watcher.stage.entry, sizeof watcher, "watch");
    watcher.steer = observe_velocity;
    contract_register(registry, WEND_KIND_STEERING, &watcher.stage.entry);
    for (int on_belt = 0; on_belt < 2; on_belt++) {
        wend_world *world = contract_world(contract_open(), registry, 1);
        wend_agent_def def = wend_default_agent_def();
        def.profile = contract_profile(world, "watch");
        def.key = 1;
        def.position = contract_point(5.0, on_belt ? 12.0 : 7.0);
        contract_add(world, &def);
        def.profile = contract_profile(world, "direct");
        def.key = 2;
        def.position = contract_point(5.0, 2.0);
        def.goal = add_direction_goal(world, 0.0);
        contract_add(world, &def);
        add_belt(world, strip, 0.5, 0.0);
        add_belt(world, far_strip, -0.25, 0.0);
        contract_step(world, 3);
        ck_assert_double_eq_tol((double)seen.x, on_belt ? 1.75 : 1.5, 1e-6);
        ck_assert_double_eq_tol((double)seen.y, 0.0, 1e-6);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(refuses_belts_with_zero_area_or_invalid_velocity) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_belt_def def = wend_default_belt_def();
    wend_belt belt = {0};
    def.points = strip;
    def.point_count = 2;
    CONTRACT_REFUSED(wend_world_add_belt(world, &def, &belt, &contract_error), WEND_ERROR_INVALID,
                     "3");
    def.point_count = 4;
    def.velocity.x = 101.0;
    CONTRACT_REFUSED(wend_world_add_belt(world, &def, &belt, &contract_error), WEND_ERROR_INVALID,
                     "100");
    ck_assert_uint_eq(belt.value, 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/ground_velocity", agent_moves_at_its_own_plus_the_ground_velocity,
             standing_agent_is_carried_to_the_end_of_the_belt, a_later_belt_covers_an_earlier_one,
             wall_stops_agent_on_belt, neighbours_see_the_sum_of_own_and_ground_velocity,
             refuses_belts_with_zero_area_or_invalid_velocity);
}
