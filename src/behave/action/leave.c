/* Action `leave`: the agent leaves the world. */
#include <wend/behaviour.h>

static wend_result apply_leave(const wend_action_call *call, wend_error *error) {
    return wend_world_remove_agent(call->world, call->agent, error);
}

const wend_action wend_action_leave = {
    .entry = {WEND_HEAD(wend_action), .name = "leave", .summary = "the agent leaves the world"},
    .concerns_agents = true,
    .apply = apply_leave,
};
