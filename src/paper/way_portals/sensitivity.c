/* Varies what the paper does not give and we had to choose: the step length of Figs 2 and 3, the
 * horizon, the size of agents relative to the scene, and the seed. Two statements are checked with
 * each of these settings: that segments use more ground than points, and that the time of the last
 * arrival hardly depends on the step length. */
#include "paper/trials.h"
#include "paper/way_portals/space.h"
#include <math.h>

static const char use_table[] = "Figs 2 and 3: ground used, by our settings";
static const char time_table[] = "Table 2: last arrival, by our settings";

const portal_variant portal_variants[PORTAL_VARIANTS] = {
    {"as in the tables", "seed=1"},
    {"horizon 1 s", "steer.horizon=1"},
    {"horizon 4 s", "steer.horizon=4"},
    {"radius 0.2 m", "profiles.default.radius=0.2"},
    {"radius 0.27 m", "profiles.default.radius=0.27"},
    {"seed 2", "seed=2"},
    {"seed 3", "seed=3"},
    {"dt 0.1 s", "time.dt=0.1"},
};
enum {
    TIMED_VARIANTS = PORTAL_VARIANTS - 1, /* without the step length, which Table 2 varies anyway */
    QUICK_VARIANTS = 3
};

/* Step lengths that are compared: the default of the scenarios, and the longest in the paper. */
static const double short_step = 0.05, long_step = 0.2;
enum { USE_SCENES = 2, STEP_COUNT = 2 };

static int count_variants(const wend_paper_def *def) {
    return def->quick ? QUICK_VARIANTS : PORTAL_VARIANTS;
}

uint32_t portal_count_sensitivity(const wend_paper_def *def) {
    uint32_t variant_count = (uint32_t)count_variants(def);
    uint32_t times = def->quick ? QUICK_VARIANTS : TIMED_VARIANTS * PORTAL_TIMED_SCENES;
    return variant_count * USE_SCENES * 2 + times * STEP_COUNT;
}

/* ---- Ground ---------------------------------------------------------------------------------- */

/* Measures how many times the ground of points segments use. */
static wend_result measure_ratio(wend_paper_call *call, const portal_scene *scene,
                                 const char *setting, double *ratio, bool *go_on,
                                 wend_error *error) {
    double area[PORTAL_SEGMENT + 1];
    wend_result result = WEND_OK;
    for (int i = PORTAL_POINT; i <= PORTAL_SEGMENT && result == WEND_OK && *go_on; i++) {
        space_use use;
        space_use_init(&use, &wend_paper_call_def(call)->allocator);
        result = portal_measure_use(call, scene, i, setting, &use, go_on, error);
        area[i] = space_use_area(&use.centres);
        space_use_free(&use);
    }
    *ratio = result == WEND_OK && *go_on ? area[PORTAL_SEGMENT] / area[PORTAL_POINT] : NAN;
    return result;
}

static wend_result vary_use(wend_paper_call *call, bool *go_on, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"16 Blocks", "ground that segments use, divided by that of points"},
        {"Infinity", "the same in the other scene"}};
    paper_claims claims = {0};
    wend_result result = WEND_OK;
    for (int v = 0; v < count_variants(wend_paper_call_def(call)) && *go_on; v++) {
        paper_row row = {
            .call = call, .table = use_table, .row = portal_variants[v].name, .error = error};
        for (int i = 0; i < USE_SCENES && result == WEND_OK && *go_on; i++) {
            const portal_scene *scene = &portal_scenes[i];
            double ratio;
            result = measure_ratio(call, scene, portal_variants[v].setting, &ratio, go_on, error);
            paper_add_number(&row, scene->name, "1", NAN, ratio);
            paper_claim(&claims, paper_at_least(ratio, nextafter(1.0, 2.0), INFINITY),
                        "%s, %s: %.2f", portal_variants[v].name, scene->name, ratio);
        }
        result = result == WEND_OK ? row.result : result;
        *go_on = *go_on && result == WEND_OK;
    }
    const wend_paper_table table = {
        .name = use_table,
        .caption = "How much more ground segments use than points (cells of 0.25 m) if settings "
                   "that the paper does not give are changed one at a time. The paper's statement "
                   "holds if all values are above 1.",
        .columns = columns,
        .column_count = USE_SCENES};
    return *go_on ? paper_add_verdict(call, &table, &claims, error) : result;
}

/* ---- Time of the last arrival ---------------------------------------------------------------- */

static wend_result find_last_arrival(wend_paper_call *call, const portal_scene *scene,
                                     const char *setting, double dt, double *last, bool *go_on,
                                     wend_error *error) {
    char step_text[40];
    snprintf(step_text, sizeof step_text, "time.dt=%g", dt);
    const char *settings[] = {step_text, setting};
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = portal_models[PORTAL_SEGMENT],
                              .settings = settings,
                              .setting_count = 2};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    *last = *go_on ? paper_find_number(summary, "last_arrival_s") : NAN;
    wend_summary_destroy(summary);
    return result;
}

static wend_result add_deviation(wend_paper_call *call, paper_row *row, const portal_scene *scene,
                                 const char *setting, paper_claims *claims, bool *go_on,
                                 wend_error *error) {
    double first = NAN, last = NAN;
    wend_result result = find_last_arrival(call, scene, setting, short_step, &first, go_on, error);
    if (result == WEND_OK && *go_on) {
        result = find_last_arrival(call, scene, setting, long_step, &last, go_on, error);
    }
    if (result != WEND_OK || !*go_on) {
        return result;
    }
    double ours = 100.0 * (last / first - 1.0);
    double theirs = 100.0 * (scene->last_s[PORTAL_STEPS - 1] / scene->last_s[2] - 1.0);
    paper_add_number(row, scene->name, "%", theirs, ours);
    paper_claim(claims, paper_at_most(fabs(ours), fabs(theirs) + 1.0, -INFINITY),
                "%s, %s: %+.1f %% (published %+.1f %%)", row->row, scene->name, ours, theirs);
    return row->result;
}

static wend_result vary_times(wend_paper_call *call, bool *go_on, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"*", "change of the time of the last arrival from dt 0.05 s to dt 0.2 s, segments"}};
    const wend_paper_def *def = wend_paper_call_def(call);
    int scenes = def->quick ? 1 : PORTAL_TIMED_SCENES;
    int count = def->quick ? QUICK_VARIANTS : TIMED_VARIANTS;
    paper_claims claims = {0};
    wend_result result = WEND_OK;
    for (int i = 0; i < count * scenes && result == WEND_OK && *go_on; i++) {
        int v = i / scenes;
        paper_row row = {
            .call = call, .table = time_table, .row = portal_variants[v].name, .error = error};
        result = add_deviation(call, &row, &portal_scenes[i % scenes], portal_variants[v].setting,
                               &claims, go_on, error);
    }
    const wend_paper_table table = {
        .name = time_table,
        .caption = "How much a fourfold step length changes the time of the last arrival if "
                   "settings that the paper does not give are changed one at a time. A value "
                   "counts as confirmed up to one percent point above the published one.",
        .columns = columns,
        .column_count = 1};
    return result == WEND_OK && *go_on ? paper_add_verdict(call, &table, &claims, error) : result;
}

wend_result portal_sensitivity(wend_paper_call *call, wend_error *error) {
    bool go_on = true;
    wend_result result = vary_use(call, &go_on, error);
    return result == WEND_OK && go_on ? vary_times(call, &go_on, error) : result;
}
