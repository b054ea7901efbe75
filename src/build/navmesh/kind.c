/* The map kind "navmesh": builds a navigation mesh for a scenario, and draws it. */
#include "build/navmesh/kind.h"
#include "build/navmesh/draw.h"
#include "build/task.h"
#include <math.h>
#include <stddef.h>

static const char *const radius_word[] = {"radius", NULL};

const wend_param navmesh_param_table[NAVMESH_PARAM_COUNT] = {
    {"radii", WEND_PARAM_NUMBERS, offsetof(navmesh_params, radii), WEND_MAX_LEVELS - 1, 0.0, 100.0,
     "m", "radii of agents to build the mesh for, each rounded up to a centimetre", radius_word},
};

wend_result navmesh_build_for(const wend_map_build_input *input, const navmesh_params *p,
                              bool with_terrain, wend_map **out, wend_error *error) {
    bool own = p->radii.count > 0 && !input->has_given_radii;
    wend_navmesh_def def = wend_default_navmesh_def();
    TASK_FILL(def, input);
    def.space_def = input->space_def;
    def.radii = own ? p->radii.items : input->radii;
    def.radius_count = own ? p->radii.count : input->radius_count;
    def.with_terrain = with_terrain;
    return wend_navmesh_build(&def, out, error);
}

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    return navmesh_build_for(input, given, false, out, error);
}

double navmesh_largest_radius(const void *given, void *user) {
    (void)user;
    const double RADIUS_STEP = 0.01; /* m: radii are rounded up to multiples of this */
    const navmesh_params *p = given;
    double largest = p->radii.count > 0 ? 0.0 : (double)INFINITY;
    for (uint32_t i = 0; i < p->radii.count; i++) {
        largest = fmax(largest, ceil(p->radii.items[i] / RADIUS_STEP - 1e-6) * RADIUS_STEP);
    }
    return largest;
}

const wend_map_builder map_builder_navmesh = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "navmesh", .summary = "a navigation mesh",
              .params = navmesh_param_table, .param_count = NAVMESH_PARAM_COUNT,
              .params_size = sizeof(navmesh_params)},
    .noun = "mesh",
    .has_levels = true,
    .build = build,
    .draw = navmesh_draw,
    .largest_radius = navmesh_largest_radius,
};
