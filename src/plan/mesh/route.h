/* plan/mesh/route.h: the route of a path through a mesh. */
#ifndef PLAN_MESH_ROUTE_H
#define PLAN_MESH_ROUTE_H

#include "plan/mesh/path.h"

/* Adds the route of body `index` to the sink: the points of its path, and its portals. Returns
 * SEARCH_FOUND, SEARCH_NO_MEMORY, or SEARCH_LIMIT if a path that was cut has too few points for the
 * next stretch. */
search_outcome mesh_route_put(mesh_path *path, uint32_t index, uint32_t map, wend_route_sink *sink);

#endif
