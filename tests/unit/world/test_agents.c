/* Agents: ids, keys, adding and removing, commands during a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *walking_world(wend_goal *goal) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    *goal = worlds_direction(world, 0.0);
    return world;
}

START_TEST(ids_are_generational) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_agent first = worlds_agent(world, 0, 0, goal), second;
    wend_agent_state state;
    ck_assert(!wend_world_get_agent(world, first, &state)); /* still queued */
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    worlds_step(world, 1);
    ck_assert(wend_world_get_agent(world, first, &state));
    ck_assert_uint_eq(state.agent.value, first.value);
    ck_assert_uint_ne(first.value, 0);
    ck_assert(!wend_world_get_agent(world, (wend_agent){0}, &state));
    ck_assert(!wend_world_get_agent(world, (wend_agent){first.value + 1}, &state));
    ck_assert_int_eq(wend_world_remove_agent(world, first, NULL), WEND_OK);
    ck_assert(wend_world_get_agent(world, first, &state)); /* it stays until the next step */
    worlds_step(world, 1);
    ck_assert(!wend_world_get_agent(world, first, &state));
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
    second = worlds_agent(world, 5, 5, goal);
    worlds_step(world, 1);
    ck_assert_uint_eq((uint32_t)second.value, (uint32_t)first.value); /* the slot is reused */
    ck_assert_uint_ne(second.value, first.value);
    ck_assert(!wend_world_get_agent(world, first, &state));
    ck_assert(wend_world_get_agent(world, second, &state));
    wend_world_destroy(world);
}
END_TEST

START_TEST(commands_to_stale_agents_do_nothing) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_agent old = worlds_agent(world, 0, 0, goal);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_remove_agent(world, old, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(world, old, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LEFT, NULL), 1);
    wend_agent fresh = worlds_agent(world, 0, 0, goal);
    wend_goal up = worlds_direction(world, 1.5707963267948966);
    ck_assert_int_eq(wend_world_set_agent_goal(world, old, up, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_profile(world, old, worlds_nth_profile(0), NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, old, (wend_point){9, 9}, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_teleport_agent(world, old, (wend_point){9, 9}, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(world, old, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(world, (wend_agent){0}, NULL), WEND_OK);
    worlds_step(world, 2);
    wend_agent_state state = worlds_state(world, fresh);
    ck_assert_float_eq(state.velocity.x, 1.3F);
    ck_assert_float_eq(state.velocity.y, 0.0F);
    ck_assert_uint_eq(wend_world_agent_count(world), 1);
    wend_world_destroy(world);
}
END_TEST

/* Commands with invalid values are refused when they are given. */
START_TEST(bad_commands_are_refused) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    wend_point nowhere = {NAN, 0}, far = {1e6, 0}, good = {1, 1};
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, (wend_goal){77}, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_profile(world, agent, worlds_nth_profile(1), NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, nowhere, NULL),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, far, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, nowhere, 0, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, far, 0, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, good, 1, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_goal_position(world, (wend_goal){0}, good, 0, good, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_goal_position(world, goal, nowhere, 0, good, NULL),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_goal_position(world, goal, good, 0, far, NULL),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_goal_position(world, goal, good, 1, good, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 0, false, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, (wend_obstacle){5}, true, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 1, NULL, NULL),
                     WEND_ERROR_NAME);
    wend_world_destroy(world);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void expect_refused(wend_world *world, wend_agent_def def, wend_result result,
                           const char *says) {
    wend_agent_def defs[3] = {wend_default_agent_def(), wend_default_agent_def(), def};
    defs[0].position = defs[1].position = (wend_point){2, 2};
    defs[0].key = 1000;
    wend_agent out[3] = {{7}, {7}, {7}};
    wend_error error = {0};
    uint64_t hash = wend_world_hash(world);
    ck_assert_int_eq(wend_world_add_agents(world, defs, 3, out, &error), result);
    ck_assert_msg(strstr(error.message, says), "'%s' does not say '%s'", error.message, says);
    ck_assert_msg(strstr(error.message, "agent 2"), "'%s' does not say which", error.message);
    for (int i = 0; i < 3; i++) { /* out arguments are unchanged, and no agent was added */
        ck_assert_uint_eq(out[i].value, 7);
    }
    ck_assert_uint_eq(wend_world_hash(world), hash);
    uint32_t count = wend_world_agent_count(world);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_agent_count(world), count);
}

START_TEST(refuses_batch_with_bad_agent) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    worlds_profile(world, "direct");
    wend_agent_def good = wend_default_agent_def(), def;
    good.position = (wend_point){5, 5};
    good.key = 3;
    worlds_add(world, &good);
    ck_assert_int_eq(wend_world_add_agents(world, &good, 1, NULL, NULL), WEND_ERROR_NAME);
    worlds_step(world, 1); /* a key in use is refused before and after this step */
    expect_refused(world, good, WEND_ERROR_NAME, "key is in use");
    good.key = 0;
    def = good, def.position.x = -1;
    expect_refused(world, def, WEND_ERROR_INVALID, "walkable");
    def = good, def.position = (wend_point){10, 5}; /* in a solid of class 1 */
    expect_refused(world, def, WEND_ERROR_INVALID, "walkable");
    def = good, def.position.x = NAN;
    expect_refused(world, def, WEND_ERROR_INVALID, "position");
    def = good, def.position.y = INFINITY;
    expect_refused(world, def, WEND_ERROR_INVALID, "position");
    def = good, def.layer = 1;
    expect_refused(world, def, WEND_ERROR_INVALID, "layer");
    def = good, def.velocity.x = NAN;
    expect_refused(world, def, WEND_ERROR_INVALID, "velocity");
    def = good, def.profile = worlds_nth_profile(1);
    expect_refused(world, def, WEND_ERROR_NAME, "profile");
    def = good, def.radius = -0.1;
    expect_refused(world, def, WEND_ERROR_INVALID, "radius");
    def = good, def.radius = NAN;
    expect_refused(world, def, WEND_ERROR_INVALID, "radius");
    def = good, def.goal.value = 5;
    expect_refused(world, def, WEND_ERROR_NAME, "goal");
    def = good, def.goal_set = worlds_nth_goal_set(0);
    expect_refused(world, def, WEND_ERROR_NAME, "goal set");
    def = good, def.path = worlds_nth_path(0);
    expect_refused(world, def, WEND_ERROR_NAME, "path");
    def = good, def.group = worlds_nth_group(0);
    expect_refused(world, def, WEND_ERROR_NAME, "group");
    def = good, def.key = UINT64_C(1) << 63;
    expect_refused(world, def, WEND_ERROR_INVALID, "key");
    def = good, def.key = 1000; /* the same key twice in one call */
    expect_refused(world, def, WEND_ERROR_NAME, "key is in use");
    worlds_add(world, &def); /* the key is free after the refusal */
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_agent_count(world), 2);
    wend_world_destroy(world);
}
END_TEST

