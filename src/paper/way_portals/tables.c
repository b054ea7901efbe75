/* Computes Tables 1 and 2 and Fig 6 of "Way Portals": the cost of portals, and how much the results
 * depend on the step length. */
#include "base/memory.h"
#include "measure/meter/overlaps.h"
#include "paper/chart.h"
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>
#include <string.h>

/* ---- Table 1 --------------------------------------------------------------------------------- */

static uint32_t count_rounds(const wend_paper_def *def) {
    return def->quick ? 1 : 5;
}

uint32_t portal_count_table_1(const wend_paper_def *def) {
    return PORTAL_SCENES * PORTAL_MODELS * count_rounds(def);
}

/* Measures the cost of a scenario. The models alternate, so that the load of the machine affects
 * all of them equally; the fastest round counts. */
static wend_result time_scene(wend_paper_call *call, const portal_scene *scene, wend_error *error) {
    double best[PORTAL_MODELS] = {INFINITY, INFINITY, INFINITY};
    for (uint32_t round = 0; round < count_rounds(wend_paper_call_def(call)); round++) {
        for (int i = 0; i < PORTAL_MODELS; i++) {
            wend_paper_trial trial = {
                .scenario = scene->file, .steer = portal_models[i], .timed = true};
            wend_summary *summary;
            wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
            if (result != WEND_OK || summary == NULL) {
                return result;
            }
            best[i] = fmin(best[i], paper_find_number(summary, "us_per_agent_step"));
            wend_summary_destroy(summary);
        }
    }
    paper_row row = {.call = call,
                     .table = "Table 1: cost per agent and step",
                     .row = scene->name,
                     .error = error};
    const double *b = best;
    paper_add_number(&row, "points", "us", scene->point_us, b[0]);
    paper_add_number(&row, "segments", "us", scene->segment_us, b[1]);
    paper_add_number(&row, "arcs", "us", NAN, b[2]);
    paper_add_number(&row, "segments extra", "us", scene->segment_us - scene->point_us,
                     b[1] - b[0]);
    paper_add_number(&row, "arcs extra", "us", NAN, b[2] - b[0]);
    return row.result;
}

wend_result portal_table_1(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < PORTAL_SCENES && result == WEND_OK; i++) {
        result = time_scene(call, &portal_scenes[i], error);
    }
    return result;
}

/* ---- Table 2 and Fig 6 ----------------------------------------------------------------------- */

enum { MOST_SEEDS = 5, BINS = 64 };
#define BIN_SECONDS 5.0

/* Counts new overlaps and agent-seconds in bins of simulated time. */
typedef struct onset_watch {
    overlaps pairs;
    uint64_t onsets_before; /* number of new overlaps in all previous steps */
    double onsets[BINS], agent_seconds[BINS];
    double last_time;
    bool begun;
} onset_watch;

static wend_result observe_onsets(void *observer, const wend_recording *recording,
                                  const wend_frame *frame, wend_error *error) {
    onset_watch *w = observer;
    if (!w->begun) {
        w->begun = true;
        return overlaps_begin(&w->pairs, recording, 0.01, frame, error);
    }
    wend_result result = overlaps_step(&w->pairs, frame, error);
    double bin_position = frame->time / BIN_SECONDS;
    uint32_t bin = bin_position < BINS - 1 ? (uint32_t)bin_position : BINS - 1;
    w->onsets[bin] += (double)(w->pairs.onsets - w->onsets_before);
    w->agent_seconds[bin] += frame->agent_count * (frame->time - w->last_time);
    w->onsets_before = w->pairs.onsets;
    w->last_time = frame->time;
    return result;
}

/* The results of all seeds for one scenario, model and step length. */
typedef struct step_outcome {
    double last[MOST_SEEDS]; /* s, time of the last arrival for each seed */
    uint32_t seeds;
    double onsets[BINS], agent_seconds[BINS];
    double missing, pushed; /* number of agents that did not arrive; number of wall interventions
                               while feasible */
    /* s: time of overlap, summed over all pairs; time in the world, summed over all agents */
    double overlap_s, agent_s;
    double deepest; /* m, depth of the deepest overlap */
} step_outcome;

