/* Decides when visibility checks are due, and checks whether an agent sees its goal. Cost: O(1),
 * and one or two visibility checks for the goal. */
#include "follow/route/visibility.h"

#include "step/goal_regions.h"

static uint32_t steps_in(const wend_view *view, double seconds) {
    double steps = seconds / (double)view->dt;
    return steps < 1e9 ? (uint32_t)steps + 1 : 1000000000U;
}

visibility_rules visibility_rules_of(const wend_view *view, double interval) {
    return (visibility_rules){.now = (uint32_t)view->step,
                              .second = steps_in(view, 1.0),
                              .period = interval > 0.0 ? steps_in(view, interval) : 0};
}

visibility_state visibility_begin(visibility_rules rules, uint64_t key) {
    uint32_t delay = rules.period ? rules.period + (uint32_t)(key % rules.period) : 0;
    return (visibility_state){.since = rules.now, .next = rules.now + delay};
}

bool visibility_may_request_route(visibility_rules rules, visibility_state *state) {
    bool may = rules.now - state->since >= rules.second;
    state->since = may ? rules.now : state->since;
    return may;
}

/* True if the nearest point of one part of a goal is visible from a location. Checks the part that
 * the route leads to, or the nearest part if the route leads to none of them. */
static bool sees_part(const wend_view *view, wend_location from, uint32_t goal,
                      const wend_route *route, float radius) {
    const goal_record *record = &view->internals->goals->records[goal];
    uint32_t part = goal_regions_find_part(record, route, true, from.position);
    wend_vec2 nearest = wend_region_nearest(&goal_parts(record)[part], from.position);
    return wend_view_is_visible(view, from, (wend_location){nearest, record->layer}, radius);
}

bool visibility_sees_goal_from(const wend_view *view, wend_location from, uint32_t goal,
                               float radius) {
    return sees_part(view, from, goal, NULL, radius);
}

bool visibility_sees_goal(const wend_view *view, uint32_t index, const wend_route *route,
                          float radius) {
    uint32_t goal = internals_goal(view, index);
    bool planned = route && route->map != WEND_NO_MAP && route->status == WEND_ROUTE_STATUS_FOUND;
    if (!planned || goal == WEND_NO_GOAL ||
        internals_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    const wend_body *body = &view->bodies[index];
    if (sees_part(view, (wend_location){body->position, wend_body_layer(body)}, goal, route,
                  radius)) {
        return true;
    }
    if (route->point_count == 0) {
        return false;
    }
    /* If the goal is not visible from the route's end either, another route would be no better. */
    const wend_route_point *end = &route->points[route->point_count - 1];
    if (sees_part(view, (wend_location){end->position, end->layer}, goal, route, radius)) {
        return false;
    }
    return radius > 0.0F ? visibility_sees_goal(view, index, route, 0.0F) : true;
}

bool route_ends_at_goal(const wend_view *view, uint32_t index, const wend_route *route) {
    const float touch = 1.5F; /* unit: radius; routes end just over one radius from the goal */
    uint32_t goal = internals_goal(view, index);
    bool planned = route && route->map != WEND_NO_MAP && route->status == WEND_ROUTE_STATUS_FOUND;
    if (!planned || route->point_count == 0 || goal == WEND_NO_GOAL ||
        internals_goal_region(view, goal)->shape == WEND_SHAPE_POINT) {
        return false;
    }
    wend_vec2 end = route->points[route->point_count - 1].position;
    return goal_regions_distance(view, goal, end) <= touch * view->bodies[index].radius;
}
