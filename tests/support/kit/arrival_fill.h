/* Goals and agents for the worlds of the arrival trial. */
#ifndef SUPPORT_KIT_ARRIVAL_FILL_H
#define SUPPORT_KIT_ARRIVAL_FILL_H

#include "support/kit/arrival_world.h"

/* Adds goals and agents to a world, unless it has them already, and measures the distance and time
 * that each agent needs. Returns false if no suitable agents were found, or if an agent that the
 * world had before cannot arrive. */
bool arrival_fill(arrival_world *world, uint32_t agent_count);

/* Adds goals to a world that already has a complete space; defined in arrival_goals.c. */
bool arrival_add_goals(arrival_world *world);
/* Returns a random position in a region, in the coordinates of the scenario. */
wend_point arrival_position_in(const arrival_world *world, arrival_stream *stream, uint32_t region);
/* Returns a random region. If agents of this world change sides, it is a region on side `side`. */
uint32_t arrival_region_of_side(const arrival_world *world, arrival_stream *stream, uint32_t side);
/* True if agents start on one side of a narrow door and have their goals on the other side. */
bool arrival_changes_sides(const arrival_world *world);

#endif
