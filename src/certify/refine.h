/* certify/refine.h: refines a net until the bound is good: see refine.c. */
#ifndef CERTIFY_REFINE_H
#define CERTIFY_REFINE_H

#include "certify/search.h"

typedef struct refine_limits {
    double target;     /* above 1: stop when upper / lower is at most this */
    double known_cost; /* the weighted length of a known route, or INFINITY */
    uint64_t work;     /* the largest number of arcs to consider */
} refine_limits;

typedef struct refine_result {
    double lower, upper; /* bounds of the cost; lower is INFINITY if there is no path */
    uint64_t work;
    uint32_t rounds;
    bool limited; /* stopped before the target */
} refine_result;

/* Refines a net whose anchors are set. On success, writes the distance of each node to
 * `*distances`, an array of n->node_count that the caller frees. Returns false if cancelled or out
 * of memory. */
bool refine_net(net *n, const refine_limits *limits, const watcher *progress, double **distances,
                refine_result *out);

#endif
