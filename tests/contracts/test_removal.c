/* Removal: goals, goal sets, paths, groups, obstacles, profiles, maps and agents are removed. Their
 * ids become stale, and their names and memory can be reused. */
#include "contract.h"

static uint32_t count_events(const wend_world *world, wend_event_kind kind) {
    const wend_event *events = NULL;
    uint32_t count = wend_world_get_events(world, &events), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += events[i].kind == kind;
    }
    return found;
}

START_TEST(id_of_a_removed_goal_is_stale_and_its_name_reusable) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_point at = {50, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &at;
    def.name = "exit";
    contract_profile(world, "direct");
    wend_goal goal = contract_add_goal(world, &def);
    wend_agent agent = contract_agent(world, 1, 0, 0, goal);
    contract_step(world, 1);
    CONTRACT_REFUSED(wend_world_add_goal(world, &def, &goal, &contract_error), WEND_ERROR_NAME,
                     "exit");
    uint32_t index = wend_world_goal_index(world, goal);
    CONTRACT_OK(wend_world_remove_goal(world, goal, &contract_error));
    ck_assert_uint_eq(wend_world_goal_index(world, goal),
                      index); /* the id is valid until the step */
    contract_step(world, 1);
    ck_assert_uint_eq(wend_world_goal_index(world, goal), WEND_NO_GOAL);
    ck_assert_uint_eq(count_events(world, WEND_EVENT_GOAL_REMOVED), 1);
    ck_assert_uint_eq(contract_state(world, agent).goal.value, 0);
    ck_assert_int_eq(contract_state(world, agent).activity, WEND_ACTIVITY_WAITING);
    CONTRACT_REFUSED(wend_world_remove_goal(world, goal, &contract_error), WEND_ERROR_NAME, "");
    CONTRACT_REFUSED(wend_world_set_agent_goal(world, agent, goal, &contract_error),
                     WEND_ERROR_NAME, "");
    wend_goal again = contract_add_goal(world, &def);
    ck_assert_uint_eq(wend_world_goal_index(world, again), index); /* the index is reused */
    ck_assert_uint_ne(again.value, goal.value);
    CONTRACT_OK(wend_world_set_agent_goal(world, agent, again, &contract_error));
    contract_step(world, 1);
    ck_assert_int_eq(contract_state(world, agent).activity, WEND_ACTIVITY_WALKING);
    wend_world_destroy(world);
}
END_TEST

/* As in games where agents walk to the point that was clicked, each order adds a goal and removes
 * the previous one; memory does not grow. */
START_TEST(repeated_orders_do_not_increase_memory_use) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_goal last = contract_goal(world, 10, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 0, 0, last);
    contract_step(world, 1);
    size_t held = 0;
    for (int i = 0; i < 2000; i++) {
        wend_goal next = contract_goal(world, i % 40, i % 7, 0, WEND_ON_ARRIVAL_STOP);
        CONTRACT_OK(wend_world_set_agent_goal(world, agent, next, &contract_error));
        CONTRACT_OK(wend_world_remove_goal(world, last, &contract_error));
        contract_step(world, 1);
        last = next;
        held = i == 100 ? wend_world_get_memory_use(world).held : held;
    }
    ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_choose_among_the_remaining_goals) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def profile = contract_profile_def("direct");
    profile.select.name = "nearest";
    contract_add_profile(world, &profile);
    wend_goal goals[3];
    for (int i = 0; i < 3; i++) {
        goals[i] = contract_goal(world, 10.0 + 10.0 * i, 0, 0, WEND_ON_ARRIVAL_STOP);
    }
    wend_agent_def def = wend_default_agent_def();
    CONTRACT_OK(wend_world_add_goal_set(world, goals, 3, &def.goal_set, &contract_error));
    wend_agent agent = contract_add(world, &def);
    contract_step(world, 1);
    ck_assert_uint_eq(contract_state(world, agent).goal.value, goals[0].value);
    CONTRACT_OK(wend_world_remove_goals(world, goals, 2, &contract_error));
    contract_step(world, 2);
    ck_assert_uint_eq(contract_state(world, agent).goal.value, goals[2].value);
    CONTRACT_OK(wend_world_remove_goal_set(world, def.goal_set, &contract_error));
    contract_step(world, 1);
    ck_assert_uint_eq(contract_state(world, agent).goal.value,
                      goals[2].value); /* the agent keeps its goal */
    CONTRACT_REFUSED(wend_world_remove_goal_set(world, def.goal_set, &contract_error),
                     WEND_ERROR_NAME, "");
    CONTRACT_REFUSED(wend_world_add_agents(world, &def, 1, NULL, &contract_error), WEND_ERROR_NAME,
                     "");
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_removed_obstacle_opens_its_passage) {
    static const wend_point line[2] = {{5, -50}, {5, 50}};
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door = {0};
    contract_profile(world, "direct");
    def.points = line;
    def.point_count = 2;
    CONTRACT_OK(wend_world_add_obstacle(world, &def, &door, &contract_error));
    wend_goal goal = contract_goal(world, 10, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 0, 0, goal);
    contract_step(world, 80);
    ck_assert_double_lt(contract_state(world, agent).position.x, 5.0 - 0.24);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 1);
    CONTRACT_OK(wend_world_remove_obstacle(world, door, &contract_error));
    contract_step(world, 80);
    ck_assert_int_eq(contract_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 0);
    CONTRACT_REFUSED(wend_world_set_obstacle_closed(world, door, true, &contract_error),
                     WEND_ERROR_NAME, "");
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_profile_can_be_removed_only_if_no_agent_has_it) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def def = contract_profile_def("direct");
    contract_profile(world, "direct");
    def.name = "guests";
    wend_profile guests = contract_add_profile(world, &def);
    wend_agent_def agent_def = wend_default_agent_def();
    agent_def.profile = guests;
    wend_agent agent = contract_add(world, &agent_def);
    contract_step(world, 1);
    CONTRACT_REFUSED(wend_world_remove_profile(world, guests, &contract_error), WEND_ERROR_INVALID,
                     "guests");
    CONTRACT_OK(wend_world_remove_agent(world, agent, &contract_error));
    CONTRACT_OK(wend_world_remove_profile(world, guests, &contract_error));
    contract_step(world, 1);
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    ck_assert_uint_eq(wend_world_profile_index(world, guests), WEND_NONE);
    ck_assert_ptr_null(wend_world_profile_entry(world, guests, WEND_KIND_STEERING));
    CONTRACT_REFUSED(wend_world_add_agents(world, &agent_def, 1, NULL, &contract_error),
                     WEND_ERROR_NAME, "");
    ck_assert_uint_ne(contract_add_profile(world, &def).value,
                      guests.value); /* the name can be used again */
    wend_world_destroy(world);
}
END_TEST

