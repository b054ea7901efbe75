/* Builds maps of spaces for tests. Each function fails the test if something cannot be built. */
#ifndef SUPPORT_KIT_MAPS_H
#define SUPPORT_KIT_MAPS_H

#include <wend/kit.h>

wend_space *maps_space(const wend_space_def *def);
wend_map *maps_navmesh(const wend_navmesh_def *def);

/* Builds a map of a world's space for agents with a radius of 0.25 m, and adds it to the world as
 * "map". It is a navigation mesh if `mesh` is true, else a corridor map. */
void maps_add(wend_world *world, wend_space *space, bool mesh);

/* The number of connected parts, and the number of independent cycles (loops around holes). */
typedef struct maps_topology {
    uint32_t islands, cycles;
} maps_topology;

/* Returns the topology of the ground. The function builds a navigation mesh whose vertices lie on
 * walls and at link ends, and joins its polygons across portals. A portal between polygons that are
 * already connected closes a loop around a hole. */
maps_topology maps_ground_topology(wend_space *space);
/* Returns the topology of a corridor map; every vertex must have an edge. */
maps_topology maps_axis_topology(const wend_map *map);

#endif
