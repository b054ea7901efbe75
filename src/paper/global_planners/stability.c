/* Assignment 1: "cost", "stability" and "efficiency" of simulations. "How do you define accuracy?"
 *
 * Cost is the computation time of one step. Stability is the largest time step up to which results
 * are accurate. Efficiency is stability / cost: simulated seconds per second of computation. The
 * slides also describe it as the computation time for one simulated second, which is the
 * reciprocal; the table has both. */
#include "paper/global_planners/parts.h"
#include <math.h>
#include <stdio.h>

static const char *const models[] = {"orca", "orca_arc", "orca_segment", "rvo",
                                     "vo",   "hrvo",     "gvo"};
/* s; the first is the reference */
static const double ladder[] = {0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5};
static const double quick_ladder[] = {0.05, 0.1, 0.2, 0.4};
enum {
    MODELS = sizeof models / sizeof models[0],
    STEPS = sizeof ladder / sizeof ladder[0],
    QUICK_STEPS = sizeof quick_ladder / sizeof quick_ladder[0]
};

static const double MOST_OVERLAP = 0.05;        /* m: a tenth of the diameter of an agent */
static const double STRICT = 0.1, LOOSE = 0.25; /* change of the mean travel time */

static const char table_name[] = "Cost, stability and efficiency of steering models";

/* What a run gave. */
typedef struct outcome {
    double cost, travel, overlap; /* s per step; s; m */
    bool all_arrived;
} outcome;

typedef struct score {
    double stability, loose, cost; /* s; cost of a step with the largest accurate step */
} score;

uint32_t planners_count_stability(const wend_paper_def *def) {
    return (def->quick ? QUICK_STEPS : STEPS) * (uint32_t)MODELS;
}

static wend_result run_once(wend_paper_call *call, const char *steer, double dt, outcome *out,
                            bool *go_on, wend_error *error) {
    char step_text[32];
    snprintf(step_text, sizeof step_text, "time.dt=%g", dt);
    const char *settings[] = {step_text};
    wend_paper_trial trial = {.scenario = "four_groups.yaml",
                              .steer = steer,
                              .settings = settings,
                              .setting_count = 1,
                              .timed = true};
    wend_summary *summary = NULL;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = summary != NULL;
    if (summary != NULL) {
        out->cost = paper_find_number(summary, "elapsed_s") / paper_find_number(summary, "steps");
        out->travel = paper_find_number(summary, "mean_travel_s");
        out->overlap = paper_find_number(summary, "max_overlap_m");
        out->all_arrived =
            paper_find_number(summary, "arrived") == paper_find_number(summary, "agents");
    }
    wend_summary_destroy(summary);
    return result;
}

static bool is_accurate(const outcome *o, const outcome *reference, double change) {
    return o->all_arrived && o->overlap <= MOST_OVERLAP &&
           fabs(o->travel - reference->travel) <= change * reference->travel;
}

/* Finds the largest step such that it and all smaller ones are accurate. */
static score find_stability(const outcome *outcomes, const double *steps, uint32_t count) {
    score s = {NAN, NAN, NAN};
    for (uint32_t i = 0; i < count && is_accurate(&outcomes[i], &outcomes[0], STRICT); i++) {
        s.stability = steps[i];
        s.cost = outcomes[i].cost;
    }
    for (uint32_t i = 0; i < count && is_accurate(&outcomes[i], &outcomes[0], LOOSE); i++) {
        s.loose = steps[i];
    }
    return s;
}

static wend_result judge(wend_paper_call *call, const score scores[MODELS], wend_error *error) {
    static const wend_paper_column columns[] = {
        {"cost", "computation time of a step of 64 agents, at the step given by stability"},
        {"stability", "the largest dt up to which results are accurate"},
        {"if 25 %", "the same if the travel time may change by 25 % instead of 10 %"},
        {"efficiency", "stability / cost: simulated seconds per second of computation"},
        {"reciprocal", "computation time for one simulated second"}};
    static const wend_paper_table table = {
        .name = table_name,
        .caption =
            "The slides define cost, stability and efficiency, and ask how to define accuracy. "
            "Ours: all agents arrive, no overlap is deeper than 0.05 m, and the mean travel time "
            "is within 10 % of that with dt 0.02 s (--quick: 0.05 s), for this dt and all smaller "
            "ones of 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5 s (--quick: 0.05, 0.1, 0.2, "
            "0.4 s). Four groups of 16 agents swap corners; one run each, on one thread.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    paper_claims claims = {0};
    uint32_t cheapest = 0, best = 0;
    for (uint32_t i = 1; i < MODELS; i++) {
        cheapest = scores[i].cost < scores[cheapest].cost ? i : cheapest;
        best = scores[i].stability / scores[i].cost > scores[best].stability / scores[best].cost
                   ? i
                   : best;
    }
    uint32_t stable = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        stable += isnan(scores[i].stability) ? 0 : 1;
    }
    paper_claim(&claims, stable == MODELS ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_OPEN,
                "%u of %d models are accurate for some step; the cheapest step is that of %s, the "
                "most efficient model is %s",
                stable, MODELS, models[cheapest], models[best]);
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result planners_stability(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    const double *steps = def->quick ? quick_ladder : ladder;
    uint32_t count = def->quick ? QUICK_STEPS : STEPS;
    score scores[MODELS];
    wend_result result = WEND_OK;
    for (uint32_t m = 0; m < MODELS && result == WEND_OK; m++) {
        outcome outcomes[STEPS];
        bool go_on = true;
        for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
            result = run_once(call, models[m], steps[i], &outcomes[i], &go_on, error);
            if (!go_on) {
                return result;
            }
        }
        scores[m] = find_stability(outcomes, steps, count);
        paper_row row = {.call = call, .table = table_name, .row = models[m], .error = error};
        paper_add_number(&row, "cost", "us", NAN, scores[m].cost * 1e6);
        paper_add_number(&row, "stability", "s", NAN, scores[m].stability);
        paper_add_number(&row, "if 25 %", "s", NAN, scores[m].loose);
        paper_add_number(&row, "efficiency", "1", NAN, scores[m].stability / scores[m].cost);
        paper_add_number(&row, "reciprocal", "ms/s", NAN,
                         1e3 * scores[m].cost / scores[m].stability);
        result = result == WEND_OK ? row.result : result;
    }
    return result == WEND_OK ? judge(call, scores, error) : result;
}
