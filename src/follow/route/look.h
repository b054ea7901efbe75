/* follow/route/look.h: when a follower looks whether its agent still sees where it goes, and when
 * it may ask for a new route. */
#ifndef FOLLOW_ROUTE_LOOK_H
#define FOLLOW_ROUTE_LOOK_H

#include <wend/model.h>

/* What is the same for all agents of a call, in steps. */
typedef struct look_rules {
    uint32_t now;
    uint32_t second; /* at least one */
    uint32_t period; /* from one look to the next; 0: never */
} look_rules;

/* Of one agent on one route. */
typedef struct look_state {
    uint32_t since; /* step in which the route began, or was lost */
    uint32_t next;  /* step of the next look */
} look_state;

/* A look every `every` seconds; 0: never. */
look_rules look_rules_of(const wend_view *view, double every);

/* At the start of a route: the first look comes after a period and a moment of the agent's own. */
look_state look_begin(look_rules rules, uint64_t key);

static inline bool look_is_due(look_rules rules, const look_state *state) {
    return rules.period && (int32_t)(rules.now - state->next) >= 0;
}

/* True, and noted, if a new route may be asked for: once a second. */
bool look_may_ask(look_rules rules, look_state *state);

/* Whether the nearest point of a goal is seen from a place. */
bool look_sees_goal_from(const wend_view *view, wend_location from, uint32_t goal);

/* Whether the path of body `index` to its goal is free for a disc (for its centre, where the goal
 * lies too near to a wall for the disc), or asking for another route would not help: its route,
 * which may be NULL, comes from no map or leads only near the goal, or the goal lies in a wall. */
bool look_sees_goal(const wend_view *view, uint32_t index, const wend_route *route, float radius);

/* Whether the route of body `index`, which may be NULL, comes from a map and ends where the agent
 * touches its goal. Planners add that point where heading for the goal's preferred point would not
 * do. So an agent that has come there heads for the nearest point of the goal: else it would walk
 * along a wide exit to its middle. */
bool look_ends_at_goal(const wend_view *view, uint32_t index, const wend_route *route);

#endif
