/* The selectors `random`, `weighted` and `round_robin`, and other sets: how often goals are taken,
 * and that choices do not depend on threads, on the order of adding or on a snapshot. */
#include <math.h>
#include <stdlib.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { GOALS = 4, AGENTS = 4000 };

/* The value that a chi-square variable with 3 degrees of freedom exceeds with probability 0.001. */
static const double chi_square_limit = 16.27;

static wend_goal weighted_goal(wend_world *world, double x, double y, double weight) {
    wend_point point = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &point;
    def.weight = weight;
    return worlds_add_goal(world, &def);
}

static uint32_t index_of(const wend_goal *goals, wend_goal goal) {
    uint32_t i = 0;
    while (i < GOALS && goals[i].value != goal.value) {
        i++;
    }
    ck_assert_uint_lt(i, GOALS);
    return i;
}

/* Adds agents that choose in the first step, and counts their choices. */
static void count_choices(wend_world *world, const wend_goal *goals, uint32_t counts[GOALS]) {
    wend_goal_set set = worlds_goal_set(world, goals, GOALS);
    wend_agent_state *states = malloc(AGENTS * sizeof *states);
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){(double)(i % 64), (double)(i / 64)};
        def.goal_set = set;
        worlds_add(world, &def);
    }
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_agents(world, states, AGENTS), AGENTS);
    for (uint32_t i = 0; i < GOALS; i++) {
        counts[i] = 0;
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        counts[index_of(goals, states[i].goal)]++;
    }
    free(states);
}

static double chi_square(const uint32_t counts[GOALS], const double shares[GOALS]) {
    double sum = 0;
    for (int i = 0; i < GOALS; i++) {
        double expected = AGENTS * shares[i];
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

START_TEST(random_takes_all_goals_equally_often) {
    static const double shares[GOALS] = {0.25, 0.25, 0.25, 0.25};
    wend_world *world = worlds_choosing("random", 2);
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) { /* weights do not count */
        goals[i] = weighted_goal(world, 100, 100 + 10 * i, 1 + i);
    }
    uint32_t counts[GOALS];
    count_choices(world, goals, counts);
    ck_assert_double_lt(chi_square(counts, shares), chi_square_limit);
    wend_world_destroy(world);
}
END_TEST

START_TEST(weighted_takes_goals_as_often_as_their_weights) {
    static const double weights[2][GOALS] = {{1, 2, 3, 4}, {0.5, 1, 0.25, 40}};
    for (int k = 0; k < 2; k++) {
        wend_world *world = worlds_choosing("weighted", 2);
        wend_goal goals[GOALS];
        double shares[GOALS], sum = 0;
        for (int i = 0; i < GOALS; i++) {
            sum += weights[k][i];
        }
        for (int i = 0; i < GOALS; i++) {
            shares[i] = weights[k][i] / sum;
            goals[i] = weighted_goal(world, 100, 100 + 10 * i, weights[k][i]);
        }
        uint32_t counts[GOALS];
        count_choices(world, goals, counts);
        ck_assert_msg(chi_square(counts, shares) < chi_square_limit, "%g",
                      chi_square(counts, shares));
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(rejects_weights_out_of_range) {
    static const double wrong[] = {0, -1, 1e7, NAN, INFINITY};
    wend_world *world = worlds_choosing("weighted", 1);
    for (int i = 0; i < 5; i++) {
        wend_goal_def def = wend_default_goal_def();
        def.weight = wrong[i];
        ck_assert_int_eq(wend_world_add_goal(world, &def, NULL, NULL), WEND_ERROR_INVALID);
    }
    wend_world_destroy(world);
}
END_TEST

/* The weight of a removed goal is not inherited by the goal that reuses its index. */
START_TEST(weight_goes_with_its_goal) {
    wend_world *world = worlds_choosing("weighted", 1);
    wend_goal heavy = weighted_goal(world, 0, 0, 1e6);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_remove_goal(world, heavy, NULL), WEND_OK);
    worlds_step(world, 1);
    static const double shares[GOALS] = {0.25, 0.25, 0.25, 0.25};
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        goals[i] = weighted_goal(world, 100, 10 * i, 1);
    }
    ck_assert_uint_eq(wend_world_goal_index(world, goals[0]), 0);
    uint32_t counts[GOALS];
    count_choices(world, goals, counts);
    ck_assert_double_lt(chi_square(counts, shares), chi_square_limit);
    wend_world_destroy(world);
}
END_TEST

/* ---- Turns ----------------------------------------------------------------------------------- */

static wend_agent add(wend_world *world, uint64_t key, wend_goal_set set) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){(double)key, 0};
    def.goal_set = set;
    return worlds_add(world, &def);
}

