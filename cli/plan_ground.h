/* The ground of a route that `wend plan` has found: its length by terrain type, its weighted cost,
 * and a certified lower bound for the cost of all routes. */
#ifndef CLI_PLAN_GROUND_H
#define CLI_PLAN_GROUND_H

#include "cli/plan_route.h"

/* The weights of the terrain of a space for a profile. */
typedef struct plan_ground {
    const wend_scenario *scenario;
    const wend_profile_def *profile;
    double *weights; /* by terrain type */
    uint32_t count;  /* types from this number on have weight 1 */
    bool weighted;   /* a weight is not 1 */
    bool sampled;    /* a weight is a distribution */
} plan_ground;

/* What a route costs. */
typedef struct plan_cost {
    wend_terrain_length *lengths; /* by terrain type, ascending */
    uint32_t count;
    double length;       /* m, of all types together */
    double cost;         /* m; NAN if it is not defined: a weight is a distribution */
    uint32_t forbidden;  /* a forbidden type that the route crosses, or WEND_NONE */
    bool certified;      /* the next two are set */
    double lower_bound;  /* m: no route costs less */
    double ratio;        /* cost / lower_bound */
    bool target_reached; /* the bound is as close to the optimum as intended */
} plan_cost;

/* Finds the profile of a name, or the first profile if `name` is NULL, and its weights. Prints a
 * message and returns false if there is no such profile, or when out of memory. */
bool plan_ground_open(const wend_scenario *scenario, const char *name, plan_ground *out);
void plan_ground_close(plan_ground *ground);

/* Measures a route on the terrain of the space. A line that follows the border of two types to
 * within a tenth of a millimetre counts with the lower weight. Returns false if out of memory. */
bool plan_ground_measure(const plan_ground *ground, const plan_route *route, plan_cost *out);
void plan_cost_free(plan_cost *cost);

/* Computes a certified lower bound for a route of a disc. Returns an exit status; prints a message
 * unless it is EXIT_DONE. */
int plan_ground_certify(const plan_ground *ground, const plan_route *route, double radius,
                        bool quiet, plan_cost *cost);

void plan_cost_print(const plan_ground *ground, const plan_cost *cost);
void plan_cost_write(const plan_ground *ground, const plan_cost *cost, wend_json *json);

#endif
