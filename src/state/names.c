/* A hash set of names with linear probing: see names.h. */
#include "state/names.h"

#include <string.h>

#include "base/hash.h"

static uint32_t home_of(const name_set *set, const char *name) {
    return (uint32_t)hash_bytes(name, strlen(name), 0) & (set->size - 1);
}

static uint32_t slot_of(const name_set *set, const char *name) {
    uint32_t index = home_of(set, name);
    while (set->table[index] && strcmp(set->table[index], name) != 0) {
        index = (index + 1) & (set->size - 1);
    }
    return index;
}

bool names_contain(const name_set *set, const char *name) {
    return set->size > 0 && set->table[slot_of(set, name)];
}

bool names_reserve(name_set *set, memory *from) {
    if (set->count < set->size / 2) {
        return true;
    }
    name_set larger = {.size = set->size == 0 ? 16 : set->size * 2};
    larger.table = memory_get_zeroed(from, larger.size * sizeof *larger.table);
    if (!larger.table) {
        return false;
    }
    for (uint32_t i = 0; i < set->size; i++) {
        if (set->table[i]) {
            names_add(&larger, set->table[i]);
        }
    }
    names_free(set, from);
    *set = larger;
    return true;
}

void names_add(name_set *set, const char *name) {
    set->table[slot_of(set, name)] = name;
    set->count++;
}

/* Moves later names in the probe sequence into the gap, so that every name can still be found from
 * its home slot. */
void names_remove(name_set *set, const char *name) {
    uint32_t mask = set->size - 1, gap = slot_of(set, name);
    for (uint32_t at = (gap + 1) & mask; set->table[at]; at = (at + 1) & mask) {
        uint32_t home = home_of(set, set->table[at]);
        /* A name may move to the gap if the gap lies between the name's home slot and its present
         * slot. */
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            set->table[gap] = set->table[at];
            gap = at;
        }
    }
    set->table[gap] = NULL;
    set->count--;
}

void names_free(name_set *set, memory *from) {
    memory_free(from, set->table, set->size * sizeof *set->table);
    *set = (name_set){0};
}
