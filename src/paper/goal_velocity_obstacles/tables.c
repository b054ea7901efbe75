/* Computes Tables 1 to 3 of "Goal Velocity Obstacles": collisions, path lengths and cost. */
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

/* If there are fewer collisions than this, the ratio between two methods is meaningless. */
#define FEW_COLLISIONS 20.0

/* ---- Runs ------------------------------------------------------------------------------------ */

/* The results of one run, or the sums over several runs with different seeds. */
typedef struct gvo_outcome {
    /* Number of times that a pair began to overlap, by TOUCH_DEPTH and by DEEP_DEPTH. */
    double touches, deep;
    double deepest; /* m, depth of the deepest overlap */
    double path_m, travel_s;
    double missing; /* number of agents that did not arrive */
    uint32_t runs;
} gvo_outcome;

typedef struct overlap_watch {
    overlaps touches, deep;
    bool begun;
} overlap_watch;

static wend_result observe_overlaps(void *observer, const wend_recording *recording,
                                    const wend_frame *frame, wend_error *error) {
    overlap_watch *w = observer;
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

static void add_run(gvo_outcome *all, const overlap_watch *w, const wend_summary *summary) {
    all->touches += (double)w->touches.onsets;
    all->deep += (double)w->deep.onsets;
    all->deepest = fmax(all->deepest, w->touches.deepest);
    all->path_m += paper_find_number(summary, "mean_path_m");
    all->travel_s += paper_find_number(summary, "mean_travel_s");
    all->missing += paper_find_number(summary, "agents") - paper_find_number(summary, "arrived");
    all->runs++;
}

/* Adds the results of one run. `*go_on` becomes false if the run was cancelled. */
static wend_result run_once(wend_paper_call *call, const gvo_scene *scene, const gvo_method *method,
                            uint32_t seed, gvo_outcome *all, bool *go_on, wend_error *error) {
    char seed_text[40];
    const char *settings[5];
    overlap_watch watch;
    memset(&watch, 0, sizeof watch);
    memcpy(settings, method->settings, sizeof method->settings);
    snprintf(seed_text, sizeof seed_text, "seed=%u", seed);
    settings[method->setting_count] = seed_text;
    wend_paper_trial trial = {.scenario = scene->file,
                              .settings = settings,
                              .setting_count = method->setting_count + 1,
                              .observe = observe_overlaps,
                              .observer = &watch};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    if (*go_on) {
        add_run(all, &watch, summary);
    }
    wend_summary_destroy(summary);
    if (watch.begun) {
        overlaps_end(&watch.touches);
        overlaps_end(&watch.deep);
    }
    return result;
}

/* ---- Table 1 --------------------------------------------------------------------------------- */

static void add_verdict(paper_row *row, const gvo_scene *scene, double goals, double preferred) {
    const double *theirs = scene->collisions;
    char words[128];
    if (goals == 0.0 && preferred == 0.0) {
        snprintf(words, sizeof words, "no collisions, unlike the published result");
    } else if (preferred < FEW_COLLISIONS) {
        snprintf(words, sizeof words, "too few to judge%s",
                 goals > preferred ? "; more with GVO" : "");
    } else if (goals > preferred) {
        snprintf(words, sizeof words, "not as published: more with GVO");
    } else {
        double share = 100.0 * goals / preferred, published = 100.0 * theirs[0] / theirs[1];
        snprintf(words, sizeof words, "%s: %.3g %% of PV, published %.3g %%",
                 share <= published ? "as published" : "fewer, but not by as much", share,
                 published);
    }
    paper_add_remark(row, "verdict", words);
}

static wend_result add_collisions(wend_paper_call *call, const char *table, const gvo_scene *scene,
                                  const gvo_outcome outcomes[], wend_error *error) {
    paper_row row = {.call = call, .table = table, .row = scene->row, .error = error};
    const gvo_outcome *goals = &outcomes[GVO_GOALS], *preferred = &outcomes[GVO_PREFERRED];
    double runs = goals->runs;
    const double *theirs = scene->collisions;
    paper_add_number(&row, "GVO pairs", "1", theirs[0] / 2.0, goals->touches / runs);
    paper_add_number(&row, "PV pairs", "1", theirs[1] / 2.0, preferred->touches / runs);
    paper_add_number(&row, "GVO twice", "1", theirs[0], 2.0 * goals->touches / runs);
    paper_add_number(&row, "PV twice", "1", theirs[1], 2.0 * preferred->touches / runs);
    paper_add_number(&row, "GVO > 2 cm", "1", NAN, goals->deep);
    paper_add_number(&row, "PV > 2 cm", "1", NAN, preferred->deep);
    paper_add_number(&row, "GVO deepest", "m", NAN, goals->deepest);
    paper_add_number(&row, "PV deepest", "m", NAN, preferred->deepest);
    add_verdict(&row, scene, goals->deep, preferred->deep);
    return row.result;
}

/* ---- Table 2 --------------------------------------------------------------------------------- */

static double percent_shorter(double goals, double preferred) {
    return 100.0 * (1.0 - goals / preferred);
}

static wend_result add_paths(wend_paper_call *call, const gvo_scene *scene,
                             const gvo_outcome outcomes[GVO_METHODS], wend_error *error) {
    paper_row row = {.call = call,
                     .table = "Table 2: mean path length, and mean arrival time",
                     .row = scene->row,
                     .error = error};
    const gvo_outcome *goals = &outcomes[GVO_GOALS], *preferred = &outcomes[GVO_PREFERRED];
    const gvo_outcome *nearest = &outcomes[GVO_NEAREST];
    const double *theirs = scene->path_m;
    paper_add_number(&row, "GVO", "m", theirs[0], goals->path_m);
    paper_add_number(&row, "PV", "m", theirs[1], preferred->path_m);
    paper_add_number(&row, "GVO shorter", "%", percent_shorter(theirs[0], theirs[1]),
                     percent_shorter(goals->path_m, preferred->path_m));
    paper_add_number(&row, "nearest", "m", NAN, nearest->path_m);
    paper_add_number(&row, "nearest shorter", "%", NAN,
                     percent_shorter(nearest->path_m, preferred->path_m));
    if (scene->moves) {
        paper_add_number(&row, "intercepted", "m", NAN, outcomes[GVO_INTERCEPTED].path_m);
    }
    paper_add_number(&row, "GVO arrive", "s", NAN, goals->travel_s);
    paper_add_number(&row, "PV arrive", "s", NAN, preferred->travel_s);
    paper_add_number(&row, "GVO / PV", "1", NAN, goals->travel_s / preferred->travel_s);
    paper_add_number(&row, "GVO missing", "1", NAN, goals->missing);
    paper_add_number(&row, "PV missing", "1", NAN, preferred->missing);
    return row.result;
}

/* Returns the number of methods to compare in a scenario. Interception makes a difference only if
 * the goal moves. */
static int count_methods(const gvo_scene *scene) {
    return scene->moves ? GVO_METHODS : GVO_INTERCEPTED;
}

uint32_t gvo_count_sparse(const wend_paper_def *def) {
    (void)def;
    uint32_t count = 0;
    for (int i = 0; i < GVO_SCENES; i++) {
        count += (uint32_t)count_methods(&gvo_scenes[i]);
    }
    return count;
}

wend_result gvo_sparse(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < GVO_SCENES && result == WEND_OK; i++) {
        const gvo_scene *scene = &gvo_scenes[i];
        gvo_outcome outcomes[GVO_METHODS] = {{0}};
        bool go_on = true;
        for (int m = 0; m < count_methods(scene) && go_on; m++) {
            result = run_once(call, scene, &gvo_methods[m], 1, &outcomes[m], &go_on, error);
        }
        if (!go_on) {
            return result;
        }
        result = add_collisions(call, "Table 1: collisions", scene, outcomes, error);
        if (result == WEND_OK) {
            result = add_paths(call, scene, outcomes, error);
        }
    }
    return result;
}

