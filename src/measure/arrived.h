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

/* True if an agent has finished: it has arrived, is not only waiting in a queue and, if it has a
 * machine, is in a final state. */
static inline bool arrived_for_good(const wend_frame *frame, const wend_agent_state *agent) {
    wend_agent_visit visit;
    bool goes_on = frame->world != NULL &&
                   wend_world_get_agent_visit(frame->world, agent->agent, &visit) &&
                   visit.machine.value != 0 &&
                   !wend_world_is_state_final(frame->world, visit.machine, visit.state);
    return agent->activity == WEND_ACTIVITY_ARRIVED && !goes_on &&
           !arrived_waits_in_queue(frame, agent);
}

/* True if an agent has arrived, and is not only waiting in a queue. */
static inline bool arrived_at_goal(const wend_frame *frame, const wend_agent_state *agent) {
    return agent->activity == WEND_ACTIVITY_ARRIVED && !arrived_waits_in_queue(frame, agent);
}

#endif
