/* The commands for queues, and what programs can ask about them. */
#include <string.h>

#include "base/error.h"
#include "world/queues/queues.h"

static const queue_record *find(const wend_world *world, wend_queue id) {
    uint32_t index = ids_index(&world->queues.ids, id.value);
    return index == ID_NONE ? NULL : &world->queues.records[index];
}

/* ---- Commands -------------------------------------------------------------------------------- */

wend_result wend_world_join_queues(wend_world *world, const wend_agent *agents,
                                   const wend_queue *queues, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && queues != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (!find(world, queues[i])) {
            return command_refuse_unknown("queue", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_SET_GOAL,
                      .target = agents[i].value,
                      .bits = wend_world_queue_goal(world, queues[i]).value};
    }
    return result;
}

wend_result wend_world_join_queue(wend_world *world, wend_agent agent, wend_queue queue,
                                  wend_error *error) {
    return wend_world_join_queues(world, &agent, &queue, 1, error);
}

wend_result wend_world_leave_queues(wend_world *world, const wend_agent *agents, uint32_t count,
                                    wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || agents != NULL));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_LEAVE_QUEUE, .target = agents[i].value};
    }
    return result;
}

wend_result wend_world_leave_queue(wend_world *world, wend_agent agent, wend_error *error) {
    return wend_world_leave_queues(world, &agent, 1, error);
}

/* Queues a command for a queue. */
static wend_result command_for(wend_world *world, wend_queue queue, command what,
                               wend_error *error) {
    WEND_ASSERT(world != NULL);
    what.target = queue.value;
    return find(world, queue) ? command_queue(world, what, error)
                              : command_refuse_unknown("queue", error);
}

wend_result wend_world_release_queue(wend_world *world, wend_queue queue, uint32_t count,
                                     wend_error *error) {
    return command_for(world, queue, (command){.kind = COMMAND_RELEASE_QUEUE, .index = count},
                       error);
}

wend_result wend_world_release_queue_all(wend_world *world, wend_queue queue, wend_error *error) {
    return wend_world_release_queue(world, queue, UINT32_MAX, error);
}

wend_result wend_world_remove_queue(wend_world *world, wend_queue queue, wend_error *error) {
    return command_for(world, queue, (command){.kind = COMMAND_REMOVE_QUEUE}, error);
}

/* ---- Queries --------------------------------------------------------------------------------- */

wend_queue wend_world_find_queue(const wend_world *world, const char *name) {
    WEND_ASSERT(world != NULL);
    const queue_table *table = &world->queues;
    bool exists = name && names_contain(&table->names, name);
    for (uint32_t i = 0; i < table->count && exists; i++) {
        const char *own = ids_is_used(&table->ids, i) ? table->records[i].name : NULL;
        if (own && strcmp(own, name) == 0) {
            return (wend_queue){ids_at(&table->ids, i)};
        }
    }
    return (wend_queue){0};
}

wend_goal wend_world_queue_goal(const wend_world *world, wend_queue id) {
    WEND_ASSERT(world != NULL);
    const queue_record *queue = find(world, id);
    return queue ? goal_id(world, queue_tail(queue)) : (wend_goal){0};
}

bool wend_world_get_queue_counts(const wend_world *world, wend_queue id, wend_queue_counts *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    const queue_record *queue = find(world, id);
    if (queue) {
        *out = (wend_queue_counts){queue->heading_count, queue->waiting_count, queue->joined,
                                   queue->served, queue->left};
    }
    return queue != NULL;
}

uint32_t wend_world_get_queue_agents(const wend_world *world, wend_queue id, wend_agent *out,
                                     uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    const queue_record *queue = find(world, id);
    uint32_t count = queue ? queue->waiting_count : 0;
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        out[i] = store_agent_id(world, queue->waiting[i]);
    }
    return count;
}

uint32_t wend_world_get_queue_places(const wend_world *world, wend_queue id, wend_point *out,
                                     uint32_t *layer, uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    const queue_record *queue = find(world, id);
    uint32_t count = queue ? queue->place_count : 0;
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        out[i] = wend_space_from_local(world->space, queue->places[i]);
    }
    if (queue && layer) {
        *layer = queue->layer;
    }
    return count;
}

bool wend_world_get_agent_queue(const wend_world *world, wend_agent agent, wend_agent_queue *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t slot = store_slot_of(world, agent);
    bool is_live = slot != STORE_FREE && world->cold.body[slot] != STORE_QUEUED;
    const cold_queue *member = is_live && world->cold.queues ? &world->cold.queues[slot] : NULL;
    if (!member || member->queue == WEND_NONE) {
        return false;
    }
    *out = (wend_agent_queue){.queue = {ids_at(&world->queues.ids, member->queue)},
                              .place = member->place,
                              .waits = member->status == QUEUE_WAITING,
                              .served = member->status == QUEUE_SERVED};
    return true;
}
