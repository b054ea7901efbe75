/* Measures the mean speed over all agents and steps before arrival. Standing and waiting agents
 * count; agents on connections do not. */
#include <math.h>

#include <wend/kit.h>

typedef struct speed {
    double sum; /* sum of all speeds, in m/s */
    uint64_t count;
} speed;

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    (void)error;
    speed *s = state;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        if (agent->activity != WEND_ACTIVITY_ARRIVED && agent->activity != WEND_ACTIVITY_CROSSING) {
            double x = (double)agent->velocity.x, y = (double)agent->velocity.y;
            s->sum += sqrt(x * x + y * y);
            s->count++;
        }
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const speed *s = state;
    wend_report_add_number(out, "mean_speed_m_per_s",
                           s->count > 0 ? s->sum / (double)s->count : NAN);
}

const wend_metric metric_speed = {
    .entry = {WEND_HEAD(wend_metric), .name = "speed",
              .summary = "mean walking speed before arrival"},
    .state_size = sizeof(speed),
    .step = step,
    .report = report,
};
