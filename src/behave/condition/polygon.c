/* Condition `polygon`: the agent's centre is in a simple polygon, or outside. Exact for the points
 * in local coordinates. */
#include "geom/polygon.h"

#include "base/error.h"
#include "behave/condition/place.h"
#include "state/world.h"

typedef struct polygon_params {
    place_params place;
    wend_ring points;
    wend_vec2 *local; /* the same points in local coordinates */
} polygon_params;

static wend_result bind_polygon(const wend_binding *binding, void *bound, wend_error *error) {
    polygon_params *params = bound;
    wend_world *world = wend_binding_world(binding);
    uint32_t count = params->points.count, where = 0;
    if (count < 3 || count > WEND_MAX_POLYGON) {
        return error_set(error, WEND_ERROR_INVALID, "the polygon has %u points; expected 3 to %d",
                         count, WEND_MAX_POLYGON);
    }
    params->local = wend_binding_allocate(binding, count * sizeof *params->local);
    if (!params->local) {
        return error_no_memory(error, "a polygon");
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 point = wend_space_to_local(world->space, params->points.points[i]);
        params->local[i] = (wend_vec2){store_clamp((double)point.x), store_clamp((double)point.y)};
    }
    polygon_fault fault = polygon_check_simple(params->local, count, &where, &world->memory);
    if (fault == POLYGON_NO_MEMORY) {
        return error_no_memory(error, "a polygon");
    }
    return fault == POLYGON_SIMPLE
               ? place_bind(binding, bound, error)
               : error_set(error, WEND_ERROR_INVALID, "the polygon is not simple: see its point %u",
                           where);
}

static bool holds_polygon(const wend_condition_call *call) {
    const polygon_params *params = call->params;
    wend_vec2 at = call->view->bodies[call->index].position;
    bool is_in = polygon_contains(params->local, params->points.count, at) >= 0;
    return place_holds(call, &params->place, is_in);
}

static const wend_param polygon_table[] = {PLACE_ROWS,
                                           {.name = "points",
                                            .type = WEND_PARAM_POLYGON,
                                            .offset = offsetof(polygon_params, points),
                                            .unit = "m",
                                            .help = "a simple polygon, in either winding"}};

const wend_condition wend_condition_polygon = {
    .entry = {WEND_HEAD(wend_condition), .name = "polygon",
              .summary = "the agent is in a polygon, or outside", .params = polygon_table,
              .param_count = sizeof polygon_table / sizeof *polygon_table,
              .params_size = sizeof(polygon_params)},
    .bind = bind_polygon,
    .holds = holds_polygon,
};
