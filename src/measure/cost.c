/* Measures the cost of a run: the total wall-clock time of the run, and the mean time of all stages
 * per agent and step. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <time.h>
#include <wend/kit.h>

typedef struct cost {
    double start_time;
    double stage_seconds;
    uint64_t agent_steps;
} cost;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double stage_seconds(const wend_world *world) {
    double sum = 0.0;
    for (int stage = 0; stage < WEND_STAGE_COUNT; stage++) {
        sum += wend_world_stage_seconds(world, (wend_stage_name)stage);
    }
    return sum;
}

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    (void)recording;
    (void)error;
    cost *c = state;
    c->start_time = now();
    c->stage_seconds = stage_seconds(frame->world);
    c->agent_steps = wend_world_get_stats(frame->world).agent_steps;
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    const cost *c = state;
    double spent = stage_seconds(frame->world) - c->stage_seconds;
    uint64_t agent_steps = wend_world_get_stats(frame->world).agent_steps - c->agent_steps;
    wend_report_add_number(out, "elapsed_s", now() - c->start_time);
    wend_report_add_number(out, "us_per_agent_step",
                           agent_steps > 0 ? spent * 1e6 / (double)agent_steps : NAN);
}

const wend_metric metric_cost = {
    .entry = {WEND_HEAD(wend_metric), .name = "cost",
              .summary = "wall time of the run, and of a step for each agent"},
    .state_size = sizeof(cost),
    .begin = begin,
    .report = report,
};
