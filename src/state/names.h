/* state/names.h: a set of names with lookup in O(1). It does not own the strings. */
#ifndef STATE_NAMES_H
#define STATE_NAMES_H

#include "base/memory.h"

/* Uses open addressing; the table is at most half full. A zeroed set is empty. */
typedef struct name_set {
    const char **table; /* NULL for a free entry */
    uint32_t count, size;
} name_set;

bool names_contain(const name_set *set, const char *name);
/* Reserves memory for one more name. Returns false if out of memory. */
bool names_reserve(name_set *set, memory *from);
/* Adds a name that is not in the set. Call names_reserve first. */
void names_add(name_set *set, const char *name);
/* Removes a name that is in the set. */
void names_remove(name_set *set, const char *name);
void names_free(name_set *set, memory *from);

#endif
