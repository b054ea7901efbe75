/* build/blockers.h: what doors and obstacle classes can put in the way of a map's edges. */
#ifndef BUILD_BLOCKERS_H
#define BUILD_BLOCKERS_H

#include "base/memory.h"
#include "build/finder.h"
#include "map/navmesh.h"
#include <wend/wend.h>

typedef struct blocker_wall {
    wend_vec2 a, b;
    uint32_t layer, blocker;
} blocker_wall;

typedef struct blocker_list {
    const wend_space *space;
    memory *heap;
    memory_arena *kept;     /* holds the blockers and the index */
    navmesh_blocker *items; /* classes that have walls, then doors */
    uint32_t count, class_count;
    blocker_wall *walls; /* by blocker */
    uint32_t wall_count, wall_capacity;
    finder near; /* its walls */
} blocker_list;

/* Gathers the classes above 0 and those of `doors` that are doors, in metres from the space's
 * origin. Fails with WEND_ERROR_INVALID (a door without two points, or on no layer) or
 * WEND_ERROR_MEMORY. Free it in any case. */
wend_result blockers_gather(blocker_list *list, const wend_space *space,
                            const wend_obstacle_def *doors, uint32_t door_count, memory_arena *kept,
                            memory *heap, wend_error *error);
void blockers_free(blocker_list *list);

/* The walls of a layer that may come into a box, ascending, in list->near.found; returns how many.
 */
uint32_t blockers_near(blocker_list *list, uint32_t layer, wend_vec2 low, wend_vec2 high);

/* Whether a place that class 0 leaves open lies within a solid of the blocker, if it is a class. */
bool blockers_cover(const blocker_list *list, uint32_t blocker, wend_place place);

#endif
