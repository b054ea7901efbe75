/* behave/activity.h: what an agent is doing, and the events that change it.
 *
 * An agent has one wend_activity at a time, stored in its cold record. The activity changes only
 * through activity_apply_event, according to the transition table in activity.c. A pending request
 * for a goal or a route is not an activity. Requests are bits of the body, which is hot data,
 * because stages search for them. */
#ifndef BEHAVE_ACTIVITY_H
#define BEHAVE_ACTIVITY_H

#include "state/world.h"

/* What happens to an agent. */
typedef enum activity_event {
    ACTIVITY_GOAL_SET,           /* the caller set or cleared the agent's goal */
    ACTIVITY_GOAL_TAKEN,         /* it has taken a goal, and a route has been requested */
    ACTIVITY_NO_GOAL,            /* no goal is available to it yet */
    ACTIVITY_GOALS_CLOSED,       /* all goals that it could take have closed for good */
    ACTIVITY_ROUTE_FOUND,        /* the planner found a full route */
    ACTIVITY_ROUTE_PARTIAL,      /* the planner found a route that only leads near the goal */
    ACTIVITY_ROUTE_NONE,         /* the planner found no route */
    ACTIVITY_GOAL_REACHED,       /* it has reached its goal and stays there */
    ACTIVITY_GOAL_PASSED,        /* it has reached its goal and continues to another one */
    ACTIVITY_CONNECTION_ENTERED, /* it has left the ground through a connection */
    ACTIVITY_CONNECTION_LEFT,    /* it has returned to the ground */
    ACTIVITY_WORLD_LEFT,         /* it leaves the world */
    ACTIVITY_EVENT_COUNT
} activity_event;

/* Returns the activity after `event`, or WEND_ACTIVITY_COUNT if the event cannot happen during the
 * activity `from`. */
wend_activity activity_after(wend_activity from, activity_event event);

/* Applies an event to an agent's activity. An event that cannot happen leaves the activity
 * unchanged, and fails an assertion in debug builds. If the agent then waits, its route request is
 * cleared. */
void activity_apply_event(wend_world *world, uint32_t slot, activity_event event);

/* Initialises the activity of an agent that enters the world. */
void activity_begin(wend_world *world, uint32_t slot);

/* True if agents in this activity stand still. */
bool activity_is_standing(wend_activity activity);
/* True if agents in this activity have no full route to their goal. */
static inline bool activity_lacks_route(wend_activity activity) {
    return activity == WEND_ACTIVITY_STRANDED || activity == WEND_ACTIVITY_APPROACHING;
}
/* True if an agent in this activity waits for a goal, or has no goal left to wait for. */
static inline bool activity_is_waiting(wend_activity activity) {
    return activity == WEND_ACTIVITY_WAITING || activity == WEND_ACTIVITY_CLOSED;
}

static inline wend_activity activity_of(const wend_world *world, uint32_t slot) {
    return (wend_activity)world->cold.behaviour[slot].activity;
}

#endif
