/* Computes Tables 1 and 2 of "Way Portals": the cost of portals, and how much the time of the last
 * arrival depends on the step length. */
#include "paper/instructions.h"
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>
#include <string.h>

/* ---- Table 1 --------------------------------------------------------------------------------- */

static const char cost_table[] = "Table 1: cost per agent and step";
/* us: "a small cost, less than 1 us per agent" */
static const double PUBLISHED_MOST_EXTRA = 1.0;

static uint32_t count_rounds(const wend_paper_def *def) {
    return def->quick ? 1 : 5;
}

uint32_t portal_count_table_1(const wend_paper_def *def) {
    return PORTAL_SCENES * PORTAL_MODELS * count_rounds(def);
}

/* The cost of a scenario with one model: the fastest round counts. */
typedef struct scene_cost {
    double us, instructions; /* per agent and step; instructions are NAN if they are not counted */
} scene_cost;

static void add_costs(paper_row *row, const portal_scene *scene,
                      const scene_cost best[PORTAL_MODELS], paper_claims *claims) {
    double extra = best[PORTAL_SEGMENT].us - best[PORTAL_POINT].us;
    double published = scene->segment_us - scene->point_us;
    paper_add_number(row, "points", "us", scene->point_us, best[PORTAL_POINT].us);
    paper_add_number(row, "segments", "us", scene->segment_us, best[PORTAL_SEGMENT].us);
    paper_add_number(row, "arcs", "us", NAN, best[PORTAL_ARC].us);
    paper_add_number(row, "segments extra", "us", published, extra);
    paper_add_number(row, "arcs extra", "us", NAN, best[PORTAL_ARC].us - best[PORTAL_POINT].us);
    if (!isnan(best[0].instructions)) {
        paper_add_number(row, "points instr", "1", NAN, best[PORTAL_POINT].instructions);
        paper_add_number(row, "segments instr", "1", NAN, best[PORTAL_SEGMENT].instructions);
        paper_add_number(row, "arcs instr", "1", NAN, best[PORTAL_ARC].instructions);
    }
    paper_claim(claims, paper_at_most(extra, PUBLISHED_MOST_EXTRA, published),
                "%s: segments cost %.2f us more (published %.2f, stated: less than 1)", scene->name,
                extra, published);
}

/* Measures the cost of a scenario. The models alternate, so that the load of the machine affects
 * all of them equally. */
static wend_result time_scene(wend_paper_call *call, const portal_scene *scene,
                              paper_claims *claims, wend_error *error) {
    scene_cost best[PORTAL_MODELS] = {{INFINITY, NAN}, {INFINITY, NAN}, {INFINITY, NAN}};
    uint32_t rounds = count_rounds(wend_paper_call_def(call));
    for (uint32_t i = 0; i < rounds * PORTAL_MODELS; i++) {
        scene_cost *cost = &best[i % PORTAL_MODELS];
        instruction_watch watch = {0};
        wend_paper_trial trial = {.scenario = scene->file,
                                  .steer = portal_models[i % PORTAL_MODELS],
                                  .timed = true,
                                  .observe = instructions_observe,
                                  .observer = &watch};
        wend_summary *summary;
        wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
        double instructions = instructions_per_agent_step(&watch);
        instructions_close(&watch);
        if (result != WEND_OK || summary == NULL) {
            return result;
        }
        cost->us = fmin(cost->us, paper_find_number(summary, "us_per_agent_step"));
        cost->instructions = fmin(cost->instructions, instructions); /* ignores NAN */
        wend_summary_destroy(summary);
    }
    paper_row row = {.call = call, .table = cost_table, .row = scene->name, .error = error};
    add_costs(&row, scene, best, claims);
    return row.result;
}

