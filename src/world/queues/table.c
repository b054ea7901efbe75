/* The table of queues: adds and removes queues. */
#include <string.h>

#include "world/queues/queues.h"

/* ---- Adding ---------------------------------------------------------------------------------- */

static void free_record(wend_world *world, queue_record *queue) {
    memory *from = &world->memory;
    memory_free(from, queue->places, queue->place_count * sizeof *queue->places);
    memory_free(from, queue->goals, (queue->place_count + 1) * sizeof *queue->goals);
    memory_free(from, queue->at, queue->place_count * sizeof *queue->at);
    memory_free(from, queue->waiting, queue->waiting_capacity * sizeof *queue->waiting);
    memory_free_text(from, queue->name);
}

/* Gets the arrays of a new queue. Returns false if out of memory; free_record then frees those that
 * it has got. */
static bool get_arrays(wend_world *world, queue_record *queue, const char *name) {
    memory *from = &world->memory;
    uint32_t count = queue->place_count;
    bool is_named = name && name[0];
    queue->places = memory_get_array(from, count, sizeof *queue->places);
    queue->goals = memory_get_array(from, count + 1, sizeof *queue->goals);
    queue->at = memory_get_array(from, count, sizeof *queue->at);
    queue->name = is_named ? memory_copy_text(from, name) : NULL;
    return queue->places && queue->goals && queue->at && (!is_named || queue->name);
}

/* Reserves memory in the tables for one more queue with the given goals. */
static bool reserve(wend_world *world, const uint32_t *goals, uint32_t goal_count) {
    queue_table *table = &world->queues;
    uint32_t goal_end = table->owner_count;
    for (uint32_t i = 0; i < goal_count; i++) {
        goal_end = goals[i] + 1 > goal_end ? goals[i] + 1 : goal_end;
    }
    if (!store_enable_queues(world) || !ids_reserve(&table->ids, &world->memory) ||
        !names_reserve(&table->names, &world->memory) ||
        !memory_grow(&world->memory, (void **)&table->records, sizeof *table->records,
                     &table->capacity, ids_next(&table->ids) + 1) ||
        !memory_grow(&world->memory, (void **)&table->owners, sizeof *table->owners,
                     &table->owner_capacity, goal_end)) {
        return false;
    }
    for (; table->owner_count < goal_end; table->owner_count++) {
        table->owners[table->owner_count] = (queue_owner){WEND_NONE, WEND_NONE};
    }
    return true;
}

bool queue_add(wend_world *world, const queue_record *queue, const uint32_t *goals,
               const char *name) {
    queue_table *table = &world->queues;
    uint32_t index = ids_next(&table->ids), count = queue->place_count;
    queue_record made = *queue;
    made.places = NULL;
    made.goals = made.at = made.waiting = NULL;
    made.waiting_count = made.waiting_capacity = 0;
    if (!reserve(world, goals, count + 1) || !get_arrays(world, &made, name)) {
        free_record(world, &made);
        return false;
    }
    made.first_heading = WEND_NONE;
    memcpy(made.goals, goals, (count + 1) * sizeof *goals);
    memset(made.at, 0xff, count * sizeof *made.at); /* QUEUE_NOBODY */
    for (uint32_t i = 0; i < count; i++) {
        made.places[i] = world->goals.records[goals[i]].region.a;
        table->owners[goals[i]] = (queue_owner){index, i};
    }
    table->owners[goals[count]] = (queue_owner){index, QUEUE_TAIL};
    if (made.name) {
        names_add(&table->names, made.name);
    }
    table->records[index] = made;
    ids_take(&table->ids);
    table->count = table->ids.count;
    world_update_view(world);
    return true;
}

/* ---- Removing -------------------------------------------------------------------------------- */

static void remove_queue(wend_world *world, uint32_t index) {
    queue_table *table = &world->queues;
    queue_record *queue = &table->records[index];
    for (uint32_t slot = 0; slot < world->cold.used && world->cold.queues; slot++) {
        if (world->cold.queues[slot].queue == index) {
            queues_leave(world, slot); /* its goal has been removed, so none should be left */
        }
    }
    for (uint32_t i = 0; i <= queue->place_count; i++) {
        table->owners[queue->goals[i]] = (queue_owner){WEND_NONE, WEND_NONE};
    }
    if (queue->name) {
        names_remove(&table->names, queue->name);
    }
    free_record(world, queue);
    *queue = (queue_record){0};
    ids_release(&table->ids, index);
}

void queues_purge(wend_world *world) {
    queue_table *table = &world->queues;
    for (uint32_t i = 0; i < table->count && table->any_removed; i++) {
        if (table->records[i].removed) {
            remove_queue(world, i);
        }
    }
    table->any_removed = false;
}

void queues_free(wend_world *world) {
    queue_table *table = &world->queues;
    memory *from = &world->memory;
    for (uint32_t i = 0; i < table->count; i++) {
        if (ids_is_used(&table->ids, i)) {
            free_record(world, &table->records[i]);
        }
    }
    names_free(&table->names, from);
    memory_free(from, table->records, table->capacity * sizeof *table->records);
    memory_free(from, table->owners, table->owner_capacity * sizeof *table->owners);
    memory_free(from, table->arrivals, table->arrival_capacity * sizeof *table->arrivals);
    ids_free(&table->ids, from);
}
