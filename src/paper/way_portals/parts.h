/* Internals of the reproduction of "Way Portals": the functions for its tables and figures. */
#ifndef PAPER_WAY_PORTALS_PARTS_H
#define PAPER_WAY_PORTALS_PARTS_H

#include "measure/meter/overlaps.h"
#include "paper/verdict.h"
#include <wend/kit.h>

/* A scenario of the paper. */
typedef struct portal_scene {
    const char *file;
    const char *name;            /* name of the scenario in the paper */
    double point_us, segment_us; /* Table 1: cost per agent and step, us */
    double last_s[5]; /* Table 2: time of the last arrival for each step length; NAN if not given */
} portal_scene;

enum { PORTAL_STEPS = 5, PORTAL_SCENES = 4, PORTAL_TIMED_SCENES = 3 };
enum { PORTAL_BLOCKS, PORTAL_INFINITY, PORTAL_DUNGEON, PORTAL_CASTLE };

/* The scenarios 16 Blocks, Infinity, Dungeon and Castle; Table 2 contains the first three. */
extern const portal_scene portal_scenes[PORTAL_SCENES];
extern const double portal_steps[PORTAL_STEPS]; /* step lengths, in s */

/* The models that are compared, by the shape of their goals: points, segments and arcs. */
enum { PORTAL_POINT, PORTAL_SEGMENT, PORTAL_ARC, PORTAL_MODELS };
extern const char *const portal_models[PORTAL_MODELS];

/* Part of every caption: what the paper does not give, so that it had to be chosen. */
#define PORTAL_CHOSEN                                                                              \
    "Chosen by us: the drawing of the scene, the speed (1.3 m/s), the radius (0.25 m) and the "    \
    "horizon (2 s)."

/* ---- Runs with different step lengths -------------------------------------------------------- */

enum { PORTAL_MOST_SEEDS = 5, PORTAL_BINS = 64, PORTAL_DEPTHS = 4 };
#define PORTAL_BIN_SECONDS 5.0

/* Depths above which an overlap counts, as fractions of the radius. Overlaps deeper than the depth
 * with the index PORTAL_COUNTED count as collisions in the tables. */
extern const double portal_depths[PORTAL_DEPTHS];
enum { PORTAL_ANY_DEPTH, PORTAL_COUNTED = 2 };

/* The results of all seeds for one scenario, model and step length. */
typedef struct portal_outcome {
    double last[PORTAL_MOST_SEEDS]; /* s, time of the last arrival for each seed */
    uint32_t seeds;
    double onsets[PORTAL_BINS], agent_seconds[PORTAL_BINS]; /* by simulated time */
    double missing, pushed; /* number of agents that did not arrive; number of wall interventions
                               while feasible */
    double agent_s;         /* s, time in the world, summed over all agents */
    /* For each depth: new overlaps, and the time of overlap summed over all pairs (s). */
    double new_overlaps[PORTAL_DEPTHS], overlap_s[PORTAL_DEPTHS];
    double deepest; /* m, depth of the deepest overlap */
} portal_outcome;

/* Runs a scenario with several step lengths and seeds. `*go_on` becomes false if a run was
 * cancelled. */
wend_result portal_run_steps(wend_paper_call *call, const portal_scene *scene, const char *model,
                             portal_outcome outcomes[PORTAL_STEPS], bool *go_on, wend_error *error);
/* Returns the median of the times of the last arrival. */
double portal_last_arrival(const portal_outcome *outcome);
uint32_t portal_count_seeds(const wend_paper_def *def);

/* The claims about Fig 6 that accumulate over the scenarios. */
typedef struct portal_rate_claims {
    paper_claims onsets, shares, depths, rules;
} portal_rate_claims;

/* Adds the rows of a scenario to the tables of Fig 6, and draws its chart. */
wend_result portal_add_rates(wend_paper_call *call, const portal_scene *scene, int model,
                             const portal_outcome *outcomes, portal_rate_claims *claims,
                             wend_error *error);
/* Adds the captions and verdicts of Fig 6 for a model. */
wend_result portal_judge_rates(wend_paper_call *call, int model, const portal_rate_claims *claims,
                               wend_error *error);

/* ---- Our settings ---------------------------------------------------------------------------- */

/* A setting that the paper does not give, with another value than in the scenarios. */
typedef struct portal_variant {
    const char *name, *setting;
} portal_variant;

/* --quick uses the first ones. */
enum { PORTAL_VARIANTS = 8 };
extern const portal_variant portal_variants[PORTAL_VARIANTS];

/* ---- Parts ----------------------------------------------------------------------------------- */

/* For each part, the function portal_count_* returns its number of trials. */
uint32_t portal_count_table_1(const wend_paper_def *def);
wend_result portal_table_1(wend_paper_call *call, wend_error *error);
uint32_t portal_count_table_2(const wend_paper_def *def);
wend_result portal_table_2(wend_paper_call *call, wend_error *error); /* also Fig 6 */
uint32_t portal_count_space(const wend_paper_def *def);
wend_result portal_space(wend_paper_call *call, wend_error *error);
uint32_t portal_count_bias(const wend_paper_def *def);
wend_result portal_bias(wend_paper_call *call, wend_error *error);
uint32_t portal_count_sensitivity(const wend_paper_def *def);
wend_result portal_sensitivity(wend_paper_call *call, wend_error *error);
uint32_t portal_count_pictures(const wend_paper_def *def);
wend_result portal_pictures(wend_paper_call *call, wend_error *error);

#endif
