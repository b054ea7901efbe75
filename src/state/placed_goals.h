/* state/placed_goals.h: places and drops goals of single agents (own_goals.h). */
#ifndef STATE_PLACED_GOALS_H
#define STATE_PLACED_GOALS_H

#include <wend/select.h>

#include "state/world.h"

/* Returns the goal that a source has placed for the agent in a slot, or WEND_NO_GOAL. */
uint32_t own_goals_find(const wend_world *world, uint32_t slot, uint32_t source);
/* True if a goal belongs to the agent in a slot. */
bool own_goals_owns(const wend_world *world, uint32_t slot, uint32_t goal);
/* Places a goal for the agent in a slot: moves the source's present goal, or adds one. Returns its
 * index; WEND_NO_GOAL if the world has no room for another goal, or out of memory (then
 * *is_out_of_memory is set). */
uint32_t own_goals_place(wend_world *world, uint32_t slot, uint32_t source,
                         const wend_own_goal *goal, bool *is_out_of_memory);
/* Makes an existing goal belong to an agent: used while a snapshot is loaded. Returns false if out
 * of memory. */
bool own_goals_adopt(wend_world *world, uint32_t slot, uint32_t source, uint32_t goal);
/* Drops the goals that a source, or any source, has placed for an agent. No agent may head for
 * them. They are freed by own_goals_sweep. */
void own_goals_drop(wend_world *world, uint32_t slot, uint32_t source);
void own_goals_drop_all(wend_world *world, uint32_t slot);
/* Frees the goals that have been dropped. */
void own_goals_sweep(wend_world *world);
void own_goals_free(wend_world *world);

#endif
