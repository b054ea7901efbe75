/* plan/mesh/route.h: the route of a path through a mesh. */
#ifndef PLAN_MESH_ROUTE_H
#define PLAN_MESH_ROUTE_H

#include "plan/mesh/path.h"

/* Adds the route of body `index` to the sink: the points of its path, and its portals. Returns
 * false if out of memory. */
bool mesh_route_put(mesh_path *path, uint32_t index, uint32_t map, wend_route_sink *sink);

#endif
