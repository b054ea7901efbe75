/* plan/around/mesh.h: finds paths through a mesh around moving obstacles that are currently
 * stationary. */
#ifndef PLAN_AROUND_MESH_H
#define PLAN_AROUND_MESH_H

#include "plan/polyanya/search.h"

/* If moving obstacles that are currently stationary block the shortest path, sets *standing to true
 * and reroutes the path around them. If they leave no passage, the path stays unchanged and is
 * marked as obstructed. */
search_outcome search_around(const search_ground *ground, search_start from, const target *to,
                             search_path *path, bool *standing);

/* Finds a path around all obstacles that are currently stationary. Used if some of them block the
 * shortest path. The path found is short, but not always the shortest. Returns SEARCH_NONE if there
 * is no passage. See detour.c. */
search_outcome search_detour(const search_ground *ground, search_start from, const target *to,
                             search_path *out);

#endif
