/* Follows the points of the route one by one, then heads for the goal's region.
 *
 * Two parameters choose among the answers of the slides that follow/route/waypoints.c cites:
 * `advance_by` says when the agent heads for the next point, and `when_lost` what it does if it was
 * pushed so far off the route that it cannot see the point or goal that it heads for. By default, a
 * point counts as passed when the agent is within `advance` of it and, on a route from a map, sees
 * the next point; it also counts as passed when the agent has crossed the line through the point
 * that is perpendicular to the leg to this point. An agent that has lost its target requests a new
 * route; on a route without a map, a new plan would be no better. Agents pass through points and
 * stop at the goal.
 *
 * Cost: O(1) per agent and step; visibility checks every `check_interval` seconds on routes from a
 * map (waypoints.c). */
#include <math.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "follow/route/waypoints.h"
#include "step/goal_regions.h"
#include "step/internals.h"
#include "step/prefetch.h"

static const char *const rule_choices[] = {"distance_or_passing", "distance", "passing",
                                           "visibility", NULL};
static const char *const lost_choices[] = {"replan", "rewind", "remember", NULL};

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"advance", WEND_PARAM_SAMPLED, offsetof(waypoint_params, advance), 0.5, 0.0, 100.0, "m",
     "distance to a point at which the agent heads for the next one", NULL},
    {"advance_by", WEND_PARAM_CHOICE, offsetof(waypoint_params, advance_by),
     WAYPOINT_BY_DISTANCE_OR_PASSING, 0.0, 0.0, "",
     "when the agent heads for the next point: within `advance`, past the point, or on sight",
     rule_choices},
    {"when_lost", WEND_PARAM_CHOICE, offsetof(waypoint_params, when_lost), WAYPOINT_REPLAN, 0.0,
     0.0, "",
     "if its target is hidden: plan again, try other points, or return to where it last saw it",
     lost_choices},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(waypoint_params, check_interval), 1.0, 0.0,
     3600.0, "s", "time between visibility checks of the next point; 0: none", NULL},
};

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

/* Heads for the position where the agent last saw its target. */
static void return_to_seen(const waypoint_state *state, wend_region *region) {
    *region = point_region(state->seen, 0);
    region->id = (wend_region_id){0};
}

/* Does the same as set_region, for an agent for which waypoints_is_steady holds. Returns false if
 * set_region must be called nevertheless: how the agent heads for a wide goal depends on where its
 * route ends. */
static inline bool set_steady_region(const waypoint_call *call, const waypoint_state *state,
                                     uint32_t goal, wend_region *region) {
    if (state->flags & WAYPOINT_HAS_POINT) {
        *region = point_region(state->point, state->next);
        return true;
    }
    const goal_record *records = call->view->internals->goals->records;
    if (goal == WEND_NO_GOAL || records[goal].region.shape != WEND_SHAPE_POINT) {
        return false;
    }
    head_for_goal(&records[goal], 0, region);
    return true;
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
        point = waypoints_follow(call, state, index, route, goal, &lost);
        if (state->flags & WAYPOINT_IS_RETURNING) {
            return_to_seen(state, region);
            return lost;
        }
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

/* Requests the data of bodies after `index`, up to `end`, that every step reads: see
 * step/prefetch.h. Bodies from `end` on may belong to another thread, which writes their states. */
PREFETCH_INLINE prefetch(const waypoint_call *call, uint32_t index, uint32_t end) {
    prefetch_state(call->view, call->agents, index, end);
    prefetch_goal(call->view, index, end);
    prefetch_route_entry(call->view, index, end);
}

/* True if nothing changes for body `index` in this step. Otherwise requests its route, if
 * `prefetches` is true. */
static inline bool check_target(const waypoint_call *call, uint32_t index, bool prefetches) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    const waypoint_state *state = wend_agents_state(call->agents, body->slot);
    bool is_steady = waypoints_is_steady(call, state, body);
    if (prefetches && !is_steady) {
        const wend_route *route = internals_route(view, index);
        __builtin_prefetch(route);
        __builtin_prefetch(route ? &route->disc_count : NULL);
    }
    return is_steady;
}

