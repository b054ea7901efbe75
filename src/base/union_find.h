/* base/union_find.h: disjoint sets of items, as a forest. parents[i] is the parent of item i; a
 * root is its own parent and represents its set. To join two sets, make one root the parent of the
 * other. Cost: nearly O(1) per call, because each search halves the paths it follows. */
#ifndef BASE_UNION_FIND_H
#define BASE_UNION_FIND_H

#include <stdint.h>

/* Returns the root of an item's set. */
static inline uint32_t union_find_root(uint32_t *parents, uint32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

#endif
