/* From point to point of the route, then to the goal's region.
 *
 * A point counts as passed when the agent is within `advance` of it, or has crossed the line
 * through it across the way to it. Points are passed through, the goal is stopped at. Cost: O(1)
 * per agent and step. */
#include <math.h>

#include <wend/model.h>

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

/* Sets the region to head for; returns its flags. */
static uint8_t set_region(const wend_view *view, const wend_agents *agents, uint32_t index,
                          wend_region *region) {
    const wend_body *body = &view->bodies[index];
    const wend_route *route = inside_route(view, index);
    uint32_t goal = inside_goal(view, index);
    if (route && route->point_count) {
        const waypoint_params *p = agents->params;
        uint32_t goal_layer = goal == WEND_NO_GOAL ? UINT32_MAX : wend_view_goal_layer(view, goal);
        uint32_t next = advance_on(wend_agents_state(agents, body->slot), route, body, goal_layer,
                                   wend_column_at(p->advance, body->slot));
        if (next < route->point_count) {
            *region = point_region(route->points[next].position, next);
            return 0;
        }
    }
    if (goal == WEND_NO_GOAL) {
        *region = point_region(body->position, 0);
        return WEND_REGION_STOP;
    }
    *region = *inside_goal_region(view, goal);
    return region->flags | WEND_REGION_STOP;
}

static void follow_waypoint(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    const waypoint_params *p = agents->params;
    uint8_t flags = wend_aim_flags(&p->aim);
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            uint8_t own = set_region(view, agents, i, &intent->region);
            intent->region.flags = own | flags;
            intent->more = NULL;
            intent->more_count = 0;
            intent->speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot);
        }
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
