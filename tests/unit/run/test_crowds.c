/* needs: kit */
/* cost: 9 */
/* Crowds that leave a hall: with planners that avoid crowds, they leave sooner by two doors, agents
 * do not go to and fro between the doors, and all arrive. The trial program `exits` runs the same
 * scenes with more seeds (docs/decisions/0058-crowd-density.md). */
#include <math.h>
#include <stdlib.h>

#include <wend/snapshot.h>

#include "support/kit/arrival_trial.h"
#include "support/kit/exit_scenes.h"
#include "support/trials.h"
#include "unit/scenario/lab.h"

static const char map[] = "density: {}\nmaps: {squares: {kind: grid, cell: 0.4}}\n";

static exit_run run_scene(const char *name, const char *plan, uint64_t seed) {
    return exit_scene_run(exit_scene_find(name), plan, map, seed, 1);
}

/* Three pairs of runs with the same seeds. The gain is significant: mean > t * standard error, with
 * Student's t = 2.920 for a probability of 5 % and two degrees of freedom. */
START_TEST(avoiding_crowds_shortens_an_evacuation) {
    enum { SEEDS = 3 };
    double gains[SEEDS], mean = 0.0, squares = 0.0;
    uint32_t agents = exit_scene_find("near")->agents, switches = 0, returns = 0;
    for (uint32_t i = 0; i < SEEDS; i++) {
        exit_run off = run_scene("near", "{name: grid, crowd: 0}", i + 1);
        exit_run on = run_scene("near", "{name: grid, crowd: 4}", i + 1);
        ck_assert_uint_eq(off.arrived, agents);
        ck_assert_uint_eq(on.arrived, agents);
        ck_assert_uint_eq(off.reroutes, 0);
        /* An agent that was pushed off its route, and ignores crowds, may plan another door. */
        ck_assert_uint_le(10 * off.switches, on.switches);
        ck_assert_uint_ge(on.reroutes, agents / 4);
        ck_assert_uint_ge(on.through[0], agents / 4);
        gains[i] = off.last - on.last;
        mean += gains[i] / SEEDS;
        switches += on.switches;
        returns += on.returns;
        /* The density is measured about 30 times in a run; an agent that follows each change
         * would switch about as often. */
        ck_assert_uint_le(on.most, 8);
    }
    for (uint32_t i = 0; i < SEEDS; i++) {
        squares += (gains[i] - mean) * (gains[i] - mean);
    }
    double error = sqrt(squares / (SEEDS - 1) / SEEDS);
    ck_assert_msg(mean > 2.920 * error, "gain %g s, standard error %g s", mean, error);
    ck_assert_uint_le(switches, 2 * SEEDS * agents); /* at most two per agent, on average */
    ck_assert_uint_le(returns, SEEDS * agents);
}
END_TEST

/* Without a queue there is no delay: all agents walk as if the crowd did not count. */
START_TEST(a_sparse_crowd_is_not_affected) {
    exit_run off = run_scene("sparse", "{name: grid, crowd: 0}", 1);
    exit_run on = run_scene("sparse", "{name: grid, crowd: 4}", 1);
    ck_assert_uint_eq(on.reroutes, 0);
    ck_assert_uint_eq(on.hash, off.hash);
}
END_TEST

static const char doors[] =
    "density: {cell: 1, period: 2}\nplan: {name: grid, crowd: 4}\ntime: {plan_budget: 300}\n"
    "space:\n  walkable: [[0, 0], [14, 0], [14, 10], [0, 10]]\n  obstacles:\n"
    "    - [[10, 0], [10.3, 0], [10.3, 1], [10, 1]]\n"
    "    - [[10, 2], [10.3, 2], [10.3, 8], [10, 8]]\n"
    "    - [[10, 9], [10.3, 9], [10.3, 10], [10, 10]]\n"
    "maps: {squares: {kind: grid, cell: 0.4}}\n"
    "goals: {outside: {box: [[13, 0.5], [13.5, 9.5]], on_arrival: leave}}\n"
    "agents: [{goal: outside, random: {box: [[4, 6], [9, 9.5]], count: 40}}]\n";

