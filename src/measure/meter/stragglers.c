/* Finds the agents that have not arrived, and the reason for each of them. */
#include "measure/meter/stragglers.h"
#include "base/error.h"
#include "base/sort.h"
#include "measure/arrived.h"

/* An agent is stuck if it has stayed within STUCK_DISTANCE of a position for STUCK_TIME. */
#define STUCK_DISTANCE 0.5  /* m */
#define STUCK_TIME     10.0 /* s */

typedef struct anchor {
    wend_point position;
    double start_time;
} anchor;

const char *wend_straggler_text(wend_straggler_reason reason) {
    static const char *const texts[WEND_STRAGGLER_REASON_COUNT] = {
        "no route", "waiting", "its goal has closed", "stuck", "still walking"};
    WEND_ASSERT((unsigned)reason < WEND_STRAGGLER_REASON_COUNT);
    return texts[reason];
}

void stragglers_init(straggler_watch *watch, const wend_allocator *allocator) {
    slots_init(&watch->anchors, sizeof(anchor), allocator);
}

void stragglers_free(straggler_watch *watch) {
    slots_free(&watch->anchors);
}

bool stragglers_update(straggler_watch *watch, const wend_frame *frame) {
    if (!slots_grow(&watch->anchors, frame)) {
        return false;
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        bool fresh = false;
        anchor *a = slots_find_or_add(&watch->anchors, agent->agent, &fresh);
        double x = agent->position.x - a->position.x, y = agent->position.y - a->position.y;
        if (fresh || x * x + y * y > STUCK_DISTANCE * STUCK_DISTANCE) {
            *a = (anchor){agent->position, frame->time};
        }
    }
    return true;
}

static wend_straggler_reason reason_of(const straggler_watch *watch, const wend_agent_state *agent,
                                       double time) {
    switch (agent->activity) {
    case WEND_ACTIVITY_STRANDED:
    case WEND_ACTIVITY_APPROACHING:
        return WEND_STRAGGLER_NO_ROUTE;
    case WEND_ACTIVITY_WAITING:
    case WEND_ACTIVITY_ARRIVED: /* in a queue */
        return WEND_STRAGGLER_WAITING;
    case WEND_ACTIVITY_CLOSED:
        return WEND_STRAGGLER_CLOSED;
    default:
        break;
    }
    const anchor *a = slots_find(&watch->anchors, agent->agent);
    return a != NULL && time - a->start_time >= STUCK_TIME ? WEND_STRAGGLER_STUCK
                                                           : WEND_STRAGGLER_WALKING;
}

static bool has_lower_key(const void *left, const void *right) {
    return ((const wend_straggler *)left)->key < ((const wend_straggler *)right)->key;
}

uint32_t stragglers_list(const straggler_watch *watch, const wend_recording *recording,
                         const wend_frame *frame, wend_straggler *out, wend_straggler *scratch) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        if (arrived_at_goal(frame, agent) || agent->activity == WEND_ACTIVITY_LEFT) {
            continue;
        }
        uint32_t group = wend_recording_group_of(recording, agent->key);
        out[count++] =
            (wend_straggler){agent->key, group != WEND_NONE ? recording->groups[group].name : "",
                             agent->position, agent->layer, reason_of(watch, agent, frame->time)};
    }
    sort_stable(out, scratch, count, sizeof *out, has_lower_key);
    return count;
}
