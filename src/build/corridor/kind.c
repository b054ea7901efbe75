/* The map kind "corridor": builds a corridor map for a scenario, and draws it. */
#include "build/corridor/draw.h"
#include "build/task.h"

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    (void)given;
    wend_corridor_def def = wend_default_corridor_def();
    TASK_FILL(def, input);
    return wend_corridor_build(&def, out, error);
}

const wend_map_builder map_builder_corridor = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "corridor",
              .summary = "the medial axis with clearance",
              .citation = "M. Overmars, I. Karamouzas, R. Geraerts: Flexible Path Planning Using "
                          "Corridor Maps (2008)"},
    .noun = "corridor map",
    .build = build,
    .draw = corridor_draw,
};
