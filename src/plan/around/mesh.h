/* plan/around/mesh.h: paths through a mesh around moving obstacles that stand still. */
#ifndef PLAN_AROUND_MESH_H
#define PLAN_AROUND_MESH_H

#include "plan/polyanya/search.h"

/* Leads the shortest path around such obstacles if any are in it, and then sets *standing. Where
 * they leave no passage, the path stays as it is and is marked as obstructed. */
search_outcome search_around(const search_ground *ground, search_start from, const target *to,
                             search_path *path, bool *standing);

/* Finds a path around all obstacles that stand still, for a shortest path that some of them block.
 * The path is short, but not always the shortest. Returns SEARCH_NONE if there is no passage. See
 * detour.c. */
search_outcome search_detour(const search_ground *ground, search_start from, const target *to,
                             search_path *out);

#endif