static uint32_t count_seeds(const wend_paper_def *def) {
    return def->quick ? 1 : MOST_SEEDS;
}

static void add_run(step_outcome *all, const onset_watch *w, const wend_summary *summary,
                    double dt) {
    all->last[all->seeds++] = paper_find_number(summary, "last_arrival_s");
    all->missing += paper_find_number(summary, "agents") - paper_find_number(summary, "arrived");
    all->pushed += paper_find_number(summary, "wall_interventions_while_feasible");
    all->overlap_s += (double)w->pairs.pair_steps * dt;
    all->deepest = fmax(all->deepest, w->pairs.deepest);
    for (int i = 0; i < BINS; i++) {
        all->onsets[i] += w->onsets[i];
        all->agent_seconds[i] += w->agent_seconds[i];
        all->agent_s += w->agent_seconds[i];
    }
}

/* Runs a scenario with one seed. `*go_on` becomes false if the run was cancelled. */
static wend_result run_seed(wend_paper_call *call, const portal_scene *scene, const char *model,
                            double dt, uint32_t seed, step_outcome *all, bool *go_on,
                            wend_error *error) {
    char step_text[40], seed_text[40];
    snprintf(step_text, sizeof step_text, "time.dt=%g", dt);
    snprintf(seed_text, sizeof seed_text, "seed=%u", seed);
    const char *settings[] = {step_text, seed_text};
    onset_watch watch;
    memset(&watch, 0, sizeof watch);
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = model,
                              .settings = settings,
                              .setting_count = 2,
                              .observe = observe_onsets,
                              .observer = &watch};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = summary != NULL;
    if (result == WEND_OK && summary != NULL) {
        add_run(all, &watch, summary, dt);
    }
    wend_summary_destroy(summary);
    if (watch.begun) {
        overlaps_end(&watch.pairs);
    }
    return result;
}

static double find_median(const double *values, uint32_t count) {
    double sorted[MOST_SEEDS];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1] > values[i]; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = values[i];
    }
    return count == 0 ? NAN : sorted[count / 2];
}

/* Returns the largest deviation from the result with the shortest step, in percent. */
static double find_largest_deviation(const double last[PORTAL_STEPS]) {
    double most = 0.0;
    for (int i = 1; i < PORTAL_STEPS; i++) {
        most = fmax(most, fabs(last[i] / last[0] - 1.0) * 100.0);
    }
    return most;
}

static wend_result add_times(wend_paper_call *call, const portal_scene *scene, const char *model,
                             const step_outcome *outcomes, wend_error *error) {
    char table[80], column[40];
    double last[PORTAL_STEPS], missing = 0.0, pushed = 0.0;
    bool paper = strcmp(model, portal_models[PORTAL_SEGMENT]) == 0;
    snprintf(table, sizeof table, "Table 2: last arrival, %s", model);
    paper_row row = {.call = call, .table = table, .row = scene->name, .error = error};
    for (int i = 0; i < PORTAL_STEPS; i++) {
        last[i] = find_median(outcomes[i].last, outcomes[i].seeds);
        missing += outcomes[i].missing;
        pushed += outcomes[i].pushed;
        snprintf(column, sizeof column, "dt %g s", portal_steps[i]);
        paper_add_number(&row, column, "s", paper ? scene->last_s[i] : NAN, last[i]);
    }
    paper_add_number(&row, "largest deviation", "%",
                     paper ? find_largest_deviation(scene->last_s) : NAN,
                     find_largest_deviation(last));
    paper_add_number(&row, "not arrived", "1", NAN, missing);
    paper_add_number(&row, "pushed off walls while feasible", "1", NAN, pushed);
    return row.result;
}

static double sum_values(const double *values, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}

/* Adds a row to the table of a quantity, with one value for each step length. */
static wend_result add_rate(wend_paper_call *call, const portal_scene *scene, const char *table,
                            const char *model, const char *unit, const double *values,
                            wend_error *error) {
    char title[96], column[40];
    snprintf(title, sizeof title, "Fig 6: %s, %s", table, model);
    paper_row row = {.call = call, .table = title, .row = scene->name, .error = error};
    for (int i = 0; i < PORTAL_STEPS; i++) {
        snprintf(column, sizeof column, "dt %g s", portal_steps[i]);
        paper_add_number(&row, column, unit, NAN, values[i]);
    }
    return row.result;
}

