/* behave/selection.h: prepares and ends the choices of one pass (behave_choose_goals). */
#ifndef BEHAVE_SELECTION_H
#define BEHAVE_SELECTION_H

#include "behave/selector.h"

/* A body and the key of its agent. */
typedef struct body_key {
    uint64_t key;
    uint32_t index;
} body_key;

/* Prepares what the selectors of the agents that need a goal use: populations, memory for goals
 * that they place, and the turns of goal sets. Returns false if out of memory. */
bool selection_begin(wend_world *world);
/* Ends the pass. The turns of goal sets are kept if `succeeded`. */
void selection_end(wend_world *world, bool succeeded);
/* Lists the bodies whose selectors run in sequence, in the order of the agents' keys, and counts
 * the choices of all others. The list is in scratch memory; NULL if out of memory. */
const body_key *selection_order(wend_world *world, uint32_t *count);
/* Counts the choice of a body, for the selectors that run after it. */
void selection_note(wend_world *world, uint32_t index);
/* Puts the goals that selectors have placed into the table of goals, in the order of the agents'
 * keys, and replaces WEND_OWN_GOAL in the choices by their indices. Returns false if out of
 * memory. */
bool selection_place_goals(wend_world *world);

#endif
