/* plan/graph/connections.h: chooses the first connection (a ladder, a jump, a turnstile), if any,
 * that an agent takes on the cheapest path to its target. */
#ifndef PLAN_GRAPH_CONNECTIONS_H
#define PLAN_GRAPH_CONNECTIONS_H

#include "step/connections.h"

/* The target of a path: the nearest part of a region. */
typedef struct connection_target {
    const wend_region *parts;
    uint32_t count;
    uint32_t layer;
} connection_target;

typedef struct connection_query {
    const wend_view *view;
    uint32_t worker;
    const connection_table *table;
    double speed; /* m/s: preferred speed of the agent */
    /* True if the agent may take an arc. */
    bool (*may_take)(const void *context, const connection_arc *arc);
    /* Returns the length (m) of the path on foot from a location to one region; INFINITY if there
     * is no path. */
    double (*route_length)(const void *context, wend_location from, const wend_region *to,
                           uint32_t layer);
    const void *context;
} connection_query;

/* Finds the first arc of the cheapest path, or WEND_NONE if going all the way on foot costs no more
 * or if the target cannot be reached. Writes the cost of the path to `cost`, in m; INFINITY if the
 * target cannot be reached. Returns false when out of memory. */
bool connections_choose(const connection_query *query, wend_location from,
                        const connection_target *to, uint32_t *first, double *cost);

#endif
