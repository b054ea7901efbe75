/* plan/blocked/blocked.h: what closed doors, obstacle classes that are on and obstacles that stand
 * still leave of the parts of a map now.
 *
 * The map says how much clearance the doors and classes that it was built with leave of each part
 * (map/blocking.h). Doors that were added since, and obstacles, are measured here; a kind of map
 * only says how near a wall comes to one of its parts. A planner then asks, for each part that it
 * comes to, blocked_least(now, part, clearance) > radius. */
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
    const void *map; /* for the functions */
    uint32_t count;

    /* m: how near a wall comes to a part; INFINITY if it is on another layer, or too far away to
     * matter. NULL for a map whose search looks at `doors` itself. */
    double (*distance)(const void *map, uint32_t part, const blocked_wall *wall);

    /* m: from a part to the walls of the space; NULL if standing obstacles are not asked for. */
    float (*clearance)(const void *map, uint32_t part);
} blocked_parts;

typedef struct blocked {
    const float *left; /* m: by part, the least clearance that is left; INFINITY where nothing comes
                          near; NULL: so it is everywhere */
    const blocked_wall *doors; /* walls of closed doors that the map does not know */
    uint32_t door_count;
    bool any; /* a class that the map knows is on, or a door is closed */
} blocked;

/* Finds what is blocked; with `standing`, also by obstacles that stand still, beside which half of
 * the room between them and the wall is left, since steering leads past there. In scratch memory;
 * false when that ran out. O(blockers * doors + limits), and O(parts) for each wall of a door that
 * the map does not know and of a standing obstacle. */
bool blocked_find(const wend_view *view, uint32_t worker, const blocked_parts *parts, bool standing,
                  blocked *out);

/* Gives `now` a list of what is left of its own, so that more parts can be closed in it. In scratch
 * memory; NULL when that ran out. */
float *blocked_own(const wend_view *view, uint32_t worker, uint32_t part_count, blocked *now);

/* m: what is left of a part that has so much clearance from walls. */
static inline float blocked_least(const blocked *now, uint32_t part, float clearance) {
    return now->left != NULL && now->left[part] < clearance ? now->left[part] : clearance;
}

/* Whether something comes near to a part. */
static inline bool blocked_is_limited(const blocked *now, uint32_t part) {
    return now->left != NULL && now->left[part] < INFINITY;
}

/* Whether nothing is left of a part. */
static inline bool blocked_is_closed(const blocked *now, uint32_t part) {
    return now->left != NULL && !(now->left[part] > 0.0F);
}

#endif
