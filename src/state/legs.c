/* Starts and ends the legs of agents. A leg is the part of an agent's path up to the next
 * connection. */
#include "state/world.h"

void leg_restart(wend_world *world, uint32_t slot) {
    uint32_t path = world->cold.path[slot];
    if (world->cold.legs) {
        world->cold.legs[slot] =
            (cold_leg){.arc = WEND_NONE,
                       .planned = WEND_NONE,
                       .via_end = path == WEND_NONE ? 0 : world->paths[path].count};
    }
}

void leg_end(wend_world *world, uint32_t slot) {
    uint32_t passed = world->cold.legs[slot].via_end;
    leg_restart(world, slot);
    world->cold.legs[slot].via_first = passed;
}
