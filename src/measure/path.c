/* How far agents went and how long it took them: the mean path over all agents, the mean travel
 * time over those that arrived, up to their first arrival. Who leaves the world on arrival is not
 * seen at its last place, so its path lacks the last step. */
#include "base/error.h"
#include "measure/slots.h"
#include <math.h>

typedef struct walker {
    wend_point last;
    double length, since;
    bool arrived;
} walker;

typedef struct path {
    slot_table walkers;
    double length_sum, travel_sum;
    uint64_t count, arrived;
} path;

static wend_result step(void *state, const wend_frame *frame, wend_error *error);

static wend_result begin(void *state, const void *params, const wend_recording *recording,
                         const wend_frame *frame, wend_error *error) {
    (void)params;
    (void)recording;
    path *p = state;
    slots_init(&p->walkers, sizeof(walker));
    return step(state, frame, error);
}

static void walk(path *p, const wend_agent_state *agent, double time) {
    bool fresh = false;
    walker *w = slots_record(&p->walkers, agent->agent, &fresh);
    if (fresh) {
        *w = (walker){agent->position, 0.0, time, false};
        p->count++;
        return;
    }
    double x = agent->position.x - w->last.x, y = agent->position.y - w->last.y;
    double length = sqrt(x * x + y * y);
    w->length += length;
    p->length_sum += length;
    w->last = agent->position;
}

static void arrive(path *p, wend_agent agent, double time) {
    bool fresh = wend_agent_slot(agent) >= p->walkers.count;
    walker *w = fresh ? NULL : slots_record(&p->walkers, agent, &fresh);
    if (!fresh && !w->arrived) {
        w->arrived = true;
        p->arrived++;
        p->travel_sum += time - w->since;
    }
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    path *p = state;
    if (!slots_fit(&p->walkers, frame)) {
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for the lengths of paths");
    }
    /* Events first: the slot of an agent that left may have a new owner. */
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        if (event->kind == WEND_EVENT_ARRIVED || event->kind == WEND_EVENT_LEFT) {
            arrive(p, event->agent, event->time);
        }
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        walk(p, &frame->agents[i], frame->time);
    }
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const path *p = state;
    wend_report_number(out, "mean_path_m", p->count > 0 ? p->length_sum / (double)p->count : NAN);
    wend_report_number(out, "mean_travel_s",
                       p->arrived > 0 ? p->travel_sum / (double)p->arrived : NAN);
}

static void end(void *state) {
    slots_free(&((path *)state)->walkers);
}

const wend_metric metric_path = {
    .entry = {.name = "path", .summary = "mean path length, and mean time to the first arrival"},
    .state_size = sizeof(path),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
