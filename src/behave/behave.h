/* behave/behave.h: how agents choose, take, change, reach and give up goals. */
#ifndef BEHAVE_BEHAVE_H
#define BEHAVE_BEHAVE_H

#include "behave/activity.h"

/* ---- choose.c -------------------------------------------------------------------------------- */

/* Runs the behave stage: requests new choices where they are due, then chooses goals for all agents
 * that need one. */
bool behave_stage(wend_world *world);
/* Chooses goals for the agents that need one. */
bool behave_choose_goals(wend_world *world);

/* ---- agent_goal.c ---------------------------------------------------------------------------- */

/* Gives an agent a goal, and releases its capacity at the old goal. */
void agent_take_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Sets the goal that the caller gave an agent. Capacity there is claimed without the selector. */
void agent_set_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Handles an agent's arrival at a goal: it stays, requests another goal, or `leaves` is set.
 * Returns false when memory ran out. */
bool agent_arrive(wend_world *world, uint32_t index, uint32_t goal, bool *leaves);

/* ---- motion.c -------------------------------------------------------------------------------- */

/* Updates one goal, or all goals that move or have a time window, to the present time. */
void goal_advance(wend_world *world, uint32_t index);
void goals_update(wend_world *world);

/* ---- change.c -------------------------------------------------------------------------------- */

/* Requests a new choice for agents whose goal has closed, and for agents that may have a nearer
 * goal by now. */
void goals_request_choices(wend_world *world);
/* Checks whether all goals that body `index` could take have closed for good; `chosen` is its
 * selector's choice. Returns the goal that closed last, or WEND_NO_GOAL if one may still open. */
uint32_t goal_find_last_closed(const wend_world *world, uint32_t index, uint32_t chosen);
/* Makes an agent wait permanently, and reports the event. */
bool agent_wait_permanently(wend_world *world, uint32_t slot, uint32_t goal);
/* Gives an agent another goal while it walks. */
bool agent_change_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Records agents that steer for another goal of their set than their own; goal_changes_apply then
 * gives them that goal. */
void goal_changes_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes);
bool goal_changes_apply(wend_world *world);

/* ---- unreachable.c --------------------------------------------------------------------------- */

/* True if a closed door lies between the end of a route that was planned for body `index` and its
 * goal. */
bool route_ends_at_door(const wend_world *world, uint32_t index, const wend_route *route);
/* Tries the other goals of their sets for agents that have no full route. `plan` is called to plan
 * for the agents that need a route. */
bool goals_try_others(wend_world *world, bool (*plan)(wend_world *));

/* ---- moved_goals.c --------------------------------------------------------------------------- */

/* Marks a goal that has changed its layer as moved for every agent that heads for it, so that their
 * routes are planned again. */
void goal_note_layer_change(wend_world *world, uint32_t goal);
/* True if an agent's goal has moved since its route was planned. */
bool goal_has_moved(const wend_world *world, uint32_t slot);
/* Requests new routes for agents whose route no longer leads to their goal because it has moved. */
bool goals_check_moved(wend_world *world);

#endif
