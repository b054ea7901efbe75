/* Which agents of a frame have arrived. */
#ifndef MEASURE_ARRIVED_H
#define MEASURE_ARRIVED_H

#include <wend/kit.h>
#include <wend/machine.h>
#include <wend/queue.h>

/* True if an agent stands in a queue, or on its way to one, and will walk on. */
static inline bool arrived_waits_in_queue(const wend_frame *frame, const wend_agent_state *agent) {
    wend_agent_queue queue;
    return frame->world != NULL && agent->activity == WEND_ACTIVITY_ARRIVED &&
           wend_world_get_agent_queue(frame->world, agent->agent, &queue) && !queue.served;
}

/* The state of an agent's machine, as far as it matters here. */
typedef enum arrived_state { ARRIVED_NO_MACHINE, ARRIVED_IN_STATE, ARRIVED_IN_FINAL } arrived_state;

static inline arrived_state arrived_state_of(const wend_frame *frame,
                                             const wend_agent_state *agent) {
    wend_agent_visit visit;
    bool has_machine = frame->world != NULL &&
                       wend_world_get_agent_visit(frame->world, agent->agent, &visit) &&
                       visit.machine.value != 0;
    if (!has_machine) {
        return ARRIVED_NO_MACHINE;
    }
    return wend_world_is_state_final(frame->world, visit.machine, visit.state) ? ARRIVED_IN_FINAL
                                                                               : ARRIVED_IN_STATE;
}

/* True if an agent has arrived and is not only waiting in a queue, or stands in a final state
 * without a goal. */
static inline bool arrived_at_goal(const wend_frame *frame, const wend_agent_state *agent) {
    if (agent->activity == WEND_ACTIVITY_WAITING && agent->goal.value == 0) {
        return arrived_state_of(frame, agent) == ARRIVED_IN_FINAL;
    }
    return agent->activity == WEND_ACTIVITY_ARRIVED && !arrived_waits_in_queue(frame, agent);
}

/* True if an agent has finished: it has arrived and, if it has a machine, is in a final state. */
static inline bool arrived_for_good(const wend_frame *frame, const wend_agent_state *agent) {
    return arrived_at_goal(frame, agent) && arrived_state_of(frame, agent) != ARRIVED_IN_STATE;
}

#endif
