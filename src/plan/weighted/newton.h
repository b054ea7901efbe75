/* plan/weighted/newton.h: the cheapest path through a given sequence of edges. */
#ifndef PLAN_WEIGHTED_NEWTON_H
#define PLAN_WEIGHTED_NEWTON_H

#include "plan/weighted/channel.h"

/* A path from a point across edges to the nearest point of a convex region. */
typedef struct newton_problem {
    wend_point start;
    crossing *items;
    uint32_t count;
    const wend_point *ends; /* corners of the region */
    uint32_t end_count;
    double end_weight; /* of the ground after the last crossing */
    double scale;      /* m: the typical length of an edge */
} newton_problem;

/* Returns the cost (m) of the path. */
double newton_cost(const newton_problem *p);

/* Moves the crossings to where the path is cheapest, up to a small tolerance. Returns the cost,
 * which is never more than before. */
double newton_solve(const newton_problem *p);

#endif
