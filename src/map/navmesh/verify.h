/* map/navmesh/verify.h: checks whether the parts of a mesh are consistent, and pairs its edges. */
#ifndef MAP_NAVMESH_VERIFY_H
#define MAP_NAVMESH_VERIFY_H

#include "map/navmesh/navmesh.h"

/* An edge of a polygon that has a neighbour, in a form in which both of its sides sort together. */
typedef struct verify_portal {
    uint32_t low, high; /* the two polygons, ascending */
    wend_vec2 a, b;     /* its ends, in the direction of the lower polygon */
    uint32_t corner;    /* the corner that starts it */
    bool is_high;       /* seen from the higher polygon */
} verify_portal;

/* Checks radii, indices, numbers and shapes. Returns NULL, or what is wrong. */
const char *verify_parts(const void *draft);

/* Finds the twin of every edge that has a neighbour. `portals` and `sorting` have room for one per
 * corner; level->points must be set. Returns NULL, or what is wrong. */
const char *verify_twins(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting);

#endif
