/* Samples guiding fields for models: the distance and direction to the goal at a location. */
#include <math.h>

#include "base/error.h"
#include "step/internals.h"

/* Returns the field, or NULL if it does not exist or the location is invalid. */
static const field_record *find_field(const wend_view *view, uint32_t field, wend_location at) {
    const field_table *table = view->internals->fields;
    const field_record *record = table && field < table->count ? &table->items[field] : NULL;
    bool valid = record && record->data && at.layer < wend_space_layer_count(view->space) &&
                 isfinite(at.position.x) && isfinite(at.position.y);
    return valid ? record : NULL;
}

float wend_view_field_speed_factor(const wend_view *view, uint32_t field, wend_location at) {
    const field_record *record = find_field(view, field, at);
    const wend_planner *planner = record ? record->planner : NULL;
    return planner && planner->field_type->speed_factor
               ? planner->field_type->speed_factor(view, record->data, at,
                                                   planner->stage.entry.user)
               : 1.0F;
}

bool wend_view_field_sample(const wend_view *view, uint32_t field, wend_location at,
                            float *distance, wend_vec2 *direction) {
    const field_record *record = find_field(view, field, at);
    if (!record) {
        return false;
    }
    float length = INFINITY;
    wend_vec2 heading = {0.0F, 0.0F};
    const wend_planner *planner = record->planner;
    if (!planner->field_type->sample(view, record->data, at, &length, &heading,
                                     planner->stage.entry.user)) {
        return false;
    }
    if (distance) {
        *distance = length;
    }
    if (direction) {
        *direction = heading;
    }
    return true;
}

bool wend_view_field_region(const wend_view *view, uint32_t index, wend_region *out) {
    const wend_route *route = wend_view_route(view, index);
    const wend_body *body = &view->bodies[index];
    wend_location at = {body->position, wend_body_layer(body)};
    float distance;
    wend_vec2 direction;
    if (!route || !(route->gives & WEND_ROUTE_FIELD) ||
        !wend_view_field_sample(view, route->field, at, &distance, &direction)) {
        return false;
    }
    *out = (wend_region){.shape = WEND_SHAPE_DIRECTION,
                         .a = direction,
                         .opens = -INFINITY,
                         .closes = INFINITY,
                         .cost = distance};
    return true;
}
