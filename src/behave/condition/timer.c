/* Condition `timer`: the agent has been in its state for some time. The duration is sampled once
 * for each visit. */
#include <wend/behaviour.h>

typedef struct timer_params {
    wend_distribution duration; /* s */
} timer_params;

/* The share of a step by which times may differ because of rounding. */
static const double rounding = 1e-3;

static double end_of(const wend_condition_call *call) {
    const timer_params *params = call->params;
    return call->entered + wend_condition_sample(call, &params->duration);
}

static bool holds_timer(const wend_condition_call *call) {
    return call->view->time >= end_of(call) - rounding * (double)call->view->dt;
}

static const wend_param timer_table[] = {{.name = "duration",
                                          .type = WEND_PARAM_DISTRIBUTION,
                                          .offset = offsetof(timer_params, duration),
                                          .default_value = 1.0,
                                          .minimum = 0.0,
                                          .maximum = 1e9,
                                          .unit = "s",
                                          .help = "time since the agent entered the state"}};

const wend_condition wend_condition_timer = {
    .entry = {WEND_HEAD(wend_condition), .name = "timer",
              .summary = "the agent has been in its state for a duration, sampled for each visit",
              .params = timer_table, .param_count = sizeof timer_table / sizeof *timer_table,
              .params_size = sizeof(timer_params)},
    .holds = holds_timer,
    .due = end_of,
};
