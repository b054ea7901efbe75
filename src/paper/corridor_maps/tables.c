/* Computes Table 1 of "Flexible Path Planning Using Corridor Maps", and the same values for random
 * queries. Also measures how much the improved method depends on the spacing of the backbone and on
 * the step length. */
#include "base/sort.h"
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

/* m: overlaps up to this depth (1 % of the smaller radius) are ignored, as when collisions are
 * counted */
static const double TOUCH_DEPTH = 0.01 * VILLAGE_RADIUS;

/* ---- One query, both methods ----------------------------------------------------------------- */

/* Measured values of a path. */
typedef struct path_figures {
    wend_path_measures path;
    bool arrived, clean; /* clean means that the character arrived without an overlap */
    double overlap, clearance, seconds;
} path_figures;

static path_figures measure_path(const village_path *recorded) {
    return (path_figures){.path = wend_path_meter_get(&recorded->meter),
                          .arrived = recorded->arrived,
                          .clean = recorded->arrived && recorded->overlap <= TOUCH_DEPTH,
                          .overlap = recorded->overlap,
                          .clearance = recorded->clearance,
                          .seconds = recorded->seconds};
}

static wend_result run_once(wend_paper_call *call, const village_trial *trial,
                            path_figures *figures, bool *go_on, wend_error *error) {
    village_path path;
    wend_result result = village_path_record(call, trial, &path, go_on, error);
    *figures = measure_path(&path);
    village_path_free(&path);
    return result;
}

/* Runs a query with both methods. If `query` is NULL, runs the example query. */
static wend_result run_both(wend_paper_call *call, const village_query *query,
                            path_figures figures[VILLAGE_METHODS], bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    *go_on = true;
    for (int m = 0; m < VILLAGE_METHODS && result == WEND_OK && *go_on; m++) {
        village_trial trial = {.query = query, .method = &village_methods[m]};
        result = run_once(call, &trial, &figures[m], go_on, error);
    }
    return result;
}

/* ---- Table 1 --------------------------------------------------------------------------------- */

static const double published_length[VILLAGE_METHODS] = {155.12, 150.61}; /* m */
static const double published_curvature[VILLAGE_METHODS] = {0.27, 0.13};  /* 1/m */

uint32_t village_count_table_1(const wend_paper_def *def) {
    (void)def;
    return VILLAGE_METHODS;
}

static wend_result add_table_1(wend_paper_call *call, const path_figures *figures,
                               wend_error *error) {
    paper_row row = {.call = call, .table = "Table 1: the example query", .error = error};
    for (int m = 0; m < VILLAGE_METHODS; m++) {
        const path_figures *f = &figures[m];
        row.row = village_methods[m].name;
        paper_add_number(&row, "length", "m", published_length[m], f->path.length);
        paper_add_number(&row, "curvature by circles", "1/m", published_curvature[m],
                         f->path.circle_curvature);
        paper_add_number(&row, "turning over length", "1/m", NAN, f->path.mean_curvature);
        paper_add_number(&row, "arrived", "1", NAN, f->arrived);
        paper_add_number(&row, "deepest overlap", "m", NAN, fmax(f->overlap, 0.0));
        paper_add_number(&row, "least clearance", "m", NAN, f->clearance);
        paper_add_number(&row, "time", "s", NAN, f->seconds);
    }
    const wend_path_measures *before = &figures[VILLAGE_ORIGINAL].path;
    const wend_path_measures *after = &figures[VILLAGE_IMPROVED].path;
    row.row = "improved / original";
    paper_add_number(&row, "length", "1", published_length[1] / published_length[0],
                     after->length / before->length);
    paper_add_number(&row, "curvature by circles", "1",
                     published_curvature[1] / published_curvature[0],
                     after->circle_curvature / before->circle_curvature);
    paper_add_number(&row, "turning over length", "1", NAN,
                     after->mean_curvature / before->mean_curvature);
    return row.result;
}

wend_result village_table_1(wend_paper_call *call, wend_error *error) {
    path_figures figures[VILLAGE_METHODS];
    bool go_on = true;
    wend_result result = run_both(call, NULL, figures, &go_on, error);
    return result == WEND_OK && go_on ? add_table_1(call, figures, error) : result;
}

/* ---- Random queries -------------------------------------------------------------------------- */

/* The results of all queries. Each ratio is that of the improved method to the original method, for
 * queries in which the character arrives with both methods. */
typedef struct query_tally {
    uint32_t queries, compared, shorter, smoother;
    uint32_t clean[VILLAGE_METHODS];
    /* Deepest overlap and smallest clearance with the improved method, in m. */
    double overlap, clearance;
    double lengths[VILLAGE_QUERIES], curvatures[VILLAGE_QUERIES], circles[VILLAGE_QUERIES];
} query_tally;

