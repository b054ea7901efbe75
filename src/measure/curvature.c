/* Measures how much the paths of agents turn: the total turning angle of all paths divided by their
 * total length, with paths sampled every 0.25 m (see meter/path.c). The last position of an agent
 * that leaves the world is taken from its event, because the frame no longer contains the agent. */
#include "base/error.h"
#include "measure/meter/slots.h"
#include <math.h>

typedef struct curvature {
    slot_table meters;
    double turn_angle, length; /* rad and m, sums over the agents that left the world */
} curvature;

static wend_result step(void *state, const wend_frame *frame, wend_error *error);

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    slots_init(&((curvature *)state)->meters, sizeof(wend_path_meter), &recording->allocator);
    return step(state, frame, error);
}

/* When an agent leaves the world, adds its path to the sums, because its slot will be reused. */
static void close_meter(curvature *c, const wend_event *event) {
    wend_path_meter *meter = slots_find(&c->meters, event->agent);
    if (meter == NULL) {
        return;
    }
    wend_path_meter_add(meter, event->position);
    c->turn_angle += meter->turn_angle;
    c->length += meter->length;
    *meter = (wend_path_meter){0};
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    curvature *c = state;
    if (!slots_grow(&c->meters, frame)) {
        return error_no_memory(error, "the curvature of paths");
    }
    for (uint32_t i = 0; i < frame->event_count; i++) {
        if (frame->events[i].kind == WEND_EVENT_LEFT) {
            close_meter(c, &frame->events[i]);
        }
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        bool fresh = false;
        wend_path_meter *meter = slots_find_or_add(&c->meters, frame->agents[i].agent, &fresh);
        wend_path_meter_add(meter, frame->agents[i].position);
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    const curvature *c = state;
    double turn_angle = c->turn_angle, length = c->length;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_path_meter *meter = slots_find(&c->meters, frame->agents[i].agent);
        turn_angle += meter != NULL ? meter->turn_angle : 0.0;
        length += meter != NULL ? meter->length : 0.0;
    }
    wend_report_add_number(out, "mean_curvature", length > 0.0 ? turn_angle / length : NAN);
}

static void end(void *state) {
    slots_free(&((curvature *)state)->meters);
}

const wend_metric metric_curvature = {
    .entry = {WEND_HEAD(wend_metric), .name = "curvature",
              .summary = "turning of all paths over their length"},
    .state_size = sizeof(curvature),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
