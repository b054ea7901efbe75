/* Assigns consecutive numbers to agents by their keys, with a hash table. */
#include "record/file/keys.h"
#include "base/hash.h"
#include <string.h>

enum { FIRST_CAPACITY = 64, LARGEST_CAPACITY = 1 << 30 };

void keys_init(key_table *table, memory *heap) {
    memset(table, 0, sizeof *table);
    table->heap = heap;
}

void keys_free(key_table *table) {
    if (table->heap == NULL) {
        return;
    }
    memory_free(table->heap, table->keys, table->capacity * sizeof *table->keys);
    memory_free(table->heap, table->numbers, table->capacity * sizeof *table->numbers);
    keys_init(table, table->heap);
}

/* Returns the index of the table entry that holds a key, or of the free entry where the key
 * belongs. */
static uint32_t find_index(const key_table *table, uint64_t key) {
    uint32_t mask = table->capacity - 1;
    uint32_t index = (uint32_t)hash_mix64(key + HASH_GOLDEN) & mask;
    while (table->numbers[index] != UINT32_MAX && table->keys[index] != key) {
        index = (index + 1) & mask;
    }
    return index;
}

static bool grow(key_table *table) {
    if (table->capacity >= LARGEST_CAPACITY) {
        return false;
    }
    uint32_t capacity = table->capacity == 0 ? FIRST_CAPACITY : 2 * table->capacity;
    key_table larger = {.heap = table->heap, .capacity = capacity, .count = table->count};
    larger.keys = memory_get_array(table->heap, capacity, sizeof *larger.keys);
    larger.numbers = memory_get_array(table->heap, capacity, sizeof *larger.numbers);
    if (larger.keys == NULL || larger.numbers == NULL) {
        keys_free(&larger);
        return false;
    }
    memset(larger.numbers, 0xff, capacity * sizeof *larger.numbers);
    for (uint32_t i = 0; i < table->capacity; i++) {
        if (table->numbers[i] != UINT32_MAX) {
            uint32_t index = find_index(&larger, table->keys[i]);
            larger.keys[index] = table->keys[i];
            larger.numbers[index] = table->numbers[i];
        }
    }
    keys_free(table);
    *table = larger;
    return true;
}

bool keys_find(const key_table *table, uint64_t key, uint32_t *out) {
    uint32_t index = table->capacity > 0 ? find_index(table, key) : 0;
    if (table->capacity == 0 || table->numbers[index] == UINT32_MAX) {
        return false;
    }
    *out = table->numbers[index];
    return true;
}

bool keys_number(key_table *table, uint64_t key, uint32_t *out) {
    if (2 * (uint64_t)table->count >= table->capacity && !grow(table)) {
        return false;
    }
    uint32_t index = find_index(table, key);
    if (table->numbers[index] == UINT32_MAX) {
        table->keys[index] = key;
        table->numbers[index] = table->count++;
    }
    *out = table->numbers[index];
    return true;
}
