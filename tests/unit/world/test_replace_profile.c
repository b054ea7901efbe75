/* Replacing the definition of a profile: what refers to the profile follows, the run is that of
 * agents that change their profile, and a failure changes nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/objects.h>
#include <wend/snapshot.h>
#include <wend/source.h>

#include "support/floors.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_profile_def def_with(const char *steer) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = steer;
    return def;
}

/* A crowd in a room with pillars: two groups that walk through each other. */
static wend_world *crowd(const wend_profile_def *def, wend_profile *profile) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    *profile = worlds_add_profile(world, def);
    wend_goal goals[] = {worlds_point(world, 19, 6), worlds_point(world, 1, 6)};
    for (int i = 0; i < 24; i++) {
        double x = i % 2 == 0 ? 1.0 + i / 2 % 3 : 19.0 - i / 2 % 3;
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){x, 2.0 + i / 6 * 2.0};
        agent.profile = *profile;
        agent.goal = goals[i % 2];
        worlds_add(world, &agent);
    }
    return world;
}

static void replace(wend_world *world, wend_profile profile, const wend_profile_def *def) {
    wend_error error = {0};
    wend_result result = wend_world_replace_profile(world, profile, def, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
}

static void refuse(wend_world *world, wend_profile profile, const wend_profile_def *def,
                   wend_result expected, const char *says) {
    wend_error error = {0};
    uint32_t count = wend_world_profile_count(world);
    wend_profile_def before, after;
    bool known = wend_world_get_profile_def(world, profile, &before, NULL);
    ck_assert_int_eq(wend_world_replace_profile(world, profile, def, &error), expected);
    ck_assert_msg(strstr(error.message, says), "'%s' does not say '%s'", error.message, says);
    for (uint32_t i = count; i < wend_world_profile_count(world); i++) {
        ck_assert_uint_eq(wend_world_profile_at(world, i).value, 0);
    }
    if (known) {
        ck_assert(wend_world_get_profile_def(world, profile, &after, NULL));
        ck_assert_str_eq(before.steer.name, after.steer.name);
        ck_assert_str_eq(before.follow.name, after.follow.name);
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

START_TEST(before_the_first_step_it_equals_another_definition) {
    wend_profile_def first = def_with("direct"), second = def_with("orca");
    wend_profile a, b;
    wend_world *one = crowd(&first, &a), *two = crowd(&second, &b);
    replace(one, a, &second);
    ck_assert_uint_eq(wend_world_profile_at(one, 1).value, 0); /* nothing is left of the old one */
    for (int i = 0; i < 120; i++) {
        worlds_step(one, 1);
        worlds_step(two, 1);
        ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(two));
    }
    wend_world_destroy(one);
    wend_world_destroy(two);
}
END_TEST

START_TEST(later_it_equals_a_change_of_profile) {
    wend_profile_def first = def_with("orca"), second = def_with("helbing");
    wend_profile a, b;
    wend_world *one = crowd(&first, &a), *two = crowd(&first, &b);
    worlds_step(one, 30);
    worlds_step(two, 30);
    uint64_t before = wend_world_hash(one);
    replace(one, a, &second);
    ck_assert_uint_eq(wend_world_hash(one), before);
    wend_profile other = worlds_add_profile(two, &second);
    wend_agent_state agents[32];
    uint32_t count = wend_world_get_agents(two, agents, 32);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_int_eq(wend_world_set_agent_profile(two, agents[i].agent, other, NULL), WEND_OK);
    }
    for (int i = 0; i < 100; i++) {
        worlds_step(one, 1);
        worlds_step(two, 1);
        ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(two));
    }
    count = wend_world_get_agents(one, agents, 32);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(agents[i].profile.value, a.value);
    }
    ck_assert_uint_eq(wend_world_profile_at(one, 1).value, 0); /* the old one is removed */
    ck_assert_str_eq(wend_world_profile_entry(one, a, WEND_KIND_STEERING)->name, "helbing");
    wend_world_destroy(one);
    wend_world_destroy(two);
}
END_TEST

