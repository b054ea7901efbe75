/* plan/weighted/search.h: finds a path of low cost over a net. */
#ifndef PLAN_WEIGHTED_SEARCH_H
#define PLAN_WEIGHTED_SEARCH_H

#include "plan/weighted/reach.h"

/* What to search: the largest distance (m) between neighbours on an edge, and the cost (m) that the
 * path must not reach, or INFINITY. */
typedef struct net_effort {
    double spacing, bound;
} net_effort;

/* Finds the cheapest path over a net. On SEARCH_FOUND, `end` leads back to the start. */
search_outcome net_find_path(net_search *s, const search_ground *ground, search_start from,
                             const target *to, net_effort effort);

#endif
