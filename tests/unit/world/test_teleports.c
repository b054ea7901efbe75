/* Teleports: refusals, layers, connections, agents that have arrived, masks, snapshots and lack of
 * memory. */
#include <math.h>
#include <string.h>

#include "support/floors.h"
#include "support/suite.h"
#include "support/worlds.h"

static void must(wend_result result) {
    ck_assert_int_eq(result, WEND_OK);
}

static bool is_at(const wend_world *world, wend_agent agent, double x, double y, double slack) {
    wend_agent_state state = worlds_state(world, agent);
    return hypot(state.position.x - x, state.position.y - y) <= slack;
}

START_TEST(refuses_teleport_off_the_ground) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 2, 5, worlds_point(world, 4, 5));
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){10, 5}; /* in the solid of class 1 */
    ck_assert_int_eq(wend_world_add_agents(world, &def, 1, NULL, NULL), WEND_ERROR_INVALID);
    def.class_mask = 0;
    wend_agent masked = worlds_add(world, &def);
    worlds_step(world, 1);
    static const wend_point wrong[] = {{-1, 5}, {(double)NAN, 0}, {1e9, 0}, {10, 5}};
    wend_error error = {0};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(wend_world_teleport_agent(world, agent, wrong[i], 0, &error),
                         WEND_ERROR_INVALID);
    }
    ck_assert_ptr_nonnull(strstr(error.message, "not on walkable ground"));
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){5, 5}, 1, NULL),
                     WEND_ERROR_NAME);
    const wend_agent both[] = {agent, agent};
    ck_assert_int_eq(wend_world_teleport_agents(world, both, &wrong[2], NULL, 2, NULL),
                     WEND_ERROR_INVALID);
    must(wend_world_teleport_agent(world, masked, (wend_point){10.1, 5}, 0, NULL));
    worlds_step(world, 1);
    ck_assert(is_at(world, masked, 10.1, 5, 1e-6));
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 1);
    /* The class of the solid at the target is enabled again before the step, so the agent stays
     * where it is. */
    must(wend_world_set_class_enabled(world, 1, false, NULL));
    worlds_step(world, 40);
    must(wend_world_set_class_enabled(world, 1, true, NULL));
    must(wend_world_teleport_agent(world, agent, (wend_point){10, 4.5}, 0, NULL));
    worlds_step(world, 1);
    ck_assert(is_at(world, agent, 4, 5, 0.5));
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agent_teleported_to_another_layer_walks_on) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "orca");
    wend_goal_def def = wend_default_goal_def();
    wend_point position = {5, 18};
    def.points = &position;
    def.layer = 2;
    wend_agent agent = worlds_agent(world, 2, 2, worlds_add_goal(world, &def));
    worlds_step(world, 5);
    must(wend_world_teleport_agent(world, agent, (wend_point){15, 15}, 2, NULL));
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LAYER, &event), 1);
    ck_assert_uint_eq(event.detail, 2);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    ck_assert_uint_eq(worlds_step_counting(world, 200, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(teleported_agent_walks_to_its_goal_again) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca");
    wend_goal goal = worlds_limited(world, 3, 0, 1, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    ck_assert_uint_eq(worlds_step_counting(world, 60, WEND_EVENT_ARRIVED), 1);
    must(wend_world_teleport_agent(world, agent, (wend_point){-5, 1}, 0, NULL));
    worlds_step(world, 1);
    ck_assert(is_at(world, agent, -5, 1, 0.2));
    ck_assert_uint_eq(worlds_step_counting(world, 120, WEND_EVENT_ARRIVED), 1);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    /* An agent without goal and route can be teleported as well. */
    wend_agent idle = worlds_agent(world, 9, 9, (wend_goal){0});
    worlds_step(world, 1);
    must(wend_world_teleport_agent(world, idle, (wend_point){20, 20}, 0, NULL));
    worlds_step(world, 5);
    ck_assert(is_at(world, idle, 20, 20, 1e-6));
    wend_world_destroy(world);
}
END_TEST

/* The agent is teleported from the middle of a ladder: once to the floor below, and once to the
 * floor above. */
START_TEST(teleported_agent_leaves_connection) {
    static const char *const planners[] = {"sight", "straight"};
    for (uint32_t round = 0; round < 4; round++) {
        wend_connection_def ladder = floors_ladder(5, 5, 4.0);
        wend_world *world =
            floors_world(floors_space(2, false, &ladder, 1), planners[round % 2], "orca", 1);
        wend_agent agent = floors_agent(world, 4, 5, 0, floors_goal(world, 9, 5, 1));
        wend_agent second = floors_agent(world, 3, 5, 0, floors_goal(world, 8, 8, 1));
        ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 100, NULL)));
        worlds_step(world, 5);
        ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_CROSSING);
        uint32_t layer = round / 2;
        must(wend_world_teleport_agent(world, agent, (wend_point){2, 8}, layer, NULL));
        worlds_step(world, 1);
        ck_assert(is_at(world, agent, 2, 8, 0.25));
        ck_assert_uint_eq(worlds_state(world, agent).layer, layer);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LAYER, NULL), layer);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_EXITED, NULL), 1);
        ck_assert_uint_eq(wend_world_agent_count(world), 2);
        ck_assert_uint_eq(wend_world_get_stats(world).teleports, 1);
        wend_world *loaded = worlds_reload(world, NULL);
        ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ARRIVED, 400, NULL)));
        worlds_step(world, 200);
        ck_assert_int_eq(worlds_state(world, second).activity, WEND_ACTIVITY_ARRIVED);
        worlds_step(loaded,
                    (uint32_t)(wend_world_step_count(world) - wend_world_step_count(loaded)));
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        wend_world_destroy(loaded);
        wend_world_destroy(world);
    }
}
END_TEST

/* Many agents are teleported at once, onto each other. The resulting state does not depend on the
 * number of threads. */
START_TEST(bulk_teleport_does_not_depend_on_thread_count) {
    uint64_t hashes[3];
    for (uint32_t run = 0; run < 3; run++) {
        wend_world_def def = wend_default_world_def();
        def.space = worlds_pillars();
        def.threads = 1 + run;
        wend_world *world = worlds_from(&def);
        worlds_profile(world, "orca");
        wend_agent agents[100];
        wend_point positions[100];
        for (int i = 0; i < 100; i++) {
            agents[i] = worlds_agent(world, 0.5 + 0.5 * (i % 10), 0.5 + i / 10,
                                     worlds_point(world, 18, 1.0 + 0.1 * i));
            positions[i] = (wend_point){15.0 + 0.1 * (i % 10), 1.0 + 0.5 * (i / 10)};
        }
        worlds_step(world, 5);
        must(wend_world_teleport_agents(world, agents, positions, NULL, 100, NULL));
        worlds_step(world, 40);
        ck_assert_uint_eq(wend_world_get_stats(world).teleports, 100);
        hashes[run] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

int main(void) {
    SUITE("world/teleports", refuses_teleport_off_the_ground,
          agent_teleported_to_another_layer_walks_on, teleported_agent_walks_to_its_goal_again,
          teleported_agent_leaves_connection, bulk_teleport_does_not_depend_on_thread_count);
}
