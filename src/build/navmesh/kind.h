/* build/navmesh/kind.h: what the map kinds "navmesh" and "terrain" share: the radii to build for.
 */
#ifndef BUILD_NAVMESH_KIND_H
#define BUILD_NAVMESH_KIND_H

#include <wend/kit.h>

typedef struct navmesh_params {
    wend_numbers radii; /* m: radii of the levels */
} navmesh_params;

enum { NAVMESH_PARAM_COUNT = 1 };

extern const wend_param navmesh_param_table[NAVMESH_PARAM_COUNT];

/* Builds a map for a scenario, of kind "terrain" if `with_terrain` is true. */
wend_result navmesh_build_for(const wend_map_build_input *input, const navmesh_params *p,
                              bool with_terrain, wend_map **out, wend_error *error);

/* Returns the largest radius (m) of a map with the given parameters: wend_map_builder. */
double navmesh_largest_radius(const void *given, void *user);

#endif
