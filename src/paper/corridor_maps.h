/* Inside the reproduction of "Flexible Path Planning Using Corridor Maps": its tables and figures,
 * and what both are made of. */
#ifndef PAPER_CORRIDOR_MAPS_H
#define PAPER_CORRIDOR_MAPS_H

#include "base/memory.h"
#include <wend/kit.h>

/* The village: what the paper says about it is in the scenario. */
#define CORRIDOR_VILLAGE "corridor-maps/village.yaml"

/* Section 5: radii of the character and of those that stand, m. */
#define CORRIDOR_RADIUS   0.75
#define CORRIDOR_STANDING 1.0

enum { CORRIDOR_MOST_STANDING = 20, CORRIDOR_QUERIES = 100 };

/* The two methods: the original one, and the improved one. */
enum { CORRIDOR_ORIGINAL, CORRIDOR_IMPROVED, CORRIDOR_METHODS };
typedef struct corridor_method {
    const char *name;    /* as the paper calls it */
    const char *setting; /* what makes the scenario use it */
} corridor_method;
extern const corridor_method corridor_methods[CORRIDOR_METHODS];

/* From where to where, and who stands on the way. */
typedef struct corridor_query {
    wend_point start, goal;
    wend_point standing[CORRIDOR_MOST_STANDING];
    uint32_t standing_count;
} corridor_query;

/* ---- Queries --------------------------------------------------------------------------------- */

/* The village, with a planner that answers queries. */
typedef struct corridor_ground {
    wend_scenario *scenario;
    wend_world *world;
    uint32_t profile; /* of the character */
    wend_agent asker;
} corridor_ground;

wend_result corridor_ground_open(corridor_ground *ground, const wend_paper_def *paper,
                                 wend_error *error);
void corridor_ground_close(corridor_ground *ground);
/* The route of a query, which lives until the next one; NULL: there is none. */
wend_result corridor_ground_ask(corridor_ground *ground, wend_point start, wend_point goal,
                                const wend_route **route, wend_error *error);
/* The route of the example query, as the scenario has it; lives until the next query. */
const wend_route *corridor_ground_example(const corridor_ground *ground);
/* The random query of a number; those who stand leave gaps that the character fits through between
 * any two of them, or, grouped, just one way past all. */
wend_result corridor_draw_query(corridor_ground *ground, uint32_t number, bool grouped,
                                corridor_query *query, wend_error *error);

/* ---- Boundaries ------------------------------------------------------------------------------ */

/* Who gets to see the pieces of a boundary. */
typedef struct corridor_visitor {
    void (*visit)(void *user, wend_vec2 from, wend_vec2 to);
    void *user;
} corridor_visitor;

/* The boundary of a route's corridor on one hand, as one walks it. */
void corridor_visit_side(const wend_route *route, bool left, const corridor_visitor *visitor);
/* Its arcs behind the start and beyond the goal. */
void corridor_visit_ends(const wend_route *route, const corridor_visitor *visitor);

/* ---- Walks ----------------------------------------------------------------------------------- */

/* A path through the village. */
typedef struct corridor_walk {
    memory heap;
    wend_point *points; /* where the character was after each step */
    uint32_t count, capacity;
    wend_path_meter meter;
    bool arrived;
    double overlap;   /* m: the deepest with somebody who stands; negative: a gap */
    double clearance; /* m: least distance of its centre to a wall */
    double seconds;   /* that it took */
    wend_point standing[CORRIDOR_MOST_STANDING];
    uint32_t standing_count;
} corridor_walk;

/* How a walk is to be made. */
typedef struct corridor_trial {
    const corridor_query *query; /* NULL: the example query */
    const corridor_method *method;
    const char *const *settings; /* further ones */
    uint32_t setting_count;      /* at most CORRIDOR_SETTINGS */
} corridor_trial;
enum { CORRIDOR_SETTINGS = 4 };

/* Makes it. *go_on becomes false when it was cancelled. The walk is freed by the caller. */
wend_result corridor_walk_make(wend_paper_call *call, const corridor_trial *trial,
                               corridor_walk *walk, bool *go_on, wend_error *error);
void corridor_walk_free(corridor_walk *walk);

/* ---- Parts ----------------------------------------------------------------------------------- */

uint32_t corridor_count_table_1(const wend_paper_def *def);
wend_result corridor_table_1(wend_paper_call *call, wend_error *error);
uint32_t corridor_count_queries(const wend_paper_def *def);
wend_result corridor_queries(wend_paper_call *call, wend_error *error);
uint32_t corridor_count_steps(const wend_paper_def *def);
wend_result corridor_steps(wend_paper_call *call, wend_error *error);
uint32_t corridor_count_times(const wend_paper_def *def);
wend_result corridor_times(wend_paper_call *call, wend_error *error);
uint32_t corridor_count_figures(const wend_paper_def *def);
wend_result corridor_figures(wend_paper_call *call, wend_error *error);

#endif
