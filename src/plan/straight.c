/* Plans straight lines through the points of the agent's path, then to the goal. Ignores all walls;
 * meant for open ground and for paths laid out by hand. Measures the clearance of each point, up to
 * `clearance_limit`. Cost: O(points), with one wall query for each point. */
#include <wend/model.h>

typedef struct straight_params {
    double clearance_limit;
} straight_params;

static const wend_param params[] = {
    {"clearance_limit", WEND_PARAM_NUMBER, offsetof(straight_params, clearance_limit), 5.0, 0.0,
     100.0, "m", "largest clearance that is measured around each point of the path", NULL},
};

static bool put_path(const wend_view *view, const wend_agents *agents, uint32_t index,
                     wend_route_sink *sink) {
    const straight_params *p = agents->params;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via);
    wend_route route = {
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    if (count) {
        wend_route_point *points = wend_view_scratch(view, agents->worker, count * sizeof *points);
        if (!points) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            wend_location location = {via[i].position, via[i].layer};
            points[i] = via[i];
            points[i].clearance = wend_space_clearance(view->space, location,
                                                       (float)p->clearance_limit, view->classes);
        }
        route.points = points;
        route.point_count = count;
    }
    return wend_route_sink_add(sink, index, &route);
}

static void plan_straight(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!put_path(view, agents, i, sink)) {
                return;
            }
        }
    }
}

const wend_planner wend_planner_straight = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "straight",
                        .summary =
                            "straight lines between the points of the path, then to the goal",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(straight_params)}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_straight,
};
