/* Measures which parts of a goal the agents use. Section 5.3 of "Goal Velocity Obstacles" says that
 * "almost the entire goal region is utilized" by 25 agents in each experiment. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include "paper/verdict.h"
#include <math.h>
#include <stdio.h>

#define TABLE "Section 5.3: use of the goal"

/* "Almost the entire goal" is taken to mean that at least this many tenths of it are used. */
#define ALMOST_ALL 9.0

typedef struct use_scene {
    const char *file, *row;
    double half_goal; /* m */
} use_scene;

static const use_scene scenes[] = {
    {"goal-velocity-obstacles/one-static-25.yaml", "static 25", 40.0},
    {"goal-velocity-obstacles/one-static-100.yaml", "static 100", 40.0},
    {"goal-velocity-obstacles/one-static-200.yaml", "static 200", 40.0},
    {"goal-velocity-obstacles/dense-one-static-100.yaml", "dense 100", 10.0},
};
static const int methods[] = {GVO_GOALS, GVO_PRINTED, GVO_BISECTED, GVO_PREFERRED};
enum { SCENES = sizeof scenes / sizeof scenes[0], METHODS = sizeof methods / sizeof methods[0] };

static const wend_paper_column columns[] = {
    {"tenths", "number of tenths of the goal's length in which agents arrive"},
    {"most in one", "share of the agents that arrive in the same tenth"},
    {"path", "mean path length"},
    {"travel", "mean travel time"},
    {"pairs", "number of times that two agents began to overlap by more than 1 mm"},
    {"deepest", "depth of the deepest overlap"},
};

uint32_t gvo_count_use(const wend_paper_def *def) {
    (void)def;
    return SCENES * METHODS;
}

static void measure_use(const gvo_outcome *of, double *tenths, double *most) {
    double all = 0.0, largest = 0.0;
    *tenths = 0.0;
    for (int i = 0; i < GVO_TENTHS; i++) {
        all += of->arrivals[i];
        largest = fmax(largest, of->arrivals[i]);
        *tenths += of->arrivals[i] > 0;
    }
    *most = 100.0 * largest / all;
}

static wend_result add_use(wend_paper_call *call, const use_scene *scene, int method,
                           const gvo_outcome *of, wend_error *error) {
    char name[80];
    double tenths, most;
    snprintf(name, sizeof name, "%s, %s", scene->row, gvo_methods[method].name);
    measure_use(of, &tenths, &most);
    paper_row row = {.call = call, .table = TABLE, .row = name, .error = error};
    paper_add_number(&row, "tenths", "1", NAN, tenths);
    paper_add_number(&row, "most in one", "%", NAN, most);
    paper_add_number(&row, "path", "m", NAN, of->path_m);
    paper_add_number(&row, "travel", "s", NAN, of->travel_s);
    paper_add_number(&row, "pairs", "1", NAN, of->touches);
    paper_add_number(&row, "deepest", "m", NAN, of->deepest);
    return row.result;
}

/* The paper states its claim for 25 agents. */
static void claim_use(paper_claims *claims, int method, const gvo_outcome *of) {
    double tenths, most;
    measure_use(of, &tenths, &most);
    if (method == GVO_GOALS) {
        paper_claim(claims, paper_at_least(tenths, ALMOST_ALL, GVO_TENTHS + 1.0),
                    "25 agents with GVO use %.0f tenths of the goal, %.0f %% of them the same one: "
                    "an agent turns no farther than it must, and so arrives at the near end",
                    tenths, most);
    }
}

wend_result gvo_use(wend_paper_call *call, wend_error *error) {
    paper_claims claims = {0};
    for (int i = 0; i < SCENES * METHODS; i++) {
        const use_scene *scene = &scenes[i / METHODS];
        int method = methods[i % METHODS];
        gvo_run run = {scene->file, &gvo_methods[method], 1, scene->half_goal};
        gvo_outcome outcome = {0};
        bool go_on;
        wend_result result = gvo_run_once(call, &run, &outcome, &go_on, error);
        if (!go_on) {
            return result;
        }
        if (i < METHODS) {
            claim_use(&claims, method, &outcome);
        }
        result = add_use(call, scene, method, &outcome, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    wend_paper_table table = {
        .name = TABLE,
        .caption = "Where on the goal the agents arrive, in experiment 1. The size of the field "
                   "and of the goal is ours. GVO bisect: our rule goal_direction=bisect. Agents "
                   "with PV head for one point.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    return paper_add_verdict(call, &table, &claims, error);
}