static void add_query(query_tally *tally, const path_figures figures[VILLAGE_METHODS]) {
    const path_figures *before = &figures[VILLAGE_ORIGINAL], *after = &figures[VILLAGE_IMPROVED];
    tally->queries++;
    tally->clean[VILLAGE_ORIGINAL] += before->clean;
    tally->clean[VILLAGE_IMPROVED] += after->clean;
    tally->overlap = fmax(tally->overlap, after->overlap);
    tally->clearance = fmin(tally->clearance, after->clearance);
    if (!before->arrived || !after->arrived) {
        return;
    }
    uint32_t i = tally->compared++;
    tally->lengths[i] = after->path.length / before->path.length;
    tally->curvatures[i] = after->path.mean_curvature / before->path.mean_curvature;
    tally->circles[i] = after->path.circle_curvature / before->path.circle_curvature;
    tally->shorter += tally->lengths[i] < 1.0;
    tally->smoother += tally->curvatures[i] < 1.0;
}

static bool is_less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

/* Sorts the values and returns their median. */
static double find_median(double *values, uint32_t count) {
    double scratch[VILLAGE_QUERIES];
    sort_stable(values, scratch, count, sizeof *values, is_less);
    return count == 0 ? NAN : (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

static double find_least(const double *values, uint32_t count) {
    double found = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        found = fmin(found, values[i]);
    }
    return found;
}

/* Returns the largest deviation of sorted ratios from 1, in percent. */
static double find_largest_deviation(const double *sorted, uint32_t count) {
    return count == 0 ? NAN : 100.0 * fmax(1.0 - sorted[0], sorted[count - 1] - 1.0);
}

static wend_result add_tally(wend_paper_call *call, const char *name, query_tally *tally,
                             wend_error *error) {
    paper_row row = {.call = call,
                     .table =
                         "Section 5.1: random queries of 100 m or more, improved over original",
                     .row = name,
                     .error = error};
    double share = 100.0 / tally->compared;
    paper_add_number(&row, "queries", "1", NAN, tally->queries);
    paper_add_number(&row, "improved arrive clean", "1", NAN, tally->clean[VILLAGE_IMPROVED]);
    paper_add_number(&row, "original arrive clean", "1", NAN, tally->clean[VILLAGE_ORIGINAL]);
    paper_add_number(&row, "compared", "1", NAN, tally->compared);
    paper_add_number(&row, "shorter", "%", NAN, tally->shorter * share);
    paper_add_number(&row, "smoother", "%", NAN, tally->smoother * share);
    paper_add_number(&row, "least turning", "1", NAN,
                     find_least(tally->curvatures, tally->compared));
    paper_add_number(&row, "median length", "1", NAN, find_median(tally->lengths, tally->compared));
    paper_add_number(&row, "median turning", "1", NAN,
                     find_median(tally->curvatures, tally->compared));
    paper_add_number(&row, "median circles", "1", NAN,
                     find_median(tally->circles, tally->compared));
    paper_add_number(&row, "largest length difference", "%", NAN,
                     find_largest_deviation(tally->lengths, tally->compared));
    paper_add_number(&row, "deepest overlap", "m", NAN, fmax(tally->overlap, 0.0));
    paper_add_number(&row, "least clearance", "m", NAN, tally->clearance);
    return row.result;
}

/* Arrangements of the standing characters in the queries. */
enum { STANDING_APART, STANDING_GROUPED, STANDING_NONE, STANDING_ELSEWHERE, STANDING_KINDS };
static const char *const standing_names[STANDING_KINDS] = {
    "20 standing apart", "20 in groups", "none standing", "example, 10 elsewhere"};

uint32_t village_count_queries(const wend_paper_def *def) {
    (void)def;
    return STANDING_KINDS * VILLAGE_METHODS * VILLAGE_QUERIES;
}

/* Samples a random query, or the example query with ten standing characters at positions that
 * differ from those in the scenario. */
static wend_result sample_query(village_ground *ground, uint32_t number, int standing_kind,
                                village_query *query, wend_error *error) {
    if (standing_kind == STANDING_ELSEWHERE) {
        return village_sample_layout(ground, number, query, error);
    }
    wend_result result =
        village_sample_query(ground, number, standing_kind == STANDING_GROUPED, query, error);
    query->standing_count = standing_kind != STANDING_NONE ? query->standing_count : 0;
    return result;
}

static wend_result run_queries(wend_paper_call *call, village_ground *ground, int standing_kind,
                               query_tally *tally, bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < VILLAGE_QUERIES && *go_on; i++) {
        village_query query;
        path_figures figures[VILLAGE_METHODS];
        result = sample_query(ground, i, standing_kind, &query, error);
        result = result == WEND_OK ? run_both(call, &query, figures, go_on, error) : result;
        *go_on = *go_on && result == WEND_OK;
        if (*go_on) {
            add_query(tally, figures);
        }
    }
    return result;
}

wend_result village_queries(wend_paper_call *call, wend_error *error) {
    village_ground ground;
    wend_result result = village_ground_open(&ground, wend_paper_call_def(call), error);
    bool go_on = result == WEND_OK;
    for (int i = 0; i < STANDING_KINDS && go_on; i++) {
        query_tally tally = {.clearance = INFINITY};
        result = run_queries(call, &ground, i, &tally, &go_on, error);
        result = go_on ? add_tally(call, standing_names[i], &tally, error) : result;
        go_on = go_on && result == WEND_OK;
    }
    village_ground_close(&ground);
    return result;
}

