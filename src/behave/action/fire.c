/* Action `fire`: fires a signal. Conditions see it in the next step. As a response to a signal that
 * a command has fired, it takes effect in the next step. */
#include <wend/behaviour.h>

typedef struct fire_params {
    const char *signal;
    wend_signal id;
} fire_params;

static wend_result bind_fire(const wend_binding *binding, void *bound, wend_error *error) {
    fire_params *params = bound;
    params->id = wend_binding_find_signal(binding, params->signal, error);
    return params->id.value ? WEND_OK : WEND_ERROR_NAME;
}

static wend_result apply_fire(const wend_action_call *call, wend_error *error) {
    return wend_world_fire_signal(call->world, ((const fire_params *)call->params)->id, error);
}

static const wend_param fire_table[] = {{.name = "signal",
                                         .type = WEND_PARAM_NAME,
                                         .offset = offsetof(fire_params, signal),
                                         .unit = "",
                                         .help = "the signal"}};

const wend_action wend_action_fire = {
    .entry = {WEND_HEAD(wend_action), .name = "fire", .summary = "fires a signal",
              .params = fire_table, .param_count = sizeof fire_table / sizeof *fire_table,
              .params_size = sizeof(fire_params)},
    .bind = bind_fire,
    .apply = apply_fire,
};
