/* Selector `identity`: a point goal where the agent stands when it chooses. The goal set is not
 * used. Cost: O(1) per choice. */
#include <wend/select.h>

typedef struct identity_params {
    wend_own_arrival arrival;
} identity_params;

static const wend_param params[] = {
    WEND_OWN_ARRIVAL_ROWS,
};

static void select_identity(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    const identity_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_own_goal goal = {
                .location = {view->bodies[i].position, wend_body_layer(&view->bodies[i])},
                .tolerance = (float)p->arrival.tolerance,
                .on_arrival = (wend_on_arrival)p->arrival.on_arrival};
            goals[i - agents->first] = wend_view_place_goal(view, i, &goal);
        }
    }
}

const wend_selector wend_selector_identity = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "identity",
                        .summary = "where the agent stands", .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(identity_params)}},
    .select = select_identity,
    .places_goals = true,
    .may_stand = true,
};
