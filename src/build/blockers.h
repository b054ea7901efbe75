/* build/blockers.h: what doors and obstacle classes leave of the parts of a map (map/blocking.h).
 */
#ifndef BUILD_BLOCKERS_H
#define BUILD_BLOCKERS_H

#include "base/memory.h"
#include "map/blocking.h"
#include <wend/wend.h>

typedef struct blocker_wall {
    wend_vec2 a, b;
    uint32_t layer, blocker;
} blocker_wall;

/* What of a part matters here. */
typedef struct blocker_part {
    wend_location at;    /* a place of it */
    wend_vec2 low, high; /* what comes into this box may limit it */
} blocker_part;

/* The parts of a map that is being built. */
typedef struct blocker_parts {
    uint32_t count;
    blocker_part (*look)(void *context, uint32_t part);
    /* m: what walls of one blocker (indices) leave of a part; negative if they do not limit it. */
    double (*measure)(void *context, uint32_t part, const blocker_wall *walls, const uint32_t *near,
                      uint32_t count);
    void *context;
} blocker_parts;

/* What may block them, and memory. */
typedef struct blocker_task {
    const wend_space *space;
    const wend_obstacle_def *doors; /* those that are doors count */
    uint32_t door_count;
    memory_arena *kept; /* the result lies there */
    memory *heap;
} blocker_task;

/* Finds what doors and obstacle classes above 0 leave of all parts; nothing is left of a part
 * that lies within a solid of a class. Fails with WEND_ERROR_INVALID (a door without two points, or
 * on no layer) or WEND_ERROR_MEMORY. */
wend_result blockers_find_limits(const blocker_task *task, const blocker_parts *parts,
                                 map_blocking *out, wend_error *error);

#endif