/* All agents of the set share the turn, whatever their profile. A snapshot keeps it, and each set
 * has its own. */
START_TEST(round_robin_shares_the_turn_of_a_set) {
    wend_world *world = worlds_choosing("round_robin", 1);
    wend_profile_def other = worlds_profile_def();
    other.name = "other";
    other.select.name = "round_robin";
    wend_profile second = worlds_add_profile(world, &other);
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        goals[i] = worlds_point(world, 50, 10 * i);
    }
    wend_goal_set set = worlds_goal_set(world, goals, 3), pair = worlds_goal_set(world, goals, 2);
    uint64_t key = 1;
    for (uint32_t step = 0; step < 10; step++) {
        wend_agent agents[2] = {add(world, key, set), {0}}, single = add(world, key + 100, pair);
        wend_agent_def def = wend_default_agent_def();
        def.key = key + 1;
        def.goal_set = set;
        def.profile = second;
        agents[1] = worlds_add(world, &def);
        worlds_step(world, 1);
        for (uint32_t i = 0; i < 2; i++) {
            ck_assert_uint_eq(worlds_state(world, agents[i]).goal.value,
                              goals[(2 * step + i) % 3].value);
        }
        ck_assert_uint_eq(worlds_state(world, single).goal.value, goals[step % 2].value);
        key += 2;
        if (step == 4) {
            wend_world *loaded = worlds_reload(world, NULL);
            wend_world_destroy(world);
            world = loaded;
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Other sets ------------------------------------------------------------------------------ */

START_TEST(command_gives_another_goal_set) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        goals[i] = worlds_point(world, 10 * i + 10, 0);
    }
    wend_goal_set near = worlds_goal_set(world, goals, 2),
                  far = worlds_goal_set(world, &goals[2], 2);
    wend_agent agents[2] = {add(world, 1, near), add(world, 2, near)};
    wend_goal_set sets[2] = {far, {0}};
    worlds_step(world, 10);
    ck_assert_uint_eq(worlds_state(world, agents[0]).goal.value, goals[0].value);
    ck_assert_int_eq(wend_world_set_agent_goal_sets(world, agents, sets, 2, NULL), WEND_OK);
    wend_world *loaded = worlds_reload(world, NULL); /* the command is saved, too */
    worlds_step(world, 2);
    worlds_step(loaded, 2);
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    ck_assert_uint_eq(worlds_state(world, agents[0]).goal.value, goals[2].value);
    ck_assert_int_eq(worlds_state(world, agents[1]).activity, WEND_ACTIVITY_WAITING);
    ck_assert_int_eq(wend_world_set_agent_goal_set(world, agents[1], near, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_uint_eq(worlds_state(world, agents[1]).goal.value, goals[0].value);
    wend_goal_set stale = {near.value + 7};
    ck_assert_int_eq(wend_world_set_agent_goal_set(world, agents[0], stale, NULL), WEND_ERROR_NAME);
    /* A set that is removed before the command is applied counts as none. */
    ck_assert_int_eq(wend_world_remove_goal_set(world, near, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_goal_set(world, agents[0], near, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_int_eq(worlds_state(world, agents[0]).activity, WEND_ACTIVITY_WAITING);
    wend_world_destroy(world);
    wend_world_destroy(loaded);
}
END_TEST

/* ---- Determinism ----------------------------------------------------------------------------- */

/* Runs a crowd that chooses again and again, and returns its hash. */
static uint64_t run_crowd(const char *select, uint32_t threads, bool reversed, bool reloads) {
    wend_world *world = worlds_choosing(select, threads);
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        goals[i] = worlds_limited(world, 3 * i, 6 * (i % 2), 0, WEND_ON_ARRIVAL_CONTINUE);
    }
    wend_goal_set set = worlds_goal_set(world, goals, GOALS);
    for (uint64_t i = 0; i < 400; i++) {
        uint64_t key = reversed ? 400 - i : i + 1;
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.position = (wend_point){0.2 * (double)(key % 20), 0.3 * (double)(key / 20)};
        def.goal_set = set;
        worlds_add(world, &def);
    }
    for (int part = 0; part < 3; part++) {
        worlds_step(world, 20);
        if (reloads) {
            wend_world *loaded = worlds_reload(world, NULL);
            wend_world_destroy(world);
            world = loaded;
        }
    }
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

START_TEST(choices_depend_only_on_seed_and_keys) {
    static const char *const all[] = {"random",         "weighted",      "round_robin", "quickest",
                                      "least_populous", "most_populous", "nearest",     "farthest"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        uint64_t hash = run_crowd(all[k], 1, false, false);
        ck_assert_msg(run_crowd(all[k], 3, false, false) == hash, "%s: threads", all[k]);
        ck_assert_msg(run_crowd(all[k], 2, true, false) == hash, "%s: order", all[k]);
        ck_assert_msg(run_crowd(all[k], 1, false, true) == hash, "%s: snapshot", all[k]);
    }
}
END_TEST

/* ---- Failing allocations --------------------------------------------------------------------- */

/* A step that runs out of memory while agents choose can be repeated, and nothing else changes. */
START_TEST(choices_survive_failing_allocations) {
    static const char *const all[] = {"round_robin", "quickest", "mirror"};
    for (size_t k = 0; k < 3; k++) {
        uint64_t expected = 0;
        for (unsigned long fail = 0; fail < 60; fail++) {
            worlds_heap heap = {0};
            wend_world_def def = wend_default_world_def();
            def.space = worlds_open();
            def.allocator = worlds_allocator(&heap);
            wend_world *world = worlds_from(&def);
            wend_profile_def profile = worlds_profile_def();
            profile.select.name = all[k];
            worlds_add_profile(world, &profile);
            wend_goal goals[2] = {worlds_point(world, 9, 9), worlds_point(world, 9, -9)};
            wend_goal_set set = worlds_goal_set(world, goals, 2);
            for (uint64_t key = 1; key <= 20; key++) {
                add(world, key, set);
            }
            heap.fails_at = fail ? heap.calls + fail : 0;
            for (int tries = 0; tries < 3 && wend_world_step(world, 1, NULL) != WEND_OK; tries++) {
                heap.fails_at = 0;
            }
            heap.fails_at = 0;
            worlds_step(world, 5);
            expected = fail ? expected : wend_world_hash(world);
            ck_assert_msg(wend_world_hash(world) == expected, "%s, %lu", all[k], fail);
            wend_world_destroy(world);
            ck_assert_uint_eq(heap.held, 0);
        }
    }
}
END_TEST

int main(void) {
    SUITE("behave/random_choice", random_takes_all_goals_equally_often,
          weighted_takes_goals_as_often_as_their_weights, rejects_weights_out_of_range,
          weight_goes_with_its_goal, round_robin_shares_the_turn_of_a_set,
          command_gives_another_goal_set, choices_depend_only_on_seed_and_keys,
          choices_survive_failing_allocations);
}
