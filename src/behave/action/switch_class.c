/* Action `switch_class`: switches an obstacle class of the world on or off. Undo restores the state
 * before; if several agents switch a class, the last undo counts. */
#include "base/error.h"

#include <wend/behaviour.h>

typedef struct switch_params {
    int64_t obstacle_class;
    bool on;
} switch_params;

typedef struct switch_saved {
    uint32_t was_on;
} switch_saved;

static wend_result bind_switch(const wend_binding *binding, void *bound, wend_error *error) {
    const switch_params *params = bound;
    uint32_t count = wend_space_class_count(wend_world_space(wend_binding_world(binding)));
    return params->obstacle_class < count
               ? WEND_OK
               : error_set(error, WEND_ERROR_NAME,
                           "there is no obstacle class %u; the space has %u",
                           (uint32_t)params->obstacle_class, count);
}

static wend_result apply_switch(const wend_action_call *call, wend_error *error) {
    const switch_params *params = call->params;
    uint32_t index = (uint32_t)params->obstacle_class;
    ((switch_saved *)call->saved)->was_on = wend_world_is_class_enabled(call->world, index);
    return wend_world_set_class_enabled(call->world, index, params->on, error);
}

static wend_result undo_switch(const wend_action_call *call, wend_error *error) {
    const switch_params *params = call->params;
    bool was_on = ((const switch_saved *)call->saved)->was_on != 0;
    return wend_world_set_class_enabled(call->world, (uint32_t)params->obstacle_class, was_on,
                                        error);
}

static const wend_param switch_table[] = {{.name = "class",
                                           .type = WEND_PARAM_INTEGER,
                                           .offset = offsetof(switch_params, obstacle_class),
                                           .default_value = 1.0,
                                           .minimum = 1.0,
                                           .maximum = 31.0,
                                           .unit = "1",
                                           .help = "the obstacle class"},
                                          {.name = "on",
                                           .type = WEND_PARAM_BOOL,
                                           .offset = offsetof(switch_params, on),
                                           .default_value = 1.0,
                                           .unit = "",
                                           .help = "true: switch it on; false: off"}};

const wend_action wend_action_switch_class = {
    .entry = {WEND_HEAD(wend_action), .name = "switch_class",
              .summary = "switches an obstacle class of the world on or off",
              .params = switch_table, .param_count = sizeof switch_table / sizeof *switch_table,
              .params_size = sizeof(switch_params)},
    .saved_size = sizeof(switch_saved),
    .bind = bind_switch,
    .apply = apply_switch,
    .undo = undo_switch,
};
