/* plan/route/funnel.h: string pulling: the shortest path through a sequence of portals. */
#ifndef PLAN_ROUTE_FUNNEL_H
#define PLAN_ROUTE_FUNNEL_H

#include "plan/polyanya/target.h"

/* A portal. If it is a point, its two ends coincide. */
typedef struct funnel_portal {
    wend_point left, right;
    uint32_t layer; /* layer on which the path reaches the portal */
} funnel_portal;

/* Finds the turning points of the shortest path from `apex` through all portals; the last portal is
 * the end of the path. `out` has room for one point per portal; clearances are not set. Returns the
 * number of turning points. */
uint32_t funnel_pull(wend_point apex, const funnel_portal *portals, uint32_t count,
                     wend_route_point *out);

#endif
