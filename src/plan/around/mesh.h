/* plan/around/mesh.h: paths through a mesh around moving obstacles that stand still. */
#ifndef PLAN_AROUND_MESH_H
#define PLAN_AROUND_MESH_H

#include "plan/polyanya/search.h"

/* Leads the shortest path around such obstacles, if any are in it; then *standing is set. Where
 * they leave no passage, the path stays as it is, and is obstructed. */
search_outcome search_around(const search_ground *ground, search_start from, const target *to,
                             search_path *path, bool *standing);

/* A path around all obstacles that stand still, of which some are in the shortest one; short, but
 * not always the shortest. SEARCH_NONE: they leave no passage. See detour.c. */
search_outcome search_detour(const search_ground *ground, search_start from, const target *to,
                             search_path *out);

#endif
