/* state/names.h: which names are taken, found in O(1). The names belong to others. */
#ifndef STATE_NAMES_H
#define STATE_NAMES_H

#include "base/memory.h"

/* Open addressing, at most half full; zeroed: empty. */
typedef struct name_set {
    const char **table; /* NULL: free */
    uint32_t count, size;
} name_set;

bool names_contain(const name_set *set, const char *name);
/* Makes room for one more; false when memory ran out. */
bool names_reserve(name_set *set, memory *from);
/* Adds a name that is not there, after names_reserve. */
void names_add(name_set *set, const char *name);
/* Removes a name that is there. */
void names_remove(name_set *set, const char *name);
void names_free(name_set *set, memory *from);

#endif