START_TEST(paths_groups_and_maps_can_be_removed) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    const wend_point detour[1] = {{0, 30}};
    int object = 0;
    wend_map_slot map = {0};
    wend_agent_def def = wend_default_agent_def();
    contract_profile(world, "direct");
    CONTRACT_OK(wend_world_add_path(world, detour, NULL, 1, &def.path, &contract_error));
    CONTRACT_OK(wend_world_add_group(world, "family", &def.group, &contract_error));
    CONTRACT_OK(wend_world_add_map_object(world, "own", 1, &object, &map, &contract_error));
    def.goal = contract_goal(world, 5, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_add(world, &def);
    contract_step(world, 10);
    ck_assert_double_eq_tol(contract_state(world, agent).position.y, 1.0,
                            1e-4); /* the agent is on its path */
    CONTRACT_OK(wend_world_remove_path(world, def.path, &contract_error));
    CONTRACT_OK(wend_world_remove_group(world, def.group, &contract_error));
    CONTRACT_OK(wend_world_remove_map(world, map, &contract_error));
    contract_step(world, 60);
    ck_assert_int_eq(contract_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(contract_state(world, agent).group.value, 0);
    ck_assert_uint_eq(wend_world_map_index(world, map), WEND_NO_MAP);
    CONTRACT_REFUSED(wend_world_remove_path(world, def.path, &contract_error), WEND_ERROR_NAME, "");
    CONTRACT_REFUSED(wend_world_remove_group(world, def.group, &contract_error), WEND_ERROR_NAME,
                     "");
    CONTRACT_REFUSED(wend_world_remove_map(world, map, &contract_error), WEND_ERROR_NAME, "");
    CONTRACT_OK(wend_world_add_group(world, "family", &def.group, &contract_error));
    CONTRACT_OK(wend_world_add_map_object(world, "own", 2, &object, NULL, &contract_error));
    wend_world_destroy(world);
}
END_TEST

/* A snapshot contains queued removals. */
START_TEST(snapshots_keep_queued_removals) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_goal goal = contract_goal(world, 9, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent first = contract_agent(world, 1, 0, 0, goal);
    contract_agent(world, 2, 0, 4, goal);
    contract_step(world, 3);
    CONTRACT_OK(wend_world_remove_agent(world, first, &contract_error));
    CONTRACT_OK(wend_world_remove_goal(world, goal, &contract_error));
    wend_world *loaded = contract_reload(world, NULL);
    contract_step(world, 5);
    contract_step(loaded, 5);
    ck_assert_uint_eq(wend_world_agent_count(loaded), 1);
    ck_assert_uint_eq(wend_world_goal_index(loaded, goal), WEND_NO_GOAL);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/removal", id_of_a_removed_goal_is_stale_and_its_name_reusable,
             repeated_orders_do_not_increase_memory_use, agents_choose_among_the_remaining_goals,
             a_removed_obstacle_opens_its_passage, a_profile_can_be_removed_only_if_no_agent_has_it,
             paths_groups_and_maps_can_be_removed, snapshots_keep_queued_removals);
}
