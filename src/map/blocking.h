/* map/blocking.h: the blockers of a map, and the clearance that they leave on its parts.
 *
 * A part is what a map kind opens and closes as a whole: an edge of a graph, a cell of a grid, a
 * set of polygons. A blocker is an obstacle class of the space or a door. For each part the map
 * stores how much clearance each blocker leaves on it while it is active. All map kinds use this
 * form, so that they share the code:
 *
 *     build    blockers_find_limits (build/blockers.h) finds the limits
 *     map      map_copy_blocking, blocking_verify, save_blocking, blocking_hash
 *     plan     blocked_find (plan/blocked/blocked.h) finds what is open now */
#ifndef MAP_BLOCKING_H
#define MAP_BLOCKING_H

#include <wend/space.h>

/* An obstacle class, or a door, which is identified by its position. */
typedef struct map_blocker {
    uint32_t obstacle_class; /* 0: a door */
    uint32_t layer;          /* of the door */
    const wend_vec2 *points; /* of the door's polyline */
    uint32_t point_count;
} map_blocker;

/* The clearance that a blocker leaves on a part. */
typedef struct map_clearance_limit {
    uint32_t part, blocker;
    float clearance; /* m: the least on that part while the blocker is active; 0: blocked */
} map_clearance_limit;

typedef struct map_blocking {
    map_blocker *blockers;
    map_clearance_limit *limits; /* ascending by part, then blocker */
    uint32_t blocker_count, limit_count;
} map_blocking;

/* Returns the limits of a part, by blocker. O(log n). */
const map_clearance_limit *blocking_find_limits(const map_blocking *blocking, uint32_t part,
                                                uint32_t *count);

/* Returns NULL, or what is wrong in a map with these numbers of layers and parts. */
const char *blocking_verify(const map_blocking *blocking, uint32_t layer_count,
                            uint32_t part_count);

/* Continue a hash with the blockers only, or with the blockers and all limits. */
uint64_t blocking_hash_blockers(const map_blocking *blocking, uint64_t hash);
uint64_t blocking_hash(const map_blocking *blocking, uint64_t hash);

#endif
