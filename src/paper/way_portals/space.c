/* Measures the ground that crowds use if their goals are points, segments or arcs (Figs 2 and 3 of
 * "Way Portals"), and checks the paper's remark on groups: how near to walls a group walks, and how
 * spread out it is, if all its agents prefer the shortest path. */
#include "paper/way_portals/space.h"
#include "paper/trials.h"
#include <math.h>

wend_result portal_measure_use(wend_paper_call *call, const portal_scene *scene, int model,
                               const char *setting, space_use *use, bool *go_on,
                               wend_error *error) {
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = portal_models[model],
                              .settings = &setting,
                              .setting_count = setting != NULL ? 1 : 0,
                              .observe = space_use_observe,
                              .observer = use};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    wend_summary_destroy(summary);
    return result;
}

/* ---- Figs 2 and 3 ---------------------------------------------------------------------------- */

static const char cells_table[] = "Figs 2 and 3: ground used (0.25 m cells that a centre visits)";
static const char discs_table[] = "Figs 2 and 3: ground used (union of discs)";

static void claim_use(paper_claims *claims, const char *scene, const double area[PORTAL_MODELS]) {
    for (int i = PORTAL_SEGMENT; i < PORTAL_MODELS; i++) {
        paper_claim(claims, paper_at_least(area[i], nextafter(area[0], INFINITY), INFINITY),
                    "%s: %s use %.2f times the ground of points", scene,
                    i == PORTAL_SEGMENT ? "segments" : "arcs", area[i] / area[0]);
    }
}

static wend_result add_use(wend_paper_call *call, const portal_scene *scene, const char *table,
                           const double area[PORTAL_MODELS], wend_error *error) {
    static const char *const names[PORTAL_MODELS] = {"points", "segments", "arcs"};
    paper_row row = {.call = call, .table = table, .row = scene->name, .error = error};
    for (int i = 0; i < PORTAL_MODELS; i++) {
        char column[40];
        snprintf(column, sizeof column, "%s over points", names[i]);
        paper_add_number(&row, names[i], "m2", NAN, area[i]);
        if (i > 0) {
            paper_add_number(&row, column, "1", NAN, area[i] / area[0]);
        }
    }
    return row.result;
}

static wend_result draw_use(wend_paper_call *call, const char *figure,
                            const space_use uses[PORTAL_MODELS], wend_error *error) {
    static const char *const after[PORTAL_MODELS] = {NULL, "(b) segments", "(b) arcs"};
    wend_result result = WEND_OK;
    for (int i = PORTAL_SEGMENT; i < PORTAL_MODELS && result == WEND_OK; i++) {
        char file[80];
        snprintf(file, sizeof file, "%s-%s.png", figure, portal_models[i]);
        const char *path = wend_paper_add_file(call, file);
        const char *titles[3] = {"(a) points", after[i], "(c) used in (b) and not in (a)"};
        if (path != NULL) {
            result = space_use_draw(&uses[0], &uses[i], titles, path, error);
        }
    }
    return result;
}

/* The claims about both measures of the ground. */
typedef struct use_claims {
    paper_claims cells, discs;
} use_claims;

static wend_result compare_use(wend_paper_call *call, const portal_scene *scene, const char *figure,
                               use_claims *claims, bool *go_on, wend_error *error) {
    space_use uses[PORTAL_MODELS];
    double cells[PORTAL_MODELS], discs[PORTAL_MODELS];
    wend_result result = WEND_OK;
    for (int i = 0; i < PORTAL_MODELS; i++) {
        space_use_init(&uses[i], &wend_paper_call_def(call)->allocator);
    }
    for (int i = 0; i < PORTAL_MODELS && result == WEND_OK && *go_on; i++) {
        result = portal_measure_use(call, scene, i, NULL, &uses[i], go_on, error);
        cells[i] = space_use_area(&uses[i].centres);
        discs[i] = space_use_area(&uses[i].discs);
    }
    if (result == WEND_OK && *go_on) {
        claim_use(&claims->cells, scene->name, cells);
        claim_use(&claims->discs, scene->name, discs);
        result = add_use(call, scene, cells_table, cells, error);
    }
    if (result == WEND_OK && *go_on) {
        result = add_use(call, scene, discs_table, discs, error);
    }
    if (result == WEND_OK && *go_on) {
        result = draw_use(call, figure, uses, error);
    }
    for (int i = 0; i < PORTAL_MODELS; i++) {
        space_use_free(&uses[i]);
    }
    return result;
}

static wend_result judge_use(wend_paper_call *call, const use_claims *claims, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"points", "area that agents use if each heads for a point of the portal"},
        {"segments", "area with way portals (orca_segment)"},
        {"arcs", "area with arcs instead of chords (orca_arc, ours)"},
        {"* over points", "ratio to the area with points"}};
    wend_paper_table table = {
        .name = cells_table,
        .caption = "The paper shows pictures and no values: with segments, agents use the full "
                   "corridor in 16 Blocks and a much larger swath in Infinity. One seed; other "
                   "settings are in the table 'ground used, by our settings'. " PORTAL_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    wend_result result = paper_add_verdict(call, &table, &claims->cells, error);
    table.name = discs_table;
    table.caption = "The same runs; a second measure counts all ground that the discs of agents "
                    "cover, on a raster of 0.1 m.";
    return result == WEND_OK ? paper_add_verdict(call, &table, &claims->discs, error) : result;
}

uint32_t portal_count_space(const wend_paper_def *def) {
    (void)def;
    return 2 * PORTAL_MODELS;
}

