/* behave/condition/place.h: what the conditions on an agent's position share: the parameters
 * `inside` and `layer`, and the position relative to a point of the user's coordinates. */
#ifndef BEHAVE_CONDITION_PLACE_H
#define BEHAVE_CONDITION_PLACE_H

#include <wend/behaviour.h>

/* The first field of the parameter struct. */
typedef struct place_params {
    bool inside;
    int64_t layer;
} place_params;

/* The first rows of the parameter table. */
#define PLACE_ROWS                                                                                 \
    {.name = "inside",                                                                             \
     .type = WEND_PARAM_BOOL,                                                                      \
     .offset = offsetof(place_params, inside),                                                     \
     .default_value = 1.0,                                                                         \
     .unit = "",                                                                                   \
     .help = "true: the agent's centre is in the region or on its border; false: outside"},        \
    {                                                                                              \
        .name = "layer", .type = WEND_PARAM_INTEGER, .offset = offsetof(place_params, layer),      \
        .default_value = -1.0, .minimum = -1.0, .maximum = (double)(WEND_MAX_LAYERS - 1),          \
        .unit = "1", .help = "layer of the region; -1: all layers"                                 \
    }

/* Checks the layer of a place: the `bind` of conditions without further names. */
static inline wend_result place_bind(const wend_binding *binding, void *params, wend_error *error) {
    return wend_binding_check_layer(binding, ((const place_params *)params)->layer, error);
}

/* Returns the agent's position relative to a point, in m. */
static inline wend_point place_from(const wend_condition_call *call, wend_point point) {
    wend_vec2 at = call->view->bodies[call->index].position;
    wend_point origin = wend_space_origin(call->view->space);
    wend_point from = {(double)at.x - (point.x - origin.x), (double)at.y - (point.y - origin.y)};
    return from;
}

/* Returns whether the condition holds. `is_in` says whether the agent's centre is in the region, if
 * its layer is not considered. */
static inline bool place_holds(const wend_condition_call *call, const place_params *params,
                               bool is_in) {
    uint32_t layer = wend_body_layer(&call->view->bodies[call->index]);
    bool on_layer = params->layer < 0 || (uint32_t)params->layer == layer;
    return (is_in && on_layer) == params->inside;
}

#endif