START_TEST(the_last_of_several_replacements_counts) {
    wend_profile_def defs[] = {def_with("orca"), def_with("helbing"), def_with("direct")};
    wend_profile a, b;
    wend_world *one = crowd(&defs[0], &a), *two = crowd(&defs[0], &b);
    worlds_step(one, 20);
    worlds_step(two, 20);
    for (int i = 0; i < 3; i++) {
        replace(one, a, &defs[1]);
        replace(one, a, &defs[2]);
    }
    replace(two, b, &defs[2]);
    worlds_step(one, 50);
    worlds_step(two, 50);
    ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(two));
    for (uint32_t i = 1; i < wend_world_profile_count(one); i++) {
        ck_assert_uint_eq(wend_world_profile_at(one, i).value, 0);
    }
    wend_world_destroy(one);
    wend_world_destroy(two);
}
END_TEST

START_TEST(a_snapshot_with_a_replacement_continues) {
    wend_profile_def first = def_with("orca"), second = def_with("helbing");
    wend_profile a;
    wend_setting horizon = {"horizon", {.number = wend_uniform(1.0, 4.0)}};
    first.steer = (wend_choice){"orca", &horizon, 1};
    wend_world *one = crowd(&first, &a);
    for (int round = 0; round < 4; round++) {
        worlds_step(one, 10);
        wend_setting longer = {"horizon", {.number = wend_uniform(2.0, 5.0 + round)}};
        wend_profile_def third = second;
        third.steer = (wend_choice){"orca", &longer, 1};
        replace(one, a, round % 2 == 0 ? &third : &first);
        wend_world *two = worlds_reload(one, NULL);
        for (int i = 0; i < 20; i++) {
            worlds_step(one, 1);
            worlds_step(two, 1);
            ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(two));
        }
        wend_world_destroy(two);
    }
    wend_world_destroy(one);
}
END_TEST

/* Gives all agents another profile and, if `horizon` is above 0, that value of a parameter. */
static void change_all(wend_world *world, const wend_profile_def *def, double horizon) {
    wend_agent_state agents[32];
    wend_profile profile = worlds_add_profile(world, def);
    uint32_t count = wend_world_get_agents(world, agents, 32);
    for (uint32_t i = 0; i < count; i++) {
        wend_agent agent = agents[i].agent;
        ck_assert_int_eq(wend_world_set_agent_profile(world, agent, profile, NULL), WEND_OK);
        if (horizon > 0.0) {
            ck_assert_int_eq(wend_world_set_agent_param(world, agent, WEND_KIND_STEERING, "horizon",
                                                        horizon, NULL),
                             WEND_OK);
        }
    }
}

START_TEST(only_changed_distributions_are_sampled_again) {
    wend_setting sampled = {"horizon", {.number = wend_uniform(0.5, 6.0)}};
    wend_setting constant = {"horizon", {.number = wend_constant(8.0)}};
    wend_profile_def first = def_with("orca"), second = def_with("orca");
    wend_profile profiles[5];
    wend_world *worlds[5];
    uint64_t hashes[5];
    first.steer = (wend_choice){"orca", &sampled, 1};
    second.steer = (wend_choice){"orca", &constant, 1};
    for (int i = 0; i < 5; i++) {
        worlds[i] = crowd(&first, &profiles[i]);
        worlds_step(worlds[i], 20);
    }
    replace(worlds[0], profiles[0], &second);
    change_all(worlds[1], &second, 8.0);
    change_all(worlds[2], &second, 0.0); /* they keep their own values */
    replace(worlds[3], profiles[3], &first);
    change_all(worlds[4], &first, 0.0);
    for (int i = 0; i < 5; i++) {
        worlds_step(worlds[i], 60);
        hashes[i] = wend_world_hash(worlds[i]);
        wend_world_destroy(worlds[i]);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[0], hashes[2]);
    ck_assert_uint_eq(hashes[3], hashes[4]);
}
END_TEST

/* ---- Others ---------------------------------------------------------------------------------- */

