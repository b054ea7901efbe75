/* plan/weighted/flips.h: passes vertices on their cheaper side. */
#ifndef PLAN_WEIGHTED_FLIPS_H
#define PLAN_WEIGHTED_FLIPS_H

#include "plan/weighted/newton.h"

/* Lets the path of a channel pass vertices within `reach` (m) on their other side where that is
 * cheaper. `scale` is the typical length of an edge (m). The crossings should be optimised before.
 * The channel may fail, when out of memory. */
void flips_improve(channel *c, double reach, double scale);

#endif
