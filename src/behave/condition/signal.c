/* Condition `signal`: a signal has reached the agent since it entered its state. */
#include <math.h>

#include <wend/behaviour.h>

typedef struct signal_params {
    const char *name;
    uint64_t bit;
} signal_params;

static wend_result bind_signal(const wend_binding *binding, void *bound, wend_error *error) {
    signal_params *params = bound;
    wend_signal signal = wend_binding_find_signal(binding, params->name, error);
    params->bit = signal.value ? UINT64_C(1) << (signal.value & (WEND_MAX_SIGNALS - 1)) : 0;
    return signal.value ? WEND_OK : WEND_ERROR_NAME;
}

static bool holds_signal(const wend_condition_call *call) {
    const signal_params *params = call->params;
    return (call->signals & params->bit) != 0;
}

static double due_signal(const wend_condition_call *call) {
    return holds_signal(call) ? call->view->time : (double)INFINITY;
}

static const wend_param signal_table[] = {{.name = "name",
                                           .type = WEND_PARAM_NAME,
                                           .offset = offsetof(signal_params, name),
                                           .unit = "",
                                           .help = "the signal"}};

const wend_condition wend_condition_signal = {
    .entry = {WEND_HEAD(wend_condition), .name = "signal",
              .summary = "a signal has reached the agent since it entered its state",
              .params = signal_table, .param_count = sizeof signal_table / sizeof *signal_table,
              .params_size = sizeof(signal_params)},
    .bind = bind_signal,
    .holds = holds_signal,
    .due = due_signal,
};
