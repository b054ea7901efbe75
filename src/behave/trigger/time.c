/* Trigger `time`: fires at a time, and then once in each period until an end. Periods that end in
 * the same step fire once. */
#include <math.h>

#include <wend/behaviour.h>

typedef struct time_params {
    double at, every, until; /* s */
} time_params;

/* The memory of the trigger. */
typedef struct time_memory {
    uint64_t fired; /* number of firings so far, those that were left out included */
} time_memory;

/* The share of a step by which times may differ because of rounding. */
static const double rounding = 1e-3;

static const double most_periods = 9e15;

static bool fires_time(const wend_trigger_call *call) {
    const time_params *params = call->params;
    time_memory *memory = call->memory;
    double slack = rounding * wend_world_dt(call->world);
    double now = wend_world_time(call->world) + slack;
    double due = params->at + (double)memory->fired * params->every;
    bool is_over = (memory->fired > 0 && params->every == 0.0) || due > params->until + slack;
    if (is_over || now < due) {
        return false;
    }
    double passed = params->every > 0.0 ? floor((now - params->at) / params->every) : 0.0;
    memory->fired = (uint64_t)fmin(passed, most_periods) + 1;
    return true;
}

static const wend_param time_table[] = {{.name = "at",
                                         .type = WEND_PARAM_NUMBER,
                                         .offset = offsetof(time_params, at),
                                         .minimum = 0.0,
                                         .maximum = 1e9,
                                         .unit = "s",
                                         .help = "when it fires first"},
                                        {.name = "every",
                                         .type = WEND_PARAM_NUMBER,
                                         .offset = offsetof(time_params, every),
                                         .minimum = 0.0,
                                         .maximum = 1e9,
                                         .unit = "s",
                                         .help = "period of further firings; 0: none"},
                                        {.name = "until",
                                         .type = WEND_PARAM_NUMBER,
                                         .offset = offsetof(time_params, until),
                                         .default_value = 1e9,
                                         .minimum = 0.0,
                                         .maximum = 1e9,
                                         .unit = "s",
                                         .help = "it does not fire after this time"}};

const wend_trigger wend_trigger_time = {
    .entry = {WEND_HEAD(wend_trigger), .name = "time",
              .summary = "fires at a time, and then periodically", .params = time_table,
              .param_count = sizeof time_table / sizeof *time_table,
              .params_size = sizeof(time_params)},
    .memory_size = sizeof(time_memory),
    .fires = fires_time,
};