static wend_result add_rates(wend_paper_call *call, const portal_scene *scene, const char *model,
                             const step_outcome *outcomes, wend_error *error) {
    double onsets[PORTAL_STEPS], shares[PORTAL_STEPS], depths[PORTAL_STEPS];
    for (int i = 0; i < PORTAL_STEPS; i++) {
        const step_outcome *all = &outcomes[i];
        onsets[i] = sum_values(all->onsets, BINS) / all->agent_s;
        shares[i] = all->overlap_s / all->agent_s;
        depths[i] = all->deepest;
    }
    wend_result result =
        add_rate(call, scene, "new overlaps per agent and second", model, "1/s", onsets, error);
    if (result == WEND_OK) {
        result = add_rate(call, scene, "share of time in an overlap", model, "1", shares, error);
    }
    return result == WEND_OK ? add_rate(call, scene, "deepest overlap", model, "m", depths, error)
                             : result;
}

/* Draws the rate over time in a chart, with one line for each step length. */
static wend_result draw_rates(wend_paper_call *call, const portal_scene *scene, const char *model,
                              const step_outcome *outcomes, wend_error *error) {
    char file[120], title[120], names[PORTAL_STEPS][24];
    double x[BINS], y[PORTAL_STEPS][BINS];
    chart_line lines[PORTAL_STEPS];
    const char *begin = strrchr(scene->file, '/') + 1;
    int length = (int)strcspn(begin, ".");
    snprintf(file, sizeof file, "fig6-%.*s-%s.png", length, begin, model);
    const char *path = wend_paper_add_file(call, file);
    if (path == NULL) {
        return WEND_OK;
    }
    for (int i = 0; i < PORTAL_STEPS; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < BINS; k++) {
            double time = outcomes[i].agent_seconds[k];
            x[k] = (k + 0.5) * BIN_SECONDS;
            y[i][k] = time > 0.0 ? outcomes[i].onsets[k] / time : 0.0;
            count = time > 0.0 ? k + 1 : count;
        }
        snprintf(names[i], sizeof names[i], "dt %g s", portal_steps[i]);
        lines[i] = (chart_line){names[i], x, y[i], count};
    }
    snprintf(title, sizeof title, "%s, %s: new overlaps", scene->name, model);
    chart c = {title, "simulated time (s)", "per agent and second", lines, PORTAL_STEPS};
    return chart_write(&c, path, error);
}

static wend_result compare_steps(wend_paper_call *call, const portal_scene *scene,
                                 const char *model, wend_error *error) {
    step_outcome outcomes[PORTAL_STEPS];
    memset(outcomes, 0, sizeof outcomes);
    for (int i = 0; i < PORTAL_STEPS; i++) {
        for (uint32_t seed = 1; seed <= count_seeds(wend_paper_call_def(call)); seed++) {
            bool go_on;
            wend_result result =
                run_seed(call, scene, model, portal_steps[i], seed, &outcomes[i], &go_on, error);
            if (result != WEND_OK || !go_on) {
                return result;
            }
        }
    }
    wend_result result = add_times(call, scene, model, outcomes, error);
    if (result == WEND_OK) {
        result = add_rates(call, scene, model, outcomes, error);
    }
    return result == WEND_OK ? draw_rates(call, scene, model, outcomes, error) : result;
}

uint32_t portal_count_table_2(const wend_paper_def *def) {
    return 2 * PORTAL_TIMED_SCENES * PORTAL_STEPS * count_seeds(def);
}

wend_result portal_table_2(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int model = PORTAL_SEGMENT; model <= PORTAL_ARC; model++) {
        for (int i = 0; i < PORTAL_TIMED_SCENES && result == WEND_OK; i++) {
            result = compare_steps(call, &portal_scenes[i], portal_models[model], error);
        }
    }
    return result;
}
