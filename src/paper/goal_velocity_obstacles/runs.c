/* Runs the scenarios of "Goal Velocity Obstacles", and measures overlaps, paths, and where on a
 * goal the agents arrive. */
#include "measure/meter/overlaps.h"
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Depths above which an overlap counts, as fractions of the radius, which is 1 m. The first only
 * excludes rounding errors; overlaps above the second are clearly visible. */
#define TOUCH_DEPTH 0.001
#define DEEP_DEPTH  0.02

enum { MOST_AGENTS = 256 };

/* What is observed during a run. Agents have the keys 1, 2, ... */
typedef struct gvo_watch {
    overlaps touches, deep;
    bool begun;
    bool seen[MOST_AGENTS];
    double x[MOST_AGENTS]; /* m, the last position of each agent */
} gvo_watch;

static wend_result observe(void *observer, const wend_recording *recording, const wend_frame *frame,
                           wend_error *error) {
    gvo_watch *w = observer;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        if (agent->key < MOST_AGENTS) {
            w->seen[agent->key] = true;
            w->x[agent->key] = agent->position.x;
        }
    }
    bool begins = !w->begun;
    w->begun = true;
    wend_result result = begins ? overlaps_begin(&w->touches, recording, TOUCH_DEPTH, frame, error)
                                : overlaps_step(&w->touches, frame, error);
    if (result != WEND_OK) {
        return result;
    }
    return begins ? overlaps_begin(&w->deep, recording, DEEP_DEPTH, frame, error)
                  : overlaps_step(&w->deep, frame, error);
}

static void count_arrivals(const gvo_watch *w, double half_goal, gvo_outcome *all) {
    for (uint32_t key = 0; key < MOST_AGENTS && half_goal > 0.0; key++) {
        double tenth = floor(GVO_TENTHS * (w->x[key] / half_goal + 1.0) / 2.0);
        if (w->seen[key]) {
            all->arrivals[(uint32_t)fmin(fmax(tenth, 0.0), GVO_TENTHS - 1.0)]++;
        }
    }
}

static void add_run(gvo_outcome *all, const gvo_watch *w, const wend_summary *summary) {
    all->touches += (double)w->touches.onsets;
    all->deep += (double)w->deep.onsets;
    all->deepest = fmax(all->deepest, w->touches.deepest);
    all->path_m += paper_find_number(summary, "mean_path_m");
    all->travel_s += paper_find_number(summary, "mean_travel_s");
    all->missing += paper_find_number(summary, "agents") - paper_find_number(summary, "arrived");
    all->runs++;
}

wend_result gvo_run_once(wend_paper_call *call, const gvo_run *run, gvo_outcome *all, bool *go_on,
                         wend_error *error) {
    char seed_text[40];
    const char *settings[GVO_MOST_SETTINGS + 1];
    gvo_watch watch;
    memset(&watch, 0, sizeof watch);
    memcpy(settings, run->method->settings, sizeof run->method->settings);
    snprintf(seed_text, sizeof seed_text, "seed=%u", run->seed);
    settings[run->method->setting_count] = seed_text;
    wend_paper_trial trial = {.scenario = run->file,
                              .settings = settings,
                              .setting_count = run->method->setting_count + 1,
                              .observe = observe,
                              .observer = &watch};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    if (*go_on) {
        add_run(all, &watch, summary);
        count_arrivals(&watch, run->half_goal, all);
    }
    wend_summary_destroy(summary);
    if (watch.begun) {
        overlaps_end(&watch.touches);
        overlaps_end(&watch.deep);
    }
    return result;
}

double gvo_percent_shorter(double goals, double preferred) {
    return 100.0 * (1.0 - goals / preferred);
}