/* ---- Spacing and step ------------------------------------------------------------------------ */

/* The settings with which the improved method is run; the first is the default. */
static const struct {
    const char *name, *setting;
} step_settings[] = {
    {"default", "time.dt=0.05"},           {"spacing 0.25 m", "plan.spacing=0.25"},
    {"spacing 0.5 m", "plan.spacing=0.5"}, {"spacing 2 m", "plan.spacing=2"},
    {"dt 0.0125 s", "time.dt=0.0125"},     {"dt 0.025 s", "time.dt=0.025"},
    {"dt 0.1 s", "time.dt=0.1"},
};
enum {
    STEP_SETTING_COUNT = sizeof step_settings / sizeof step_settings[0],
    STEP_QUERIES = 20,
    QUICK_STEP_QUERIES = 4
};

static uint32_t count_step_queries(const wend_paper_def *def) {
    return def->quick ? QUICK_STEP_QUERIES : STEP_QUERIES;
}

uint32_t village_count_steps(const wend_paper_def *def) {
    return STEP_SETTING_COUNT * (1 + count_step_queries(def));
}

/* Measures the path of a query with each setting. The values are NAN if the character does not
 * arrive. */
static wend_result run_settings(wend_paper_call *call, const village_query *query,
                                wend_path_measures out[STEP_SETTING_COUNT], bool *go_on,
                                wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < STEP_SETTING_COUNT && result == WEND_OK && *go_on; i++) {
        path_figures figures;
        village_trial trial = {.query = query,
                               .method = &village_methods[VILLAGE_IMPROVED],
                               .settings = &step_settings[i].setting,
                               .setting_count = 1};
        result = run_once(call, &trial, &figures, go_on, error);
        out[i] = figures.arrived ? figures.path : (wend_path_measures){NAN, NAN, NAN, NAN};
    }
    return result;
}

static wend_result add_step_rows(wend_paper_call *call, const char *name,
                                 const double turning[STEP_SETTING_COUNT],
                                 const double circles[STEP_SETTING_COUNT], wend_error *error) {
    static const char by_turning[] = "Improved method: turning over length by spacing and step";
    static const char by_circles[] = "Improved method: curvature by circles by spacing and step";
    paper_row row = {.call = call, .table = by_turning, .row = name, .error = error};
    paper_row raw = {.call = call, .table = by_circles, .row = name, .error = error};
    double most = 0.0;
    for (int i = 0; i < STEP_SETTING_COUNT; i++) {
        double difference = 100.0 * fabs(turning[i] / turning[0] - 1.0);
        most = difference > most || isnan(difference) ? difference : most;
        paper_add_number(&row, step_settings[i].name, "1/m", NAN, turning[i]);
        paper_add_number(&raw, step_settings[i].name, "1/m", NAN, circles[i]);
    }
    paper_add_number(&row, "largest difference", "%", NAN, most);
    return row.result == WEND_OK ? raw.result : row.result;
}

/* Averages the measures over random queries. The result for a setting is NAN if the character fails
 * to arrive in any of the queries. */
static wend_result run_random_settings(wend_paper_call *call, double turning[STEP_SETTING_COUNT],
                                       double circles[STEP_SETTING_COUNT], bool *go_on,
                                       wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    village_ground ground;
    wend_result result = village_ground_open(&ground, def, error);
    for (uint32_t i = 0; i < count_step_queries(def) && result == WEND_OK && *go_on; i++) {
        village_query query;
        wend_path_measures figures[STEP_SETTING_COUNT];
        result = village_sample_query(&ground, i, false, &query, error);
        if (result == WEND_OK) {
            result = run_settings(call, &query, figures, go_on, error);
        }
        for (int k = 0; k < STEP_SETTING_COUNT && result == WEND_OK && *go_on; k++) {
            turning[k] += figures[k].mean_curvature / count_step_queries(def);
            circles[k] += figures[k].circle_curvature / count_step_queries(def);
        }
    }
    village_ground_close(&ground);
    return result;
}

wend_result village_steps(wend_paper_call *call, wend_error *error) {
    wend_path_measures figures[STEP_SETTING_COUNT];
    double turning[STEP_SETTING_COUNT] = {0}, circles[STEP_SETTING_COUNT] = {0},
           mean[STEP_SETTING_COUNT] = {0}, raw[STEP_SETTING_COUNT] = {0};
    bool go_on = true;
    wend_result result = run_settings(call, NULL, figures, &go_on, error);
    for (int i = 0; i < STEP_SETTING_COUNT && result == WEND_OK && go_on; i++) {
        turning[i] = figures[i].mean_curvature;
        circles[i] = figures[i].circle_curvature;
    }
    if (result == WEND_OK && go_on) {
        result = add_step_rows(call, "example query", turning, circles, error);
    }
    if (result == WEND_OK && go_on) {
        result = run_random_settings(call, mean, raw, &go_on, error);
    }
    return result == WEND_OK && go_on
               ? add_step_rows(call, "mean of random queries", mean, raw, error)
               : result;
}
