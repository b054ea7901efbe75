/* Follows the points of the route one by one, then heads for the goal's region.
 *
 * A point counts as passed when the agent is within `advance` of it and, on a route from a map,
 * sees the next point. It also counts as passed when the agent has crossed the line through the
 * point that is perpendicular to the leg to this point. Agents pass through points and stop at the
 * goal. On a route from a map, an agent that was pushed so far off the route that it cannot see the
 * point or goal that it heads for requests a new route. On a route without a map, a new plan would
 * be no better. Cost: O(1) per agent and step; one visibility check every `check_interval` seconds
 * on routes from a map. */
#include <math.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "follow/route/visibility.h"
#include "step/goal_regions.h"
#include "step/internals.h"
#include "step/prefetch.h"

typedef struct waypoint_params {
    wend_aim aim;
    wend_column advance;
    double check_interval;
} waypoint_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"advance", WEND_PARAM_SAMPLED, offsetof(waypoint_params, advance), 0.5, 0.0, 100.0, "m",
     "distance to a point at which the agent heads for the next one", NULL},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(waypoint_params, check_interval), 1.0, 0.0,
     3600.0, "s", "time between visibility checks of the next point; 0: none", NULL},
};

/* m: an agent within this distance of a point has reached it. */
static const float on_point = 0.1F;
/* The path to the next point must be free for a disc with this fraction of the agent's radius. The
 * fraction is below 1 because agents touch walls. */
static const float free_share = 0.9F;

/* All zero at the start of each route. */
typedef struct waypoint_state {
    uint32_t next;           /* index of the point to head for */
    uint8_t started;         /* 1: `start` is set */
    uint8_t was_on_layer;    /* 1: the agent was on that point's layer while heading for it */
    uint16_t is_hidden;      /* 1: the point or goal was hidden at the last visibility check */
    wend_vec2 start;         /* where the leg to that point began */
    visibility_state checks; /* times of the visibility checks of the point or goal */
} waypoint_state;

/* Values that all agents of a call have in common. */
typedef struct waypoint_call {
    const wend_view *view;
    const wend_agents *agents;
    const waypoint_params *params;
    visibility_rules visibility;
} waypoint_call;

/* Starts heading for another point; the leg to it begins at `start`. */
static void begin_leg(waypoint_state *state, uint32_t next, wend_vec2 start) {
    state->next = next;
    state->started = 1;
    state->was_on_layer = 0;
    state->is_hidden = 0;
    state->start = start;
}

/* True if the agent is on a layer from which it can pass the point. This is the point's own layer.
 * After the agent has been on that layer and has crossed a link beyond the point, it is also the
 * layer of the next point or goal. */
static bool is_on_route(waypoint_state *state, const wend_route *route, uint32_t goal_layer,
                        uint32_t layer) {
    const wend_route_point *point = &route->points[state->next];
    bool last = state->next + 1 == route->point_count;
    if (layer == point->layer) {
        state->was_on_layer = 1;
        return true;
    }
    return state->was_on_layer && layer == (last ? goal_layer : point[1].layer);
}

/* True if the line to the point that the agent heads for is open for a disc; if `point` is NULL,
 * the line to the goal. */
static bool is_seen(const wend_view *view, uint32_t index, const wend_route *route,
                    const wend_route_point *point, float radius) {
    const wend_body *body = &view->bodies[index];
    wend_location from = {body->position, wend_body_layer(body)};
    return point ? wend_view_is_visible(view, from, (wend_location){point->position, point->layer},
                                        radius)
                 : visibility_sees_goal(view, index, route, radius);
}

/* True if the agent has passed the point that it heads for. */
static bool has_passed(const waypoint_call *call, const waypoint_state *state, uint32_t index,
                       const wend_route *route) {
    const wend_body *body = &call->view->bodies[index];
    const wend_route_point *point = &route->points[state->next];
    float dx = body->position.x - point->position.x, dy = body->position.y - point->position.y;
    float along =
        dx * (point->position.x - state->start.x) + dy * (point->position.y - state->start.y);
    float squared = dx * dx + dy * dy, advance = wend_column_at(call->params->advance, body->slot);
    if (along > 0.0F || squared > advance * advance) {
        return along > 0.0F;
    }
    /* An agent that cuts a corner must have room for its disc. For example, beside a door post the
     * agent's centre may see the goal through the door. If the agent then headed for the goal, its
     * disc would be deflected along the wall, away from the door. */
    const wend_route_point *after = state->next + 1 < route->point_count ? point + 1 : NULL;
    return route->map == WEND_NO_MAP || squared <= on_point * on_point ||
           is_seen(call->view, index, route, after, free_share * body->radius);
}

