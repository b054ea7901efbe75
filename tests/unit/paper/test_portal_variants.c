/* The settings with which the full reproduction of way portals varies its scenarios. The quick run
 * of the published tests does not use all of them, so that a scenario that they break would go
 * unnoticed. */
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

/* Loads a scenario and makes its first step. Returns a failure with its message in lab_error. */
static wend_result try_scene(const char *file, const char *const *settings, uint32_t count,
                             const char *steer) {
    char path[400];
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    wend_scenario_def def = wend_default_scenario_def();
    snprintf(path, sizeof path, "%s/scenarios/%s", WEND_SOURCE_DIR, file);
    def.path = path;
    def.registry = lab_registry;
    def.settings = settings;
    def.setting_count = count;
    def.steer = steer;
    wend_result result = wend_scenario_load(&def, &scenario, &lab_error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(scenario, lab_registry, 1, &def.allocator, &world,
                                            &lab_error);
    }
    if (result == WEND_OK) {
        result = wend_world_step(world, 1, &lab_error);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return result;
}

START_TEST(every_scene_runs_with_every_variant) {
    for (int v = 0; v < PORTAL_VARIANTS; v++) {
        for (int i = 0; i < PORTAL_TIMED_SCENES; i++) {
            wend_result result = try_scene(portal_scenes[i].file, &portal_variants[v].setting, 1,
                                           portal_models[PORTAL_SEGMENT]);
            ck_assert_msg(result == WEND_OK, "%s, %s: %s", portal_scenes[i].name,
                          portal_variants[v].name, lab_error.message);
        }
    }
}
END_TEST

START_TEST(every_scene_runs_with_every_seed_and_step) {
    for (uint32_t seed = 1; seed <= PORTAL_MOST_SEEDS; seed++) {
        for (int i = 0; i < PORTAL_TIMED_SCENES; i++) {
            char seed_text[40], step_text[40];
            snprintf(seed_text, sizeof seed_text, "seed=%u", seed);
            snprintf(step_text, sizeof step_text, "time.dt=%g", portal_steps[seed - 1]);
            const char *settings[] = {seed_text, step_text};
            wend_result result =
                try_scene(portal_scenes[i].file, settings, 2, portal_models[PORTAL_ARC]);
            ck_assert_msg(result == WEND_OK, "%s, %s: %s", portal_scenes[i].name, seed_text,
                          lab_error.message);
        }
    }
}
END_TEST

/* The median does not depend on the order of the seeds. */
START_TEST(last_arrival_is_the_median_of_the_seeds) {
    portal_outcome outcome = {.last = {5.0, 1.0, 4.0, 2.0, 3.0}, .seeds = 5};
    ck_assert_double_eq(portal_last_arrival(&outcome), 3.0);
    outcome.seeds = 3;
    ck_assert_double_eq(portal_last_arrival(&outcome), 4.0);
    outcome.seeds = 0;
    ck_assert(isnan(portal_last_arrival(&outcome)));
}
END_TEST

/* ---- Fig 6 ----------------------------------------------------------------------------------- */

/* Outcomes in which overlaps of any depth become rarer with the step length if `falls`, and
 * otherwise more frequent. */
static void make_outcomes(portal_outcome outcomes[PORTAL_STEPS], bool falls) {
    memset(outcomes, 0, PORTAL_STEPS * sizeof *outcomes);
    for (int i = 0; i < PORTAL_STEPS; i++) {
        outcomes[i].agent_s = 100.0;
        for (int d = 0; d < PORTAL_DEPTHS; d++) {
            outcomes[i].new_overlaps[d] = falls ? 10.0 - i : 1.0 + i;
            outcomes[i].overlap_s[d] = outcomes[i].new_overlaps[d] / 10.0;
        }
        outcomes[i].deepest = falls ? 0.1 - 0.01 * i : 0.01 * (1 + i);
    }
}

static bool outcomes_fall;

static wend_result run_rates(wend_paper_call *call, wend_error *error) {
    portal_outcome outcomes[PORTAL_STEPS];
    portal_rate_claims claims;
    memset(&claims, 0, sizeof claims);
    make_outcomes(outcomes, outcomes_fall);
    wend_result result = portal_add_rates(call, &portal_scenes[PORTAL_BLOCKS], PORTAL_SEGMENT,
                                          outcomes, &claims, error);
    return result == WEND_OK ? portal_judge_rates(call, PORTAL_SEGMENT, &claims, error) : result;
}

START_TEST(verdict_on_rates_follows_their_trend) {
    static const wend_paper rates = {
        .entry = {WEND_HEAD(wend_paper), .name = "rates", .summary = "rates", .citation = "ours"},
        .run = run_rates};
    for (int falls = 0; falls < 2; falls++) {
        wend_paper_def def = wend_default_paper_def();
        wend_paper_result *result = NULL;
        def.paper = &rates;
        def.registry = lab_registry;
        def.scenarios = ".";
        outcomes_fall = falls != 0;
        ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
        ck_assert_uint_eq(wend_paper_table_count(result), 4);
        for (uint32_t i = 0; i < 4; i++) {
            ck_assert_int_eq(wend_paper_table_at(result, i).verdict,
                             falls ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED);
        }
        /* 10 or 1 new overlaps in 100 agent-seconds */
        ck_assert_double_eq_tol(wend_paper_value_at(result, 0).measured, falls ? 0.1 : 0.01, 1e-12);
        wend_paper_result_destroy(result);
    }
}
END_TEST

LAB_MAIN("portal variants", every_scene_runs_with_every_variant,
         every_scene_runs_with_every_seed_and_step, last_arrival_is_the_median_of_the_seeds,
         verdict_on_rates_follows_their_trend)
