/* Counts the agents that arrived, and records the time of the last arrival. An agent that left the
 * world counts as arrived. */
#include "measure/arrived.h"
#include <math.h>
#include <wend/kit.h>

typedef struct arrival {
    uint64_t first_step;
    uint32_t left_count;
    double last_time;
} arrival;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    (void)recording;
    (void)error;
    arrival *a = state;
    a->first_step = frame->step;
    a->last_time = NAN;
    return WEND_OK;
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    (void)error;
    arrival *a = state;
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        a->left_count += event->kind == WEND_EVENT_LEFT;
        if (event->kind == WEND_EVENT_ARRIVED || event->kind == WEND_EVENT_LEFT) {
            a->last_time = event->time;
        }
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    const arrival *a = state;
    uint32_t arrived = a->left_count, present = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        wend_activity activity = frame->agents[i].activity;
        present += activity != WEND_ACTIVITY_LEFT;
        arrived += arrived_at_goal(frame, &frame->agents[i]);
    }
    wend_report_add_integer(out, "agents", (int64_t)present + a->left_count);
    wend_report_add_integer(out, "arrived", arrived);
    wend_report_add_integer(out, "steps", (int64_t)(frame->step - a->first_step));
    wend_report_add_number(out, "simulated_s", frame->time);
    wend_report_add_number(out, "last_arrival_s", a->last_time);
}

const wend_metric metric_arrival = {
    .entry = {WEND_HEAD(wend_metric), .name = "arrival",
              .summary = "number of agents that arrived, and time of the last arrival"},
    .state_size = sizeof(arrival),
    .begin = begin,
    .step = step,
    .report = report,
};
