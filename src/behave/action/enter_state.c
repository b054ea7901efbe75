/* Action `enter_state`: the agent enters a state of a machine. For the responses of signals; states
 * have transitions. The new state's transitions are tested from the next step on. */
#include "base/error.h"

#include <wend/behaviour.h>

typedef struct enter_params {
    const char *machine, *state;
    wend_machine id;
    uint32_t index;
} enter_params;

static wend_result bind_enter(const wend_binding *binding, void *bound, wend_error *error) {
    enter_params *params = bound;
    bool is_named = params->machine[0] != '\0';
    params->id = is_named ? wend_binding_find_machine(binding, params->machine, error)
                          : wend_binding_machine(binding);
    if (!params->id.value) {
        return is_named ? WEND_ERROR_NAME
                        : error_set(error, WEND_ERROR_INVALID, "enter_state needs a machine");
    }
    params->index = wend_binding_find_state_of(binding, params->id, params->state, error);
    return params->index == WEND_NONE ? WEND_ERROR_NAME : WEND_OK;
}

static wend_result apply_enter(const wend_action_call *call, wend_error *error) {
    const enter_params *params = call->params;
    return wend_world_set_agent_state(call->world, call->agent, params->id, params->index, error);
}

static const wend_param enter_table[] = {
    {.name = "machine",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(enter_params, machine),
     .unit = "",
     .help = "the machine; \"\" in an action of a state: its own machine"},
    {.name = "state",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(enter_params, state),
     .unit = "",
     .help = "the state"}};

const wend_action wend_action_enter_state = {
    .entry = {WEND_HEAD(wend_action), .name = "enter_state",
              .summary = "the agent enters a state of a machine", .params = enter_table,
              .param_count = sizeof enter_table / sizeof *enter_table,
              .params_size = sizeof(enter_params)},
    .concerns_agents = true,
    .bind = bind_enter,
    .apply = apply_enter,
};
