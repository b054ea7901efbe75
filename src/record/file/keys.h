/* Assigns the numbers 0, 1, 2 ... to agents in the order in which their keys first appear. */
#ifndef RECORD_FILE_KEYS_H
#define RECORD_FILE_KEYS_H

#include "base/memory.h"

/* A hash table with open addressing and linear probing, at most half full. */
typedef struct key_table {
    memory *heap;
    uint64_t *keys;
    uint32_t *numbers; /* the number of the key in each entry; UINT32_MAX if the entry is free */
    uint32_t capacity; /* number of entries: 0 or a power of two */
    uint32_t count;
} key_table;

void keys_init(key_table *table, memory *heap);
void keys_free(key_table *table);
/* Stores the number of a key in `*out`; a new key gets the next number. Returns false if out of
 * memory. */
bool keys_number(key_table *table, uint64_t key, uint32_t *out);
/* Stores the number of a known key in `*out`. Returns false if the key is not in the table. */
bool keys_find(const key_table *table, uint64_t key, uint32_t *out);

#endif
