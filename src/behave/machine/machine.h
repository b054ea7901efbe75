/* behave/machine/machine.h: which transitions agents take. */
#ifndef BEHAVE_MACHINE_H
#define BEHAVE_MACHINE_H

#include "state/world.h"

/* Finds the agents that take a transition in this step, in parallel, and lists them in the order of
 * their keys in world->machines.fired. For all others, notes when they are looked at next. Returns
 * false if out of memory, and changes nothing else. */
bool machines_evaluate(wend_world *world);

/* Returns the state into which an agent goes now, or WEND_NONE. The states in the set `visited` are
 * left out. If the agent stays, notes when it is looked at next. The agent must be on the ground
 * and have entered a state. */
uint32_t machine_find_target(const wend_world *world, uint32_t slot, const uint64_t *visited);

#endif