static wend_result judge_costs(wend_paper_call *call, const paper_claims *claims,
                               wend_error *error) {
    static const wend_paper_column columns[] = {
        {"points", "time of a step divided by the number of agents, point goals (orca)"},
        {"segments", "the same with way portals (orca_segment)"},
        {"arcs", "the same with arcs instead of chords (orca_arc, ours)"},
        {"* extra", "difference to points"},
        {"* instr", "instructions per agent and step, including the copy of the frame; only where "
                    "the system counts them. `valgrind --tool=callgrind` counts them anywhere"},
    };
    static const wend_paper_table table = {
        .name = cost_table,
        .caption =
            "Time of a whole step (preferred velocity, optimisation, update) on one thread; the "
            "fastest of 5 rounds (--quick: 1). The paper's times are from a parallel loop on its "
            "own machine, so only the difference between columns can be compared. " PORTAL_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    return paper_add_verdict(call, &table, claims, error);
}

wend_result portal_table_1(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    paper_claims claims = {0};
    for (int i = 0; i < PORTAL_SCENES && result == WEND_OK; i++) {
        result = time_scene(call, &portal_scenes[i], &claims, error);
    }
    return result == WEND_OK ? judge_costs(call, &claims, error) : result;
}

/* ---- Table 2 --------------------------------------------------------------------------------- */

/* Returns the largest deviation from the result with the shortest step, in percent. */
static double find_largest_deviation(const double last[PORTAL_STEPS]) {
    double most = 0.0;
    for (int i = 1; i < PORTAL_STEPS; i++) {
        most = fmax(most, fabs(last[i] / last[0] - 1.0) * 100.0);
    }
    return most;
}

static void name_times(int model, char name[80]) {
    snprintf(name, 80, "Table 2: last arrival, %s", portal_models[model]);
}

static wend_result add_times(wend_paper_call *call, const portal_scene *scene, int model,
                             const portal_outcome *outcomes, paper_claims *claims,
                             wend_error *error) {
    char table[80], column[40];
    double last[PORTAL_STEPS], missing = 0.0, pushed = 0.0;
    bool paper = model == PORTAL_SEGMENT;
    name_times(model, table);
    paper_row row = {.call = call, .table = table, .row = scene->name, .error = error};
    for (int i = 0; i < PORTAL_STEPS; i++) {
        last[i] = portal_last_arrival(&outcomes[i]);
        missing += outcomes[i].missing;
        pushed += outcomes[i].pushed;
        snprintf(column, sizeof column, "dt %g s", portal_steps[i]);
        paper_add_number(&row, column, "s", paper ? scene->last_s[i] : NAN, last[i]);
    }
    double found = find_largest_deviation(last), published = find_largest_deviation(scene->last_s);
    paper_add_number(&row, "largest deviation", "%", paper ? published : NAN, found);
    paper_add_number(&row, "not arrived", "1", NAN, missing);
    paper_add_number(&row, "pushed off walls while feasible", "1", NAN, pushed);
    paper_claim(claims, paper_at_most(found, published, published / 2.0),
                "%s: deviates by %.1f %% (published %.1f %%)", scene->name, found, published);
    paper_claim(claims, missing > 0.0 ? WEND_VERDICT_NOT_CONFIRMED : WEND_VERDICT_CONFIRMED,
                "%s: %.0f agents do not arrive", scene->name, missing);
    return row.result;
}

static wend_result judge_times(wend_paper_call *call, int model, const paper_claims *claims,
                               wend_error *error) {
    static const wend_paper_column columns[] = {
        {"dt *",
         "time at which the last agent arrives, with this step length; median of the seeds"},
        {"largest deviation", "largest difference to the shortest step, in percent of its time"},
        {"not arrived", "agents that did not arrive, summed over all steps and seeds"},
        {"pushed off walls while feasible",
         "times that an agent whose constraints could be met had to be pushed off a wall"},
    };
    char name[80];
    name_times(model, name);
    wend_paper_table table = {
        .name = name,
        .caption = "The paper calls the simulation stable because this time hardly depends on the "
                   "step length: the verdict compares the largest deviation with the published "
                   "one for segments. 5 seeds (--quick: 1). " PORTAL_CHOSEN
                   " Its times therefore need not be equal to the published ones.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    return paper_add_verdict(call, &table, claims, error);
}

uint32_t portal_count_table_2(const wend_paper_def *def) {
    return 2 * PORTAL_TIMED_SCENES * PORTAL_STEPS * portal_count_seeds(def);
}

static wend_result compare_steps(wend_paper_call *call, int model, bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    paper_claims times = {0};
    portal_rate_claims rates;
    memset(&rates, 0, sizeof rates);
    for (int i = 0; i < PORTAL_TIMED_SCENES && result == WEND_OK && *go_on; i++) {
        const portal_scene *scene = &portal_scenes[i];
        portal_outcome outcomes[PORTAL_STEPS];
        result = portal_run_steps(call, scene, portal_models[model], outcomes, go_on, error);
        if (result == WEND_OK && *go_on) {
            result = add_times(call, scene, model, outcomes, &times, error);
        }
        if (result == WEND_OK && *go_on) {
            result = portal_add_rates(call, scene, model, outcomes, &rates, error);
        }
    }
    if (result == WEND_OK && *go_on) {
        result = judge_times(call, model, &times, error);
    }
    return result == WEND_OK && *go_on ? portal_judge_rates(call, model, &rates, error) : result;
}

wend_result portal_table_2(wend_paper_call *call, wend_error *error) {
    bool go_on = true;
    wend_result result = compare_steps(call, PORTAL_SEGMENT, &go_on, error);
    return result == WEND_OK && go_on ? compare_steps(call, PORTAL_ARC, &go_on, error) : result;
}