/* Requests the target of a body for which something may change. */
PREFETCH_INLINE prefetch_point(const waypoint_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[index];
    const waypoint_state *state = wend_agents_state(call->agents, body->slot);
    const wend_route *route = internals_route(call->view, index);
    if (route && state->next < route->point_count) {
        __builtin_prefetch(&route->points[state->next]);
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

static void follow_one(const waypoint_call *call, uint32_t index, bool is_steady, uint8_t flags,
                       wend_intent *intent) {
    const wend_view *view = call->view;
    uint32_t slot = view->bodies[index].slot, goal = wend_view_goal(view, index);
    uint32_t handle = view->internals->cold->route[slot];
    uint8_t lost = 0;
    if (!is_steady || handle <= ROUTE_STRAIGHT ||
        !set_steady_region(call, wend_agents_state(call->agents, slot), goal, &intent->region)) {
        lost = set_region(call, index, handle, goal, &intent->region);
    }
    intent->region.flags |= flags | lost;
    intent->more = NULL;
    intent->more_count = 0;
    intent->speed = wend_column_at(call->agents->preferred_speed, slot);
}

/* Writes the intents of bodies [begin, end), which have routes. Whether something changes is found
 * some bodies ahead, so that the routes of those agents can be requested in time; bit k of `steady`
 * is the result for the body k places after the current one. */
static void follow_routes(const waypoint_call *call, uint8_t flags, uint32_t begin, uint32_t end,
                          wend_intent *intents) {
    bool prefetches = call->view->body_count >= PREFETCH_LEAST_BODIES;
    uint32_t lead = prefetches ? PREFETCH_AHEAD : 0, steady = 0;
    for (uint32_t i = begin; i < end && i - begin < lead; i++) {
        steady |= (uint32_t)check_target(call, i, prefetches) << (i - begin);
    }
    for (uint32_t i = begin; i < end; i++, steady >>= 1U) {
        if (prefetches) {
            prefetch(call, i, end);
        }
        if (i + lead < end) {
            steady |= (uint32_t)check_target(call, i + lead, prefetches) << lead;
        }
        if (prefetches && i + PREFETCH_NEAR < end && !(steady >> PREFETCH_NEAR & 1U)) {
            prefetch_point(call, i + PREFETCH_NEAR);
        }
        follow_one(call, i, steady & 1U, flags, &intents[i - call->agents->first]);
    }
}

static void follow_waypoint(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    const waypoint_params *p = agents->params;
    waypoint_call call = {view, agents, p, visibility_rules_of(view, p->check_interval)};
    uint8_t flags = wend_aim_flags(&p->aim);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        uint32_t end = agents->ranges[k].end;
        uint32_t begin = follow_straight(&call, flags, agents->ranges[k].begin, end, intents);
        follow_routes(&call, flags, begin, end, intents);
    }
    if (goal_regions_has_several(view, agents->profile)) {
        add_regions(view, agents, intents);
    }
}

/* Returns the label of the target: what it is, and by which rule it was chosen. */
static const char *label_of(const waypoint_params *p, const waypoint_state *state) {
    static const char *const labels[] = {"next point", "next point, by distance",
                                         "next point, by passing", "most advanced visible point"};
    return state->flags & WAYPOINT_IS_RETURNING ? "where the target was last seen"
           : state->flags & WAYPOINT_IS_REWOUND ? "visible point after a rewind"
                                                : labels[p->advance_by];
}

/* Shows the line to the target and, if the distance alone decides, the disc that the agent must
 * enter. */
static void explain_waypoint(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    const waypoint_params *p = agents->params;
    uint32_t slot = view->bodies[index].slot;
    const waypoint_state *state = wend_agents_state(agents, slot);
    wend_vec2 from = view->bodies[index].position;
    wend_vec2 aim = wend_region_aim(&intent->region, from, intent->speed);
    wend_subject subject = wend_view_region_subject(view, &intent->region);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                        .a = from,
                                        .b = aim,
                                        .label = label_of(p, state),
                                        .subject = subject});
    if (p->advance_by == WAYPOINT_BY_DISTANCE &&
        wend_region_id_kind(intent->region.id) == WEND_REGION_KIND_POINT) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_DISC,
                                            .a = aim,
                                            .b = {wend_column_at(p->advance, slot), 0.0F},
                                            .label = "reached within `advance`",
                                            .subject = subject});
    }
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