/* Keys that the world chose for refused agents are used again. */
START_TEST(refused_commands_do_not_change_the_run) {
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        wend_goal goal;
        wend_world *world = walking_world(&goal);
        wend_agent_def defs[2] = {wend_default_agent_def(), wend_default_agent_def()};
        defs[1].position.x = NAN;
        if (run == 1) {
            ck_assert_int_eq(wend_world_add_agents(world, defs, 2, NULL, NULL), WEND_ERROR_INVALID);
        }
        worlds_agent(world, 1, 1, goal);
        worlds_agent(world, 4, 1, goal);
        worlds_step(world, 3);
        hashes[run] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Compares the result of thousands of random additions and removals with a plain table. */
START_TEST(agents_are_found_by_key) {
    enum { KEYS = 3000, ROUNDS = 120, SEED = 20 };
    /* Indexed by key; 0 if no agent with that key is in the world. */
    static wend_agent of_key[KEYS + 1];
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    uint64_t draw = 0;
    uint32_t live = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 100; i++) {
            uint64_t n = wend_random_bits(SEED, 0, draw++, 0) % KEYS + 1;
            wend_agent_def def = wend_default_agent_def();
            def.key = n * UINT64_C(0x100000001); /* n in both the low and the high half */
            def.goal = goal;
            wend_agent id = {0};
            wend_result result = wend_world_add_agents(world, &def, 1, &id, NULL);
            ck_assert_msg(result == (of_key[n].value ? WEND_ERROR_NAME : WEND_OK),
                          "seed %d, draw %llu: key %llu gave %d", SEED, (unsigned long long)draw,
                          (unsigned long long)def.key, result);
            live += of_key[n].value == 0;
            of_key[n] = of_key[n].value ? of_key[n] : id;
        }
        worlds_step(world, 1);
        for (int i = 0; i < 90; i++) {
            uint64_t n = wend_random_bits(SEED, 0, draw++, 0) % KEYS + 1;
            if (of_key[n].value) {
                ck_assert_int_eq(wend_world_remove_agent(world, of_key[n], NULL), WEND_OK);
                of_key[n].value = 0;
                live--;
            }
        }
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_agent_count(world), live);
        for (uint64_t n = 1; n <= KEYS; n++) {
            wend_agent found = wend_world_find_agent(world, n * UINT64_C(0x100000001));
            ck_assert_msg(found.value == of_key[n].value, "seed %d, round %d, key %llu", SEED,
                          round, (unsigned long long)n);
        }
    }
    ck_assert_uint_gt(live, 500);
    ck_assert_uint_eq(wend_world_find_agent(world, 0).value, 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_queued_agent_is_not_found_by_its_key) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_agent_def def = wend_default_agent_def();
    def.key = INT64_MAX;
    worlds_add(world, &def);
    ck_assert_uint_eq(wend_world_find_agent(world, def.key).value, 0);
    worlds_step(world, 1);
    ck_assert_uint_ne(wend_world_find_agent(world, def.key).value, 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Mid-run --------------------------------------------------------------------------------- */

START_TEST(goal_and_profile_can_change_during_a_run) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_profile_def slow = worlds_profile_def();
    slow.preferred_speed = wend_constant(0.5);
    slow.radius = wend_constant(0.4);
    wend_profile slow_profile = worlds_add_profile(world, &slow);
    wend_goal back = worlds_direction(world, 3.14159265358979323846);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    worlds_step(world, 10);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_eq_tol(state.position.x, 1.3, 1e-5);
    ck_assert_uint_eq(state.goal.value, goal.value);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, back, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_profile(world, agent, slow_profile, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL, &event), 1);
    ck_assert_uint_eq(event.goal.value, back.value);
    ck_assert_uint_eq(event.agent.value, agent.value);
    state = worlds_state(world, agent);
    ck_assert_float_eq_tol(state.velocity.x, -1.3F, 1e-6F); /* the agent's own speed and radius */
    ck_assert_float_eq(state.radius, 0.25F);
    ck_assert_uint_eq(state.profile.value, slow_profile.value);
    ck_assert_uint_eq(state.goal.value, back.value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_can_be_added_and_removed_during_a_run) {
    wend_goal goal;
    wend_world *world = walking_world(&goal);
    wend_agent agents[40];
    for (int i = 0; i < 40; i++) {
        agents[i] = worlds_agent(world, 0, i, goal);
        if (i >= 5) {
            ck_assert_int_eq(wend_world_remove_agent(world, agents[i - 5], NULL), WEND_OK);
        }
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_agent_count(world), (uint32_t)(i < 5 ? i + 1 : 5));
        for (int k = i < 5 ? 0 : i - 4; k <= i; k++) {
            wend_agent_state state = worlds_state(world, agents[k]);
            ck_assert_double_eq_tol(state.position.x, 0.13 * (i - k + 1), 1e-5);
            ck_assert_double_eq(state.position.y, k);
        }
    }
    /* An agent is added and removed before it enters the world. */
    wend_agent brief = worlds_agent(world, 0, 0, goal);
    ck_assert_int_eq(wend_world_remove_agent(world, brief, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LEFT, NULL), 1);
    ck_assert_uint_eq(wend_world_agent_count(world), 5);
    wend_world_destroy(world);
}
END_TEST

