/* map/blocking.h: what can close parts of a map, and what it leaves of them.
 *
 * A part is what a kind of map opens and closes as a whole: an edge of a graph, a cell of a grid, a
 * set of polygons. A blocker is an obstacle class of the space or a door. For each part the map
 * keeps how much clearance each blocker leaves while it is on; the limits of all kinds have this
 * form, so that all use the same code:
 *
 *     build    blockers_find_limits (build/blockers.h) finds the limits
 *     map      map_copy_blocking, blocking_verify, save_blocking, blocking_hash
 *     plan     blocked_find (plan/blocked/blocked.h) finds what is open now */
#ifndef MAP_BLOCKING_H
#define MAP_BLOCKING_H

#include <wend/space.h>

/* A door is recognised by its position. */
typedef struct map_blocker {
    uint32_t obstacle_class; /* 0: it is a door */
    uint32_t layer;          /* of the door */
    const wend_vec2 *points; /* of the door's chain */
    uint32_t point_count;
} map_blocker;

/* What a blocker leaves of a part. */
typedef struct map_clearance_limit {
    uint32_t part, blocker;
    float clearance; /* m: the least on that part while the blocker is on; 0: none */
} map_clearance_limit;

typedef struct map_blocking {
    map_blocker *blockers;
    map_clearance_limit *limits; /* ascending by part, then blocker */
    uint32_t blocker_count, limit_count;
} map_blocking;

/* The limits of a part, by blocker. O(log n). */
const map_clearance_limit *blocking_of(const map_blocking *all, uint32_t part, uint32_t *count);

/* NULL, or what is wrong in a map of so many layers and parts. */
const char *blocking_verify(const map_blocking *all, uint32_t layer_count, uint32_t part_count);

/* Continues a hash with the blockers, or with these and all limits. */
uint64_t blocking_hash_blockers(const map_blocking *all, uint64_t hash);
uint64_t blocking_hash(const map_blocking *all, uint64_t hash);

#endif
