/* Figs 1 to 5 of "Way Portals", and its remark on groups: which ground is used with points and with
 * portals as goals, and how a group fares whose members all want the shortest way. */
#include "base/error.h"
#include "paper/space_use.h"
#include "paper/way_portals.h"
#include <math.h>
#include <string.h>

static wend_result add(wend_paper_call *call, const char *table, const char *row,
                       const char *column, const char *unit, double ours, wend_error *error) {
    wend_paper_value value = {table, row, column, unit, NAN, ours};
    return wend_paper_add(call, &value, error);
}

/* Runs a scenario and sees which ground is used. *go_on becomes false when it was cancelled. */
static wend_result watch_use(wend_paper_call *call, const portal_scene *scene, const char *model,
                             const char *setting, space_use *use, bool *go_on, wend_error *error) {
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = model,
                              .settings = &setting,
                              .setting_count = setting != NULL ? 1 : 0,
                              .watch = space_use_watch,
                              .watcher = use};
    wend_summary *summary;
    wend_result result = wend_paper_try(call, &trial, &summary, error);
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
    char column[40];
    wend_result result = WEND_OK;
    for (int i = 0; i < PORTAL_MODELS && result == WEND_OK; i++) {
        double area = space_use_area(&uses[i].centres), all = space_use_area(&uses[i].discs);
        result = add(call, table, scene->name, names[i], "m2", area, error);
        if (result == WEND_OK) {
            result = add(call, discs, scene->name, names[i], "m2", all, error);
        }
        snprintf(column, sizeof column, "%s over points", names[i]);
        if (result == WEND_OK && i > 0) {
            result = add(call, table, scene->name, column, "1", area / first, error);
        }
        if (result == WEND_OK && i > 0) {
            result = add(call, discs, scene->name, column, "1", all / first_discs, error);
        }
    }
    return result;
}

static wend_result draw_use(wend_paper_call *call, const char *figure,
                            const space_use uses[PORTAL_MODELS], wend_error *error) {
    static const char *const after[PORTAL_MODELS] = {NULL, "(b) segments", "(b) arcs"};
    wend_result result = WEND_OK;
    for (int i = PORTAL_SEGMENT; i < PORTAL_MODELS && result == WEND_OK; i++) {
        char file[80];
        snprintf(file, sizeof file, "%s-%s.png", figure, portal_models[i]);
        const char *path = wend_paper_file(call, file);
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
        result = watch_use(call, scene, portal_models[i], NULL, &uses[i], &go_on, error);
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
    static const char spread[] = "Section 6: mean distance from the middle of the group";
    static const char hugging[] = "Section 6: share of time within 0.1 m of a wall";
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int i = 0; i < 2 && result == WEND_OK && go_on; i++) {
        space_use use;
        space_use_init(&use, &wend_paper_call_def(call)->allocator);
        result = watch_use(call, scene, portal_models[PORTAL_SEGMENT], biases[i].setting, &use,
                           &go_on, error);
        if (result == WEND_OK && go_on) {
            result = add(call, spread, scene->name, biases[i].name, "m",
                         use.spread_sum / (double)use.spread_steps, error);
        }
        if (result == WEND_OK && go_on) {
            result = add(call, hugging, scene->name, biases[i].name, "1",
                         (double)use.hugging / (double)use.agent_steps, error);
        }
        space_use_free(&use);
    }
    return result;
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

/* A moment of a scenario as a picture. */
typedef struct portal_moment {
    const portal_scene *scene;
    const char *file;
    double time; /* s */
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
    const char *path = wend_paper_file(call, moment->file);
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
    wend_result result = wend_paper_try(call, &trial, &summary, error);
    wend_summary_destroy(summary);
    return result;
}

/* Fig 1: an agent's velocities, with a point, a segment and an arc to aim at. */
static wend_result draw_choice(wend_paper_call *call, int model, wend_error *error) {
    static const char *const files[PORTAL_MODELS] = {"fig1-point.svg", "fig1-segment.svg",
                                                     "fig1-arc.svg"};
    const wend_paper_def *paper = wend_paper_call_def(call);
    char path[4096];
    const char *figure = wend_paper_file(call, files[model]);
    if (figure == NULL) {
        return WEND_OK;
    }
    snprintf(path, sizeof path, "%s/%s", paper->scenarios, portal_scenes[0].file);
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = paper->registry;
    def.steer = portal_models[model];
    def.allocator = paper->allocator;
    wend_scenario *scenario = NULL;
    wend_result result = wend_scenario_load(&def, &scenario, error);
    if (result == WEND_OK) {
        wend_explain_def explain = wend_default_explain_def();
        wend_explanation told;
        explain.scenario = scenario;
        explain.registry = paper->registry;
        explain.key = 43; /* one in the middle of the crowd */
        explain.time = 6.0;
        explain.path = figure;
        explain.allocator = paper->allocator;
        result = wend_explain_scenario(&explain, &told, error);
    }
    wend_scenario_destroy(scenario);
    return result;
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
