/* Follows the guiding field of the route: the intent is the direction that the field gives at the
 * agent's position. Near the goal, the intent is the region of the goal itself.
 *
 * A field gives the distance to the goal and the direction in which it decreases (wend/field.h).
 * All agents with the same goal share it, so an agent that is pushed aside needs no new route: the
 * field leads on from wherever it is. Points that the agent must pass before its goal are followed
 * first, one by one, as the follower `waypoint` does.
 *
 * An agent heads for the goal's region within `goal_distance`, if its disc can move straight until
 * it touches the goal. This is checked every `check_interval` seconds. If the terrain weights of
 * its profile differ, a straight line may be expensive or forbidden, so the agent follows the field
 * until it is beside the goal. An agent that has left the field keeps its last direction and
 * requests a new route, at most once a second.
 *
 * Cost: one sample of the field per agent and step; two visibility checks every `check_interval` s
 * near the goal. */
#include <math.h>

#include <wend/explain.h>
#include <wend/field.h>

#include "follow/route/field_portals.h"
#include "follow/route/waypoints.h"
#include "geom/vec.h"
#include "step/goal_regions.h"
#include "step/internals.h"
#include "step/prefetch.h"

typedef struct gradient_params {
    waypoint_params points; /* the rules for the points before the goal */
    double goal_distance;
} gradient_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"goal_distance", WEND_PARAM_NUMBER, offsetof(gradient_params, goal_distance), 2.0, 0.0, 100.0,
     "m", "straight-line distance within which the agent heads for the goal itself", NULL},
    {"advance", WEND_PARAM_SAMPLED, offsetof(gradient_params, points.advance), 0.5, 0.0, 100.0, "m",
     "distance to a point before the goal at which the agent heads for the next one", NULL},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(gradient_params, points.check_interval), 0.5,
     0.0, 3600.0, "s", "time between visibility checks of the goal; 0: none", NULL},
};

/* Factor and length (m) by which the distance of a field may exceed that of a straight line. */
static const float field_error = 1.5F;
/* Unit: radius. With terrain weights, the agent heads for the goal within this distance. */
static const float beside = 2.0F;

/* All zero at the start of each route. */
typedef struct gradient_state {
    waypoint_state points;
    visibility_state checks; /* times of the visibility checks of the goal, the first at once */
    wend_vec2 direction;     /* the last direction of the field */
    uint8_t sees_goal;       /* 1: the goal was visible at the last check */
    uint8_t started;         /* 1: `checks` is set */
    uint8_t reserved[2];     /* 0 */
} gradient_state;

/* Values that all agents of a call have in common. */
typedef struct gradient_call {
    waypoint_call points;
    const gradient_params *params;
    bool weighted; /* the terrain weights of the profile differ */
} gradient_call;

/* ---- The goal -------------------------------------------------------------------------------- */

/* True if the agent is near enough to its goal to head for it, and sees it. */
static bool heads_for_goal(const gradient_call *call, gradient_state *state, uint32_t index,
                           uint32_t goal, float distance) {
    const wend_view *view = call->points.view;
    const wend_body *body = &view->bodies[index];
    visibility_rules rules = call->points.visibility;
    float limit = (float)call->params->goal_distance;
    limit = call->weighted ? fminf(limit, beside * body->radius) : limit;
    /* Where all weights are 1, the goal is not nearer than the field says, but for its error. */
    bool is_far = !call->weighted && distance > field_error * limit + field_error;
    if (is_far || goal == WEND_NO_GOAL ||
        goal_regions_distance(view, goal, body->position) > limit) {
        state->sees_goal = 0;
        return false;
    }
    if (!rules.period || visibility_is_due(rules, &state->checks)) {
        state->checks.next = rules.now + rules.period;
        state->sees_goal = field_sees_goal(view, index, goal);
    }
    return state->sees_goal;
}

static void set_goal_region(const wend_view *view, uint32_t goal, wend_region *region) {
    *region = *internals_goal_region(view, goal);
    region->flags |= WEND_REGION_STOP;
}

/* ---- The field ------------------------------------------------------------------------------- */

static wend_region direction_region(wend_vec2 direction, float distance) {
    return (wend_region){.shape = WEND_SHAPE_DIRECTION,
                         .a = direction,
                         .opens = -INFINITY,
                         .closes = INFINITY,
                         .cost = distance};
}

static bool is_zero(wend_vec2 v) {
    return v.x == 0.0F && v.y == 0.0F;
}

