/* Measures how much the improved method depends on the spacing of the backbone, which the paper
 * does not give, and on the step length. */
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>

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
        village_measures figures;
        village_trial trial = {.query = query,
                               .method = &village_methods[VILLAGE_IMPROVED],
                               .settings = &step_settings[i].setting,
                               .setting_count = 1};
        result = village_measure(call, &trial, &figures, go_on, error);
        out[i] = figures.arrived ? figures.path : (wend_path_measures){NAN, NAN, NAN, NAN};
    }
    return result;
}

static const char by_turning[] = "Improved method: turning over length by spacing and step";
static const char by_circles[] = "Improved method: curvature by circles by spacing and step";

/* %: the largest difference that counts as independent of spacing and step. Our own bound. */
static const double MOST_DIFFERENCE = 10.0;

static wend_result judge_steps(wend_paper_call *call, const paper_claims *claims,
                               const paper_claims *raw, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"default", "spacing 1 m and dt 0.05 s, which is the paper's step"},
        {"spacing *", "spacing of the samples of the backbone"},
        {"dt *", "step length"},
        {"largest difference", "largest deviation from the default"}};
    wend_paper_table table = {
        .name = by_turning,
        .caption = "The paper gives dt 0.05 s and no spacing. Turning over length should not "
                   "depend on either; up to 10 % count as independent.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    wend_result result = paper_add_verdict(call, &table, claims, error);
    table.name = by_circles;
    table.caption = "The paper's own measure of curvature, in the same runs.";
    table.column_count--;
    return result == WEND_OK ? paper_add_verdict(call, &table, raw, error) : result;
}

/* Claims that no setting changes the value by more than MOST_DIFFERENCE. */
static void claim_steps(paper_claims *claims, const char *name,
                        const double values[STEP_SETTING_COUNT]) {
    double most = 0.0;
    for (int i = 1; i < STEP_SETTING_COUNT; i++) {
        double difference = 100.0 * fabs(values[i] / values[0] - 1.0);
        most = difference > most || isnan(difference) ? difference : most;
    }
    paper_claim(claims, paper_at_most(most, MOST_DIFFERENCE, -INFINITY),
                "%s: differs by at most %.1f %%", name, most);
}

static wend_result add_step_rows(wend_paper_call *call, const char *name,
                                 const double turning[STEP_SETTING_COUNT],
                                 const double circles[STEP_SETTING_COUNT], wend_error *error) {
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
    if (result == WEND_OK && go_on) {
        result = add_step_rows(call, "mean of random queries", mean, raw, error);
    }
    if (result != WEND_OK || !go_on) {
        return result;
    }
    paper_claims by_length = {0}, by_circle = {0};
    claim_steps(&by_length, "example query", turning);
    claim_steps(&by_length, "random queries", mean);
    claim_steps(&by_circle, "example query", circles);
    claim_steps(&by_circle, "random queries", raw);
    return judge_steps(call, &by_length, &by_circle, error);
}
