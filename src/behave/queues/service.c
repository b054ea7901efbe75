/* Serves and releases the agents of a queue.
 *
 * The service of an agent begins when it stands at a place of service, and ends after its sampled
 * time. A released agent goes where the queue sends it. If that is nowhere, it stays, and keeps its
 * place from others, until something else gives it a goal.
 *
 * Cost: O(servers) per update; O(waiting agents) for each release. */
#include <math.h>

#include "base/hash.h"
#include "behave/queues/queues.h"
#include "step/params.h"

static const double time_slack = 1e-6; /* fraction of a step: tolerance for rounded sums of dt */

/* ---- Release --------------------------------------------------------------------------------- */

/* Sends a released agent to the goals of a set. */
static void send_to_set(wend_world *world, uint32_t slot, uint32_t set) {
    world->cold.goal_set[slot] = set;
    agent_set_goal(world, slot, WEND_NO_GOAL);
}

/* Releases an agent that waits in a queue. */
static void release(wend_world *world, queue_record *queue, uint32_t slot) {
    cold_queue *member = &world->cold.queues[slot];
    uint32_t goal = goal_index_of(world, queue->then_goal);
    uint32_t set = ids_index(&world->goal_set_ids, queue->then_set.value);
    uint32_t index = member->queue, place = member->place;
    queue_drop_waiting(world, queue, slot);
    queue->served++;
    if (goal != WEND_NO_GOAL) {
        agent_set_goal(world, slot, goal);
    } else if (set != ID_NONE) {
        send_to_set(world, slot, set);
    } else {
        member->queue = index;
        member->place = place;
        member->status = QUEUE_SERVED;
        if (place != WEND_NONE) {
            queue->at[place] = slot;
        }
    }
    visit_note_served(world, slot);
}

void queues_release(wend_world *world, uint64_t id, uint32_t count) {
    uint32_t index = ids_index(&world->queues.ids, id);
    if (index == ID_NONE) {
        return;
    }
    queue_record *queue = &world->queues.records[index];
    for (uint32_t i = 0; i < count && queue->waiting_count > 0; i++) {
        release(world, queue, queue->waiting[0]);
    }
}

/* ---- Service --------------------------------------------------------------------------------- */

/* Returns the agent that waits at a place of service, or QUEUE_NOBODY. */
static uint32_t find_customer(const wend_world *world, const queue_record *queue, uint32_t place) {
    uint32_t slot = queue->at[place];
    bool waits = slot != QUEUE_NOBODY && world->cold.queues[slot].status == QUEUE_WAITING;
    return waits ? slot : QUEUE_NOBODY;
}

/* Returns the time of service of an agent whose service begins in this step. */
static double sample_service(const wend_world *world, const queue_record *queue, uint32_t slot) {
    static const uint32_t purpose = 0x71756575;
    uint64_t seed = hash_combine(world->seed, world->step);
    return (double)params_sample(&queue->service, seed, world->cold.key[slot], purpose);
}

void queue_end_services(wend_world *world, queue_record *queue) {
    double time = world_time_at(world, world->step) + time_slack * world->dt;
    for (uint32_t i = 0; i < queue->servers; i++) {
        uint32_t slot = find_customer(world, queue, i);
        if (slot != QUEUE_NOBODY && world->cold.queues[slot].until <= time) {
            release(world, queue, slot);
        }
    }
}

void queue_begin_services(wend_world *world, queue_record *queue) {
    queue->next_release = INFINITY;
    if (queue_mean_service(queue) == 0.0) {
        return;
    }
    for (uint32_t i = 0; i < queue->servers; i++) {
        uint32_t slot = find_customer(world, queue, i);
        if (slot == QUEUE_NOBODY) {
            continue;
        }
        cold_queue *member = &world->cold.queues[slot];
        bool stands = activity_of(world, slot) == WEND_ACTIVITY_ARRIVED &&
                      world->cold.goal[slot] == queue->goals[i];
        if (isnan(member->until) && stands) {
            member->until = world_time_at(world, world->step) + sample_service(world, queue, slot);
        }
        queue->next_release =
            fmin(queue->next_release, isnan(member->until) ? INFINITY : member->until);
    }
}