START_TEST(sources_emit_with_the_new_definition) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = def_with("direct");
    def.name = "visitor";
    wend_profile profile = worlds_add_profile(world, &def);
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = profile;
    agent.goal = worlds_point(world, 1000, 0);
    wend_source_def source = wend_default_source_def();
    wend_point at = {0, 0};
    source.shape = WEND_GOAL_DISC;
    source.radius = 0.5;
    source.points = &at;
    source.point_count = 1;
    source.agent = &agent;
    source.timing = WEND_SOURCE_RATE;
    source.count = 10;
    source.rate = 1.0;
    ck_assert_int_eq(wend_world_add_source(world, &source, NULL, NULL), WEND_OK);
    worlds_step(world, 35);
    def.follow.name = "external"; /* agents stand still */
    def.name = "ignored";
    replace(world, profile, &def);
    ck_assert_str_eq(wend_world_get_profile_name(world, profile), "visitor");
    wend_agent_state before[16], after[16];
    worlds_step(world, 2);
    uint32_t count = wend_world_get_agents(world, before, 16);
    worlds_step(world, 100);
    uint32_t more = wend_world_get_agents(world, after, 16);
    ck_assert_uint_ge(more, count);
    for (uint32_t i = 0; i < more; i++) {
        ck_assert_uint_eq(after[i].profile.value, profile.value);
        ck_assert_double_lt(after[i].position.x, 6.0);
        ck_assert_float_eq(after[i].velocity.x, 0.0F);
    }
    wend_world_destroy(world);
}
END_TEST

/* A machine with a state that has a planner of its own. */
static wend_machine add_machine(wend_world *world, const char *follow) {
    wend_machine_def def = wend_default_machine_def();
    wend_state_def states[] = {wend_default_state_def(), wend_default_state_def()};
    wend_machine machine;
    states[0].name = "walk";
    states[1].name = "other";
    states[1].follow.name = follow;
    def.states = states;
    def.state_count = 2;
    ck_assert_int_eq(wend_world_add_machine(world, &def, &machine, NULL), WEND_OK);
    return machine;
}

START_TEST(machines_derive_their_profiles_again) {
    wend_profile_def first = def_with("direct"), second = def_with("orca");
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile profile = worlds_add_profile(world, &first);
    wend_machine machine = add_machine(world, "external");
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.machine = machine;
    def.state = 1;
    def.goal = worlds_point(world, 50, 0);
    wend_agent stands = worlds_add(world, &def);
    def.state = 0;
    def.position = (wend_point){0, 5};
    wend_agent walks = worlds_add(world, &def);
    worlds_step(world, 10);
    replace(world, profile, &second);
    worlds_step(world, 10);
    ck_assert_double_lt(fabs(worlds_state(world, stands).position.x), 1e-6);
    ck_assert_double_gt(worlds_state(world, walks).position.x, 1.5);
    uint32_t derived = 0;
    for (uint32_t i = 0; i < wend_world_profile_count(world); i++) {
        wend_profile one = wend_world_profile_at(world, i);
        if (one.value != 0 && wend_world_get_profile_base(world, one).value == profile.value) {
            ck_assert_str_eq(wend_world_profile_entry(world, one, WEND_KIND_STEERING)->name,
                             "orca");
            ck_assert_str_eq(wend_world_profile_entry(world, one, WEND_KIND_FOLLOWER)->name,
                             "external");
            derived++;
            refuse(world, one, &first, WEND_ERROR_INVALID, "state machine");
        } else {
            ck_assert(one.value == 0 || one.value == profile.value);
        }
    }
    ck_assert_uint_eq(derived, 1);
    /* The agent that walks takes the derived profile when it changes its state. */
    ck_assert_int_eq(wend_world_set_agent_state(world, walks, machine, 1, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_float_eq(worlds_state(world, walks).velocity.x, 0.0F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_on_connections_follow_when_they_return) {
    wend_connection_def ladder = floors_ladder(5, 5, 2.0);
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    wend_goal goal = floors_goal(world, 9, 5, 1);
    wend_agent agent = floors_agent(world, 5, 5, 0, goal);
    wend_profile profile = wend_world_profile_at(world, 0);
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 1, NULL)));
    worlds_step(world, 3);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "sight";
    def.steer.name = "orca";
    replace(world, profile, &def);
    wend_world *again = worlds_reload(world, NULL);
    ck_assert_uint_ne(wend_world_profile_at(world, 1).value, 0); /* the old one, still in use */
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ARRIVED, 200, NULL)));
    ck_assert_uint_eq(worlds_state(world, agent).profile.value, profile.value);
    ck_assert_uint_eq(wend_world_profile_at(world, 1).value, 0);
    worlds_step(again, (uint32_t)(wend_world_step_count(world) - wend_world_step_count(again)));
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(again));
    wend_world_destroy(world);
    wend_world_destroy(again);
}
END_TEST

/* ---- Failures -------------------------------------------------------------------------------- */

