/* From point to point of the route, then to the goal's region.
 *
 * A point counts as passed when the agent is within `advance` of it, or has crossed the line
 * through it across the way to it. Points are passed through, the goal is stopped at. Cost: O(1)
 * per agent and step. */
#include <math.h>

#include <wend/model.h>

#include "step/goal_regions.h"
#include "step/inside.h"

typedef struct waypoint_params {
    wend_aim aim;
    wend_column advance;
} waypoint_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"advance", WEND_PARAM_DRAWN, offsetof(waypoint_params, advance), 0.5, 0.0, 100.0, "m",
     "how near to come to a point before heading for the next", NULL},
};

/* Zero at the start of each route. */
typedef struct waypoint_state {
    uint32_t next;      /* the point that is headed for */
    uint16_t started;   /* 1: `start` is set */
    uint16_t was_there; /* 1: it was on that point's layer on the way to it */
    wend_vec2 start;    /* where the way to that point began */
} waypoint_state;

static bool has_passed(wend_vec2 start, wend_vec2 point, wend_vec2 position, float advance) {
    float dx = position.x - point.x, dy = position.y - point.y;
    float along = dx * (point.x - start.x) + dy * (point.y - start.y);
    return dx * dx + dy * dy <= advance * advance || along > 0.0F;
}

/* Whether the agent is on the layer that a point counts from: its own; or the next one's, for who
 * was on the point's layer before and stepped over a link beyond the point. */
static bool is_on_way(waypoint_state *state, const wend_route *route, uint32_t goal_layer,
                      uint32_t layer) {
    const wend_route_point *point = &route->points[state->next];
    bool last = state->next + 1 == route->point_count;
    if (layer == point->layer) {
        state->was_there = 1;
        return true;
    }
    return state->was_there && layer == (last ? goal_layer : point[1].layer);
}

/* Moves on along the route; returns the point to head for, or point_count for the goal. */
static uint32_t advance_on(waypoint_state *state, const wend_route *route, const wend_body *body,
                           uint32_t goal_layer, float advance) {
    if (!state->started) {
        *state = (waypoint_state){.started = 1, .start = body->position};
    }
    while (state->next < route->point_count) {
        const wend_route_point *point = &route->points[state->next];
        if (!is_on_way(state, route, goal_layer, wend_body_layer(body)) ||
            !has_passed(state->start, point->position, body->position, advance)) {
            break;
        }
        *state = (waypoint_state){.next = state->next + 1, .started = 1, .start = point->position};
    }
    return state->next;
}

/* A point to pass through; the flags are set by the caller. */
static wend_region point_region(wend_vec2 place, uint32_t id) {
    return (wend_region){
        .shape = WEND_SHAPE_POINT, .id = id, .a = place, .opens = -INFINITY, .closes = INFINITY};
}

/* The point of its route that an agent heads for; NULL when all are passed. */
static const wend_route_point *next_point(const wend_view *view, const wend_agents *agents,
                                          uint32_t index, const wend_route *route, uint32_t goal) {
    const wend_body *body = &view->bodies[index];
    const waypoint_params *p = agents->params;
    uint32_t goal_layer = goal == WEND_NO_GOAL ? UINT32_MAX : wend_view_goal_layer(view, goal);
    uint32_t next = advance_on(wend_agents_state(agents, body->slot), route, body, goal_layer,
                               wend_column_at(p->advance, body->slot));
    return next < route->point_count ? &route->points[next] : NULL;
}

/* Heads for a point of the route; for nothing where there is none, nor a goal. */
static void head_for_point(const wend_view *view, uint32_t index, const wend_route *route,
                           const wend_route_point *point, wend_region *region) {
    *region = point ? point_region(point->position, (uint32_t)(point - route->points))
                    : point_region(view->bodies[index].position, 0);
    region->flags = point ? 0 : WEND_REGION_STOP;
}

static void head_for_goal(const goal_record *goal, wend_region *region) {
    *region = goal->region;
    region->flags |= WEND_REGION_STOP;
}

/* Most agents have no point left and head for their goal, so that is the short way through. */
static void set_region(const wend_view *view, const wend_agents *agents, uint32_t index,
                       uint32_t route_handle, uint32_t goal, wend_region *region) {
    const wend_route *route = NULL;
    const wend_route_point *point = NULL;
    if (route_handle > ROUTE_STRAIGHT) {
        route = route_pool_at(view->inside->routes, route_handle);
        point = route->point_count ? next_point(view, agents, index, route, goal) : NULL;
    }
    if (point || goal == WEND_NO_GOAL) {
        head_for_point(view, index, route, point, region);
    } else {
        head_for_goal(&view->inside->goals->records[goal], region);
    }
}

/* The other regions of those who head for a goal of several parts, or several goals. */
static void add_regions(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            if (intent->region.flags & WEND_REGION_STOP) {
                goal_regions_add(view, agents->worker, i, GOAL_REGIONS_ALL, intent);
            }
        }
    }
}

static void follow_waypoint(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    const waypoint_params *p = agents->params;
    uint8_t flags = wend_aim_flags(&p->aim);
    const uint32_t *goals = view->inside->cold->goal, *routes = view->inside->cold->route;
    const goal_record *records = view->inside->goals->records;
    wend_column speed = agents->preferred_speed;
    for (uint32_t k = 0; k < agents->run_count; k++) {
        const wend_body *body = &view->bodies[agents->runs[k].begin];
        wend_intent *intent = &intents[agents->runs[k].begin - agents->first];
        for (uint32_t i = agents->runs[k].begin, end = agents->runs[k].end; i < end;
             i++, body++, intent++) {
            uint32_t slot = body->slot, goal = goals[slot];
            if (routes[slot] <= ROUTE_STRAIGHT && goal != WEND_NO_GOAL) {
                head_for_goal(&records[goal], &intent->region);
            } else {
                set_region(view, agents, i, routes[slot], goal, &intent->region);
            }
            intent->region.flags |= flags;
            intent->more = NULL;
            intent->more_count = 0;
            intent->speed = wend_column_at(speed, slot);
        }
    }
    if (goal_regions_several(view, agents->profile)) {
        add_regions(view, agents, intents);
    }
}

static void explain_waypoint(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    wend_vec2 from = view->bodies[index].position;
    wend_vec2 aim = wend_region_aim(&intent->region, from, intent->speed);
    wend_sketch_add(sketch, (wend_mark){WEND_MARK_PATH, from, aim, {0.0F, 0.0F}, "next point"});
}

const wend_follower wend_follower_waypoint = {
    .stage = {.entry = {.name = "waypoint",
                        .summary = "from point to point of the route, then to the goal",
                        .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(waypoint_params)},
              .state_size = sizeof(waypoint_state),
              .explain = explain_waypoint},
    .needs = WEND_ROUTE_POLYLINE,
    .follow = follow_waypoint,
};
