/* follow/route/waypoints.h: which point of its route an agent heads for. */
#ifndef FOLLOW_ROUTE_WAYPOINTS_H
#define FOLLOW_ROUTE_WAYPOINTS_H

#include <wend/model.h>

#include "follow/route/visibility.h"

/* When an agent heads for the next point: the parameter `advance_by`. */
typedef enum waypoint_rule {
    WAYPOINT_BY_DISTANCE_OR_PASSING,
    WAYPOINT_BY_DISTANCE,
    WAYPOINT_BY_PASSING,
    WAYPOINT_BY_VISIBILITY
} waypoint_rule;

/* What an agent does that cannot see its target: the parameter `when_lost`. */
typedef enum waypoint_lost { WAYPOINT_REPLAN, WAYPOINT_REWIND, WAYPOINT_REMEMBER } waypoint_lost;

typedef struct waypoint_params {
    wend_aim aim;
    wend_column advance; /* m: D, the threshold of the distance */
    int32_t advance_by;  /* a waypoint_rule */
    int32_t when_lost;   /* a waypoint_lost */
    double check_interval;
} waypoint_params;

enum {                            /* waypoint_state.flags */
       WAYPOINT_WAS_ON_LAYER = 1, /* the agent was on the target's layer while heading for it */
       WAYPOINT_IS_HIDDEN = 2,    /* the target was hidden at the last visibility check */
       WAYPOINT_IS_RETURNING = 4, /* the agent heads for `seen` instead of its target */
       WAYPOINT_IS_REWOUND = 8,   /* the target was chosen because another one was lost */
       WAYPOINT_HAS_POINT = 16,   /* the target is a point, and `point` is its position */
       WAYPOINT_IS_LAST = 32      /* the target is the goal */
};

/* All zero at the start of each route. Contains all the data that is needed in a step without
 * changes (waypoints_is_steady), because the route lies anywhere in memory. */
typedef struct waypoint_state {
    uint32_t next;           /* index of the target; the number of points stands for the goal */
    uint8_t started;         /* 1: `start` is set */
    uint8_t flags;           /* WAYPOINT_... */
    uint8_t layer;           /* the layer of `point` or `seen` */
    uint8_t reserved;        /* 0 */
    wend_vec2 start;         /* where the leg to the target began */
    visibility_state checks; /* times of the visibility checks of the target */
    union {
        wend_vec2 point; /* with WAYPOINT_HAS_POINT: the position of the target */
        wend_vec2 seen;  /* otherwise: where the agent was when it last saw its target */
    };
} waypoint_state;

/* Values that all agents of a call have in common. */
typedef struct waypoint_call {
    const wend_view *view;
    const wend_agents *agents;
    const waypoint_params *params;
    visibility_rules visibility;
} waypoint_call;

/* True if the agent still heads for its target and there is nothing else to do in this step; then
 * waypoints_follow would change nothing. Only for the default rules. */
static inline bool waypoints_is_steady(const waypoint_call *call, const waypoint_state *state,
                                       const wend_body *body) {
    if (visibility_is_due(call->visibility, &state->checks) ||
        call->params->advance_by != WAYPOINT_BY_DISTANCE_OR_PASSING ||
        call->params->when_lost != WAYPOINT_REPLAN) {
        return false;
    }
    if (state->flags != (WAYPOINT_HAS_POINT | WAYPOINT_WAS_ON_LAYER) ||
        state->layer != wend_body_layer(body)) {
        return state->flags == WAYPOINT_IS_LAST;
    }
    float dx = body->position.x - state->point.x, dy = body->position.y - state->point.y;
    float along = dx * (state->point.x - state->start.x) + dy * (state->point.y - state->start.y);
    float advance = wend_column_at(call->params->advance, body->slot);
    return along <= 0.0F && dx * dx + dy * dy > advance * advance;
}

/* Advances along the route, and checks visibility if a check is due. Returns the point of the route
 * that the agent heads for, or NULL if it heads for its goal or returns to `state->seen`. Sets
 * *lost to WEND_REGION_LOST if the agent needs a new route, else to 0. */
const wend_route_point *waypoints_follow(const waypoint_call *call, waypoint_state *state,
                                         uint32_t index, const wend_route *route, uint32_t goal,
                                         uint8_t *lost);

#endif
