/* state/visits.h: functions for the visits of agents to states, and for the goals that they keep.
 */
#ifndef STATE_VISITS_H
#define STATE_VISITS_H

#include "state/world.h"

/* Allocates the cold data of agents for `capacity` slots, and makes room for `saved_stride` saved
 * bytes per slot. Returns false if out of memory. */
bool visits_grow(wend_world *world, uint32_t capacity, uint32_t saved_stride);
/* Resets the visit of a slot, for an agent without a machine. */
void visit_clear(wend_world *world, uint32_t slot);
/* Notes that the transitions of the agent in a slot may be taken from the next update on. */
static inline void visit_wake(machine_table *table, uint32_t slot) {
    table->due[slot] = 0;
}
/* Adds `change` to the number of agents in a state. */
void visit_count(machine_table *table, const machine_visit *visit, int change);
/* Makes the present populations those that conditions see. */
void visits_unfreeze(machine_table *table);

/* Notes that an agent has reached a goal, that it has been released from a queue, or that it was
 * moved to another position. They do nothing for agents without a machine. */
void visit_note_arrival(wend_world *world, uint32_t slot);
void visit_note_served(wend_world *world, uint32_t slot);
void visit_note_jump(wend_world *world, uint32_t slot);

/* Returns the profile that an agent has outside states with entries; `index` is its present one. */
uint32_t visit_base_profile(const wend_world *world, uint32_t slot, uint32_t index);

/* The goals that an agent keeps. kept_find returns the index of the goal that it keeps for a state,
 * or WEND_NO_GOAL. kept_add needs memory from kept_reserve. kept_clear forgets all goals of an
 * agent, and releases their capacity unless the agent heads for them. */
uint32_t kept_find(const wend_world *world, uint32_t slot, uint32_t state);
bool kept_has_goal(const wend_world *world, uint32_t slot, uint32_t goal);
bool kept_reserve(wend_world *world, uint32_t more);
void kept_add(wend_world *world, uint32_t slot, uint32_t state, uint32_t goal);
void kept_clear(wend_world *world, uint32_t slot);
/* Keeps the goal that a selector has chosen for an agent, if its state is persistent. */
void kept_note_choice(wend_world *world, uint32_t slot, uint32_t goal);

#endif
