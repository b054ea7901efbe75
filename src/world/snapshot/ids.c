/* Tables of ids in a snapshot. Entries are loaded in the order of their indices, with gaps for free
 * indices. Loading the entries assigns new generations, and puts the free indices in a new order;
 * afterwards, both are replaced by the generations and the order in the snapshot. */
#include <string.h>

#include "world/snapshot/snapshot.h"

/* True if all free indices are on one list, and each is on it only once. */
static bool is_free_list_valid(const id_table *table) {
    uint32_t unused = 0, at = table->free_count ? table->free : ID_NONE, length = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->slots[i].generation == 0) {
            return false;
        }
        unused += table->slots[i].next != ID_USED;
    }
    if (unused != table->free_count) {
        return false;
    }
    while (at != ID_NONE && length <= unused) {
        if (at >= table->count || table->slots[at].next == ID_USED) {
            return false;
        }
        at = table->slots[at].next;
        length++;
    }
    return length == unused;
}

void snapshot_ids(archive *ar, const id_table *table, id_table *out, memory_arena *from) {
    *out = ar->loading ? (id_table){0} : *table;
    archive_count(ar, &out->count, 8);
    archive_u32(ar, &out->free_count);
    archive_u32(ar, &out->free);
    if (ar->loading) {
        out->slots = archive_allocate(ar, from, out->count, sizeof *out->slots);
    }
    for (uint32_t i = 0; i < out->count && !ar->failed; i++) {
        archive_u32(ar, &out->slots[i].generation);
        archive_u32(ar, &out->slots[i].next);
    }
    if (ar->loading && !ar->failed) {
        archive_expect(ar, is_free_list_valid(out), "a table of ids is not valid");
    }
}

void snapshot_ids_put(archive *ar, id_table *table, const id_table *loaded) {
    if (!ar->loading || ar->failed) {
        return;
    }
    archive_expect(ar, table->count == loaded->count, "a table of ids is not valid");
    if (!ar->failed && table->count) {
        memcpy(table->slots, loaded->slots, table->count * sizeof *table->slots);
        table->free_count = loaded->free_count;
        table->free = loaded->free;
    }
}

void snapshot_gap(archive *ar, wend_world *world, snapshot_table table) {
    if (!ar->loading || ar->failed) {
        return;
    }
    bool good =
        ids_reserve(table.ids, &world->memory) &&
        memory_grow(&world->memory, table.records, table.size, table.capacity, *table.count + 1);
    archive_expect(ar, good, "out of memory");
    if (good) {
        memset((char *)*table.records + *table.count * table.size, 0, table.size);
        ids_take(table.ids);
        ++*table.count;
    }
}
