/* Varies the two parameters of the forces that decide how hard a character is steered: the damping
 * time tau, which is ours, and c_s, for which the paper gives 1 without a unit or a speed. The
 * improved method keeps the speed c_s tau, so that c_s = 1 keeps the preferred speed of 1.4 m/s
 * only if tau = 1.4 s. */
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>

static const char damping_table[] = "Table 1 by damping time and c_s";

static const struct {
    const char *name, *damping, *strength;
} settings[] = {
    {"tau 0.25 s, c_s 5.6", "steer.relaxation_time=0.25", "steer.strength=5.6"},
    {"tau 0.5 s, c_s 2.8", "steer.relaxation_time=0.5", "steer.strength=2.8"},
    {"tau 1 s, c_s 1.4", "steer.relaxation_time=1", "steer.strength=1.4"},
    {"tau 1.4 s, c_s 1", "steer.relaxation_time=1.4", "steer.strength=1"},
    {"tau 2 s, c_s 0.7", "steer.relaxation_time=2", "steer.strength=0.7"},
    {"tau 0.5 s, c_s 1", "steer.relaxation_time=0.5", "steer.strength=1"},
};
enum { SETTINGS = sizeof settings / sizeof settings[0], LAYOUTS = 20, QUICK_LAYOUTS = 5 };

static uint32_t count_layouts(const wend_paper_def *def) {
    return def->quick ? QUICK_LAYOUTS : LAYOUTS;
}

uint32_t village_count_damping(const wend_paper_def *def) {
    return SETTINGS * VILLAGE_METHODS * (1 + count_layouts(def));
}

/* How often the improved path is shorter and smoother than the original one. */
typedef struct layout_tally {
    uint32_t compared, shorter, smoother, arrived;
} layout_tally;

static void add_layout(layout_tally *tally, const village_measures measures[VILLAGE_METHODS]) {
    const village_measures *before = &measures[VILLAGE_ORIGINAL];
    const village_measures *after = &measures[VILLAGE_IMPROVED];
    tally->arrived += after->arrived;
    if (before->arrived && after->arrived) {
        tally->compared++;
        tally->shorter += after->path.length < before->path.length;
        tally->smoother += after->path.mean_curvature < before->path.mean_curvature;
    }
}

/* Runs random layouts of the example query with one pair of settings. */
static wend_result run_layouts(wend_paper_call *call, village_ground *ground,
                               const village_trial *trial, layout_tally *tally, bool *go_on,
                               wend_error *error) {
    wend_result result = WEND_OK;
    uint32_t count = count_layouts(wend_paper_call_def(call));
    for (uint32_t i = 0; i < count && result == WEND_OK && *go_on; i++) {
        village_query query;
        village_measures measures[VILLAGE_METHODS];
        village_trial one = *trial;
        one.query = &query;
        result = village_sample_layout(ground, i, &query, error);
        if (result == WEND_OK) {
            result = village_measure_both(call, &one, measures, go_on, error);
        }
        if (result == WEND_OK && *go_on) {
            add_layout(tally, measures);
        }
    }
    return result;
}

/* NAN if the character does not arrive: its path is not comparable. */
static double length_of(const village_measures *measures) {
    return measures->arrived ? measures->path.length : NAN;
}

static void claim_setting(paper_claims *claims, const char *name, double length, double curvature) {
    if (isnan(length)) {
        paper_claim(claims, WEND_VERDICT_NOT_CONFIRMED, "%s: does not arrive", name);
        return;
    }
    paper_claim(claims, length < 1.0 ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED,
                "%s: %.3f times the length", name, length);
    paper_claim(claims, curvature < 1.0 ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED,
                "%s: %.2f times the curvature", name, curvature);
}

static wend_result add_setting(wend_paper_call *call, const char *name,
                               const village_measures measures[VILLAGE_METHODS],
                               const layout_tally *tally, paper_claims *claims, wend_error *error) {
    paper_row row = {.call = call, .table = damping_table, .row = name, .error = error};
    const village_measures *before = &measures[VILLAGE_ORIGINAL];
    const village_measures *after = &measures[VILLAGE_IMPROVED];
    double length = length_of(after) / length_of(before);
    double curvature = after->path.circle_curvature / before->path.circle_curvature;
    double share = tally->compared > 0 ? 100.0 / tally->compared : NAN;
    paper_add_number(&row, "original", "m", NAN, length_of(before));
    paper_add_number(&row, "improved", "m", NAN, length_of(after));
    paper_add_number(&row, "length ratio", "1", NAN, length);
    paper_add_number(&row, "curvature ratio", "1", NAN, curvature);
    paper_add_number(&row, "compared", "1", NAN, tally->compared);
    paper_add_number(&row, "shorter", "%", NAN, share * tally->shorter);
    paper_add_number(&row, "smoother", "%", NAN, share * tally->smoother);
    claim_setting(claims, name, length, curvature);
    return row.result;
}

static wend_result judge_damping(wend_paper_call *call, const paper_claims *claims,
                                 wend_error *error) {
    static const wend_paper_column columns[] = {
        {"original", "length of the example path, original method; '-' if it does not arrive"},
        {"improved", "the same, improved method"},
        {"length ratio", "improved divided by original (published 0.971)"},
        {"curvature ratio", "the same for curvature by circles (published 0.481)"},
        {"compared", "random layouts of the example in which both methods arrive, of 20 (--quick: "
                     "5)"},
        {"shorter", "share of these in which the improved path is shorter"},
        {"smoother", "share in which it turns less per length"}};
    static const wend_paper_table table = {
        .name = damping_table,
        .caption = "Table 1 states that the improved path is shorter and smoother. The paper gives "
                   "c_s = 1, but no speed and no damping. Both methods have the damping time tau; "
                   "c_s acts only in the improved one. With the first five settings, a free "
                   "character walks at 1.4 m/s; with the last one at 0.5 m/s.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    return paper_add_verdict(call, &table, claims, error);
}

wend_result village_damping(wend_paper_call *call, wend_error *error) {
    village_ground ground;
    paper_claims claims = {0};
    wend_result result = village_ground_open(&ground, wend_paper_call_def(call), error);
    bool go_on = result == WEND_OK;
    for (int i = 0; i < SETTINGS && result == WEND_OK && go_on; i++) {
        const char *both[] = {settings[i].damping, settings[i].strength};
        village_trial trial = {.settings = both, .setting_count = 2};
        village_measures measures[VILLAGE_METHODS];
        layout_tally tally = {0};
        result = village_measure_both(call, &trial, measures, &go_on, error);
        if (result == WEND_OK && go_on) {
            result = run_layouts(call, &ground, &trial, &tally, &go_on, error);
        }
        if (result == WEND_OK && go_on) {
            result = add_setting(call, settings[i].name, measures, &tally, &claims, error);
        }
    }
    village_ground_close(&ground);
    return result == WEND_OK && go_on ? judge_damping(call, &claims, error) : result;
}
