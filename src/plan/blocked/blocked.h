/* plan/blocked/blocked.h: the clearance that now remains on the parts of a map, with closed doors,
 * active obstacle classes and obstacles that stand still.
 *
 * The map records how much clearance its own doors and classes leave on each part (map/blocking.h).
 * Doors that were added later, and obstacles, are measured here; for this, a map kind returns the
 * distance from a wall to one of its parts. For each part that it reaches, a planner then checks
 * blocked_clearance(now, part, clearance) > radius. */
#ifndef PLAN_BLOCKED_H
#define PLAN_BLOCKED_H

#include <math.h>

#include <wend/model.h>

#include "map/blocking.h"

/* A wall of a door or an obstacle. */
typedef struct blocked_wall {
    wend_vec2 a, b;
    uint32_t layer;
} blocked_wall;

/* The parts of a map. */
typedef struct blocked_parts {
    const map_blocking *blocking;
    const void *map; /* argument of the functions */
    uint32_t count;

    /* Returns the distance from a part to a wall, m; INFINITY if the wall is on another layer or
     * too far away to matter. NULL for a map whose search checks `doors` itself. */
    double (*distance)(const void *map, uint32_t part, const blocked_wall *wall);

    /* Returns the distance from a part to the walls of the space, m. May be NULL if blocked_find is
     * called without `standing`. */
    float (*clearance)(const void *map, uint32_t part);
} blocked_parts;

typedef struct blocked {
    const float *remaining; /* m: the least clearance that remains, by part; INFINITY where nothing
                          is near; NULL: INFINITY everywhere */
    const blocked_wall *doors; /* walls of closed doors that the map does not contain */
    uint32_t door_count;
    bool any_active; /* a class that the map contains is active, or a door is closed */
} blocked;

/* Finds what is blocked. With `standing`, obstacles that stand still also count; beside them, half
 * of the room between obstacle and wall remains, since steering leads agents past there. The result
 * is in scratch memory; returns false when out of memory. O(blockers * doors + limits), and
 * O(parts) for each wall of a standing obstacle and of a door that the map does not contain. */
bool blocked_find(const wend_view *view, uint32_t worker, const blocked_parts *parts, bool standing,
                  blocked *out);

/* Gives `now` its own copy of the list `remaining`, so that the caller can close more parts in it.
 * In scratch memory; returns NULL when out of memory. */
float *blocked_copy_remaining(const wend_view *view, uint32_t worker, uint32_t part_count,
                              blocked *now);

/* Returns the clearance that remains on a part whose clearance from walls is `clearance`, m. */
static inline float blocked_clearance(const blocked *now, uint32_t part, float clearance) {
    return now->remaining != NULL && now->remaining[part] < clearance ? now->remaining[part]
                                                                      : clearance;
}

/* True if a blocker limits a part. */
static inline bool blocked_is_limited(const blocked *now, uint32_t part) {
    return now->remaining != NULL && now->remaining[part] < INFINITY;
}

/* True if no clearance remains on a part. */
static inline bool blocked_is_closed(const blocked *now, uint32_t part) {
    return now->remaining != NULL && !(now->remaining[part] > 0.0F);
}

#endif