/* Advances along the route. Returns the index of the point to head for, or point_count for the
 * goal. */
static uint32_t pass_points(const waypoint_call *call, waypoint_state *state, uint32_t index,
                            const wend_route *route, uint32_t goal_layer) {
    uint32_t layer = wend_body_layer(&call->view->bodies[index]);
    while (state->next < route->point_count && is_on_route(state, route, goal_layer, layer) &&
           has_passed(call, state, index, route)) {
        begin_leg(state, state->next + 1, route->points[state->next].position);
    }
    return state->next;
}

/* Returns the route point that an agent heads for, or NULL if all points are passed. */
static const wend_route_point *next_point(const waypoint_call *call, waypoint_state *state,
                                          uint32_t index, const wend_route *route, uint32_t goal) {
    if (!state->started) {
        begin_leg(state, 0, call->view->bodies[index].position);
        state->checks = visibility_begin(call->visibility, wend_view_key(call->view, index));
    }
    uint32_t goal_layer =
        goal == WEND_NO_GOAL ? UINT32_MAX : wend_view_goal_layer(call->view, goal);
    uint32_t next = pass_points(call, state, index, route, goal_layer);
    return next < route->point_count ? &route->points[next] : NULL;
}

/* Checks visibility if a check is due. Returns WEND_REGION_LOST or 0. */
static uint8_t check_visibility(const waypoint_call *call, waypoint_state *state, uint32_t index,
                                const wend_route *route, const wend_route_point *point) {
    if (route->map == WEND_NO_MAP) {
        return 0;
    }
    if (visibility_is_due(call->visibility, &state->checks)) {
        state->checks.next = call->visibility.now + call->visibility.period;
        state->is_hidden = !is_seen(call->view, index, route, point, 0.0F);
    }
    return state->is_hidden && visibility_may_request_route(call->visibility, &state->checks)
               ? WEND_REGION_LOST
               : 0;
}

/* Returns the region of a point to pass through; the caller sets the flags. */
static wend_region point_region(wend_vec2 position, uint32_t index) {
    return (wend_region){.shape = WEND_SHAPE_POINT,
                         .id = wend_region_id_of(WEND_REGION_KIND_POINT, index, 0),
                         .a = position,
                         .opens = -INFINITY,
                         .closes = INFINITY};
}

/* Heads for a point of the route. Without a point, the agent stays where it is. */
static void head_for_point(const wend_view *view, uint32_t index, const wend_route *route,
                           const wend_route_point *point, wend_region *region) {
    *region = point ? point_region(point->position, (uint32_t)(point - route->points))
                    : point_region(view->bodies[index].position, 0);
    region->flags = point ? 0 : WEND_REGION_STOP;
}

/* Heads for a goal, with these flags. */
static inline void head_for_goal(const goal_record *goal, uint8_t flags, wend_region *region) {
    *region = goal->region;
    region->flags = goal->region.flags | WEND_REGION_STOP | flags;
}

/* Sets the region that the agent heads for. Returns WEND_REGION_LOST or 0. */
static uint8_t set_region(const waypoint_call *call, uint32_t index, uint32_t route_handle,
                          uint32_t goal, wend_region *region) {
    const wend_view *view = call->view;
    const wend_route *route = NULL;
    const wend_route_point *point = NULL;
    uint8_t lost = 0;
    if (route_handle > ROUTE_STRAIGHT) {
        waypoint_state *state = wend_agents_state(call->agents, view->bodies[index].slot);
        route = route_pool_at(view->internals->routes, route_handle);
        point = next_point(call, state, index, route, goal);
        lost = check_visibility(call, state, index, route, point);
    }
    if (point || goal == WEND_NO_GOAL) {
        head_for_point(view, index, route, point, region);
    } else {
        head_for_goal(&view->internals->goals->records[goal],
                      route_ends_at_goal(view, index, route) ? WEND_REGION_AIM_NEAREST : 0, region);
    }
    return lost;
}

