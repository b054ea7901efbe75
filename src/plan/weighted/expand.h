/* plan/weighted/expand.h: what a path over a net reaches from a point. */
#ifndef PLAN_WEIGHTED_EXPAND_H
#define PLAN_WEIGHTED_EXPAND_H

#include "plan/weighted/reach.h"

/* Extends the path to the start, to a vertex, or to an inner point of an edge. */
void net_expand_start(net_search *s);
void net_expand_vertex(net_search *s, uint32_t index);
void net_expand_crossing(net_search *s, uint32_t index);

#endif
