/* map/kites.h: finding the kites of a level, for navmesh_create. */
#ifndef MAP_KITES_H
#define MAP_KITES_H

#include "map/navmesh/navmesh.h"

/* The walls that meet at a vertex. */
typedef struct wall_ends {
    uint32_t before, after; /* the vertices of the wall that comes in, and of the one that leaves */
    uint32_t in, out;       /* how many of each there are */
} wall_ends;

/* Finds all kites of a level whose twins, points and turning vertices are known; false when memory
 * ran out. */
bool kites_find(navmesh_level *level, const wall_ends *ends, memory_arena *arena);

#endif
