/* Frees memory after bursts. For example, adding 100,000 agents fills the command queue, and each
 * agent takes a goal and a route in the first step. The large arrays that such a burst left are
 * freed at the end of the next step without a burst, because the events of the burst can be read
 * until then. Arrays of ordinary size are kept, so that a steady step does not allocate from the
 * heap.
 *
 * A world with repeated bursts would free and allocate the same arrays again and again. So each
 * burst that follows a trim doubles the number of quiet steps before the next trim. */
#include "world/world.h"
#include <string.h>

enum {
    MOST_DOUBLINGS = 10, /* of the delay: at most 1024 quiet steps */
    KEPT_ITEMS = 4096,
    KEPT_BYTES = 1 << 18, /* of scratch memory, for each worker */
    BURST_SHARE = 8       /* in a burst, there is more than 1 event per 8 agents */
};

static void trim_array(wend_world *world, void **items, uint32_t *capacity, size_t size) {
    if (*capacity > KEPT_ITEMS) {
        memory_free(&world->memory, *items, *capacity * size);
        *items = NULL;
        *capacity = 0;
    }
}

static void trim_worker(wend_world *world, uint32_t index) {
    worker_data *worker = &world->workers[index];
    wend_route_sink *sink = &worker->sink;
    step_tally *tally = &world->tallies[index];
    claim_list *list = &world->claims.lists[index];
    trim_array(world, (void **)&sink->added, &sink->capacity, sizeof *sink->added);
    trim_array(world, (void **)&worker->route_requests, &worker->route_request_capacity,
               sizeof *worker->route_requests);
    trim_array(world, (void **)&worker->changes, &worker->change_capacity, sizeof *worker->changes);
    trim_array(world, (void **)&worker->late, &worker->late_capacity, sizeof *worker->late);
    trim_array(world, (void **)&tally->notes, &tally->note_capacity, sizeof *tally->notes);
    trim_array(world, (void **)&list->items, &list->capacity, sizeof *list->items);
    if (index < world->areas.change_capacity) {
        area_changes *changes = &world->areas.changes[index];
        trim_array(world, (void **)&changes->items, &changes->capacity, sizeof *changes->items);
    }
    if (arena_size(&world->scratch[index]) > KEPT_BYTES) {
        arena_free(&world->scratch[index]);
    }
}

/* Frees the array of events, or moves the few events of this step to a smaller array. */
static void trim_events(wend_world *world) {
    wend_event *kept = NULL;
    uint32_t capacity = 0, count = world->event_count;
    if (world->event_capacity <= KEPT_ITEMS || count > world->event_capacity / 2 ||
        !memory_grow(&world->memory, (void **)&kept, sizeof *kept, &capacity, count)) {
        return; /* if memory runs out, all stays as it is */
    }
    if (count > 0) {
        memcpy(kept, world->events, count * sizeof *kept);
    }
    trim_array(world, (void **)&world->events, &world->event_capacity, sizeof *world->events);
    world->events = kept;
    world->event_capacity = capacity;
}

void world_trim(wend_world *world) {
    uint32_t delay = 1U << world->trim_doublings;
    if (world->event_count > world->live_count / BURST_SHARE + KEPT_ITEMS / BURST_SHARE) {
        bool is_trimmed = world->quiet_steps >= delay;
        if (is_trimmed && world->trim_doublings < MOST_DOUBLINGS) {
            world->trim_doublings++;
        }
        world->quiet_steps = 0;
        return;
    }
    if (world->quiet_steps >= delay || ++world->quiet_steps < delay) {
        return;
    }
    trim_array(world, (void **)&world->commands, &world->command_capacity, sizeof *world->commands);
    trim_array(world, (void **)&world->event_sorting, &world->sorting_capacity,
               sizeof *world->event_sorting);
    trim_array(world, (void **)&world->choices, &world->choice_capacity, sizeof *world->choices);
    trim_array(world, (void **)&world->claims.merged, &world->claims.merged_capacity,
               sizeof *world->claims.merged);
    trim_array(world, (void **)&world->claims.sorting, &world->claims.sorting_capacity,
               sizeof *world->claims.sorting);
    trim_events(world);
    for (uint32_t i = 0; i < world->worker_count; i++) {
        trim_worker(world, i);
    }
}
