/* Action `teleport`: moves the agent to a point, or to a random point of a box. If the point is not
 * walkable, others are sampled from the box; if none of them is, the agent stays where it is. */
#include "base/error.h"

#include <wend/behaviour.h>

typedef struct teleport_params {
    wend_point low, high; /* corners of the box */
    bool is_box;
    int64_t layer;
} teleport_params;

enum {
    SAMPLES = 64,
    FIXED_CLASSES = 1 /* walls that never open */
};

/* True if the box reaches into the bounding box of the space. */
static bool is_box_near(const wend_space *space, wend_point a, wend_point b) {
    wend_vec2 low, high;
    wend_vec2 p = wend_space_to_local(space, a), q = wend_space_to_local(space, b);
    float left = p.x < q.x ? p.x : q.x, right = p.x < q.x ? q.x : p.x;
    float bottom = p.y < q.y ? p.y : q.y, top = p.y < q.y ? q.y : p.y;
    return !wend_space_bounds(space, &low, &high) ||
           (left <= high.x && right >= low.x && bottom <= high.y && top >= low.y);
}

/* Refuses targets that no agent can ever reach. */
static wend_result bind_teleport(const wend_binding *binding, void *bound, wend_error *error) {
    const teleport_params *params = bound;
    const wend_space *space = wend_world_space(wend_binding_world(binding));
    wend_result result = wend_binding_check_layer(binding, params->layer, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_location to = {wend_space_to_local(space, params->low), (uint32_t)params->layer};
    bool is_walkable = params->is_box ? is_box_near(space, params->low, params->high)
                                      : wend_space_is_walkable(space, to, FIXED_CLASSES);
    return is_walkable ? WEND_OK
                       : error_set(error, WEND_ERROR_INVALID, "%s (%g, %g) is not walkable ground",
                                   params->is_box ? "the box at" : "the point", params->low.x,
                                   params->low.y);
}

static double sample(const wend_action_call *call, double a, double b, uint32_t purpose) {
    wend_distribution number = wend_uniform(a, b);
    return wend_action_sample(call, &number, purpose);
}

static wend_result apply_teleport(const wend_action_call *call, wend_error *error) {
    const teleport_params *params = call->params;
    wend_result result = WEND_ERROR_INVALID;
    uint32_t samples = params->is_box ? SAMPLES : 1;
    for (uint32_t i = 0; i < samples && result == WEND_ERROR_INVALID; i++) {
        wend_point to = params->low;
        if (params->is_box) {
            to.x = sample(call, params->low.x, params->high.x, 2 * i);
            to.y = sample(call, params->low.y, params->high.y, 2 * i + 1);
        }
        result =
            wend_world_teleport_agent(call->world, call->agent, to, (uint32_t)params->layer, error);
    }
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

static const wend_param teleport_table[] = {
    {.name = "to",
     .type = WEND_PARAM_POINT,
     .offset = offsetof(teleport_params, low),
     .unit = "m",
     .help = "the point, or a corner of the box"},
    {.name = "corner",
     .type = WEND_PARAM_POINT,
     .offset = offsetof(teleport_params, high),
     .unit = "m",
     .help = "the opposite corner of the box"},
    {.name = "box",
     .type = WEND_PARAM_BOOL,
     .offset = offsetof(teleport_params, is_box),
     .unit = "",
     .help = "true: a random point of the box; false: the point `to`"},
    {.name = "layer",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(teleport_params, layer),
     .minimum = 0.0,
     .maximum = (double)(WEND_MAX_LAYERS - 1),
     .unit = "1",
     .help = "the layer"}};

const wend_action wend_action_teleport = {
    .entry = {WEND_HEAD(wend_action), .name = "teleport",
              .summary = "moves the agent to a point, or to a random point of a box",
              .params = teleport_table,
              .param_count = sizeof teleport_table / sizeof *teleport_table,
              .params_size = sizeof(teleport_params)},
    .concerns_agents = true,
    .bind = bind_teleport,
    .apply = apply_teleport,
};
