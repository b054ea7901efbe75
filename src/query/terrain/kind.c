/* Answers queries on terrain maps, as on navigation meshes: paths are the shortest ones, whatever
 * the terrain. */
#include "query/navmesh/navmesh.h"

const query_kind query_kind_terrain = {.kind = "terrain",
                                       .find_path = query_mesh_path,
                                       .find_nearest = query_mesh_nearest,
                                       .cover = query_mesh_cover};
