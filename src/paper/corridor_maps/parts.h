/* Internals of the reproduction of "Flexible Path Planning Using Corridor Maps": the functions for
 * its tables and figures, and the data that they share. */
#ifndef PAPER_CORRIDOR_MAPS_PARTS_H
#define PAPER_CORRIDOR_MAPS_PARTS_H

#include "base/memory.h"
#include "paper/verdict.h"
#include <wend/kit.h>

/* The scenario of the village. The file quotes what the paper says about the village. */
#define VILLAGE_FILE "corridor-maps/village.yaml"
/* A scene of ours with narrow streets, in which the boundary force acts. */
#define STREETS_FILE "corridor-maps/streets.yaml"

/* Part of captions: what the paper does not give, so that it had to be chosen. */
#define VILLAGE_CHOSEN                                                                             \
    "Chosen by us: the plan of the village, the query, the spacing of the backbone (1 m), the "    \
    "preferred speed (1.4 m/s) and the damping time (0.5 s)."

/* Section 5: radius of the walking character, and radius of the standing characters, in m. */
#define VILLAGE_RADIUS   0.75
#define VILLAGE_STANDING 1.0

enum { VILLAGE_MOST_STANDING = 20, VILLAGE_QUERIES = 100 };

/* The original method and the improved method. */
enum { VILLAGE_ORIGINAL, VILLAGE_IMPROVED, VILLAGE_METHODS };
typedef struct village_method {
    const char *name;    /* name of the method in the paper */
    const char *setting; /* the setting that selects the method in the scenario */
} village_method;
extern const village_method village_methods[VILLAGE_METHODS];

/* A query: start, goal, and the characters that stand near the path. */
typedef struct village_query {
    wend_point start, goal;
    wend_point standing[VILLAGE_MOST_STANDING];
    uint32_t standing_count;
} village_query;

/* ---- Queries --------------------------------------------------------------------------------- */

/* A world with the village, in which routes are planned. */
typedef struct village_ground {
    wend_scenario *scenario;
    wend_world *world;
    wend_profile profile; /* profile of the walking character */
    wend_agent query_agent;
} village_ground;

wend_result village_ground_open(village_ground *ground, const wend_paper_def *paper,
                                wend_error *error);
/* Opens the scenario `file` instead of the village. */
wend_result village_ground_open_file(village_ground *ground, const wend_paper_def *paper,
                                     const char *file, wend_error *error);
void village_ground_close(village_ground *ground);
/* Plans the route of a query. `*route` is valid until the next query; it is NULL if there is no
 * route. */
wend_result village_ground_find_route(village_ground *ground, wend_point start, wend_point goal,
                                      const wend_route **route, wend_error *error);
/* Returns the route of the scenario's example query. It is valid until the next query. */
const wend_route *village_ground_example(const village_ground *ground);
/* Samples the random query with the given number. If `grouped` is false, the walking character fits
 * through the gap between any two standing characters. If `grouped` is true, only one passage past
 * all standing characters is guaranteed. */
wend_result village_sample_query(village_ground *ground, uint32_t number, bool grouped,
                                 village_query *query, wend_error *error);

/* The start and the goal of the example query, as in the scenario. */
extern const wend_point village_start, village_goal;
/* Samples a variant of the example query, with ten standing characters at other positions. `number`
 * determines the positions. The walking character fits through the gap between any two of the
 * standing characters. */
wend_result village_sample_layout(village_ground *ground, uint32_t number, village_query *query,
                                  wend_error *error);

/* ---- Boundaries ------------------------------------------------------------------------------ */

/* A callback that receives the pieces of a boundary. */
typedef struct village_visitor {
    void (*visit)(void *user, wend_vec2 from, wend_vec2 to);
    void *user;
} village_visitor;

/* Visits the boundary of a route's corridor on the left or right side, from the start to the goal.
 */
void village_visit_side(const wend_route *route, bool left, const village_visitor *visitor);
/* Visits the arcs of the boundary that lie behind the start and beyond the goal. */
void village_visit_ends(const wend_route *route, const village_visitor *visitor);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* A recorded path through the village. */
typedef struct village_path {
    memory heap;
    wend_point *points; /* positions of the walking character after each step */
    uint32_t count, capacity;
    wend_path_meter meter;
    bool arrived;
    double overlap; /* m, deepest overlap with a standing character; negative if there was always a
                       gap */
    double clearance; /* m, smallest distance from the character's centre to a wall */
    double seconds;   /* s, duration of the walk */
    /* Number of steps in which the centre was within 2 and within 3 radii of a wall: where the
     * boundary force acts with a safe distance of one and of two radii. */
    uint32_t within_2r, within_3r;
    double clearance_sum; /* m, sum over all steps */
    wend_point standing[VILLAGE_MOST_STANDING];
    uint32_t standing_count;
} village_path;

/* One run through the village. */
typedef struct village_trial {
    const char *scenario;       /* file; NULL for the village */
    const village_query *query; /* NULL for the query of the scenario */
    const village_method *method;
    const char *const *settings; /* settings in addition to that of the method */
    uint32_t setting_count;      /* at most VILLAGE_SETTINGS */
} village_trial;
enum { VILLAGE_SETTINGS = 4 };

/* Runs a trial and records its path. `*go_on` becomes false if the run was cancelled. The caller
 * frees the path. */
wend_result village_path_record(wend_paper_call *call, const village_trial *trial,
                                village_path *path, bool *go_on, wend_error *error);
void village_path_free(village_path *path);

/* Measured values of a path. */
typedef struct village_measures {
    wend_path_measures path;
    bool arrived, clean; /* clean means that the character arrived without an overlap */
    double overlap, clearance, seconds;
    double within_2r, within_3r; /* shares of the steps */
    double mean_clearance;       /* m, mean distance to the nearest wall */
} village_measures;

/* Runs a trial and measures its path. `*go_on` becomes false if the run was cancelled. */
wend_result village_measure(wend_paper_call *call, const village_trial *trial,
                            village_measures *measures, bool *go_on, wend_error *error);
/* Runs a query with both methods and the same settings. */
wend_result village_measure_both(wend_paper_call *call, const village_trial *trial,
                                 village_measures measures[2], bool *go_on, wend_error *error);

/* ---- Parts ----------------------------------------------------------------------------------- */

uint32_t village_count_table_1(const wend_paper_def *def);
wend_result village_table_1(wend_paper_call *call, wend_error *error);
uint32_t village_count_queries(const wend_paper_def *def);
wend_result village_queries(wend_paper_call *call, wend_error *error);
uint32_t village_count_damping(const wend_paper_def *def);
wend_result village_damping(wend_paper_call *call, wend_error *error);
uint32_t village_count_streets(const wend_paper_def *def);
wend_result village_streets(wend_paper_call *call, wend_error *error);
uint32_t village_count_steps(const wend_paper_def *def);
wend_result village_steps(wend_paper_call *call, wend_error *error);
uint32_t village_count_times(const wend_paper_def *def);
wend_result village_times(wend_paper_call *call, wend_error *error);
uint32_t village_count_figures(const wend_paper_def *def);
wend_result village_figures(wend_paper_call *call, wend_error *error);

#endif
