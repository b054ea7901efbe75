/* plan/terrain/weights.h: the weights of terrain for an agent, as searches on a terrain map use
 * them.
 */
#ifndef PLAN_TERRAIN_WEIGHTS_H
#define PLAN_TERRAIN_WEIGHTS_H

#include "plan/polyanya/search.h"

/* Sets `weights`, `weight_count`, `least_weight`, `has_slopes` and `body` of the ground for the
 * agent of body `index`. Slopes only add to weights, so that `least_weight` remains a lower bound.
 * The members `view`, `worker` and `mesh` must be set. The weights are in scratch memory; they are
 * NULL if the map is not a terrain map, or if all weights are 1. Returns false when out of memory.
 * O(highest terrain type of the map). */
bool terrain_weights(search_ground *ground, uint32_t index);

#endif
