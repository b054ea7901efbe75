/* plan/route/funnel.h: the taut string through a chain of gates. */
#ifndef PLAN_ROUTE_FUNNEL_H
#define PLAN_ROUTE_FUNNEL_H

#include "plan/polyanya/target.h"

/* What may be passed; the ends coincide where it is a point. */
typedef struct taut_gate {
    wend_point left, right;
    uint32_t layer; /* before it */
} taut_gate;

/* The bends of the shortest path from `apex` through all gates, the last of which is the end. `out`
 * has room for all gates; clearances are not set. Returns the number of bends. */
uint32_t taut_pull(wend_point apex, const taut_gate *gates, uint32_t count, wend_route_point *out);

#endif
