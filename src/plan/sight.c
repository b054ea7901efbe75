/* Plans straight lines like `straight`, but only where they are open. Each leg, from the agent
 * through the points of its path to the goal, must be free of walls for a disc of the agent's
 * radius, with doors and moving obstacles as they are now. Otherwise the agent has no route and
 * reports this, instead of pushing against a wall. Cost: one visibility check for each leg. */
#include <math.h>

#include <wend/model.h>

/* True if all legs are open. `points` are the points of the agent's path. */
static bool is_open(const wend_view *view, uint32_t index, const wend_route_point *points,
                    uint32_t count) {
    const wend_body *body = &view->bodies[index];
    wend_location from = {body->position, wend_body_layer(body)};
    for (uint32_t i = 0; i < count; i++) {
        wend_location to = {points[i].position, points[i].layer};
        if (!wend_view_is_visible(view, from, to, body->radius)) {
            return false;
        }
        from = to;
    }
    uint32_t goal = wend_view_goal(view, index);
    if (goal == WEND_NO_GOAL || wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    wend_vec2 end = wend_region_nearest(wend_view_goal_region(view, goal), from.position);
    wend_location to = {end, wend_view_goal_layer(view, goal)};
    /* The agent only has to touch the region, which may lie on a wall, so it is enough if the
     * agent's centre sees the region. */
    return wend_view_is_visible(view, from, to, 0.0F);
}

static void plan_sight(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_route_point *points;
            uint32_t count = wend_view_path_points(view, i, &points);
            wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                                .gives = WEND_ROUTE_POLYLINE,
                                .map = WEND_NO_MAP,
                                .points = points,
                                .point_count = count};
            if (is_open(view, i, points, count) && !wend_route_sink_add(sink, i, &route)) {
                return;
            }
        }
    }
}

/* Checks with radius 0, as for the last leg to a goal, because an entry or an exit may be nearer to
 * a wall than the radius. */
static double measure_sight(const wend_view *view, const wend_agents *agents, uint32_t index,
                            wend_location from, const wend_region *to, uint32_t layer) {
    (void)agents;
    (void)index;
    wend_location end = {wend_region_nearest(to, from.position), layer};
    wend_vec2 offset = {end.position.x - from.position.x, end.position.y - from.position.y};
    return wend_view_is_visible(view, from, end, 0.0F)
               ? sqrt((double)offset.x * (double)offset.x + (double)offset.y * (double)offset.y)
               : (double)INFINITY;
}

const wend_planner wend_planner_sight = {
    .stage =
        {.entry = {WEND_HEAD(wend_planner), .name = "sight",
                   .summary =
                       "straight lines between points; fails if a wall blocks the agent's disc"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_sight,
    .route_length = measure_sight,
};
