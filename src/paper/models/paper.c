/* Compares the steering models with measurements of pedestrians.
 *
 * Every steering model of the registry is measured with its default parameters, which are the
 * published ones, and then the documented calibrations (setups.c). Data and their sources are in
 * data.c. No publication reports these figures for all models, so the verdicts say whether any row
 * comes near to people. */
#include "paper/models/parts.h"

static wend_result add_tables(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static wend_result (*const parts[])(wend_paper_call *, const models_jobs *, wend_error *) = {
        models_add_flows, models_add_speeds, models_add_doors,
        models_add_lanes, models_add_long,   models_add_ground};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && result == WEND_OK; i++) {
        result = parts[i](call, jobs, error);
    }
    return result;
}

static wend_result run(wend_paper_call *call, wend_error *error) {
    models_jobs jobs;
    wend_result result = models_jobs_make(&jobs, wend_paper_call_def(call), error);
    if (result == WEND_OK) {
        wend_paper_set_trial_count(call, jobs.count + models_count_ground(&jobs));
        result = models_jobs_run(&jobs, call, error);
    }
    if (result == WEND_OK && !jobs.cancelled) {
        result = add_tables(call, &jobs, error);
    }
    models_jobs_free(&jobs);
    return result;
}

const wend_paper paper_models = {
    .entry = {WEND_HEAD(wend_paper), .name = "models",
              .summary = "steering models compared with measured pedestrians",
              .citation = "Weidmann (1993); HERMES experiments (2009); Seyfried et al. (2009); "
                          "RiMEA guideline 4, test 16"},
    .run = run,
};