/* A budget delays searches; threads change nothing. */
START_TEST(agents_arrive_within_a_budget_on_any_number_of_threads) {
    uint64_t hashes[2];
    for (uint32_t i = 0; i < 2; i++) {
        wend_scenario *s = lab_load(doors);
        wend_world *world = NULL;
        ck_assert_int_eq(
            wend_scenario_create_world(s, lab_registry, i == 0 ? 1 : 4, NULL, &world, &lab_error),
            WEND_OK);
        for (uint32_t k = 0; k < 3000 && wend_world_get_stats(world).arrivals < 40; k++) {
            ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        }
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 40);
        ck_assert_uint_gt(wend_world_get_stats(world).reroutes, 0);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

/* Saved in the middle of a period, while some agents wait for a search within the budget. */
START_TEST(a_loaded_world_goes_on_as_the_saved_one) {
    wend_scenario *s = lab_load(doors);
    wend_world *world = lab_world(s), *loaded = NULL;
    uint32_t index = 0;
    for (uint32_t steps = 45; steps <= 75; steps += 3) {
        ck_assert_int_eq(
            wend_world_step(world, steps - (uint32_t)wend_world_step_count(world), &lab_error),
            WEND_OK);
        size_t size = wend_world_save(world, NULL, 0);
        void *bytes = malloc(size);
        ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
        wend_world_def def = wend_default_world_def();
        def.space = wend_world_space(world);
        def.registry = lab_registry;
        ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &lab_error) == WEND_OK, "%s",
                      lab_error.message);
        free(bytes);
        const wend_map *map_object =
            wend_view_find_map(wend_world_view(world), "grid", NULL, &index);
        ck_assert_int_eq(wend_world_restore_map(loaded, "squares",
                                                wend_map_get_info(map_object).hash, map_object,
                                                &lab_error),
                         WEND_OK);
        ck_assert_uint_gt(wend_view_density_generation(wend_world_view(loaded)), 0);
        ck_assert_int_eq(wend_world_step(world, 2, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(loaded, 2, &lab_error), WEND_OK);
        ck_assert_uint_eq(wend_world_get_stats(world).plans, wend_world_get_stats(loaded).plans);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        wend_world_destroy(loaded);
    }
    ck_assert_uint_gt(wend_world_get_stats(world).reroutes, 0);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* In random worlds in which all agents arrive with a planner, they also arrive if it avoids crowds.
 */
START_TEST(agents_arrive_in_random_worlds) {
    static const char *const settings[] = {"density.cell=1", "density.period=1"};
    static const char *const plans[][2] = {{"grid:crowd=0", "grid:crowd=4"},
                                           {"weighted:crowd=0", "weighted:crowd=4"}};
    uint32_t compared = 0;
    for (uint32_t seed = 1; seed <= trials(8); seed++) {
        arrival_world *world = arrival_world_create(ARRIVAL_MIXED, seed, 20);
        arrival_models models[2];
        ck_assert_ptr_nonnull(world);
        arrival_outcome outcomes[2];
        for (int on = 0; on < 2; on++) {
            models[on] = (arrival_models){
                .plan = plans[seed % 2][on], .settings = settings, .setting_count = 2};
            outcomes[on] = arrival_run_world(lab_registry, world, 20, &models[on]);
            ck_assert_msg(outcomes[on].status == ARRIVAL_RAN, "seed %u: %s", seed,
                          outcomes[on].message);
        }
        arrival_world_destroy(world);
        bool complete = outcomes[0].in_time == outcomes[0].agents;
        compared += complete;
        ck_assert_msg(!complete || outcomes[1].in_time == outcomes[1].agents,
                      "seed %u, %s: %u of %u arrived", seed, plans[seed % 2][1],
                      outcomes[1].in_time, outcomes[1].agents);
    }
    ck_assert_uint_ge(compared, trials_bound(5));
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        avoiding_crowds_shortens_an_evacuation, a_sparse_crowd_is_not_affected,
        agents_arrive_within_a_budget_on_any_number_of_threads,
        a_loaded_world_goes_on_as_the_saved_one, agents_arrive_in_random_worlds};
    Suite *suite = suite_create("run/crowds");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
