/* The map kind "guidance": builds a guidance field for a scenario, and draws it. */
#include "build/guidance/draw.h"
#include "build/task.h"
#include <stddef.h>

typedef struct guidance_params {
    wend_lines lines;
    const char *arrows;
    double cell, reach;
} guidance_params;

static const wend_param params[] = {
    {"lines", WEND_PARAM_LINES, offsetof(guidance_params, lines), 0.0, 0.0, 0.0, "m",
     "lines that agents follow from the first to the last point, blended", NULL},
    {"arrows", WEND_PARAM_FILE, offsetof(guidance_params, arrows), 0.0, 0.0, 0.0, "",
     "file with an arrow for each cell, in our own format or that of Menge's vector fields", NULL},
    {"cell", WEND_PARAM_NUMBER, offsetof(guidance_params, cell), 0.5, WEND_MIN_GUIDANCE_CELL,
     WEND_MAX_GUIDANCE_CELL, "m", "side of a cell; a file has its own", NULL},
    {"reach", WEND_PARAM_NUMBER, offsetof(guidance_params, reach), 2.0, 0.01, 1000.0, "m",
     "distance from a line at which agents head for it at 45 degrees; a file has none", NULL},
};

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    const guidance_params *p = given;
    wend_guidance_def def = wend_default_guidance_def();
    TASK_FILL(def, input);
    def.lines = p->lines.items;
    def.line_count = p->lines.count;
    def.file = p->arrows;
    def.cell = p->cell;
    def.reach = p->reach;
    return wend_guidance_build(&def, out, error);
}

const wend_map_builder map_builder_guidance = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "guidance",
              .summary = "a direction for each cell: drawn as lines, or from a file",
              .citation = "S. Patil, J. van den Berg, S. Curtis, M. Lin, D. Manocha: Directing "
                          "Crowd Simulations Using Navigation Fields (2011)",
              .params = params, .param_count = sizeof params / sizeof *params,
              .params_size = sizeof(guidance_params)},
    .noun = "field",
    .required = "lines",
    .alternative = "arrows",
    .build = build,
    .draw = guidance_draw,
};
