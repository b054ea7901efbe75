/* build/blockers.h: what doors and obstacle classes can put in the way of a map's edges. */
#ifndef BUILD_BLOCKERS_H
#define BUILD_BLOCKERS_H

#include "base/memory.h"
#include "map/narrowing.h"
#include <wend/wend.h>

typedef struct blocker_wall {
    wend_vec2 a, b;
    uint32_t layer, blocker;
} blocker_wall;

/* What of an edge matters here. */
typedef struct blocker_edge {
    wend_place at;       /* a place of it */
    wend_vec2 low, high; /* what comes into this box may narrow it */
} blocker_edge;

/* A map whose edges can be narrowed. */
typedef struct blocker_task {
    const wend_space *space;
    const wend_obstacle_def *doors; /* those that are doors count */
    uint32_t door_count, edge_count;
    blocker_edge (*look)(void *context, uint32_t edge);
    /* m: what walls of one blocker (indices) leave of an edge; negative if they do not narrow it.
     */
    double (*measure)(void *context, uint32_t edge, const blocker_wall *walls, const uint32_t *near,
                      uint32_t count);
    void *context;
    memory_arena *kept; /* the result lies there */
    memory *heap;
} blocker_task;

/* Finds what doors and obstacle classes above 0 leave of all edges; an edge that lies within a
 * solid of a class has nothing left. Fails with WEND_ERROR_INVALID (a door without two points, or
 * on no layer) or WEND_ERROR_MEMORY. */
wend_result blockers_narrow(const blocker_task *task, map_narrowings *out, wend_error *error);

#endif
