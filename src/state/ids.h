/* state/ids.h: a table that records which indices are in use, and the id of each index.
 *
 * An id consists of an index (low half) and a generation (high half). When an entry is removed, the
 * generation of its index is incremented, so that old ids become stale. The index is reused for an
 * entry that is added later. Free indices are reused last in, first out. */
#ifndef STATE_IDS_H
#define STATE_IDS_H

#include "base/memory.h"

#define ID_NONE UINT32_MAX       /* not an index; also marks the end of the free list */
#define ID_USED (UINT32_MAX - 1) /* value of `next` for an index in use */

typedef struct id_slot {
    uint32_t generation; /* starts at 1 */
    uint32_t next;       /* the next free index, ID_NONE at the end of the list, or ID_USED */
} id_slot;

typedef struct id_table {
    id_slot *slots;
    uint32_t count, capacity; /* number of indices ever assigned; allocated entries */
    uint32_t free_count;
    uint32_t free; /* the first free index, if free_count is not 0 */
} id_table;

/* Reserves memory for one more index. Returns false if out of memory. */
bool ids_reserve(id_table *table, memory *from);
/* ids_next returns the index that ids_take will assign next; ids_take assigns it. Call ids_reserve
 * first. */
uint32_t ids_next(const id_table *table);
uint32_t ids_take(id_table *table);
/* Frees an index that is in use. */
void ids_release(id_table *table, uint32_t index);
/* Returns the id of an index; 0 if the index is out of range or free. */
uint64_t ids_at(const id_table *table, uint32_t index);
/* Returns the index of an id; ID_NONE if the id is null or stale. */
uint32_t ids_index(const id_table *table, uint64_t id);
void ids_free(id_table *table, memory *from);

static inline bool ids_is_used(const id_table *table, uint32_t index) {
    return index < table->count && table->slots[index].next == ID_USED;
}

#endif
