/* Selector `mirror`: the agent's position, mirrored about a point: a point goal on the agent's
 * layer. The goal set is not used. Cost: O(1) per choice. */
#include <wend/select.h>

typedef struct mirror_params {
    wend_own_arrival arrival;
    int32_t x, y;
    wend_point centre;
} mirror_params;

static const wend_param params[] = {
    WEND_OWN_ARRIVAL_ROWS,
    {"x", WEND_PARAM_CHOICE, offsetof(mirror_params, x), 1.0, 0.0, 0.0, "",
     "on: the x coordinate is mirrored", wend_switch_choices},
    {"y", WEND_PARAM_CHOICE, offsetof(mirror_params, y), 1.0, 0.0, 0.0, "",
     "on: the y coordinate is mirrored", wend_switch_choices},
    {"centre", WEND_PARAM_POINT, offsetof(mirror_params, centre), 0.0, 0.0, 0.0, "m",
     "the point about which positions are mirrored", NULL},
};

static wend_vec2 mirror_position(const mirror_params *p, const wend_view *view, wend_vec2 from) {
    wend_point at = wend_space_from_local(view->space, from);
    at.x = p->x ? 2.0 * p->centre.x - at.x : at.x;
    at.y = p->y ? 2.0 * p->centre.y - at.y : at.y;
    return wend_space_to_local(view->space, at);
}

static void select_mirror(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    const mirror_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_own_goal goal = {.location = {mirror_position(p, view, view->bodies[i].position),
                                               wend_body_layer(&view->bodies[i])},
                                  .tolerance = (float)p->arrival.tolerance,
                                  .on_arrival = (wend_on_arrival)p->arrival.on_arrival};
            goals[i - agents->first] = wend_view_place_goal(view, i, &goal);
        }
    }
}

const wend_selector wend_selector_mirror = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "mirror",
                        .summary = "the agent's position, mirrored about a point", .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(mirror_params)}},
    .select = select_mirror,
    .places_goals = true,
    .may_stand = true,
};
