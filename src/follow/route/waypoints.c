/* Chooses which point of its route an agent heads for, its target.
 *
 * S. Narang, "Multi-Agent Simulation for Crowds & Autonomous Driving" (lecture, 2017), slides "Road
 * map - use". They ask when the target changes, and what to do if it is lost, and name several
 * answers. Each answer is a value of a parameter:
 *
 *     P = [p_1 ... p_n, g]   the points of the route, then the goal
 *     d, D                   distance to the target; `advance`
 *
 *     advance_by  distance    the target is reached if d <= D
 *                 passing     ... if the agent has crossed the line through the target that is
 *                             perpendicular to the leg to it, or d <= 0.1 m
 *                 visibility  at each visibility check, the target is the most advanced point that
 *                             is visible; between checks, as with `passing`
 *                 distance_or_passing (ours)  ... if the agent has crossed that line, or if d <= D
 *                             and, on a route from a map, the disc can move straight to the next
 *                             point
 *     when_lost   replan      the route is planned again
 *                 rewind      the target is the first visible one of the points before it, nearest
 *                             first, then of those after it; if none is visible, replan
 *                 remember    the agent returns to where it was when it last saw the target; if it
 *                             gets there and still does not see the target, or loses sight of that
 *                             position too, replan
 *
 * The slides leave open what happens to an agent that remembers and still sees nothing; to replan
 * then is ours. A route without a map (a path laid by hand) is not planned again, because a new
 * plan would be no better.
 *
 * Cost: O(1) per agent and step. Every `check_interval` seconds one visibility check; up to AHEAD
 * of them for `visibility`, and for `rewind` as long as the target is lost. */
#include "follow/route/waypoints.h"

#include <math.h>

#include "geom/vec.h"

enum { AHEAD = 32 }; /* largest number of points that are checked at a time */

/* m: an agent within this distance of a point has reached it. */
static const float on_point = 0.1F;
/* The path to the next point must be free for a disc with this fraction of the agent's radius. The
 * fraction is below 1 because agents touch walls. */
static const float free_share = 0.9F;

static void begin_leg(waypoint_state *state, uint32_t next, wend_vec2 start) {
    state->next = next;
    state->started = 1;
    state->flags = 0;
    state->start = start;
}

/* Copies what steady steps need: see waypoints_is_steady. */
static void keep_target(const waypoint_call *call, waypoint_state *state,
                        const wend_route_point *point) {
    if (call->params->when_lost != WAYPOINT_REPLAN) { /* `seen` may be needed */
        return;
    }
    state->flags &= (uint8_t) ~(unsigned)(WAYPOINT_HAS_POINT | WAYPOINT_IS_LAST);
    state->flags |= point ? WAYPOINT_HAS_POINT : WAYPOINT_IS_LAST;
    state->point = point ? point->position : (wend_vec2){0.0F, 0.0F};
    state->layer = point ? (uint8_t)point->layer : 0;
}

static wend_location location_of(const waypoint_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[index];
    return (wend_location){body->position, wend_body_layer(body)};
}

/* True if the agent is on a layer from which it can pass the point. This is the point's own layer.
 * After the agent has been on that layer and has crossed a link beyond the point, it is also the
 * layer of the next point or goal. */
static bool is_on_route(waypoint_state *state, const wend_route *route, uint32_t goal_layer,
                        uint32_t layer) {
    const wend_route_point *point = &route->points[state->next];
    bool last = state->next + 1 == route->point_count;
    if (layer == point->layer) {
        state->flags |= WAYPOINT_WAS_ON_LAYER;
        return true;
    }
    return (state->flags & WAYPOINT_WAS_ON_LAYER) && layer == (last ? goal_layer : point[1].layer);
}

/* True if the line to the goal is open for a disc. Also true if another route would not help. */
static bool sees_goal(const waypoint_call *call, uint32_t index, const wend_route *route,
                      float radius) {
    uint32_t goal = wend_view_goal(call->view, index);
    bool is_place = goal != WEND_NO_GOAL &&
                    wend_view_goal_region(call->view, goal)->shape != WEND_SHAPE_DIRECTION;
    return route->map != WEND_NO_MAP || !is_place
               ? visibility_sees_goal(call->view, index, route, radius)
               : visibility_sees_goal_from(call->view, location_of(call, index), goal, radius);
}