/* Adds the other regions for agents that head for a goal with several parts or for several goals.
 */
static void add_regions(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    goal_regions_cache cache = {0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            if (intent->region.flags & WEND_REGION_STOP) {
                goal_regions_add(view, agents->worker, i, GOAL_REGIONS_ALL, &cache, intent);
            }
        }
    }
}

/* Requests the data of bodies after `index`, up to `end`: see step/prefetch.h. Bodies from `end` on
 * may belong to another thread, which writes their states. */
PREFETCH_INLINE prefetch(const waypoint_call *call, uint32_t index, uint32_t end) {
    const wend_view *view = call->view;
    uint32_t near = index + PREFETCH_NEAR;
    prefetch_state(view, call->agents, index, end);
    prefetch_goal(view, index, end);
    prefetch_route(view, index, end);
    if (near < end) {
        const waypoint_state *state = wend_agents_state(call->agents, view->bodies[near].slot);
        const wend_route *route = internals_route(view, near);
        if (route && state->next < route->point_count) {
            __builtin_prefetch(&route->points[state->next]);
        }
    }
}

/* Writes the intents of agents that head straight for their goal, beginning with body `begin`. Most
 * agents do, so this loop is kept short. Returns the index of the first body that does not. */
static uint32_t follow_straight(const waypoint_call *call, uint8_t flags, uint32_t begin,
                                uint32_t end, wend_intent *intents) {
    const struct wend_internals *internals = call->view->internals;
    const uint32_t *goals = internals->cold->goal, *routes = internals->cold->route;
    const cold_leg *legs = internals->cold->legs;
    const goal_record *records = internals->goals->records;
    wend_column speed = call->agents->preferred_speed;
    const wend_body *body = &call->view->bodies[begin], *last = &call->view->bodies[end];
    wend_intent *intent = &intents[begin - call->agents->first];
    for (; body < last; body++, intent++) {
        uint32_t slot = body->slot, goal = store_target_goal_of(goals, legs, slot);
        if (routes[slot] > ROUTE_STRAIGHT || goal == WEND_NO_GOAL) {
            break;
        }
        head_for_goal(&records[goal], flags, &intent->region);
        intent->more = NULL;
        intent->more_count = 0;
        intent->speed = wend_column_at(speed, slot);
    }
    return (uint32_t)(body - call->view->bodies);
}

static void follow_waypoint(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    const waypoint_params *p = agents->params;
    waypoint_call call = {view, agents, p, visibility_rules_of(view, p->check_interval)};
    uint8_t flags = wend_aim_flags(&p->aim);
    const uint32_t *routes = view->internals->cold->route;
    bool prefetches = view->body_count >= PREFETCH_LEAST_BODIES;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        uint32_t end = agents->ranges[k].end;
        for (uint32_t i = agents->ranges[k].begin; i < end; i++) {
            i = follow_straight(&call, flags, i, end, intents);
            if (i == end) {
                break;
            }
            if (prefetches) {
                prefetch(&call, i, end);
            }
            wend_intent *intent = &intents[i - agents->first];
            uint32_t slot = view->bodies[i].slot, goal = wend_view_goal(view, i);
            uint8_t lost = set_region(&call, i, routes[slot], goal, &intent->region);
            intent->region.flags |= flags | lost;
            intent->more = NULL;
            intent->more_count = 0;
            intent->speed = wend_column_at(agents->preferred_speed, slot);
        }
    }
    if (goal_regions_has_several(view, agents->profile)) {
        add_regions(view, agents, intents);
    }
}

static void explain_waypoint(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    wend_vec2 from = view->bodies[index].position;
    wend_vec2 aim = wend_region_aim(&intent->region, from, intent->speed);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PATH,
                                .a = from,
                                .b = aim,
                                .label = "next point",
                                .subject = wend_view_region_subject(view, &intent->region)});
}

const wend_follower wend_follower_waypoint = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "waypoint",
                        .summary =
                            "heads for the points of the route one by one, then for the goal",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(waypoint_params)},
              .state_size = sizeof(waypoint_state),
              .explain = explain_waypoint},
    .needs = WEND_ROUTE_POLYLINE,
    .follow = follow_waypoint,
};
