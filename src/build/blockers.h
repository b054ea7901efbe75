/* build/blockers.h: the clearance limits that doors and obstacle classes impose on the parts of a
 * map (map/blocking.h). */
#ifndef BUILD_BLOCKERS_H
#define BUILD_BLOCKERS_H

#include "base/memory.h"
#include "map/blocking.h"
#include <wend/wend.h>

typedef struct blocker_wall {
    wend_vec2 a, b;
    uint32_t layer, blocker;
} blocker_wall;

/* The location and extent of a part. */
typedef struct blocker_part {
    wend_location at;    /* any location on the part */
    wend_vec2 low, high; /* only walls that meet this box can limit the part */
} blocker_part;

/* The parts of a map that is being built. */
typedef struct blocker_parts {
    uint32_t count;
    blocker_part (*get)(void *context, uint32_t part);
    /* Returns the clearance (m) along a part if only the walls of one blocker count. `near` holds
     * the indices of these walls. The result is negative if the walls do not limit the part. */
    double (*measure)(void *context, uint32_t part, const blocker_wall *walls, const uint32_t *near,
                      uint32_t count);
    void *context;
} blocker_parts;

/* The blockers to consider, and the memory to use. */
typedef struct blocker_task {
    const wend_space *space;
    const wend_obstacle_def *doors; /* obstacles that are not doors are ignored */
    uint32_t door_count;
    memory_arena *kept; /* memory for the result */
    memory *heap;
} blocker_task;

/* Finds the clearance limits that doors and obstacle classes above 0 impose on all parts. The limit
 * is 0 for a part that lies within a solid of a class. Fails with WEND_ERROR_INVALID (a door has
 * fewer than two points, a layer that does not exist, or points too far away) or WEND_ERROR_MEMORY.
 */
wend_result blockers_find_limits(const blocker_task *task, const blocker_parts *parts,
                                 map_blocking *out, wend_error *error);

#endif
