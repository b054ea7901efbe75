/* The explicit keys that are reserved for sources: disjoint ranges in ascending order. Cost: O(log
 * sources) to look a key up. */
#include <string.h>

#include "world/sources/sources.h"

/* Returns the index of the first range that ends after a key. */
static uint32_t find_range(const source_table *table, uint64_t key) {
    uint32_t low = 0, high = table->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const key_range *range = &table->keys[middle];
        if (range->first + range->count <= key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool sources_reserve_key(const wend_world *world, uint64_t key) {
    const source_table *table = &world->sources;
    uint32_t at = find_range(table, key);
    return at < table->key_count && table->keys[at].first <= key;
}

bool source_keys_are_free(const wend_world *world, uint64_t first, uint32_t count) {
    const source_table *table = &world->sources;
    uint32_t at = find_range(table, first);
    return at == table->key_count || table->keys[at].first >= first + count;
}

bool source_keys_reserve(wend_world *world) {
    source_table *table = &world->sources;
    return memory_grow(&world->memory, (void **)&table->keys, sizeof *table->keys,
                       &table->key_capacity, table->key_count + 1);
}

void source_keys_add(wend_world *world, key_range range) {
    source_table *table = &world->sources;
    uint32_t at = find_range(table, range.first);
    memmove(table->keys + at + 1, table->keys + at, (table->key_count - at) * sizeof range);
    table->keys[at] = range;
    table->key_count++;
}

void source_keys_remove(wend_world *world, uint32_t source) {
    source_table *table = &world->sources;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < table->key_count; i++) {
        if (table->keys[i].source != source) {
            table->keys[kept++] = table->keys[i];
        }
    }
    table->key_count = kept;
}
