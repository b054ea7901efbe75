/* map/navmesh/corner_fans.h: finds the corner fans of a level, for navmesh_create. */
#ifndef MAP_NAVMESH_CORNER_FANS_H
#define MAP_NAVMESH_CORNER_FANS_H

#include "map/navmesh/navmesh.h"

/* The walls that meet at a vertex. */
typedef struct wall_ends {
    uint32_t before, after; /* vertices at the far ends of the incoming and the outgoing wall */
    uint32_t in, out;       /* counts of incoming and outgoing walls */
} wall_ends;

/* Finds all corner fans of a level. The level's twins, points and turning vertices must be set.
 * Returns false when out of memory. */
bool corner_fans_find(navmesh_level *level, const wall_ends *ends, memory_arena *arena);

#endif
