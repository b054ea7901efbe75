/* Draws Figs 1 to 8 of "Goal Velocity Obstacles": the velocity spaces of agents, from the marks
 * that their models emit, and the trails of 25 agents. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include <stdio.h>

/* ---- Figs 1 to 5 ----------------------------------------------------------------------------- */

static const paper_choice choices[] = {
    {.scenario = "goal-velocity-obstacles/pair.yaml",
     .setting = "steer.name=vo",
     .key = 1,
     .time = 3.0,
     .file = "fig1-preferred-velocity.svg",
     .extent = 24.0},
    {.scenario = "goal-velocity-obstacles/pair.yaml",
     .key = 1,
     .time = 3.0,
     .file = "fig2-segment.svg",
     .extent = 24.0},
    {.scenario = "goal-velocity-obstacles/moving-disc.yaml",
     .key = 9,
     .time = 8.0,
     .file = "fig3-moving-disc.svg",
     .extent = 52.0},
    {.scenario = "goal-velocity-obstacles/blocked-goal.yaml",
     .key = 12,
     .time = 12.0,
     .file = "fig4-two-goals.svg",
     .extent = 28.0},
    {.scenario = "goal-velocity-obstacles/gate.yaml",
     .key = 3,
     .time = 5.0,
     .file = "fig5-window.svg",
     .extent = 21.0},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

/* ---- Figs 6 to 8 ----------------------------------------------------------------------------- */

/* Figs 6 to 8 show the scenarios with 25 agents. Each experiment has COUNTS scenarios with
 * different numbers of agents; the first one has 25. */
enum { TRAILS = 3, COUNTS = GVO_SCENES / TRAILS, FIRST_TRAIL = 6 };

static wend_result draw_trails(wend_paper_call *call, int experiment, const gvo_method *method,
                               const char *ending, wend_error *error) {
    char file[80];
    snprintf(file, sizeof file, "fig%d-%s.png", FIRST_TRAIL + experiment, ending);
    const char *path = wend_paper_add_file(call, file);
    if (path == NULL) {
        return WEND_OK;
    }
    wend_paper_trial trial = {.scenario = gvo_scenes[experiment * COUNTS].file,
                              .settings = method->settings,
                              .setting_count = method->setting_count,
                              .output = path};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    wend_summary_destroy(summary);
    return result;
}

uint32_t gvo_count_figures(const wend_paper_def *def) {
    return def->directory != NULL ? TRAILS * GVO_PUBLISHED : 0;
}

wend_result gvo_figures(wend_paper_call *call, wend_error *error) {
    static const char *const endings[GVO_PUBLISHED] = {"goal-velocity-obstacles",
                                                       "preferred-velocities"};
    wend_result result = WEND_OK;
    for (int i = 0; i < CHOICES && result == WEND_OK; i++) {
        result = paper_draw_choice(call, &choices[i], error);
    }
    for (int i = 0; i < TRAILS * GVO_PUBLISHED && result == WEND_OK; i++) {
        int m = i % GVO_PUBLISHED;
        result = draw_trails(call, i / GVO_PUBLISHED, &gvo_methods[m], endings[m], error);
    }
    return result;
}
