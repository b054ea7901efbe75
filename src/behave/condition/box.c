/* Condition `box`: the agent's centre is in a box parallel to the axes, or outside. */
#include "behave/condition/place.h"

typedef struct box_params {
    place_params place;
    wend_point low, high;
} box_params;

static bool holds_box(const wend_condition_call *call) {
    const box_params *params = call->params;
    wend_point from_low = place_from(call, params->low), from_high = place_from(call, params->high);
    bool is_in =
        from_low.x * from_high.x <= 0.0 && from_low.y * from_high.y <= 0.0; /* any two corners */
    return place_holds(call, &params->place, is_in);
}

static const wend_param box_table[] = {PLACE_ROWS,
                                       {.name = "low",
                                        .type = WEND_PARAM_POINT,
                                        .offset = offsetof(box_params, low),
                                        .unit = "m",
                                        .help = "a corner of the box"},
                                       {.name = "high",
                                        .type = WEND_PARAM_POINT,
                                        .offset = offsetof(box_params, high),
                                        .unit = "m",
                                        .help = "the opposite corner"}};

const wend_condition wend_condition_box = {
    .entry = {WEND_HEAD(wend_condition), .name = "box",
              .summary = "the agent is in a box parallel to the axes, or outside",
              .params = box_table, .param_count = sizeof box_table / sizeof *box_table,
              .params_size = sizeof(box_params)},
    .bind = place_bind,
    .holds = holds_box,
};
