/* map/blocking.h: the blockers of a map, and the clearance that they leave on its parts.
 *
 * A part is what a map kind opens and closes as a whole: an edge of a graph, a cell of a grid, or a
 * set of polygons. A blocker is either an obstacle class of the space or a door. For each part, the
 * map stores the clearance that each blocker leaves on the part while the blocker is active. All
 * map kinds store blockers in this form, so that they share the code:
 *
 *     build    blockers_find_limits (build/blockers.h) finds the limits
 *     map      map_copy_blocking, blocking_verify, save_blocking, blocking_hash
 *     plan     blocked_find (plan/blocked/blocked.h) finds what is open now */
#ifndef MAP_BLOCKING_H
#define MAP_BLOCKING_H

#include <wend/space.h>

/* A blocker: an obstacle class, or a door. A door is identified by its layer and its polyline. */
typedef struct map_blocker {
    uint32_t obstacle_class; /* 0 if the blocker is a door */
    uint32_t layer;          /* layer of the door */
    const wend_vec2 *points; /* polyline of the door */
    uint32_t point_count;
} map_blocker;

/* The clearance that a blocker leaves on a part. */
typedef struct map_clearance_limit {
    uint32_t part, blocker;
    float clearance; /* m: smallest clearance on the part while the blocker is active; 0: the part
                        is closed */
} map_clearance_limit;

typedef struct map_blocking {
    map_blocker *blockers;
    map_clearance_limit *limits; /* ascending by part, then blocker */
    uint32_t blocker_count, limit_count;
} map_blocking;

/* Returns the limits of a part, in ascending order of blockers. O(log n). */
const map_clearance_limit *blocking_find_limits(const map_blocking *blocking, uint32_t part,
                                                uint32_t *count);

/* Returns NULL if the blocking is valid in a map with these numbers of layers and parts; otherwise
 * a description of the error. */
const char *blocking_verify(const map_blocking *blocking, uint32_t layer_count,
                            uint32_t part_count);

/* Extend a hash: blocking_hash_blockers with the blockers only, blocking_hash with the blockers and
 * all limits. */
uint64_t blocking_hash_blockers(const map_blocking *blocking, uint64_t hash);
uint64_t blocking_hash(const map_blocking *blocking, uint64_t hash);

#endif
