/* Updates the queues at the start of a step, one after the other.
 *
 * A queue is updated when an agent has arrived at one of its goals or has lost its place, when a
 * service ends, and once a second while agents wait, to send agents back to their places that have
 * been pushed away. In all other steps it costs O(1).
 *
 * Cost of an update: O(places + waiting agents + agents that head for the queue). When an agent
 * leaves the front, all agents behind it move up, so this is no more than what has to be done
 * anyway. */
#include <math.h>

#include "base/sort.h"
#include "behave/queues/queues.h"
#include "geom/vec.h"

/* ---- Agents that have come ------------------------------------------------------------------- */

/* True if an agent that heads for a queue has come near enough to the tail. */
static bool has_come(const wend_world *world, const queue_record *queue, uint32_t slot) {
    return isinf(queue->join_distance) || (activity_of(world, slot) == WEND_ACTIVITY_ARRIVED &&
                                           world->cold.goal[slot] == queue_tail(queue));
}

static bool comes_before(const void *left, const void *right) {
    return ((const queue_arrival *)left)->key < ((const queue_arrival *)right)->key;
}

/* Lists the agents that have come since the last update, in the order of their keys. */
static uint32_t list_arrivals(wend_world *world, const queue_record *queue) {
    queue_arrival *arrivals = world->queues.arrivals;
    uint32_t count = 0;
    for (uint32_t slot = queue->first_heading; slot != WEND_NONE;
         slot = world->cold.queues[slot].next) {
        if (has_come(world, queue, slot)) {
            arrivals[count++] = (queue_arrival){world->cold.key[slot], slot};
        }
    }
    if (count > 1) {
        sort_stable(arrivals, arrivals + count, count, sizeof *arrivals, comes_before);
    }
    return count;
}

/* Puts the agents that have come at the end of the queue. */
static void admit(wend_world *world, queue_record *queue) {
    uint32_t count = list_arrivals(world, queue);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = world->queues.arrivals[i].slot;
        queue_unlink_heading(world, queue, slot);
        world->cold.queues[slot].status = QUEUE_WAITING;
        world->cold.path[slot] = WEND_NONE;
        queue->waiting[queue->waiting_count++] = slot;
    }
}

/* ---- Agents that have been pushed away ------------------------------------------------------- */

/* True if an agent moves at less than a tenth of its preferred speed. */
static bool is_slow(const wend_world *world, uint32_t slot) {
    const wend_body *body = agent_body(world, slot);
    wend_column speeds =
        attribute_column(world, wend_body_profile(body), ATTRIBUTE_PREFERRED_SPEED);
    return vec_length(body->velocity) < 0.1F * wend_column_at(speeds, slot);
}

/* Helps the waiting agent with index `i`, which others keep from its place. If it is near, it may
 * stay where it is; else one that is nearer takes the place. */
static void let_pass(wend_world *world, queue_record *queue, uint32_t i, bool is_near) {
    uint32_t place = world->cold.queues[queue->waiting[i]].place;
    if (is_near) {
        world->goals.records[queue->goals[place]].tolerance = queue->tolerance + queue->radius;
    } else {
        queue_swap_with_nearer(world, queue, i);
    }
}

/* Sends agents back to their places if they have been pushed away, and helps those that others keep
 * from their places. */
static void send_to_places(wend_world *world, queue_record *queue) {
    float near = queue->tolerance + queue->radius;
    for (uint32_t i = 0; i < queue->waiting_count; i++) {
        uint32_t slot = queue->waiting[i], place = world->cold.queues[slot].place;
        if (place == WEND_NONE || !isnan(world->cold.queues[slot].until)) {
            continue;
        }
        wend_vec2 gap = vec_sub(agent_body(world, slot)->position, queue->places[place]);
        bool is_near = vec_length(gap) <= near;
        bool has_arrived = activity_of(world, slot) == WEND_ACTIVITY_ARRIVED;
        if (has_arrived && !is_near) {
            agent_set_goal(world, slot, queue->goals[place]);
        } else if (!has_arrived && is_slow(world, slot)) {
            let_pass(world, queue, i, is_near);
        }
    }
}

/* ---- Updates --------------------------------------------------------------------------------- */

static bool is_check_due(const wend_world *world, uint32_t index) {
    uint64_t second = (uint64_t)(1.0 / world->dt) + 1;
    return (world->step + index) % second == 0 && world->queues.records[index].waiting_count > 0;
}

static bool is_due(const wend_world *world, uint32_t index) {
    const queue_record *queue = &world->queues.records[index];
    return ids_is_used(&world->queues.ids, index) &&
           (queue->changed || queue->next_release <= world_time_at(world, world->step + 1) ||
            is_check_due(world, index));
}

/* Reserves memory for the update of a queue. Returns false if out of memory. */
static bool reserve(wend_world *world, queue_record *queue) {
    queue_table *table = &world->queues;
    uint32_t count = queue->heading_count;
    return count == 0 ||
           (memory_grow(&world->memory, (void **)&queue->waiting, sizeof *queue->waiting,
                        &queue->waiting_capacity, queue->waiting_count + count) &&
            memory_grow(&world->memory, (void **)&table->arrivals, sizeof *table->arrivals,
                        &table->arrival_capacity, 2 * count));
}

static void update(wend_world *world, uint32_t index) {
    queue_record *queue = &world->queues.records[index];
    queue->changed = false;
    queue_end_services(world, queue);
    uint32_t stood = queue->waiting_count;
    admit(world, queue);
    queue_fill_places(world, queue, stood);
    queue_begin_services(world, queue);
    if (is_check_due(world, index)) {
        send_to_places(world, queue);
    }
    queue_place_tail(world, queue);
}

bool queues_update(wend_world *world) {
    queue_table *table = &world->queues;
    if (table->count == 0 || table->updated > world->step) {
        return true;
    }
    /* An agent that one queue releases may head for the next one, so memory for a queue is reserved
     * only when its turn has come. A step that is repeated continues with the queue for which there
     * was no memory. */
    for (; table->next < table->count; table->next++) {
        uint32_t index = table->next;
        if (!is_due(world, index)) {
            continue;
        }
        if (!reserve(world, &table->records[index])) {
            return false;
        }
        update(world, index);
        if (world->sorted) {
            world_unsort(world); /* ghosts across links are copies of the bodies' flags */
        }
    }
    table->next = 0;
    table->updated = world->step + 1;
    return true;
}

/* ---- Changes by the program ------------------------------------------------------------------ */

bool queues_restart(wend_world *world, uint32_t slot) {
    const cold_queue *member = world->cold.queues ? &world->cold.queues[slot] : NULL;
    if (!member || member->queue == WEND_NONE || member->status != QUEUE_WAITING) {
        return false;
    }
    uint32_t tail = queue_tail(&world->queues.records[member->queue]);
    queues_send_back(world, slot);
    agent_set_goal(world, slot, tail);
    return true;
}

bool queues_keep(wend_world *world, uint32_t slot, uint32_t goal) {
    const cold_queue *member = world->cold.queues ? &world->cold.queues[slot] : NULL;
    if (!member || member->queue == WEND_NONE) {
        return false;
    }
    if (member->status == QUEUE_SERVED) {
        queues_leave(world, slot); /* it may get the goal that it has */
        return false;
    }
    return member->status == QUEUE_WAITING &&
           goal == queue_tail(&world->queues.records[member->queue]);
}