wend_result portal_space(wend_paper_call *call, wend_error *error) {
    static const char *const figures[] = {"fig2-16-blocks", "fig3-infinity"};
    use_claims claims = {{0}, {0}};
    bool go_on = true;
    wend_result result = WEND_OK;
    for (int i = 0; i < 2 && result == WEND_OK && go_on; i++) {
        result = compare_use(call, &portal_scenes[i], figures[i], &claims, &go_on, error);
    }
    return result == WEND_OK && go_on ? judge_use(call, &claims, error) : result;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static const char spread_table[] = "Section 6: mean distance from the middle of the group";
static const char wall_table[] = "Section 6: share of time within 0.1 m of a wall";

enum { BIASES = 2 };
static const char *const bias_settings[BIASES] = {"follow.bias=centre", "follow.bias=shortest"};

/* Values of a group for each model (points, segments) and bias (centre, shortest). */
typedef struct group_values {
    double at[PORTAL_SEGMENT + 1][BIASES];
} group_values;

/* Returns shortest divided by centre; NAN if the value with the centre bias is 0. */
static double find_growth(const group_values *values, int model) {
    const double *at = values->at[model];
    return at[0] > 0.0 ? at[1] / at[0] : NAN;
}

static wend_verdict verdict_if(bool holds) {
    return holds ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED;
}

static wend_result add_group(wend_paper_call *call, const char *table, const char *scene,
                             const char *unit, const group_values *values, paper_claims *claims,
                             wend_error *error) {
    static const char *const names[] = {"points", "segments"};
    const double *points = values->at[PORTAL_POINT], *segments = values->at[PORTAL_SEGMENT];
    paper_row row = {.call = call, .table = table, .row = scene, .error = error};
    paper_add_number(&row, "centre", unit, NAN, segments[0]);
    paper_add_number(&row, "shortest", unit, NAN, segments[1]);
    paper_add_number(&row, "growth", "1", NAN, find_growth(values, PORTAL_SEGMENT));
    paper_add_number(&row, "points centre", unit, NAN, points[0]);
    paper_add_number(&row, "points shortest", unit, NAN, points[1]);
    paper_add_number(&row, "points growth", "1", NAN, find_growth(values, PORTAL_POINT));
    for (int i = PORTAL_SEGMENT; i >= PORTAL_POINT; i--) {
        paper_claim(claims, verdict_if(values->at[i][1] > values->at[i][0]),
                    "%s: the bias changes %s from %.3g to %.3g", scene, names[i], values->at[i][0],
                    values->at[i][1]);
    }
    paper_claim(claims, verdict_if(points[1] > segments[1]),
                "%s: with the bias, points have %.3g and segments %.3g", scene, points[1],
                segments[1]);
    return row.result;
}

/* Runs a scenario with both models and both biases. */
static wend_result measure_group(wend_paper_call *call, const portal_scene *scene,
                                 group_values *spread, group_values *wall, bool *go_on,
                                 wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < 2 * BIASES && result == WEND_OK && *go_on; i++) {
        int model = i / BIASES == 0 ? PORTAL_POINT : PORTAL_SEGMENT, bias = i % BIASES;
        space_use use;
        space_use_init(&use, &wend_paper_call_def(call)->allocator);
        result = portal_measure_use(call, scene, model, bias_settings[bias], &use, go_on, error);
        spread->at[model][bias] = use.spread_sum / (double)use.spread_steps;
        wall->at[model][bias] = (double)use.near_wall_steps / (double)use.agent_steps;
        space_use_free(&use);
    }
    return result;
}

static wend_result judge_groups(wend_paper_call *call, const paper_claims *spread,
                                const paper_claims *wall, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"centre", "segments, bias 0.5: agents prefer the middle of portals"},
        {"shortest", "segments, every agent prefers its shortest path"},
        {"points *", "the same with point goals, which lie where the bias is"},
        {"*growth", "shortest divided by centre; '-' if the latter is 0"}};
    wend_paper_table table = {
        .name = spread_table,
        .caption =
            "The paper remarks that a group that plans shortest paths is spread out along the "
            "walls, and that point goals suffer more. Spread: mean distance of agents from their "
            "common middle, while at least half of them are present. Points that lie in the middle "
            "of portals already draw the group into a line, so their spread need not "
            "grow. " PORTAL_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    wend_result result = paper_add_verdict(call, &table, spread, error);
    table.name = wall_table;
    table.caption = "The same runs: share of agent-steps with less than 0.1 m between the disc and "
                    "a wall.";
    return result == WEND_OK ? paper_add_verdict(call, &table, wall, error) : result;
}

uint32_t portal_count_bias(const wend_paper_def *def) {
    (void)def;
    return 2 * 2 * BIASES;
}

wend_result portal_bias(wend_paper_call *call, wend_error *error) {
    paper_claims spread_claims = {0}, wall_claims = {0};
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int i = 0; i < 2 && result == WEND_OK && go_on; i++) {
        const portal_scene *scene = &portal_scenes[i];
        group_values spread, wall;
        result = measure_group(call, scene, &spread, &wall, &go_on, error);
        if (result == WEND_OK && go_on) {
            result =
                add_group(call, spread_table, scene->name, "m", &spread, &spread_claims, error);
        }
        if (result == WEND_OK && go_on) {
            result = add_group(call, wall_table, scene->name, "1", &wall, &wall_claims, error);
        }
    }
    return result == WEND_OK && go_on ? judge_groups(call, &spread_claims, &wall_claims, error)
                                      : result;
}
