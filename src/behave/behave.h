/* behave/behave.h: how agents choose, take, change, reach and give up goals. */
#ifndef BEHAVE_BEHAVE_H
#define BEHAVE_BEHAVE_H

#include "behave/activity.h"
#include "state/visits.h"

/* ---- choose.c -------------------------------------------------------------------------------- */

/* Runs the behave stage: requests new choices where they are due, then chooses goals for all agents
 * that need one. Returns false if out of memory. */
bool behave_stage(wend_world *world);
/* Chooses goals for all agents that need one. Returns false if out of memory. */
bool behave_choose_goals(wend_world *world);

/* ---- agent_goal.c ---------------------------------------------------------------------------- */

/* Gives an agent a goal, and releases the capacity that the agent held at its old goal. */
void agent_take_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Sets the goal that the caller gave an agent. Capacity at that goal is claimed without calling the
 * selector. */
void agent_set_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Gives an agent another goal set (WEND_NONE: none), from which its selector chooses in this
 * step. */
void agent_set_goal_set(wend_world *world, uint32_t slot, uint32_t set);
/* Takes an agent's goal away: it stands still, and its selector is not called. */
void agent_clear_goal(wend_world *world, uint32_t slot);
/* Handles an agent's arrival at a goal: the agent stays, or requests another goal, or leaves the
 * world, in which case `*leaves` is set. Returns false if out of memory. */
bool agent_arrive(wend_world *world, uint32_t index, uint32_t goal, bool *leaves);

/* ---- motion.c -------------------------------------------------------------------------------- */

/* goal_advance updates one goal to the present time; goals_update updates all goals that move or
 * have a time window. */
void goal_advance(wend_world *world, uint32_t index);
void goals_update(wend_world *world);

/* ---- change.c -------------------------------------------------------------------------------- */

/* Requests a new choice for agents whose goal has closed, and for agents that may now have a nearer
 * goal. */
void goals_request_choices(wend_world *world);
/* True if an agent that walks to a goal chooses again in this step, because its selector has a
 * period. */
bool goal_is_reconsidered(const wend_world *world, const wend_body *body);
/* Checks whether all goals that body `index` could take have closed for good; `chosen` is the
 * choice of its selector. Returns the goal that closed last, or WEND_NO_GOAL if a goal is open or
 * may still open. */
uint32_t goal_find_last_closed(const wend_world *world, uint32_t index, uint32_t chosen);
/* Makes an agent wait permanently, because its goals have closed, and adds an event. Returns false
 * if out of memory. */
bool agent_wait_permanently(wend_world *world, uint32_t slot, uint32_t goal);
/* Gives an agent another goal while it is walking. Returns false if out of memory. */
bool agent_change_goal(wend_world *world, uint32_t slot, uint32_t goal);
/* Records the agents that now steer towards another goal of their set; goal_changes_apply then
 * makes that goal their own. */
void goal_changes_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes);
bool goal_changes_apply(wend_world *world);

/* ---- unreachable.c --------------------------------------------------------------------------- */

/* True if a closed door lies between the end of a route planned for body `index` and the body's
 * goal. */
bool route_ends_at_door(const wend_world *world, uint32_t index, const wend_route *route);
/* Lets agents that have no full route try the other goals of their sets. `plan` is called to plan
 * routes for the agents that need one. Returns false if out of memory. */
bool goals_try_others(wend_world *world, bool (*plan)(wend_world *));

/* ---- moved_goals.c --------------------------------------------------------------------------- */

/* Records that a goal has changed its layer: for every agent that heads for it, the goal counts as
 * moved, so that the agent's route is planned again. */
void goal_note_layer_change(wend_world *world, uint32_t goal);
/* True if an agent's goal has moved since its route was planned. */
bool goal_has_moved(const wend_world *world, uint32_t slot);
/* Requests new routes for agents whose route no longer leads to their goal because the goal has
 * moved. Returns false if out of memory. */
bool goals_check_moved(wend_world *world);

/* ---- queues/ --------------------------------------------------------------------------------- */

/* Updates the queues in which something has changed or is due: serves and releases agents, lets
 * those behind them move up, and gives places to those that have come. Called once at the start of
 * each step, before commands are applied; a call for a step that is repeated does nothing. Returns
 * false if out of memory; the call for the repeated step then continues. */
bool queues_update(wend_world *world);
/* Releases the first `count` agents of the queue with an id; does nothing if the id is stale. */
void queues_release(wend_world *world, uint64_t id, uint32_t count);
/* Lets a waiting agent that has been teleported head for its queue again. Returns false if the
 * agent does not wait in a queue. */
bool queues_restart(wend_world *world, uint32_t slot);
/* True if an agent that gets a goal keeps its present one, because it waits in the queue that the
 * new goal stands for. */
bool queues_keep(wend_world *world, uint32_t slot, uint32_t goal);

#endif