/* Writes the intent of an agent that follows the field of its route. */
static void follow_field(const gradient_call *call, gradient_state *state, uint32_t index,
                         const wend_route *route, uint32_t goal, wend_intent *intent) {
    const wend_view *view = call->points.view;
    const wend_body *body = &view->bodies[index];
    wend_location here = {body->position, wend_body_layer(body)};
    visibility_rules rules = call->points.visibility;
    float distance = 0.0F;
    wend_vec2 direction = {0.0F, 0.0F};
    if (!state->started) {
        state->checks = (visibility_state){.since = rules.now, .next = rules.now};
        state->started = 1;
    }
    bool guided = (route->gives & WEND_ROUTE_FIELD) &&
                  wend_view_field_sample(view, route->field, here, &distance, &direction);
    /* A field without a potential says nothing about how far the goal is. */
    float least = route->gives & WEND_ROUTE_POTENTIAL ? distance : 0.0F;
    if (heads_for_goal(call, state, index, goal, least) ||
        (guided && is_zero(direction) && goal != WEND_NO_GOAL)) {
        set_goal_region(view, goal, &intent->region);
        return;
    }
    state->direction = guided ? direction : state->direction;
    intent->speed *= guided ? wend_view_field_speed_factor(view, route->field, here) : 1.0F;
    intent->region = direction_region(state->direction, distance);
    if (is_zero(state->direction)) { /* it has never been on the field */
        intent->region.a = (wend_vec2){1.0F, 0.0F};
        intent->speed = 0.0F;
    }
    if (!guided && visibility_may_request_route(rules, &state->checks)) {
        intent->region.flags = WEND_REGION_LOST;
    }
}

/* ---- The follower ---------------------------------------------------------------------------- */

/* Returns the point before the goal that the agent heads for, or NULL if it follows the field. */
static const wend_route_point *point_before_goal(const gradient_call *call, gradient_state *state,
                                                 uint32_t index, const wend_route *route,
                                                 uint32_t goal, uint8_t *lost) {
    return state->points.next < route->point_count
               ? waypoints_follow(&call->points, &state->points, index, route, goal, lost)
               : NULL;
}

static void follow_one(const gradient_call *call, uint32_t index, wend_intent *intent) {
    const wend_view *view = call->points.view;
    gradient_state *state = wend_agents_state(call->points.agents, view->bodies[index].slot);
    const wend_route *route = internals_route(view, index);
    uint32_t goal = internals_goal(view, index);
    uint8_t lost = 0;
    const wend_route_point *point =
        route ? point_before_goal(call, state, index, route, goal, &lost) : NULL;
    if (point != NULL) {
        intent->region = (wend_region){
            .shape = WEND_SHAPE_POINT,
            .id = wend_region_id_of(WEND_REGION_KIND_POINT, (uint32_t)(point - route->points), 0),
            .a = point->position,
            .opens = -INFINITY,
            .closes = INFINITY};
    } else if (route != NULL && (route->gives & WEND_ROUTE_FIELD)) {
        follow_field(call, state, index, route, goal, intent);
    } else if (goal != WEND_NO_GOAL) { /* the route is the straight line to the goal */
        set_goal_region(view, goal, &intent->region);
    } else {
        intent->region = direction_region((wend_vec2){1.0F, 0.0F}, 0.0F);
        intent->speed = 0.0F;
    }
    intent->region.flags |= lost;
}

static void follow_gradient(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    const gradient_params *p = agents->params;
    gradient_call call = {
        {view, agents, &p->points, visibility_rules_of(view, p->points.check_interval)},
        p,
        wend_view_profile_has_weights(view, agents->profile)};
    uint8_t aim = wend_aim_flags(&p->points.aim);
    bool prefetches = view->body_count >= PREFETCH_LEAST_BODIES;
    bool several = goal_regions_has_several(view, agents->profile);
    goal_regions_cache cache = {0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        uint32_t end = agents->ranges[k].end;
        for (uint32_t i = agents->ranges[k].begin; i < end; i++) {
            if (prefetches) {
                prefetch_state(view, agents, i, end);
                prefetch_route(view, i, end);
            }
            wend_intent *intent = &intents[i - agents->first];
            intent->more = NULL;
            intent->more_count = 0;
            intent->speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot);
            follow_one(&call, i, intent);
            intent->region.flags |= aim;
            if (several && (intent->region.flags & WEND_REGION_STOP)) {
                goal_regions_add(view, agents->worker, i, 0, &cache, intent);
            }
        }
    }
}

/* Shows where the agent heads: a metre along the field, or the point of the goal. */
static void explain_gradient(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    const wend_region *region = &intent->region;
    wend_vec2 from = view->bodies[index].position;
    uint32_t goal = internals_goal(view, index);
    bool along = region->shape == WEND_SHAPE_DIRECTION;
    const wend_region *named =
        along && goal != WEND_NO_GOAL ? internals_goal_region(view, goal) : region;
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                        .a = from,
                                        .b = wend_region_aim(region, from, intent->speed),
                                        .label = along ? "along the field" : "goal",
                                        .subject = wend_view_region_subject(view, named)});
}

const wend_follower wend_follower_gradient = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "gradient",
                        .summary = "heads down the guiding field of the route, then for the goal",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(gradient_params)},
              .state_size = sizeof(gradient_state),
              .explain = explain_gradient},
    .needs = WEND_ROUTE_FIELD,
    .follow = follow_gradient,
};
