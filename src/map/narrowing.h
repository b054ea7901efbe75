/* map/narrowing.h: what doors and switched obstacles leave of edges. */
#ifndef MAP_NARROWING_H
#define MAP_NARROWING_H

#include "map/blocker.h"

/* What can narrow an edge: see map_blocker. */
typedef struct map_narrowing {
    uint32_t edge, blocker;
    float clearance; /* m: the least that is left on the edge while the blocker is shut; 0: none */
} map_narrowing;

/* Those of a map: `items` ascend by edge, then blocker. */
typedef struct map_narrowings {
    const map_blocker *blockers;
    const map_narrowing *items;
    uint32_t blocker_count, count;
} map_narrowings;

/* What can narrow an edge, by blocker. O(log n). */
const map_narrowing *narrowings_of(const map_narrowings *all, uint32_t edge, uint32_t *count);

/* NULL, or what is wrong with those of a map of so many layers and edges. */
const char *narrowings_verify(const map_narrowings *all, uint32_t layer_count, uint32_t edge_count);

uint64_t narrowings_hash(const map_narrowings *all, uint64_t hash);

#endif
