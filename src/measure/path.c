/* Measures the mean path length of all agents. For the agents that arrived, also measures the mean
 * travel time up to the first arrival. The last position of an agent that leaves the world is taken
 * from its event, because the frame no longer contains the agent. */
#include "base/error.h"
#include "measure/meter/slots.h"
#include <math.h>

typedef struct walker {
    wend_point last;
    double start_time;
    bool arrived;
} walker;

typedef struct path {
    slot_table walkers;
    double length_sum, travel_sum;
    uint64_t count, arrived;
} path;

static wend_result step(void *state, const wend_frame *frame, wend_error *error);

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    path *p = state;
    slots_init(&p->walkers, sizeof(walker), &recording->allocator);
    return step(state, frame, error);
}

static void extend_path(path *p, walker *w, wend_point position) {
    double x = position.x - w->last.x, y = position.y - w->last.y;
    p->length_sum += sqrt(x * x + y * y);
    w->last = position;
}

static void add_position(path *p, const wend_agent_state *agent, double time) {
    bool fresh = false;
    walker *w = slots_find_or_add(&p->walkers, agent->agent, &fresh);
    if (fresh) {
        *w = (walker){agent->position, time, false};
        p->count++;
        return;
    }
    extend_path(p, w, agent->position);
}

static void record_arrival(path *p, const wend_event *event) {
    walker *w = slots_find(&p->walkers, event->agent);
    if (w == NULL) {
        return;
    }
    extend_path(p, w, event->position);
    if (!w->arrived) {
        w->arrived = true;
        p->arrived++;
        p->travel_sum += event->time - w->start_time;
    }
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    path *p = state;
    if (!slots_grow(&p->walkers, frame)) {
        return error_no_memory(error, "the lengths of paths");
    }
    /* Events are handled first, because the slot of an agent that left may already hold a new
     * agent. */
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        if (event->kind == WEND_EVENT_ARRIVED || event->kind == WEND_EVENT_LEFT) {
            record_arrival(p, event);
        }
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        add_position(p, &frame->agents[i], frame->time);
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const path *p = state;
    wend_report_add_number(out, "mean_path_m",
                           p->count > 0 ? p->length_sum / (double)p->count : NAN);
    wend_report_add_number(out, "mean_travel_s",
                           p->arrived > 0 ? p->travel_sum / (double)p->arrived : NAN);
}

static void end(void *state) {
    slots_free(&((path *)state)->walkers);
}

const wend_metric metric_path = {
    .entry = {WEND_HEAD(wend_metric), .name = "path",
              .summary = "mean path length, and mean time to the first arrival"},
    .state_size = sizeof(path),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
