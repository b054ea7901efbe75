/* Internals of the reproduction of "Real-time path planning in heterogeneous environments": the
 * functions for its tables and figures, and the data that they share. */
#ifndef PAPER_MIRAN_PARTS_H
#define PAPER_MIRAN_PARTS_H

#include "base/memory.h"
#include "paper/verdict.h"
#include <wend/kit.h>

/* The scenarios. Each file quotes what the paper says about its scene. */
#define MIRAN_MCKENNA "miran/mckenna.yaml"
#define MIRAN_ROAD    "miran/mckenna-road.yaml"
#define MIRAN_FOREST  "miran/forest.yaml"

/* Part of captions: what the paper does not give, so that it had to be chosen. */
#define MIRAN_CHOSEN                                                                               \
    "Chosen by us: the plans, the routes, the speed (1.4 m/s), the radius (0.3 m), dt (0.1 s) "    \
    "and "                                                                                         \
    "the motion (straight towards the attraction point)."

/* The values of sigma in Fig 7 and Table 1, in m, and those of the characters in mckenna.yaml,
 * whose keys are 1 to MIRAN_SIGMAS. */
enum { MIRAN_SIGMAS = 6, MIRAN_LOOP = 5 };
extern const double miran_sigmas[MIRAN_SIGMAS];
extern const char *const miran_sigma_names[MIRAN_SIGMAS];

/* Keys of the characters in mckenna-road.yaml and in forest.yaml. */
enum { MIRAN_KEY_MIRAN = 1, MIRAN_KEY_IRM, MIRAN_ROAD_WALKS = 2 };
enum { MIRAN_KEY_ADULT = 1, MIRAN_KEY_CHILD, MIRAN_FOREST_WALKS = 2 };

/* ---- Lines (lines.c) ------------------------------------------------------------------------- */

/* A polyline: the indicative route of a character, or the positions of a character after each step.
 */
typedef struct miran_line {
    memory heap;
    wend_point *points;
    uint32_t count, capacity;
} miran_line;

/* Appends a point. Returns false if out of memory. */
bool miran_line_add(miran_line *line, wend_point point);
void miran_line_free(miran_line *line);
double miran_line_length(const miran_line *line);
/* Returns the point at a distance (m) from the start along the line. */
wend_point miran_line_at(const miran_line *line, double distance);
/* Returns how often a line winds around a point, counter-clockwise, if it is closed by a straight
 * segment from its last point to its first. */
int miran_line_winding(const miran_line *line, wend_point centre);

/* Returns the number of buildings inside the loop of mckenna.yaml (the first MIRAN_LOOP ones)
 * around which a line winds. */
int miran_count_loop(const miran_line *line, const wend_space_def *space);

/* A stretch of a route, as distances (m) from its start. */
typedef struct miran_stretch {
    double from, to;
} miran_stretch;

/* m: a stretch of the route is skipped if no position comes within this distance of it. */
#define MIRAN_SKIPPED_BEYOND 5.0
enum { MIRAN_MOST_SKIPPED = 64 };

/* Finds the skipped stretches of a route, with a resolution of 0.25 m. Returns their number. */
uint32_t miran_find_skipped(const miran_line *route, const miran_line *path,
                            miran_stretch out[MIRAN_MOST_SKIPPED]);
/* Returns the sum of the lengths of stretches, and the length of the longest of them. */
double miran_sum_stretches(const miran_stretch *stretches, uint32_t count);
double miran_longest_stretch(const miran_stretch *stretches, uint32_t count);

/* ---- Ground (ground.c) ----------------------------------------------------------------------- */

enum { MIRAN_MOST_SETTINGS = 8 };

/* A scenario with some of its values set. */
typedef struct miran_setup {
    const char *scenario;
    const char *settings[MIRAN_MOST_SETTINGS];
    uint32_t setting_count;
} miran_setup;

/* A world with the agents of a setup, after its first step, in which all routes are planned. */
typedef struct miran_ground {
    wend_scenario *scenario;
    wend_world *world;
} miran_ground;

wend_result miran_ground_open(miran_ground *ground, const wend_paper_def *paper,
                              const miran_setup *setup, wend_error *error);
void miran_ground_close(miran_ground *ground);
/* Copies the indicative route of an agent, from its start to its goal. The caller frees it. */
wend_result miran_ground_get_route(const miran_ground *ground, uint64_t key, miran_line *route,
                                   wend_error *error);
/* Loads the scenario of a setup. The caller destroys it. */
wend_result miran_load(const wend_paper_def *paper, const miran_setup *setup,
                       wend_scenario **scenario, wend_error *error);

/* ---- Walks (walks.c) ------------------------------------------------------------------------- */

enum { MIRAN_MOST_WALKS = 6, MIRAN_MOST_TERRAINS = 8 };

/* The path of a character. */
typedef struct miran_walk {
    miran_line path; /* positions after each step until the character arrives */
    miran_line route;
    wend_path_meter meter;
    bool arrived;
    double clearance; /* m, smallest distance from the character's centre to a wall */
    double seconds;   /* s, duration of the walk */
    double on_terrain[MIRAN_MOST_TERRAINS]; /* m, length of the path on each type of terrain */
    miran_stretch skipped[MIRAN_MOST_SKIPPED];
    uint32_t skipped_count;
} miran_walk;

/* The walks of the characters with the keys 1 to `count`, in one run. */
typedef struct miran_walks {
    miran_walk items[MIRAN_MOST_WALKS];
    uint32_t count;
} miran_walks;

/* Runs a setup and records the paths of its characters. `*go_on` becomes false if the run was
 * cancelled. The caller frees the walks, also after a failure. */
wend_result miran_walks_record(wend_paper_call *call, const miran_setup *setup, uint32_t count,
                               miran_walks *walks, bool *go_on, wend_error *error);
void miran_walks_free(miran_walks *walks);
/* Returns the number of steps of a walk. */
uint32_t miran_walk_steps(const miran_walk *walk);
/* Returns the length (m) of a path on a type of terrain; 0 if there is no type of that name. */
double miran_walk_on(const miran_walk *walk, const wend_space *space, const char *terrain);

/* ---- Parts ----------------------------------------------------------------------------------- */

uint32_t miran_count_scenes(const wend_paper_def *def);
wend_result miran_scenes(wend_paper_call *call, wend_error *error);
uint32_t miran_count_sensitivity(const wend_paper_def *def);
wend_result miran_sensitivity(wend_paper_call *call, wend_error *error);
uint32_t miran_count_times(const wend_paper_def *def);
wend_result miran_times(wend_paper_call *call, wend_error *error);
uint32_t miran_count_crowd(const wend_paper_def *def);
wend_result miran_crowd(wend_paper_call *call, wend_error *error);
uint32_t miran_count_figures(const wend_paper_def *def);
wend_result miran_figures(wend_paper_call *call, wend_error *error);

#endif