/* ---- Table 1 from a dense start -------------------------------------------------------------- */

enum { DENSE_SEEDS = 10 };

/* A setting that selects which velocity determines the side on which agents pass each other. The
 * paper may have used the preferred velocity, which causes more collisions. */
typedef struct gvo_side {
    const char *table;
    const char *setting;
} gvo_side;

static const gvo_side sides[] = {
    {"Table 1 from a dense start: mean of ten seeds; > 2 cm: all of them", "steer.side=velocity"},
    {"Table 1 from a dense start, sides by the preferred velocity", "steer.side=preferred"},
};

static int count_sides(const wend_paper_def *def) {
    return def->quick ? 1 : (int)(sizeof sides / sizeof sides[0]);
}

uint32_t gvo_count_dense(const wend_paper_def *def) {
    return GVO_DENSE_SCENES * GVO_PUBLISHED * DENSE_SEEDS * (uint32_t)count_sides(def);
}

/* Runs a scenario with all published methods and all seeds. `*go_on` becomes false if a run was
 * cancelled. */
static wend_result run_dense(wend_paper_call *call, const gvo_scene *scene, const gvo_side *side,
                             bool *go_on, wend_error *error) {
    gvo_outcome outcomes[GVO_PUBLISHED] = {{0}};
    for (uint32_t run = 0; run < GVO_PUBLISHED * DENSE_SEEDS; run++) {
        uint32_t m = run % GVO_PUBLISHED, seed = 1 + run / GVO_PUBLISHED;
        gvo_method method = gvo_methods[m];
        method.settings[method.setting_count++] = side->setting;
        wend_result result = run_once(call, scene, &method, seed, &outcomes[m], go_on, error);
        if (!*go_on) {
            return result;
        }
    }
    return add_collisions(call, side->table, scene, outcomes, error);
}

