/* Selector `offset`: the agent's position plus a vector: a point goal on the agent's layer. The two
 * coordinates of the vector may be sampled for each agent. The goal set is not used. Cost: O(1) per
 * choice. */
#include <wend/select.h>

typedef struct offset_params {
    wend_own_arrival arrival;
    wend_column x, y;
} offset_params;

static const wend_param params[] = {
    WEND_OWN_ARRIVAL_ROWS,
    {"x", WEND_PARAM_SAMPLED, offsetof(offset_params, x), 0.0, -16000.0, 16000.0, "m",
     "x coordinate of the vector", NULL},
    {"y", WEND_PARAM_SAMPLED, offsetof(offset_params, y), 0.0, -16000.0, 16000.0, "m",
     "y coordinate of the vector", NULL},
};

static wend_vec2 shift_position(const offset_params *p, const wend_body *body) {
    return (wend_vec2){body->position.x + wend_column_at(p->x, body->slot),
                       body->position.y + wend_column_at(p->y, body->slot)};
}

static void select_offset(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    const offset_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_own_goal goal = {.location = {shift_position(p, &view->bodies[i]),
                                               wend_body_layer(&view->bodies[i])},
                                  .tolerance = (float)p->arrival.tolerance,
                                  .on_arrival = (wend_on_arrival)p->arrival.on_arrival};
            goals[i - agents->first] = wend_view_place_goal(view, i, &goal);
        }
    }
}

const wend_selector wend_selector_offset = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "offset",
                        .summary = "the agent's position plus a vector, which may be sampled",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(offset_params)}},
    .select = select_offset,
    .places_goals = true,
    .may_stand = true,
};