/* Inspecting the world between steps changes nothing, even while the originals of ghosts change. */
START_TEST(queries_do_not_change_the_run) {
    uint64_t hashes[2];
    wend_registry *registry = worlds_registry();
    for (int run = 0; run < 2; run++) {
        wend_world *world = worlds_make(worlds_floors(), registry);
        wend_profile_def def = worlds_profile_def();
        def.steer.name = "sway";
        worlds_add_profile(world, &def);
        def.radius = wend_constant(1.0);
        worlds_add_profile(world, &def);
        wend_goal goal = worlds_point(world, 9, 5);
        wend_agent agents[20];
        for (int i = 0; i < 20; i++) {
            wend_agent_def agent = wend_default_agent_def();
            agent.goal = goal;
            agent.layer = i % 2 ? 1 : 0;
            agent.position = (wend_point){i % 2 ? 10.2 : 9.8, 4.2 + i * 0.08};
            agents[i] = worlds_add(world, &agent);
        }
        worlds_step(world, 3);
        for (int i = 0; i < 20; i++) {
            if (run) {
                ck_assert_ptr_nonnull(wend_world_view(world));
            }
            ck_assert_int_eq(
                wend_world_set_agent_profile(world, agents[i], worlds_nth_profile(1), NULL),
                WEND_OK);
            worlds_step(world, 1);
        }
        hashes[run] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/agents", ids_are_generational, commands_to_stale_agents_do_nothing,
          bad_commands_are_refused, refuses_batch_with_bad_agent,
          refused_commands_do_not_change_the_run, agents_are_found_by_key,
          a_queued_agent_is_not_found_by_its_key, goal_and_profile_can_change_during_a_run,
          agents_can_be_added_and_removed_during_a_run, queries_do_not_change_the_run);
}
