/* Finds agents by their explicit keys: an open-addressing table of slots (linear probing, at most
 * half full, backward-shift deletion). Cost: O(1). */
#include "base/hash.h"
#include "world/world.h"

enum { NO_SLOT = 0 };

static uint32_t home_of(const wend_world *world, uint64_t key) {
    return (uint32_t)hash_mix64(key) & (world->key_capacity - 1);
}

/* Returns the table position of a key, or the empty position where it would be inserted. */
static uint32_t find_position(const wend_world *world, uint64_t key) {
    uint32_t index = home_of(world, key);
    while (world->key_slots[index] != NO_SLOT &&
           world->cold.key[world->key_slots[index] - 1] != key) {
        index = (index + 1) & (world->key_capacity - 1);
    }
    return index;
}

uint32_t store_slot_of_key(const wend_world *world, uint64_t key) {
    if (key == 0 || world->key_capacity == 0) {
        return STORE_FREE;
    }
    uint32_t found = world->key_slots[find_position(world, key)];
    return found == NO_SLOT ? STORE_FREE : found - 1;
}

static bool grow_keys(wend_world *world) {
    uint32_t old_capacity = world->key_capacity, *old = world->key_slots;
    uint32_t capacity = old_capacity ? old_capacity * 2 : 64;
    uint32_t *fresh = memory_get_zeroed(&world->memory, capacity * sizeof *fresh);
    if (!fresh) {
        return false;
    }
    world->key_slots = fresh;
    world->key_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i] != NO_SLOT) {
            fresh[find_position(world, world->cold.key[old[i] - 1])] = old[i];
        }
    }
    memory_free(&world->memory, old, old_capacity * sizeof *old);
    return true;
}

void store_remove_key(wend_world *world, uint64_t key) {
    if (key >= AUTOMATIC_KEY) {
        return;
    }
    uint32_t mask = world->key_capacity - 1, hole = find_position(world, key);
    world->key_slots[hole] = NO_SLOT;
    world->key_count--;
    /* Moves later entries back if the hole would interrupt their probe sequence. */
    for (uint32_t i = (hole + 1) & mask; world->key_slots[i] != NO_SLOT; i = (i + 1) & mask) {
        uint32_t home = home_of(world, world->cold.key[world->key_slots[i] - 1]);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            world->key_slots[hole] = world->key_slots[i];
            world->key_slots[i] = NO_SLOT;
            hole = i;
        }
    }
}

bool store_set_key(wend_world *world, uint32_t slot, uint64_t key) {
    bool explicit_key = key < AUTOMATIC_KEY;
    if (explicit_key && (store_slot_of_key(world, key) != STORE_FREE ||
                         (2 * (world->key_count + 1) > world->key_capacity && !grow_keys(world)))) {
        return false;
    }
    world->cold.key[slot] = key;
    if (explicit_key) {
        world->key_slots[find_position(world, key)] = slot + 1;
        world->key_count++;
    }
    return true;
}
