/* Measures overlaps between agents: how often a pair begins to overlap, and the depth of the
 * deepest overlap (see meter/overlaps.c). */
#include "measure/meter/overlaps.h"
#include <stddef.h>

typedef struct collision_params {
    double overlap_depth;
} collision_params;

static const wend_param params_table[] = {
    {"overlap_depth", WEND_PARAM_NUMBER, offsetof(collision_params, overlap_depth), 0.01, 0.0, 1.0,
     "1", "share of the smaller radius above which an overlap counts", NULL},
};

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    return overlaps_begin(state, recording, ((const collision_params *)params)->overlap_depth,
                          frame, error);
}

static wend_result step(void *state, const wend_frame *frame, wend_error *error) {
    return overlaps_step(state, frame, error);
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)frame;
    const overlaps *o = state;
    wend_report_add_integer(out, "agent_collisions", (int64_t)o->onsets);
    wend_report_add_integer(out, "collisions_while_feasible", (int64_t)o->onsets_while_feasible);
    wend_report_add_integer(out, "overlap_pair_steps", (int64_t)o->pair_steps);
    wend_report_add_number(out, "max_overlap_m", o->deepest);
}

static void end(void *state) {
    overlaps_end(state);
}

const wend_metric metric_collision = {
    .entry = {WEND_HEAD(wend_metric), .name = "collision",
              .summary = "overlapping pairs of agents: number and depth", .params = params_table,
              .param_count = 1, .params_size = sizeof(collision_params)},
    .state_size = sizeof(overlaps),
    .begin = begin,
    .step = step,
    .report = report,
    .end = end,
};
