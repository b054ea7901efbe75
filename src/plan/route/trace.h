/* plan/route/trace.h: the portals and clearances of a path. */
#ifndef PLAN_ROUTE_TRACE_H
#define PLAN_ROUTE_TRACE_H

#include "plan/polyanya/search.h"
#include "plan/route/leg_cache.h"

typedef struct trace_path {
    const search_ground *ground;
    wend_location start;
    wend_route_point *points; /* all points after the start, up to the end of the path */
    uint32_t point_count;
    uint32_t measured; /* number of points whose clearance is measured */
    bool whole;        /* true: up to the end; false: the next stretch may be enough */
    double radius;     /* m: inset of the portals */
    leg_cache *cache;  /* or NULL */
} trace_path;

typedef struct traced_path {
    const wend_portal *portals; /* in a worker buffer; at most WEND_MAX_PATH */
    uint32_t portal_count;
    uint32_t point_count; /* number of points that were traced */
    bool continues;       /* true if these are not all points: this is only the next stretch */
    bool is_short;        /* true if the points ended before the stretch was full */
    double stretch;       /* m: how far the agent may travel before it needs the next stretch */
} traced_path;

/* Finds the portals of a path: the edges of level 0 that it crosses, cut to their free part, and
 * portals across the path at points whose clearance is PORTALS_WANTED. Then sets the clearance of
 * the first `measured` points. Returns false if out of memory. */
bool trace_portals(const trace_path *path, traced_path *out);

/* Returns the distance (m) from a location to the nearest wall or obstacle that stands still, at
 * most `limit`. */
float trace_clearance(const wend_view *view, wend_location at, float limit);

#endif
