/* Internals of the reproduction of "Goal Velocity Obstacles": the functions for its tables and
 * figures. */
#ifndef PAPER_GOAL_VELOCITY_OBSTACLES_PARTS_H
#define PAPER_GOAL_VELOCITY_OBSTACLES_PARTS_H

#include <wend/kit.h>

/* The methods by which agents head for their goals. The first two are the paper's. */
enum {
    GVO_GOALS,       /* goal velocity obstacles */
    GVO_PREFERRED,   /* preferred velocities towards the current middle of the goal */
    GVO_NEAREST,     /* preferred velocities towards the nearest point of the goal */
    GVO_INTERCEPTED, /* preferred velocities towards the point where the goal can be intercepted */
    GVO_PRINTED,     /* goal velocity obstacles without our recovery of speed */
    GVO_BISECTED,    /* goal velocity obstacles, towards the middle of the velocities to the goal */
    GVO_METHODS
};
enum { GVO_PUBLISHED = 2 };

enum { GVO_MOST_SETTINGS = 8 }; /* largest number of settings of a trial */

typedef struct gvo_method {
    const char *name;
    const char *settings[GVO_MOST_SETTINGS];
    uint32_t setting_count;
} gvo_method;
extern const gvo_method gvo_methods[GVO_METHODS];

/* A scenario: one of the paper's experiments, with a certain number of agents. */
typedef struct gvo_scene {
    const char *file;
    const char *row;
    uint32_t agents;
    bool moves;                       /* the goal moves */
    double collisions[GVO_PUBLISHED]; /* published in Table 1 */
    double path_m[GVO_PUBLISHED];     /* published in Table 2 */
    double step_ms[GVO_PUBLISHED];    /* published in Table 3 */
} gvo_scene;

enum { GVO_SCENES = 12, GVO_DENSE_SCENES = 9 };
extern const gvo_scene gvo_scenes[GVO_SCENES];
/* Scenarios that start with a dense crowd. Their collision counts are those that the paper gives
 * for the same numbers of agents. */
extern const gvo_scene gvo_dense_scenes[GVO_DENSE_SCENES];

/* ---- Runs ------------------------------------------------------------------------------------ */

enum { GVO_TENTHS = 10 };

/* The results of one run, or the sums over several runs with different seeds. */
typedef struct gvo_outcome {
    /* Number of times that a pair began to overlap, by 1 mm and by 2 cm. */
    double touches, deep;
    double deepest; /* m, depth of the deepest overlap */
    double path_m, travel_s;
    double missing; /* number of agents that did not arrive */
    uint32_t runs;
    uint32_t arrivals[GVO_TENTHS]; /* number of agents by the tenth of the goal where they were
                                      last, from left to right; only if half_goal was given */
} gvo_outcome;

/* One run of a scenario. */
typedef struct gvo_run {
    const char *file;
    const gvo_method *method;
    uint32_t seed;
    double half_goal; /* m, half the length of a static goal around x = 0; 0: not needed */
} gvo_run;

/* Adds the results of a run. `*go_on` becomes false if the run was cancelled or failed. */
wend_result gvo_run_once(wend_paper_call *call, const gvo_run *run, gvo_outcome *all, bool *go_on,
                         wend_error *error);
/* Returns how much shorter, in percent, the first path is. */
double gvo_percent_shorter(double goals, double preferred);

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The parts of the reproduction. For each part, the function gvo_count_* returns its number of
 * trials. */
uint32_t gvo_count_sparse(const wend_paper_def *def);
wend_result gvo_sparse(wend_paper_call *call, wend_error *error); /* Tables 1 and 2 */
uint32_t gvo_count_dense(const wend_paper_def *def);
wend_result gvo_dense(wend_paper_call *call, wend_error *error); /* Table 1 */
uint32_t gvo_count_costs(const wend_paper_def *def);
wend_result gvo_costs(wend_paper_call *call, wend_error *error); /* Table 3 */
uint32_t gvo_count_use(const wend_paper_def *def);
wend_result gvo_use(wend_paper_call *call, wend_error *error); /* use of the goal, section 5.3 */
uint32_t gvo_count_sensitivity(const wend_paper_def *def);
wend_result gvo_sensitivity(wend_paper_call *call, wend_error *error);
uint32_t gvo_count_figures(const wend_paper_def *def);
wend_result gvo_figures(wend_paper_call *call, wend_error *error);

#endif
