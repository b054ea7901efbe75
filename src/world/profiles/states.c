/* State tables. A table belongs to an entry that is used at a stage, and holds the state of each
 * agent, indexed by slot. Profiles share the tables. */
#include <string.h>

#include "world/profiles/profiles.h"

static bool grow(wend_world *world, state_table *table, uint32_t capacity) {
    size_t size = table->stage->state_size;
    if (capacity <= table->capacity) {
        return true;
    }
    uint8_t *bytes = memory_get_zeroed(&world->memory, capacity * size);
    if (!bytes) {
        return false;
    }
    if (table->bytes) {
        memcpy(bytes, table->bytes, table->capacity * size);
    }
    memory_free(&world->memory, table->bytes, table->capacity * size);
    table->bytes = bytes;
    table->capacity = capacity;
    return true;
}

uint32_t state_find_or_add(wend_world *world, const wend_stage *stage, uint32_t stage_index) {
    uint32_t index = world->state_count;
    for (uint32_t i = 0; i < world->state_count; i++) {
        if (world->states[i].stage == stage &&
            (stage->publishes_state || world->states[i].stage_index == stage_index)) {
            return i;
        }
        index = world->states[i].stage ? index : i; /* reuse a free table */
    }
    if (!memory_grow(&world->memory, (void **)&world->states, sizeof *world->states,
                     &world->state_capacity, index + 1)) {
        return WEND_NONE;
    }
    state_table *table = &world->states[index];
    *table = (state_table){stage, stage_index, NULL, 0};
    if (world->cold.capacity && !grow(world, table, world->cold.capacity)) {
        return WEND_NONE;
    }
    world->state_count = index < world->state_count ? world->state_count : index + 1;
    return index;
}

static void free_table(wend_world *world, state_table *table) {
    size_t size = table->stage ? table->stage->state_size : 0;
    memory_free(&world->memory, table->bytes, table->capacity * size);
    *table = (state_table){0};
}

void states_free_unused(wend_world *world) {
    for (uint32_t i = 0; i < world->state_count; i++) {
        bool used = false;
        for (uint32_t k = 0; k < world->profile_count * PROFILE_STAGES && !used; k++) {
            const profile_stage *stage =
                &world->profiles[k / PROFILE_STAGES].stages[k % PROFILE_STAGES];
            used = stage->stage && stage->state == i;
        }
        if (!used && world->states[i].stage) {
            free_table(world, &world->states[i]);
        }
    }
}

bool states_grow(wend_world *world, uint32_t capacity) {
    bool good = true;
    for (uint32_t i = 0; good && i < world->state_count; i++) {
        good = !world->states[i].stage || grow(world, &world->states[i], capacity);
    }
    return good;
}

void states_free(wend_world *world) {
    for (uint32_t i = 0; i < world->state_count; i++) {
        free_table(world, &world->states[i]);
    }
    memory_free(&world->memory, world->states, world->state_capacity * sizeof(state_table));
}
