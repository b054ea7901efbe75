/* Maps of spaces, made for tests; each fails the test where something cannot be made. */
#ifndef SUPPORT_KIT_MAPS_H
#define SUPPORT_KIT_MAPS_H

#include <wend/kit.h>

wend_space *maps_space(const wend_space_def *def);
wend_map *maps_navmesh(const wend_navmesh_def *def);

/* Makes a map of a world's space, for agents of 0.25 m, and puts it into the world as "map": a
 * navigation mesh or a corridor map. */
void maps_put(wend_world *world, wend_space *space, bool mesh);

/* Parts that are connected, and independent cycles: ways around holes. */
typedef struct maps_topology {
    uint32_t islands, cycles;
} maps_topology;

/* Of the ground, by a navigation mesh whose vertices lie on walls and ends of links: each polygon
 * that has been reached already when a portal leads there closes a way around a hole. */
maps_topology maps_ground_topology(wend_space *space);
/* Of a corridor map; every vertex must have an edge. */
maps_topology maps_axis_topology(const wend_map *map);

#endif
