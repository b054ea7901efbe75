/* query/navmesh/navmesh.h: answers queries on maps that consist of polygons: navigation meshes and
 * terrain maps. The functions are members of query_kind. */
#ifndef QUERY_NAVMESH_H
#define QUERY_NAVMESH_H

#include "query/kind.h"

search_outcome query_mesh_path(const query_call *call, const wend_path_def *def, query_path *out);
search_outcome query_mesh_nearest(const query_call *call, wend_location location, float distance,
                                  wend_location *out);
bool query_mesh_cover(const query_call *call, query_triangles *out);

#endif