wend_result gvo_dense(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int s = 0; s < count_sides(wend_paper_call_def(call)); s++) {
        for (int i = 0; i < GVO_DENSE_SCENES && result == WEND_OK && go_on; i++) {
            result = run_dense(call, &gvo_dense_scenes[i], &sides[s], &go_on, error);
        }
    }
    return result;
}

/* ---- Table 3 --------------------------------------------------------------------------------- */

static uint32_t count_rounds(const wend_paper_def *def) {
    return def->quick ? 1 : 9;
}

uint32_t gvo_count_costs(const wend_paper_def *def) {
    return GVO_SCENES * GVO_PUBLISHED * count_rounds(def);
}

/* Measures the cost of a scenario. The methods alternate, so that the load of the machine affects
 * both equally; the fastest round counts. */
static wend_result time_scene(wend_paper_call *call, const gvo_scene *scene, wend_error *error) {
    double best[GVO_PUBLISHED] = {INFINITY, INFINITY}, theirs[GVO_PUBLISHED];
    for (uint32_t run = 0; run < GVO_PUBLISHED * count_rounds(wend_paper_call_def(call)); run++) {
        uint32_t m = run % GVO_PUBLISHED;
        wend_paper_trial trial = {.scenario = scene->file,
                                  .settings = gvo_methods[m].settings,
                                  .setting_count = gvo_methods[m].setting_count,
                                  .timed = true};
        wend_summary *summary;
        wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
        if (result != WEND_OK || summary == NULL) {
            return result;
        }
        best[m] = fmin(best[m], paper_find_number(summary, "us_per_agent_step"));
        theirs[m] = scene->step_ms[m] * 1000.0 / scene->agents;
        wend_summary_destroy(summary);
    }
    paper_row row = {
        .call = call,
        .table = "Table 3: cost per agent and step (published: per step, divided by all agents)",
        .row = scene->row,
        .error = error};
    paper_add_number(&row, "GVO", "us", theirs[0], best[0]);
    paper_add_number(&row, "PV", "us", theirs[1], best[1]);
    paper_add_number(&row, "GVO extra", "us", theirs[0] - theirs[1], best[0] - best[1]);
    paper_add_number(&row, "GVO extra, share", "%", -percent_shorter(theirs[0], theirs[1]),
                     -percent_shorter(best[0], best[1]));
    return row.result;
}

wend_result gvo_costs(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < GVO_SCENES && result == WEND_OK; i++) {
        result = time_scene(call, &gvo_scenes[i], error);
    }
    return result;
}
