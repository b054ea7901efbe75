/* plan/dual/dual.h: routes along the dual graph of a triangulation. */
#ifndef PLAN_DUAL_H
#define PLAN_DUAL_H

#include "plan/mesh/path.h"

/* Returns the centroid of a triangle. */
wend_point dual_centroid(const navmesh_level *level, uint32_t triangle);

/* Returns the point where the dual edge across the edge that starts at `corner` passes from one
 * triangle to the other. `corner` must have a neighbour. If `*misses` is true, the line between the
 * centroids does not meet the edge, and the point is an end of the edge. `misses` may be NULL. */
wend_point dual_crossing(const navmesh_level *level, uint32_t corner, bool *misses);

/* Replaces a path along the dual graph by a shorter one through the same triangles and the same
 * points of the borders between different weights. `corners` are the `count` corners at whose edges
 * the path changes triangles; its last point is its end. Returns SEARCH_FOUND or SEARCH_NO_MEMORY.
 */
search_outcome dual_shorten(const search_ground *ground, search_start from, const uint32_t *corners,
                            uint32_t count, search_path *path);

/* Options of dual_search. */
typedef struct dual_options {
    bool shorten; /* use dual_shorten */
} dual_options;

/* Finds a leg along the dual graph: mesh_search. The options are dual_options. */
search_outcome dual_search(const mesh_path *path, const target *to, search_path *out);

#endif
