/* Opens the scenes of the reproduction, and reads the indicative routes of their characters. */
#include "base/error.h"
#include "geom/point.h"
#include "paper/miran/parts.h"
#include <math.h>
#include <stdio.h>

wend_result miran_load(const wend_paper_def *paper, const miran_setup *setup,
                       wend_scenario **scenario, wend_error *error) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", paper->scenarios, setup->scenario);
    if (length < 0 || (size_t)length >= sizeof path) {
        return error_set(error, WEND_ERROR_LIMIT, "the path of the scenarios is too long");
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = paper->registry;
    def.allocator = paper->allocator;
    def.settings = setup->settings;
    def.setting_count = setup->setting_count;
    return wend_scenario_load(&def, scenario, error);
}

wend_result miran_ground_open(miran_ground *ground, const wend_paper_def *paper,
                              const miran_setup *setup, wend_error *error) {
    *ground = (miran_ground){0};
    wend_result result = miran_load(paper, setup, &ground->scenario, error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(ground->scenario, paper->registry, 1, &paper->allocator,
                                            &ground->world, error);
    }
    return result == WEND_OK ? wend_world_step(ground->world, 1, error) : result;
}

void miran_ground_close(miran_ground *ground) {
    wend_world_destroy(ground->world);
    wend_scenario_destroy(ground->scenario);
    *ground = (miran_ground){0};
}

/* m: a point this near to the line through its neighbours is left out of a route */
static const double STRAIGHT_WITHIN = 1e-3;

/* True if the last point of a route lies on the straight line from the point before it to `next`.
 */
static bool is_on_line(const miran_line *route, wend_point next) {
    if (route->count < 2) {
        return false;
    }
    wend_point a = route->points[route->count - 2], b = route->points[route->count - 1];
    wend_point whole = point_sub(next, a), part = point_sub(b, a);
    double length = point_length(whole);
    return length > 0.0 && fabs(point_cross(whole, part)) <= STRAIGHT_WITHIN * length &&
           point_dot(whole, part) >= 0.0 && point_length(part) <= length;
}

static bool add_corner(miran_line *route, wend_point point) {
    if (is_on_line(route, point)) {
        route->points[route->count - 1] = point;
        return true;
    }
    return miran_line_add(route, point);
}

wend_result miran_ground_get_route(const miran_ground *ground, uint64_t key, miran_line *route,
                                   wend_error *error) {
    const wend_view *view = wend_world_view(ground->world);
    wend_agent agent = wend_world_find_agent(ground->world, key);
    uint32_t body = wend_view_find_body(view, wend_agent_slot(agent));
    const wend_route *found = body != UINT32_MAX ? wend_view_route(view, body) : NULL;
    if (found == NULL || found->status != WEND_ROUTE_STATUS_FOUND) {
        return error_set(error, WEND_ERROR_INVALID, "a character of the paper has no route");
    }
    for (uint32_t i = 0; i < found->point_count; i++) {
        if (!add_corner(route, wend_space_from_local(wend_scenario_space(ground->scenario),
                                                     found->points[i].position))) {
            return error_no_memory(error, "a route");
        }
    }
    return WEND_OK;
}
