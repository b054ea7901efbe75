/* Condition `disc`: the agent's centre is in a disc, or outside. */
#include "behave/condition/place.h"

typedef struct disc_params {
    place_params place;
    wend_point centre;
    double radius; /* m */
} disc_params;

static bool holds_disc(const wend_condition_call *call) {
    const disc_params *params = call->params;
    wend_point from = place_from(call, params->centre);
    bool is_in = from.x * from.x + from.y * from.y <= params->radius * params->radius;
    return place_holds(call, &params->place, is_in);
}

static const wend_param disc_table[] = {PLACE_ROWS,
                                        {.name = "centre",
                                         .type = WEND_PARAM_POINT,
                                         .offset = offsetof(disc_params, centre),
                                         .unit = "m",
                                         .help = "centre of the disc"},
                                        {.name = "radius",
                                         .type = WEND_PARAM_NUMBER,
                                         .offset = offsetof(disc_params, radius),
                                         .default_value = 1.0,
                                         .minimum = 0.0,
                                         .maximum = 1e6,
                                         .unit = "m",
                                         .help = "radius of the disc"}};

const wend_condition wend_condition_disc = {
    .entry = {WEND_HEAD(wend_condition), .name = "disc",
              .summary = "the agent is in a disc, or outside", .params = disc_table,
              .param_count = sizeof disc_table / sizeof *disc_table,
              .params_size = sizeof(disc_params)},
    .bind = place_bind,
    .holds = holds_disc,
};
