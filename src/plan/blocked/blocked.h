/* plan/blocked/blocked.h: the clearance that now remains on the parts of a map, given closed doors,
 * active obstacle classes and obstacles that stand still.
 *
 * The map records how much clearance its own doors and classes leave on each part (map/blocking.h).
 * Doors that were added later, and obstacles, are measured here; for this purpose, a map kind
 * provides a function that returns the distance from a part of the map to a wall. A planner then
 * checks, for each part that its search reaches, whether
 *
 *     blocked_clearance(now, part, clearance) > radius */
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

/* The parts of a map, and functions that measure them. */
typedef struct blocked_parts {
    const map_blocking *blocking;
    const void *map; /* first argument of the functions */
    uint32_t count;

    /* Returns the distance (m) from a part to a wall; INFINITY if the wall is on another layer or
     * too far away to matter. NULL if the map's search checks `doors` itself. */
    double (*distance)(const void *map, uint32_t part, const blocked_wall *wall);

    /* Returns the distance (m) from a part to the walls of the space. May be NULL if blocked_find
     * is called without `standing`. */
    float (*clearance)(const void *map, uint32_t part);
} blocked_parts;

typedef struct blocked {
    const float *remaining;    /* m, indexed by part: the smallest clearance that remains; INFINITY
                                  where no blocker is near. NULL stands for INFINITY on all parts */
    const blocked_wall *doors; /* walls of closed doors that the map does not contain */
    uint32_t door_count;
    bool any_active; /* true if an obstacle class in the map is active, or if a door is closed */
} blocked;

/* Finds what is blocked now. If `standing` is true, moving obstacles that stand still also count.
 * Between such an obstacle and a wall, half of the gap counts as clearance, because steering leads
 * agents through the gap. The result is in scratch memory. Returns false when out of memory. Cost:
 * O(blockers * doors + limits), plus O(parts) for each wall of a stationary obstacle or of a door
 * that the map does not contain. */
bool blocked_find(const wend_view *view, uint32_t worker, const blocked_parts *parts, bool standing,
                  blocked *out);

/* Finds only which blockers of a map are active now: sets `doors`, `door_count` and `any_active`,
 * in scratch memory. For searches that check each line themselves. Returns false when out of
 * memory. Cost: O(blockers * doors). */
bool blocked_find_active(const wend_view *view, uint32_t worker, const map_blocking *blocking,
                         blocked *out);

/* Replaces `now->remaining` with a private copy in scratch memory, so that the caller can close
 * more parts in it. Returns the copy, or NULL when out of memory. */
float *blocked_copy_remaining(const wend_view *view, uint32_t worker, uint32_t part_count,
                              blocked *now);

/* Returns the clearance in m that now remains on a part; `clearance` is the part's clearance from
 * walls. */
static inline float blocked_clearance(const blocked *now, uint32_t part, float clearance) {
    return now->remaining != NULL && now->remaining[part] < clearance ? now->remaining[part]
                                                                      : clearance;
}

/* True if a blocker limits the clearance on a part. */
static inline bool blocked_is_limited(const blocked *now, uint32_t part) {
    return now->remaining != NULL && now->remaining[part] < INFINITY;
}

/* True if no clearance remains on a part. */
static inline bool blocked_is_closed(const blocked *now, uint32_t part) {
    return now->remaining != NULL && !(now->remaining[part] > 0.0F);
}

#endif
