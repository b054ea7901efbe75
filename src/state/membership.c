/* Which agents belong to which queue.
 *
 * Agents that head for a queue form a linked list in no particular order; waiting agents form an
 * array in the order in which they came. Several agents may take or lose goals in the same step, in
 * an order that depends on the number of workers. The result does not depend on that order: lists
 * of agents that head for a queue are sorted by key before they are used, and removing agents from
 * an array keeps the order of the others.
 *
 * Cost: O(1) to enter or leave a list; O(waiting agents) to leave the array. */
#include "state/queues.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "state/world.h"

/* ---- Agents that head for a queue ------------------------------------------------------------ */

void queue_link_heading(wend_world *world, uint32_t slot, uint32_t index) {
    queue_record *queue = &world->queues.records[index];
    cold_queue *members = world->cold.queues;
    members[slot] = (cold_queue){.queue = index,
                                 .place = WEND_NONE,
                                 .next = queue->first_heading,
                                 .previous = WEND_NONE,
                                 .status = QUEUE_HEADING,
                                 .until = (double)NAN};
    if (queue->first_heading != WEND_NONE) {
        members[queue->first_heading].previous = slot;
    }
    queue->first_heading = slot;
    queue->heading_count++;
    queue->changed = queue->changed || isinf(queue->join_distance);
}

void queue_unlink_heading(wend_world *world, queue_record *queue, uint32_t slot) {
    cold_queue *members = world->cold.queues, *member = &members[slot];
    if (member->previous == WEND_NONE) {
        queue->first_heading = member->next;
    } else {
        members[member->previous].next = member->next;
    }
    if (member->next != WEND_NONE) {
        members[member->next].previous = member->previous;
    }
    queue->heading_count--;
}

/* ---- Waiting agents -------------------------------------------------------------------------- */

/* Frees the place of an agent. */
static void free_place(queue_record *queue, cold_queue *member) {
    if (member->place != WEND_NONE) {
        queue->at[member->place] = QUEUE_NOBODY;
    }
    member->place = WEND_NONE;
    member->until = (double)NAN;
    queue->changed = true;
}

void queue_drop_waiting(wend_world *world, queue_record *queue, uint32_t slot) {
    uint32_t at = 0;
    while (queue->waiting[at] != slot) {
        at++;
    }
    queue->waiting_count--;
    memmove(&queue->waiting[at], &queue->waiting[at + 1],
            (queue->waiting_count - at) * sizeof *queue->waiting);
    free_place(queue, &world->cold.queues[slot]);
    world->cold.queues[slot].queue = WEND_NONE;
}

/* ---- Changes --------------------------------------------------------------------------------- */

void queues_leave(wend_world *world, uint32_t slot) {
    cold_queue *member = world->cold.queues ? &world->cold.queues[slot] : NULL;
    if (!member || member->queue == WEND_NONE) {
        return;
    }
    queue_record *queue = &world->queues.records[member->queue];
    queue->left += member->status != QUEUE_SERVED;
    if (member->status == QUEUE_HEADING) {
        queue_unlink_heading(world, queue, slot);
    } else if (member->status == QUEUE_WAITING) {
        queue_drop_waiting(world, queue, slot);
    } else {
        free_place(queue, member);
    }
    member->queue = WEND_NONE;
}

void queues_send_back(wend_world *world, uint32_t slot) {
    uint32_t index = world->cold.queues[slot].queue;
    queue_drop_waiting(world, &world->queues.records[index], slot);
    queue_link_heading(world, slot, index);
}

void queues_note_goal(wend_world *world, uint32_t slot, uint32_t goal) {
    const cold_queue *member = &world->cold.queues[slot];
    queue_owner to = queues_owner(&world->queues, goal);
    uint32_t place = to.place == QUEUE_TAIL ? WEND_NONE : to.place;
    if (member->queue == to.queue && (to.queue == WEND_NONE || member->place == place)) {
        return; /* it has no queue, or the queue gave it this goal */
    }
    queues_leave(world, slot);
    if (to.queue != WEND_NONE && to.place == QUEUE_TAIL) {
        queue_link_heading(world, slot, to.queue);
        world->queues.records[to.queue].joined++;
    }
}

bool queues_note_arrival(wend_world *world, uint32_t goal) {
    queue_owner owner = queues_owner(&world->queues, goal);
    if (owner.queue != WEND_NONE) {
        world->queues.records[owner.queue].changed = true;
    }
    return owner.queue != WEND_NONE;
}

/* ---- Expected times -------------------------------------------------------------------------- */

double queue_mean_service(const queue_record *queue) {
    const wend_distribution *service = &queue->service;
    if (service->kind == WEND_DISTRIBUTION_UNIFORM) {
        return 0.5 * (service->a + service->b);
    }
    /* Limits that cut off one side more than the other move the mean; this is not considered. */
    bool is_limited = service->kind == WEND_DISTRIBUTION_NORMAL && service->low < service->high;
    return is_limited ? fmin(fmax(service->a, service->low), service->high) : service->a;
}

static double expected_wait(const queue_record *queue) {
    return queue->servers == 0
               ? 0.0
               : (double)queue->waiting_count * queue_mean_service(queue) / (double)queue->servers;
}

double wend_world_expected_wait(const wend_world *world, wend_queue queue) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->queues.ids, queue.value);
    return index == ID_NONE ? 0.0 : expected_wait(&world->queues.records[index]);
}

double wend_view_expected_wait(const wend_view *view, uint32_t goal) {
    WEND_ASSERT(view != NULL);
    const queue_table *table = view->internals->queues;
    queue_owner owner = queues_owner(table, goal);
    bool is_tail = owner.queue != WEND_NONE && owner.place == QUEUE_TAIL;
    return is_tail ? expected_wait(&table->records[owner.queue]) : 0.0;
}
