/* Draws Figs 1, 4 and 5 of "Way Portals": the velocities of one agent with one neighbour, and
 * moments of the scenarios Dungeon and Castle. */
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>

/* A picture of a scenario at a given time. */
typedef struct portal_moment {
    const portal_scene *scene;
    const char *file;
    double time; /* s, time at which the picture ends */
} portal_moment;

static const portal_moment moments[] = {
    {&portal_scenes[PORTAL_DUNGEON], "fig4-dungeon-1.png", 10.0},
    {&portal_scenes[PORTAL_DUNGEON], "fig4-dungeon-2.png", 40.0},
    {&portal_scenes[PORTAL_DUNGEON], "fig4-dungeon-3.png", 75.0},
    {&portal_scenes[PORTAL_DUNGEON], "fig4-dungeon-4.png", 110.0},
    {&portal_scenes[PORTAL_CASTLE], "fig5-castle-1.png", 5.0},
    {&portal_scenes[PORTAL_CASTLE], "fig5-castle-2.png", 30.0},
    {&portal_scenes[PORTAL_CASTLE], "fig5-castle-3.png", 80.0},
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

/* Draws a panel of Fig 1: the velocities of an agent that has one neighbour. The scenario has a
 * single portal and a slow neighbour that stands in front of its middle. */
static wend_result draw_choice(wend_paper_call *call, const char *steer, const char *file,
                               wend_error *error) {
    paper_choice choice = {.scenario = "way-portals/one-neighbour.yaml",
                           .steer = steer,
                           .key = 1,
                           .time = 0.2,
                           .file = file};
    return paper_draw_choice(call, &choice, error);
}

wend_result portal_pictures(wend_paper_call *call, wend_error *error) {
    /* The panels of the paper, and one with our own model. */
    static const struct {
        const char *steer, *file;
    } panels[] = {{"vo", "fig1a-velocity-obstacle.svg"},
                  {"orca", "fig1b-point.svg"},
                  {"orca_segment", "fig1c-segment.svg"},
                  {"orca_arc", "fig1d-arc-ours.svg"}};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof panels / sizeof panels[0] && result == WEND_OK; i++) {
        result = draw_choice(call, panels[i].steer, panels[i].file, error);
    }
    for (int i = 0; i < MOMENTS && result == WEND_OK; i++) {
        result = draw_moment(call, &moments[i], error);
    }
    return result;
}
