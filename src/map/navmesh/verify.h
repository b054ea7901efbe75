/* map/navmesh/verify.h: whether the parts of a mesh fit together. */
#ifndef MAP_NAVMESH_VERIFY_H
#define MAP_NAVMESH_VERIFY_H

#include "map/navmesh/navmesh.h"

/* One edge of a polygon that has a neighbour, told so that both sides of it sort together. */
typedef struct verify_portal {
    uint32_t low, high; /* the two polygons, ascending */
    wend_vec2 a, b;     /* as the lower polygon runs along it */
    uint32_t corner;    /* that starts it */
    bool is_high;       /* seen from the higher polygon */
} verify_portal;

/* What is needed beside the parts: radii, indices, numbers and shapes. NULL, or what is wrong. */
const char *verify_parts(const void *draft);

/* Finds the twin of every edge that has a neighbour. `portals` and `sorting` have room for as many
 * as there are corners; level->points must be there. NULL, or what is wrong. */
const char *verify_twins(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting);

#endif
