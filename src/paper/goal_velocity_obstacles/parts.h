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
    GVO_METHODS
};
enum { GVO_PUBLISHED = 2 };

typedef struct gvo_method {
    const char *name;
    const char *settings[4];
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

/* The parts of the reproduction. For each part, the function gvo_count_* returns its number of
 * trials. */
uint32_t gvo_count_sparse(const wend_paper_def *def);
wend_result gvo_sparse(wend_paper_call *call, wend_error *error); /* Tables 1 and 2 */
uint32_t gvo_count_dense(const wend_paper_def *def);
wend_result gvo_dense(wend_paper_call *call, wend_error *error); /* Table 1 */
uint32_t gvo_count_costs(const wend_paper_def *def);
wend_result gvo_costs(wend_paper_call *call, wend_error *error); /* Table 3 */
uint32_t gvo_count_figures(const wend_paper_def *def);
wend_result gvo_figures(wend_paper_call *call, wend_error *error);

#endif
