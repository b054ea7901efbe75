/* Gives a route the corridor around its polyline, by retracting the polyline onto the medial axis
 * (retract.c). The polyline leads from the agent through the points of the route to its goal. The
 * points, portals and map of the route stay as they are. Cost: O(length of the route). */
#include "plan/corridor/convert.h"

#include <wend/world.h>

#include "plan/corridor/corridor.h"
#include "step/internals.h"

/* m: how far from the ground, beyond its radius, an agent may be. */
static const float tolerance = 0.5F;

/* Returns the locations that the route leads through, in scratch memory. */
static wend_location *locations_of(const wend_view *view, uint32_t worker, uint32_t index,
                                   const wend_route *route, uint32_t *count) {
    uint32_t goal = internals_goal(view, index);
    wend_location *out =
        wend_view_scratch(view, worker, ((size_t)route->point_count + 1) * sizeof *out);
    *count = 0;
    for (uint32_t i = 0; out && i < route->point_count; i++) {
        out[(*count)++] = (wend_location){route->points[i].position, route->points[i].layer};
    }
    bool has_end = goal != WEND_NO_GOAL && route->status == WEND_ROUTE_STATUS_FOUND &&
                   internals_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION;
    if (out && has_end) {
        wend_vec2 from = *count ? out[*count - 1].position : view->bodies[index].position;
        wend_vec2 end = wend_region_nearest(internals_goal_region(view, goal), from);
        wend_location location = {end, wend_view_goal_layer(view, goal)};
        if (wend_space_is_walkable(view->space, location, view->classes)) {
            out[(*count)++] = location;
        }
    }
    return out;
}

bool corridor_convert(const wend_view *view, uint32_t worker, uint32_t index,
                      const wend_route *route, wend_route_sink *sink) {
    const wend_body *body = &view->bodies[index];
    uint32_t map_index, count, disc_count = 0;
    const wend_map *map = wend_view_find_map(view, "corridor", NULL, &map_index);
    if (map == NULL || corridor_of(map)->layer_count != wend_space_layer_count(view->space)) {
        return true;
    }
    corridor_ground ground = {.view = view, .worker = worker, .map = corridor_of(map)};
    wend_location *locations = locations_of(view, worker, index, route, &count);
    if (!locations || !corridor_find_blockers(&ground)) {
        return false;
    }
    /* A route may touch the discs around corners, so it may seem too narrow by rounding. */
    ground.radius = body->radius;
    ground.needed = ground.kept = 0.99F * body->radius;
    corridor_projection from, to;
    corridor_axis_path axis_path = {.count = 0};
    wend_location start = {body->position, wend_body_layer(body)};
    if (count == 0 || !corridor_project(&ground, start, tolerance + body->radius, &from)) {
        return true;
    }
    search_outcome outcome =
        corridor_retract_path(&ground, &from, locations, count, &axis_path, &to);
    if (outcome != SEARCH_FOUND) {
        return outcome != SEARCH_NO_MEMORY;
    }
    const wend_corridor_disc *discs = corridor_discs(&ground, &axis_path, &to, &disc_count);
    wend_route wider = *route;
    wider.gives |= WEND_ROUTE_CORRIDOR;
    wider.discs = discs;
    wider.disc_count = disc_count < WEND_MAX_PATH ? disc_count : WEND_MAX_PATH;
    return discs != NULL && wend_route_sink_add(sink, index, &wider);
}
