/* Tables of generational ids: see ids.h. Each function is O(1), with amortised growth. */
#include "state/ids.h"

bool ids_reserve(id_table *table, memory *from) {
    return table->free_count > 0 || memory_grow(from, (void **)&table->slots, sizeof *table->slots,
                                                &table->capacity, table->count + 1);
}

uint32_t ids_next(const id_table *table) {
    return table->free_count > 0 ? table->free : table->count;
}

uint32_t ids_take(id_table *table) {
    uint32_t index = ids_next(table);
    if (table->free_count > 0) {
        table->free = table->slots[index].next;
        table->free_count--;
    } else {
        table->slots[index].generation = 1;
        table->count++;
    }
    table->slots[index].next = ID_USED;
    return index;
}

void ids_release(id_table *table, uint32_t index) {
    id_slot *slot = &table->slots[index];
    /* Generation 0 is reserved for the null id. */
    slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
    slot->next = table->free_count > 0 ? table->free : ID_NONE;
    table->free = index;
    table->free_count++;
}

uint64_t ids_at(const id_table *table, uint32_t index) {
    return ids_is_used(table, index) ? (uint64_t)table->slots[index].generation << 32 | index : 0;
}

uint32_t ids_index(const id_table *table, uint64_t id) {
    uint32_t index = (uint32_t)id;
    return id != 0 && ids_at(table, index) == id ? index : ID_NONE;
}

void ids_free(id_table *table, memory *from) {
    memory_free(from, table->slots, table->capacity * sizeof *table->slots);
    *table = (id_table){0};
}
