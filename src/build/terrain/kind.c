/* The map kind "terrain": builds a triangulation of the ground along the borders of terrain for a
 * scenario, and draws it. */
#include "build/navmesh/kind.h"
#include "build/terrain/draw.h"

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    return navmesh_build_for(input, given, true, out, error);
}

const wend_map_builder map_builder_terrain = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "terrain",
              .summary = "a triangulation of the ground along the borders of terrain",
              .params = navmesh_param_table, .param_count = NAVMESH_PARAM_COUNT,
              .params_size = sizeof(navmesh_params)},
    .noun = "terrain map",
    .has_levels = true,
    .build = build,
    .draw = terrain_map_draw,
    .largest_radius = navmesh_largest_radius,
};
