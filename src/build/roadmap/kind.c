/* The map kind "roadmap": builds a network from a scenario's lines, and draws it. */
#include "build/roadmap/draw.h"
#include <stddef.h>

typedef struct roadmap_params {
    wend_lines lines;
} roadmap_params;

static const wend_param params[] = {
    {"lines", WEND_PARAM_LINES, offsetof(roadmap_params, lines), 0.0, 0.0, 0.0, "m",
     "lines of a network that agents may follow: chains of at least two points", NULL},
};

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    const roadmap_params *p = given;
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = input->space;
    def.lines = p->lines.items;
    def.line_count = p->lines.count;
    def.doors = input->doors;
    def.door_count = input->door_count;
    def.allocator = input->allocator;
    return wend_roadmap_build(&def, out, error);
}

const wend_map_builder map_builder_roadmap = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "roadmap",
              .summary = "a network of the scenario's lines", .params = params,
              .param_count = sizeof params / sizeof *params, .params_size = sizeof(roadmap_params)},
    .noun = "network",
    .required = "lines",
    .build = build,
    .draw = roadmap_draw,
};
