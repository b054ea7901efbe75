/* map/navmesh/verify.h: checks whether the parts of a mesh are consistent, and pairs its edges. */
#ifndef MAP_NAVMESH_VERIFY_H
#define MAP_NAVMESH_VERIFY_H

#include "map/navmesh/navmesh.h"

/* An edge between two polygons with many corners. Each of the two gives one record; sorting puts
 * these two records next to each other. */
typedef struct verify_portal {
    uint32_t low, high; /* indices of the two polygons, ascending */
    wend_vec2 a, b;     /* ends of the edge, in the order in which polygon `low` visits them */
    uint32_t corner;    /* the corner at the start of the edge */
    bool is_high;       /* true if this is the record of polygon `high` */
} verify_portal;

/* Checks radii, indices, numbers and shapes. Returns NULL if all are valid, otherwise a description
 * of the error. */
const char *verify_parts(const void *draft);

/* Returns the number of edges that verify_twins sorts: those between two polygons with many
 * corners.
 */
size_t verify_count_sorted(const navmesh_level *level);

/* Finds the twin of every edge that has a neighbour. `portals` and `sorting` have room for one
 * entry per edge that is sorted; level->points must be set. Returns NULL if all edges have a twin,
 * otherwise a description of the error. */
const char *verify_twins(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting);

#endif
