/* Pushing overlapping agents apart. */
#ifndef PLACE_SCATTER_PUSH_H
#define PLACE_SCATTER_PUSH_H

#include "place/scatter/room.h"

/* Pairs are pushed this factor farther than they must be. */
#define PUSH_SLACK 1.004

/* Pushes until no agent is too near to another, or it takes too long. `homes` are positions at
 * which each agent could stand last: at first, where it is. Returns how many agents have room then.
 */
uint32_t push_agents(scatter *c, wend_point *homes);

#endif
