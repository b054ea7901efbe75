/* follow/route/visibility.h: decides when a follower checks whether its agent still sees the point
 * or goal that it heads for, and when it may request a new route. */
#ifndef FOLLOW_ROUTE_VISIBILITY_H
#define FOLLOW_ROUTE_VISIBILITY_H

#include <wend/model.h>

/* Times that all agents of a call have in common, as numbers of steps. */
typedef struct visibility_rules {
    uint32_t now;
    uint32_t second; /* steps per second, at least 1 */
    uint32_t period; /* steps between visibility checks; 0: no checks */
} visibility_rules;

/* State of one agent on one route. */
typedef struct visibility_state {
    uint32_t since; /* step in which the route began or a new route was last requested */
    uint32_t next;  /* step of the next visibility check */
} visibility_state;

/* Returns rules with a visibility check every `interval` seconds; 0: no checks. */
visibility_rules visibility_rules_of(const wend_view *view, double interval);

/* Begins a route: the first check comes after one period plus a delay that differs between agents.
 */
visibility_state visibility_begin(visibility_rules rules, uint64_t key);

static inline bool visibility_is_due(visibility_rules rules, const visibility_state *state) {
    return rules.period && (int32_t)(rules.now - state->next) >= 0;
}

/* Returns true if a new route may be requested now; this is so at most once a second. If it returns
 * true, it also records the request. */
bool visibility_may_request_route(visibility_rules rules, visibility_state *state);

/* True if the straight line from a location to the nearest point of a goal is open for a disc. */
bool visibility_sees_goal_from(const wend_view *view, wend_location from, uint32_t goal,
                               float radius);

/* True if the straight line from body `index` to its goal is open for a disc or, where the goal is
 * too near to a wall for the disc, for the disc's centre. Also true if another route would not
 * help. This is so if the route (which may be NULL) was not planned on a map, if it leads only near
 * the goal, or if the goal lies in a wall. */
bool visibility_sees_goal(const wend_view *view, uint32_t index, const wend_route *route,
                          float radius);

/* True if `route`, the route of body `index`, comes from a map and ends where the agent touches its
 * goal. False if `route` is NULL. Planners add that end point where an agent cannot head for the
 * goal's preferred point. An agent that has reached the end point heads for the nearest point of
 * the goal; otherwise the agent would walk along a wide exit to the exit's middle. */
bool route_ends_at_goal(const wend_view *view, uint32_t index, const wend_route *route);

#endif
