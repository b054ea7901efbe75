/* Action `teleport`: moves the agent to a point, or to a random point of a box. If the point is not
 * walkable, others are sampled from the box; if none of them is, the agent stays where it is. */
#include <wend/behaviour.h>

typedef struct teleport_params {
    wend_point low, high; /* corners of the box */
    bool is_box;
    int64_t layer;
} teleport_params;

enum { SAMPLES = 64 };

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
    .apply = apply_teleport,
};
