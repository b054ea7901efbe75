/* behave/activity.h: what an agent is doing, and what makes it do something else.
 *
 * An agent has one wend_activity at a time, in its cold record. It changes through activity_pass
 * only, by the transition table of activity.c. What is still to be asked for an agent (a goal, a
 * route) is a request, not an activity: hot bits of its body, since stages look for them. */
#ifndef BEHAVE_ACTIVITY_H
#define BEHAVE_ACTIVITY_H

#include "state/world.h"

/* What happens to an agent. */
typedef enum activity_event {
    ACTIVITY_GOAL_SET,           /* a program gave it a goal, or took its goal away */
    ACTIVITY_GOAL_TAKEN,         /* it has taken a goal; a route is requested */
    ACTIVITY_NO_GOAL,            /* there is no goal that it can take yet */
    ACTIVITY_GOALS_CLOSED,       /* the last goal that it could have has closed for good */
    ACTIVITY_ROUTE_FOUND,        /* planned: a full route, */
    ACTIVITY_ROUTE_PARTIAL,      /* one that only leads near its goal, */
    ACTIVITY_ROUTE_NONE,         /* or none */
    ACTIVITY_GOAL_REACHED,       /* it stays at the goal that it has reached */
    ACTIVITY_GOAL_PASSED,        /* it has reached a goal, and goes on to another one */
    ACTIVITY_CONNECTION_ENTERED, /* it has left the ground for a connection */
    ACTIVITY_CONNECTION_LEFT,    /* it is back on the ground */
    ACTIVITY_WORLD_LEFT,         /* it leaves the world */
    ACTIVITY_EVENT_COUNT
} activity_event;

/* The activity that follows; WEND_ACTIVITY_COUNT if the event cannot happen to such an agent. */
wend_activity activity_after(wend_activity from, activity_event event);

/* Takes an agent's activity on. An event that cannot happen leaves it as it is; debug builds stop
 * there. Agents that wait have no request for a route. */
void activity_pass(wend_world *world, uint32_t slot, activity_event event);

/* Begins the record of an agent that enters. */
void activity_begin(wend_world *world, uint32_t slot);

/* Whether agents stand during an activity, and whether they lack a full route to their goal. */
bool activity_stands(wend_activity activity);
static inline bool activity_lacks_route(wend_activity activity) {
    return activity == WEND_ACTIVITY_STRANDED || activity == WEND_ACTIVITY_APPROACHING;
}
/* Whether an agent waits for a goal, or for nothing any more. */
static inline bool activity_waits(wend_activity activity) {
    return activity == WEND_ACTIVITY_WAITING || activity == WEND_ACTIVITY_CLOSED;
}

static inline wend_activity activity_of(const wend_world *world, uint32_t slot) {
    return (wend_activity)world->cold.behaviour[slot].activity;
}

#endif
