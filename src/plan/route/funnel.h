/* plan/route/funnel.h: string pulling: the shortest path through a sequence of portals. */
#ifndef PLAN_ROUTE_FUNNEL_H
#define PLAN_ROUTE_FUNNEL_H

#include "plan/polyanya/target.h"

/* A portal; its ends coincide where it is a point. */
typedef struct funnel_portal {
    wend_point left, right;
    uint32_t layer; /* the layer before the portal */
} funnel_portal;

/* Finds the turning points of the shortest path from `apex` through all portals, the last of which
 * is the end. `out` has room for one per portal; clearances are not set. Returns the count. */
uint32_t funnel_pull(wend_point apex, const funnel_portal *portals, uint32_t count,
                     wend_route_point *out);

#endif
