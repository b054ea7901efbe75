/* follow/route/field_portals.h: what an agent on a route with a field heads for, if its follower
 * needs portals. */
#ifndef FOLLOW_ROUTE_FIELD_PORTALS_H
#define FOLLOW_ROUTE_FIELD_PORTALS_H

#include <wend/field.h>

typedef enum field_target {
    FIELD_TARGET_NONE,   /* the field has no value where the agent is */
    FIELD_TARGET_PORTAL, /* a portal on a level line; its ends may be equal */
    FIELD_TARGET_GOAL    /* the goal, which the agent's disc can reach in a straight line */
} field_target;

/* True if the portals of a route are derived from its field. `route` may be NULL. */
static inline bool route_has_level_lines(const wend_route *route) {
    return route && (route->gives & WEND_ROUTE_POTENTIAL);
}

/* True if the disc of body `index` can move straight until it touches its goal. */
bool field_sees_goal(const wend_view *view, uint32_t index, uint32_t goal);

/* Finds what body `index` heads for on the field of its route. Cost: that of
 * wend_view_field_portal, and two visibility checks. */
field_target field_target_of(const wend_view *view, uint32_t index, const wend_route *route,
                             wend_field_portal *out);

#endif
