/* Draws Figs 1 to 5 of "Way Portals", and measures the ground that crowds use if their goals are
 * points or portals. Also checks the paper's remark on groups: how near to walls a group walks, and
 * how spread out it is, if all its agents prefer the shortest path. */
#include "paper/space_use.h"
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>
#include <string.h>

/* Runs a scenario and measures the ground that the crowd uses. `*go_on` becomes false if the run
 * was cancelled. */
static wend_result measure_use(wend_paper_call *call, const portal_scene *scene, const char *model,
                               const char *setting, space_use *use, bool *go_on,
                               wend_error *error) {
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = model,
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

static wend_result add_use(wend_paper_call *call, const portal_scene *scene,
                           const space_use uses[PORTAL_MODELS], wend_error *error) {
    static const char *const names[PORTAL_MODELS] = {"points", "segments", "arcs"};
    static const char table[] = "Figs 2 and 3: ground used (0.25 m cells that a centre visits)";
    static const char discs[] = "Figs 2 and 3: ground used (union of discs)";
    double first = space_use_area(&uses[0].centres), first_discs = space_use_area(&uses[0].discs);
    paper_row by_cells = {.call = call, .table = table, .row = scene->name, .error = error};
    paper_row by_discs = by_cells;
    by_discs.table = discs;
    for (int i = 0; i < PORTAL_MODELS; i++) {
        char column[40];
        double area = space_use_area(&uses[i].centres), all = space_use_area(&uses[i].discs);
        snprintf(column, sizeof column, "%s over points", names[i]);
        paper_add_number(&by_cells, names[i], "m2", NAN, area);
        paper_add_number(&by_discs, names[i], "m2", NAN, all);
        if (i > 0) {
            paper_add_number(&by_cells, column, "1", NAN, area / first);
            paper_add_number(&by_discs, column, "1", NAN, all / first_discs);
        }
    }
    return by_cells.result == WEND_OK ? by_discs.result : by_cells.result;
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

static wend_result compare_use(wend_paper_call *call, const portal_scene *scene, const char *figure,
                               wend_error *error) {
    space_use uses[PORTAL_MODELS];
    bool go_on = true;
    wend_result result = WEND_OK;
    for (int i = 0; i < PORTAL_MODELS; i++) {
        space_use_init(&uses[i], &wend_paper_call_def(call)->allocator);
    }
    for (int i = 0; i < PORTAL_MODELS && result == WEND_OK && go_on; i++) {
        result = measure_use(call, scene, portal_models[i], NULL, &uses[i], &go_on, error);
    }
    if (result == WEND_OK && go_on) {
        result = add_use(call, scene, uses, error);
    }
    if (result == WEND_OK && go_on) {
        result = draw_use(call, figure, uses, error);
    }
    for (int i = 0; i < PORTAL_MODELS; i++) {
        space_use_free(&uses[i]);
    }
    return result;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static wend_result compare_bias(wend_paper_call *call, const portal_scene *scene,
                                wend_error *error) {
    static const struct {
        const char *name, *setting;
    } biases[] = {{"centre", "follow.bias=centre"}, {"shortest", "follow.bias=shortest"}};
    static const char spread_table[] = "Section 6: mean distance from the middle of the group";
    static const char wall_table[] = "Section 6: share of time within 0.1 m of a wall";
    paper_row spread_row = {
        .call = call, .table = spread_table, .row = scene->name, .error = error};
    paper_row wall_row = spread_row;
    wall_row.table = wall_table;
    bool go_on = true;
    for (int i = 0; i < 2 && go_on; i++) {
        space_use use;
        space_use_init(&use, &wend_paper_call_def(call)->allocator);
        spread_row.result = measure_use(call, scene, portal_models[PORTAL_SEGMENT],
                                        biases[i].setting, &use, &go_on, error);
        if (go_on) {
            paper_add_number(&spread_row, biases[i].name, "m", NAN,
                             use.spread_sum / (double)use.spread_steps);
            paper_add_number(&wall_row, biases[i].name, "1", NAN,
                             (double)use.near_wall_steps / (double)use.agent_steps);
        }
        space_use_free(&use);
        go_on = go_on && spread_row.result == WEND_OK && wall_row.result == WEND_OK;
    }
    return spread_row.result == WEND_OK ? wall_row.result : spread_row.result;
}

uint32_t portal_count_space(const wend_paper_def *def) {
    (void)def;
    return 2 * PORTAL_MODELS + 2 * 2;
}

wend_result portal_space(wend_paper_call *call, wend_error *error) {
    wend_result result = compare_use(call, &portal_scenes[0], "fig2-16-blocks", error);
    if (result == WEND_OK) {
        result = compare_use(call, &portal_scenes[1], "fig3-infinity", error);
    }
    for (int i = 0; i < 2 && result == WEND_OK; i++) {
        result = compare_bias(call, &portal_scenes[i], error);
    }
    return result;
}

/* ---- Figs 1, 4 and 5 ------------------------------------------------------------------------- */

/* A picture of a scenario at a given time. */
typedef struct portal_moment {
    const portal_scene *scene;
    const char *file;
    double time; /* s, time at which the picture ends */
} portal_moment;

static const portal_moment moments[] = {
    {&portal_scenes[2], "fig4-dungeon-1.png", 10.0},
    {&portal_scenes[2], "fig4-dungeon-2.png", 40.0},
    {&portal_scenes[2], "fig4-dungeon-3.png", 75.0},
    {&portal_scenes[2], "fig4-dungeon-4.png", 110.0},
    {&portal_scenes[3], "fig5-castle-1.png", 5.0},
    {&portal_scenes[3], "fig5-castle-2.png", 30.0},
    {&portal_scenes[3], "fig5-castle-3.png", 80.0},
};
enum { MOMENTS = sizeof moments / sizeof moments[0] };

uint32_t portal_count_pictures(const wend_paper_def *def) {
    return def->directory != NULL ? MOMENTS : 0;
}

static wend_result draw_moment(wend_paper_call *call, const portal_moment *moment,
                               wend_error *error) {
    const char *path = wend_paper_add_file(call, moment->file);
    if (path == NULL) {
        return WEND_OK;
    }
    char end[40], from[40];
    snprintf(end, sizeof end, "time.end=%g", moment->time);
    snprintf(from, sizeof from, "output.png.from=%g", fmax(moment->time - 3.0, 0.0));
    const char *settings[] = {end, from, "output.png.starts=false"};
    wend_paper_trial trial = {.scenario = moment->scene->file,
                              .steer = portal_models[PORTAL_SEGMENT],
                              .settings = settings,
                              .setting_count = 3,
                              .output = path};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    wend_summary_destroy(summary);
    return result;
}

/* Draws Fig 1: the velocities of an agent whose goal is a point, a segment or an arc. */
static wend_result draw_choice(wend_paper_call *call, int model, wend_error *error) {
    static const char *const files[PORTAL_MODELS] = {"fig1-point.svg", "fig1-segment.svg",
                                                     "fig1-arc.svg"};
    paper_choice choice = {.scenario = portal_scenes[0].file,
                           .steer = portal_models[model],
                           .key = 43, /* an agent in the middle of the crowd */
                           .time = 6.0,
                           .file = files[model]};
    return paper_draw_choice(call, &choice, error);
}

wend_result portal_pictures(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < PORTAL_MODELS && result == WEND_OK; i++) {
        result = draw_choice(call, i, error);
    }
    for (int i = 0; i < MOMENTS && result == WEND_OK; i++) {
        result = draw_moment(call, &moments[i], error);
    }
    return result;
}
