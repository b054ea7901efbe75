/* Internals of the answers to the questions of the lecture "Menge and global planners". */
#ifndef PAPER_GLOBAL_PLANNERS_PARTS_H
#define PAPER_GLOBAL_PLANNERS_PARTS_H

#include "paper/trials.h"
#include "paper/verdict.h"
#include <wend/kit.h>

#define PLANNERS_SURVEY  "global-planners/survey.yaml"
#define PLANNERS_GAPS    "global-planners/gaps.yaml"
#define PLANNERS_VILLAGE "corridor-maps/village.yaml"

enum { PLANNERS_SETTINGS = 4 };

/* A scenario with settings. */
typedef struct planners_setup {
    const char *scenario;
    const char *settings[PLANNERS_SETTINGS]; /* ends with NULL, unless it is full */
} planners_setup;

/* Loads a scenario, which the caller owns. */
wend_result planners_load(const wend_paper_def *paper, const planners_setup *setup,
                          wend_scenario **out, wend_error *error);

/* Builds a map for agents of one radius (m), with the parameters that the scenario has for this
 * kind; the caller owns it. Gives the CPU time (s), the shortest of `rounds`. */
wend_result planners_build(const wend_paper_def *paper, const wend_scenario *scenario,
                           const char *kind, double radius, uint32_t rounds, wend_map **out,
                           double *seconds, wend_error *error);

/* A query: a disc is to go from one location to another. */
typedef struct planners_query {
    wend_location from, to;
} planners_query;

/* Samples a query between locations where a disc has room. The number determines it. */
planners_query planners_sample(const wend_space *space, uint64_t number, double room);

/* A world in which one agent with a planner answers queries. */
typedef struct planners_asker {
    wend_scenario *scenario;
    wend_world *world;
    wend_profile profile;
    wend_agent agent;
    double radius; /* m */
} planners_asker;

wend_result planners_asker_open(planners_asker *asker, const wend_paper_def *paper,
                                const wend_scenario *scenario, const char *planner, double radius,
                                wend_error *error);
void planners_asker_close(planners_asker *asker);
/* Plans a query. Gives the time of the planner (s), and the length of the route: of its polyline,
 * or the distance that its field has at the start. The length is NAN if there is no route. */
wend_result planners_ask_agent(planners_asker *asker, const planners_query *query, double *seconds,
                               double *length, wend_error *error);

/* Returns the CPU time (s) that this thread has used. */
double planners_now(void);
/* True if the reproduction was cancelled. */
bool planners_cancelled(const wend_paper_call *call);
/* Sorts values and returns their median. */
double planners_median(double *values, uint32_t count);

/* ---- Parts ----------------------------------------------------------------------------------- */

uint32_t planners_count_none(const wend_paper_def *def);
wend_result planners_queries(wend_paper_call *call, wend_error *error);
wend_result planners_detail(wend_paper_call *call, wend_error *error);
uint32_t planners_count_stability(const wend_paper_def *def);
wend_result planners_stability(wend_paper_call *call, wend_error *error);
uint32_t planners_count_waypoints(const wend_paper_def *def);
wend_result planners_waypoints(wend_paper_call *call, wend_error *error);
wend_result planners_clearance(wend_paper_call *call, wend_error *error);
wend_result planners_figures(wend_paper_call *call, wend_error *error);

#endif