/* True if the line to point `target` is open for a disc; to the goal if there is no such point. */
static bool is_seen(const waypoint_call *call, uint32_t index, const wend_route *route,
                    uint32_t target, float radius) {
    if (target >= route->point_count) {
        return sees_goal(call, index, route, radius);
    }
    const wend_route_point *point = &route->points[target];
    return wend_view_is_visible(call->view, location_of(call, index),
                                (wend_location){point->position, point->layer}, radius);
}

/* ---- When the target is reached -------------------------------------------------------------- */

static bool has_passed(const waypoint_call *call, const waypoint_state *state, uint32_t index,
                       const wend_route *route) {
    const wend_body *body = &call->view->bodies[index];
    const wend_route_point *point = &route->points[state->next];
    float dx = body->position.x - point->position.x, dy = body->position.y - point->position.y;
    float along =
        dx * (point->position.x - state->start.x) + dy * (point->position.y - state->start.y);
    float squared = dx * dx + dy * dy, advance = wend_column_at(call->params->advance, body->slot);
    bool is_rewound = state->flags & WAYPOINT_IS_REWOUND;
    if (call->params->advance_by == WAYPOINT_BY_DISTANCE && !is_rewound) {
        return squared <= advance * advance;
    }
    bool is_on_point = squared <= on_point * on_point;
    if (along > 0.0F || call->params->advance_by > WAYPOINT_BY_DISTANCE) {
        return along > 0.0F || is_on_point;
    }
    if (squared > advance * advance) {
        return is_rewound && is_on_point;
    }
    /* An agent that cuts a corner must have room for its disc. For example, beside a door post the
     * agent's centre may see the goal through the door. If the agent then headed for the goal, its
     * disc would be deflected along the wall, away from the door. An agent that has rewound its
     * route would otherwise head for the point that it had lost. */
    return (route->map == WEND_NO_MAP && !is_rewound) || is_on_point ||
           is_seen(call, index, route, state->next + 1, free_share * body->radius);
}

static void pass_points(const waypoint_call *call, waypoint_state *state, uint32_t index,
                        const wend_route *route, uint32_t goal_layer) {
    uint32_t layer = wend_body_layer(&call->view->bodies[index]);
    while (state->next < route->point_count && is_on_route(state, route, goal_layer, layer) &&
           has_passed(call, state, index, route)) {
        begin_leg(state, state->next + 1, route->points[state->next].position);
    }
}

/* Heads for the most advanced point or goal that the disc can reach in a straight line. Keeps the
 * target if no later one is visible. */
static void advance_by_visibility(const waypoint_call *call, waypoint_state *state, uint32_t index,
                                  const wend_route *route) {
    const wend_body *body = &call->view->bodies[index];
    uint32_t last = route->point_count; /* the goal */
    uint32_t target = last - state->next > AHEAD ? state->next + AHEAD : last;
    float radius = free_share * body->radius;
    while (target > state->next && !is_seen(call, index, route, target, radius)) {
        target--;
    }
    if (target > state->next) {
        begin_leg(state, target, body->position);
    }
}

/* ---- When the target is lost ----------------------------------------------------------------- */

/* Heads for the first visible point before the target, nearest first, or after it. Returns false if
 * there is none. */
static bool rewind_target(const waypoint_call *call, waypoint_state *state, uint32_t index,
                          const wend_route *route) {
    const wend_body *body = &call->view->bodies[index];
    float radius = free_share * body->radius;
    uint32_t found = WEND_NONE;
    for (uint32_t i = 1; i <= state->next && i <= AHEAD && found == WEND_NONE; i++) {
        found = is_seen(call, index, route, state->next - i, radius) ? state->next - i : found;
    }
    for (uint32_t i = 1; state->next + i <= route->point_count && i <= AHEAD && found == WEND_NONE;
         i++) {
        found = is_seen(call, index, route, state->next + i, radius) ? state->next + i : found;
    }
    if (found != WEND_NONE) {
        begin_leg(state, found, body->position);
        state->flags |= WAYPOINT_IS_REWOUND;
    }
    return found != WEND_NONE;
}

