/* Condition `oriented_box`: the agent's centre is in a rotated box, or outside. */
#include <math.h>

#include <wend/math.h>

#include "behave/condition/place.h"

typedef struct oriented_params {
    place_params place;
    wend_point centre, half;
    double angle; /* rad */
} oriented_params;

static bool holds_oriented(const wend_condition_call *call) {
    const oriented_params *params = call->params;
    wend_point from = place_from(call, params->centre);
    double c = wend_cos(params->angle), s = wend_sin(params->angle);
    bool is_in = fabs(c * from.x + s * from.y) <= fabs(params->half.x) &&
                 fabs(c * from.y - s * from.x) <= fabs(params->half.y);
    return place_holds(call, &params->place, is_in);
}

static const wend_param oriented_table[] = {PLACE_ROWS,
                                            {.name = "centre",
                                             .type = WEND_PARAM_POINT,
                                             .offset = offsetof(oriented_params, centre),
                                             .unit = "m",
                                             .help = "centre of the box"},
                                            {.name = "half",
                                             .type = WEND_PARAM_POINT,
                                             .offset = offsetof(oriented_params, half),
                                             .unit = "m",
                                             .help = "half the width, and half the height"},
                                            {.name = "angle",
                                             .type = WEND_PARAM_NUMBER,
                                             .offset = offsetof(oriented_params, angle),
                                             .minimum = -1e6,
                                             .maximum = 1e6,
                                             .unit = "rad",
                                             .help = "rotation, counter-clockwise"}};

const wend_condition wend_condition_oriented_box = {
    .entry = {WEND_HEAD(wend_condition), .name = "oriented_box",
              .summary = "the agent is in a rotated box, or outside", .params = oriented_table,
              .param_count = sizeof oriented_table / sizeof *oriented_table,
              .params_size = sizeof(oriented_params)},
    .bind = place_bind,
    .holds = holds_oriented,
};