START_TEST(failures_change_nothing) {
    wend_profile_def first = def_with("orca"), bad = first;
    wend_profile a, b;
    wend_setting setting = {"horizen", {.number = wend_constant(1.0)}};
    wend_world *one = crowd(&first, &a), *two = crowd(&first, &b);
    worlds_step(one, 10);
    worlds_step(two, 10);
    bad.steer.name = "orka";
    refuse(one, a, &bad, WEND_ERROR_NAME, "did you mean 'orca'");
    bad = first;
    bad.steer = (wend_choice){"orca", &setting, 1};
    refuse(one, a, &bad, WEND_ERROR_NAME, "did you mean 'horizon'");
    bad = first;
    bad.plan.name = "navmesh"; /* the world has none */
    refuse(one, a, &bad, WEND_ERROR_NAME, "navmesh");
    bad = first;
    bad.follow.name = "gradient"; /* it needs a field, which `straight` does not give */
    refuse(one, a, &bad, WEND_ERROR_INVALID, "gradient");
    bad = first;
    bad.radius = wend_constant(-1.0);
    refuse(one, a, &bad, WEND_ERROR_INVALID, "radius");
    bad = first;
    bad.size = 0;
    refuse(one, a, &bad, WEND_ERROR_INVALID, "wend_default_profile_def");
    refuse(one, (wend_profile){0}, &first, WEND_ERROR_NAME, "profile");
    refuse(one, (wend_profile){a.value + 7}, &first, WEND_ERROR_NAME, "profile");
    worlds_step(one, 50);
    worlds_step(two, 50);
    ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(two));
    wend_world_destroy(one);
    wend_world_destroy(two);
}
END_TEST

START_TEST(entries_of_states_must_fit_the_new_definition) {
    wend_profile_def first = def_with("direct"), second = first;
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile profile = worlds_add_profile(world, &first);
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.machine = add_machine(world, "waypoint");
    def.goal = worlds_point(world, 50, 0);
    worlds_add(world, &def);
    worlds_step(world, 5);
    uint64_t hash = wend_world_hash(world);
    second.plan.name = "field"; /* it gives no polyline, which `waypoint` needs, and needs a map */
    refuse(world, profile, &second, WEND_ERROR_INVALID, "waypoint");
    ck_assert_uint_eq(wend_world_hash(world), hash);
    replace(world, profile, &first); /* the derived profile is still there to be replaced */
    worlds_step(world, 5);
    wend_world_destroy(world);
}
END_TEST

/* The second definition needs a state table, an object, and memory for sampled numbers. */
START_TEST(running_out_of_memory_changes_nothing) {
    wend_setting horizon = {"horizon", {.number = wend_uniform(1.0, 4.0)}};
    wend_profile_def first = def_with("direct"), second = def_with("orca");
    second.steer = (wend_choice){"orca", &horizon, 1};
    uint32_t failures = 0;
    for (unsigned long at = 1;; at++) {
        worlds_heap heap = {0};
        wend_world_def def = wend_default_world_def();
        def.space = worlds_open();
        def.allocator = worlds_allocator(&heap);
        wend_world *world = worlds_from(&def);
        wend_profile profile = worlds_add_profile(world, &first);
        wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 50, 0));
        worlds_step(world, 5);
        heap.fails_at = heap.calls + at;
        wend_result result = wend_world_replace_profile(world, profile, &second, NULL);
        heap.fails_at = 0;
        const char *name = wend_world_profile_entry(world, profile, WEND_KIND_STEERING)->name;
        ck_assert_str_eq(name, result == WEND_OK ? "orca" : "direct");
        worlds_step(world, 5);
        ck_assert_double_gt(worlds_state(world, agent).position.x, 0.5);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
        if (result == WEND_OK) {
            break;
        }
        ck_assert_int_eq(result, WEND_ERROR_MEMORY);
        failures++;
    }
    ck_assert_uint_gt(failures, 5);
}
END_TEST

int main(void) {
    SUITE("world/replace_profile", before_the_first_step_it_equals_another_definition,
          later_it_equals_a_change_of_profile, the_last_of_several_replacements_counts,
          a_snapshot_with_a_replacement_continues, only_changed_distributions_are_sampled_again,
          sources_emit_with_the_new_definition, machines_derive_their_profiles_again,
          agents_on_connections_follow_when_they_return, failures_change_nothing,
          entries_of_states_must_fit_the_new_definition, running_out_of_memory_changes_nothing);
}
