/* world/machines/queues.h: what states need from queues. */
#ifndef WORLD_MACHINES_QUEUES_H
#define WORLD_MACHINES_QUEUES_H

#include <wend/queue.h>

#include "behave/behave.h"
#include "world/world.h"

/* True if a world has a queue with this id. */
static inline bool machine_has_queue(const wend_world *world, wend_queue queue) {
    return wend_world_queue_goal(world, queue).value != 0;
}

/* Makes an agent head for the tail of a queue. Returns false if the queue has been removed. */
static inline bool machine_join_queue(wend_world *world, uint32_t slot, wend_queue queue) {
    uint32_t tail = goal_index_of(world, wend_world_queue_goal(world, queue));
    if (tail == WEND_NO_GOAL) {
        return false;
    }
    agent_set_goal(world, slot, tail);
    return true;
}

/* Takes an agent out of the queue that it has joined, if it is still in it. */
static inline void machine_leave_queue(wend_world *world, uint32_t slot) {
    if (world->cold.queues && world->cold.queues[slot].queue != WEND_NONE) {
        agent_clear_goal(world, slot);
    }
}

#endif
