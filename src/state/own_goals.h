/* state/own_goals.h: the table of goals that selectors place for single agents. Its functions are
 * in state/placed_goals.h.
 *
 * Each is a record in the table of goals, marked as `is_own`. An agent has at most one for each
 * source of choices: its profile's selector, or another owner of selectors. Goals of agents that
 * have left are freed at the end of the step, in the order of their indices, so that the indices do
 * not depend on the order in which agents left. */
#ifndef STATE_OWN_GOALS_H
#define STATE_OWN_GOALS_H

#include <stdint.h>

#define OWN_GOAL_NONE UINT32_MAX /* the end of a list */

typedef struct own_goal {
    uint32_t goal;   /* index of the goal */
    uint32_t source; /* what placed it: 0 for the selector of the agent's profile */
    uint32_t next;   /* the agent's next goal, or the next free entry */
} own_goal;

typedef struct own_goal_table {
    own_goal *items;
    uint32_t count, capacity;
    uint32_t free;   /* the first free entry, or OWN_GOAL_NONE */
    uint32_t *heads; /* indexed by slot: the agent's first entry */
    uint32_t head_capacity;
    uint32_t *dropped; /* goals of agents that have left; there is room for those of all agents */
    uint32_t dropped_count, dropped_capacity;
} own_goal_table;

#endif
