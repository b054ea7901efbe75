/* The map kind "grid": builds a grid for a scenario, and draws it. */
#include "build/grid/draw.h"
#include "build/task.h"
#include <stddef.h>

typedef struct grid_params {
    double cell, cell_height;
    int32_t cells;
    int64_t depth;
} grid_params;

static const char *const shapes[] = {"square", "rectangle", "hexagon", "quadtree",
                                     NULL}; /* wend_grid_shape */

static const wend_param params[] = {
    {"cell", WEND_PARAM_NUMBER, offsetof(grid_params, cell), 0.5, WEND_MIN_GRID_CELL,
     WEND_MAX_GRID_CELL, "m",
     "side of a square or of the smallest cell, width of a rectangle or hexagon; passages narrower "
     "than the agent's diameter plus this may be missed",
     NULL},
    {"cells", WEND_PARAM_CHOICE, offsetof(grid_params, cells), 0.0, 0.0, 0.0, "",
     "shape of the cells", shapes},
    {"cell_height", WEND_PARAM_NUMBER, offsetof(grid_params, cell_height), 0.0, 0.0,
     WEND_MAX_GRID_CELL, "m", "side along y, which makes squares rectangles; 0: the same as `cell`",
     NULL},
    {"depth", WEND_PARAM_INTEGER, offsetof(grid_params, depth), 4.0, 0.0, WEND_MAX_GRID_DEPTH, "",
     "how often the largest cells of a quadtree, at most 100 m, can be split into four", NULL},
};

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    const grid_params *p = given;
    wend_grid_def def = wend_default_grid_def();
    TASK_FILL(def, input);
    def.cell = p->cell;
    bool rectangles = p->cells == WEND_GRID_SQUARES && p->cell_height > 0.0;
    def.shape = rectangles ? WEND_GRID_RECTANGLES : (wend_grid_shape)p->cells;
    def.cell_height = p->cell_height;
    def.depth = (uint32_t)p->depth;
    return wend_grid_build(&def, out, error);
}

const wend_map_builder map_builder_grid = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "grid",
              .summary = "squares, rectangles, hexagons or a quadtree, with clearance and terrain",
              .params = params, .param_count = sizeof params / sizeof *params,
              .params_size = sizeof(grid_params)},
    .noun = "grid",
    .build = build,
    .draw = grid_draw,
};
