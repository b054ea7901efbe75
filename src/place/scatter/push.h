/* Pushes overlapping agents apart, within walls and the region. */
#ifndef PLACE_SCATTER_PUSH_H
#define PLACE_SCATTER_PUSH_H

#include "place/scatter/room.h"

/* Pairs are pushed farther than necessary by this factor. */
#define PUSH_SLACK 1.004

/* Pushes until no two agents are too close to each other, or until this takes too long.
 * `valid_positions` holds the last valid position of each agent, initially its current position.
 * Returns the number of agents that have room. */
uint32_t push_agents(scatter *c, wend_point *valid_positions);

#endif
