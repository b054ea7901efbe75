/* Numbers agents by their keys: 0, 1, 2 ... in the order in which they first appear. */
#ifndef RECORD_FILE_KEYS_H
#define RECORD_FILE_KEYS_H

#include "base/memory.h"

/* An open hash table with linear probing, at most half full. */
typedef struct key_table {
    memory *heap;
    uint64_t *keys;
    uint32_t *numbers; /* UINT32_MAX where the place is free */
    uint32_t capacity; /* 0 or a power of two */
    uint32_t count;
} key_table;

/* A table of nobody. */
void keys_init(key_table *table, memory *heap);
void keys_free(key_table *table);
/* The number of a key, a new one if it was not seen before; false when memory ran out. */
bool keys_number(key_table *table, uint64_t key, uint32_t *out);

#endif
