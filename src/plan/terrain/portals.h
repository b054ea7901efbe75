/* plan/terrain/portals.h: the portals of a path over weighted ground. */
#ifndef PLAN_TERRAIN_PORTALS_H
#define PLAN_TERRAIN_PORTALS_H

#include "plan/terrain/crossings.h"

typedef struct portal_query {
    const search_ground *ground;
    search_start start;             /* where the path begins on the level */
    bool enters;                    /* true if the agent is elsewhere and has to pass the start */
    const wend_route_point *points; /* after the start; a clearance of PORTALS_WANTED marks points
                                       that need a portal of their own */
    uint32_t point_count;
    const wend_region *goal; /* the region in which the path ends, if its last point needs a portal;
                                otherwise NULL */
    double radius;           /* m: of the agent */

    /* Set by terrain_portals. */
    wend_portal *portals; /* in a worker buffer; at most WEND_MAX_PATH */
    uint32_t portal_count;
} portal_query;

/* Finds the portals of a path on a level of a terrain map. An agent that goes straight from any
 * point of a portal to any point of the next stays on ground of one weight that the path itself
 * crosses, in triangles that are open; where the path only touches ground, at a vertex, portals are
 * cut to the agent's width or by cost. Returns SEARCH_NONE if the path has no portals: see
 * crossings_find. */
search_outcome terrain_portals(portal_query *query);

#endif
