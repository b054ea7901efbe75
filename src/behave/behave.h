/* behave/behave.h: what agents want: the goals that they choose, take, change, reach and give up.
 */
#ifndef BEHAVE_BEHAVE_H
#define BEHAVE_BEHAVE_H

#include "behave/activity.h"

/* ---- choose.c -------------------------------------------------------------------------------- */

/* The stage: has selectors asked again where it is time to, then goals for agents that need one. */
bool behave_stage(wend_world *world);
/* Goals for the agents that need one. */
bool behave_round(wend_world *world);

/* ---- take.c ---------------------------------------------------------------------------------- */

/* Gives an agent a goal, and its place at the old one back. */
void agent_take_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* The same from outside: a place there is asked for in the next step, the selector is not. */
void agent_set_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* An agent has reached a goal: it stays, asks for another, or `leaves`. False when memory ran out.
 */
bool agent_arrive(wend_world *world, uint32_t index, uint32_t goal, bool *leaves);

/* ---- motion.c -------------------------------------------------------------------------------- */

/* Brings one goal, or all that move or have a window, to the present time. */
void goal_bring(wend_world *world, uint32_t index);
void goals_update(wend_world *world);

/* ---- change.c -------------------------------------------------------------------------------- */

/* Has the selectors of those asked whose goal has closed, or who may have a nearer one by now. */
void goals_ask_again(wend_world *world);
/* The goal that has closed for good as the last one that body `index` could have, `chosen` being
 * what its selector says; WEND_NO_GOAL if there is hope. */
uint32_t goal_closed_for(const wend_world *world, uint32_t index, uint32_t chosen);
/* Makes an agent wait, and says so. */
bool agent_wait_for_good(wend_world *world, uint32_t slot, uint32_t goal);
/* Gives an agent that is under way another goal. */
bool agent_change_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Notes who steers for another goal of its set than its own, and takes these over. */
void changes_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes);
bool changes_take(wend_world *world);

/* ---- unreachable.c --------------------------------------------------------------------------- */

/* Whether a closed door lies between the end of a route that was planned for body `index` and its
 * goal. */
bool route_ends_at_door(const wend_world *world, uint32_t index, const wend_route *route);
/* Tries the other goals of their sets for agents that were left without a full route; `plan` plans
 * for those that need a route. */
bool goals_try_others(wend_world *world, bool (*plan)(wend_world *));

/* ---- moved.c --------------------------------------------------------------------------------- */

/* Has agents planned for again whose goal has changed to another layer: they count it as moved. */
void goal_note_layer(wend_world *world, uint32_t goal);
/* Whether an agent's goal has moved since its route was planned. */
bool goal_has_moved(const wend_world *world, uint32_t slot);
/* Requests new routes for agents whose goal has moved to where their route does not lead. */
bool goals_check_moved(wend_world *world);

#endif