/* Returns to where the agent last saw the target. Returns false if that does not help. */
static bool return_to_seen(const waypoint_call *call, waypoint_state *state, uint32_t index) {
    wend_location here = location_of(call, index), seen = {state->seen, state->layer};
    bool is_there =
        here.layer == seen.layer && vec_length(vec_sub(here.position, seen.position)) <= on_point;
    bool returns = !is_there && wend_view_is_visible(call->view, here, seen, 0.0F);
    state->flags = (uint8_t)(returns ? state->flags | WAYPOINT_IS_RETURNING
                                     : state->flags & ~(unsigned)WAYPOINT_IS_RETURNING);
    return returns;
}

/* Checks whether the agent sees its target. */
static void check_target(const waypoint_call *call, waypoint_state *state, uint32_t index,
                         const wend_route *route) {
    state->checks.next = call->visibility.now + call->visibility.period;
    if (call->params->advance_by == WAYPOINT_BY_VISIBILITY) {
        advance_by_visibility(call, state, index, route);
    }
    bool hidden = !is_seen(call, index, route, state->next, 0.0F);
    if (hidden) {
        bool helps =
            call->params->when_lost == WAYPOINT_REWIND ? rewind_target(call, state, index, route)
            : call->params->when_lost == WAYPOINT_REMEMBER ? return_to_seen(call, state, index)
                                                           : false;
        hidden = !helps;
    } else {
        wend_location here = location_of(call, index);
        state->seen = here.position;
        state->layer = (uint8_t)here.layer;
        state->flags &= (uint8_t) ~(unsigned)WAYPOINT_IS_RETURNING;
    }
    state->flags = (uint8_t)(hidden ? state->flags | WAYPOINT_IS_HIDDEN
                                    : state->flags & ~(unsigned)WAYPOINT_IS_HIDDEN);
}

/* True if the follower checks visibility on a route. With the default rules, only a route from a
 * map can be improved by what a check finds. */
static bool has_checks(const waypoint_params *params, const wend_route *route) {
    return route->map != WEND_NO_MAP || params->advance_by == WAYPOINT_BY_VISIBILITY ||
           params->when_lost != WAYPOINT_REPLAN;
}

const wend_route_point *waypoints_follow(const waypoint_call *call, waypoint_state *state,
                                         uint32_t index, const wend_route *route, uint32_t goal,
                                         uint8_t *lost) {
    const wend_view *view = call->view;
    if (!state->started) {
        wend_location here = location_of(call, index);
        begin_leg(state, 0, here.position);
        state->seen = here.position;
        state->layer = (uint8_t)here.layer;
        state->checks = visibility_begin(call->visibility, wend_view_key(view, index));
        if (call->params->advance_by == WAYPOINT_BY_VISIBILITY) {
            state->checks.next = call->visibility.now;
        }
    }
    if (call->params->when_lost != WAYPOINT_REPLAN &&
        (state->flags & (WAYPOINT_HAS_POINT | WAYPOINT_IS_LAST))) {
        /* The agent has changed to a profile that needs `seen`. */
        wend_location here = location_of(call, index);
        state->seen = here.position;
        state->layer = (uint8_t)here.layer;
        state->flags &= (uint8_t) ~(unsigned)(WAYPOINT_HAS_POINT | WAYPOINT_IS_LAST);
    }
    uint32_t goal_layer = goal == WEND_NO_GOAL ? UINT32_MAX : wend_view_goal_layer(view, goal);
    pass_points(call, state, index, route, goal_layer);
    bool checks = has_checks(call->params, route);
    if (checks && visibility_is_due(call->visibility, &state->checks)) {
        check_target(call, state, index, route);
    }
    bool asks = checks && route->map != WEND_NO_MAP && (state->flags & WAYPOINT_IS_HIDDEN) &&
                visibility_may_request_route(call->visibility, &state->checks);
    *lost = asks ? WEND_REGION_LOST : 0;
    bool heads_for_point =
        state->next < route->point_count && !(state->flags & WAYPOINT_IS_RETURNING);
    const wend_route_point *point = heads_for_point ? &route->points[state->next] : NULL;
    keep_target(call, state, point);
    return point;
}
