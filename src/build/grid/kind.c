/* The map kind "grid": builds a grid for a scenario, and draws it. */
#include "build/grid/draw.h"
#include "build/task.h"
#include <stddef.h>

typedef struct grid_params {
    double cell;
} grid_params;

static const wend_param params[] = {
    {"cell", WEND_PARAM_NUMBER, offsetof(grid_params, cell), 0.5, WEND_MIN_GRID_CELL,
     WEND_MAX_GRID_CELL, "m",
     "side of a square; passages narrower than the agent's diameter plus this may be missed", NULL},
};

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    const grid_params *p = given;
    wend_grid_def def = wend_default_grid_def();
    TASK_FILL(def, input);
    def.cell = p->cell;
    return wend_grid_build(&def, out, error);
}

const wend_map_builder map_builder_grid = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "grid",
              .summary = "squares with clearance and terrain", .params = params,
              .param_count = sizeof params / sizeof *params, .params_size = sizeof(grid_params)},
    .noun = "grid",
    .build = build,
    .draw = grid_draw,
};
