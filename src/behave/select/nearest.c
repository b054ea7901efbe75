/* Selector `nearest`: the candidate (behave/candidates.h) with the shortest path or straight line.
 * Ties go to the goal that is first in the set. With `reconsider`, agents choose again while they
 * walk, and change to a goal that is nearer by the share `gain`. Cost: O(goals in the set) per
 * choice, each with one query of the planner if the distance is measured along paths. */
#include "behave/candidates.h"

typedef struct nearest_params {
    wend_reconsider again;
    int32_t by;
} nearest_params;

static const wend_param params[] = {
    WEND_RECONSIDER_ROWS,
    {"by", WEND_PARAM_CHOICE, offsetof(nearest_params, by), CANDIDATES_BY_PATH, 0.0, 0.0, "",
     "length of the path, if the planner can measure it; or of the straight line",
     candidates_by_choices},
};

static goal_rating rate(const rating_call *call, uint32_t goal) {
    const nearest_params *p = call->agents->params;
    return candidates_rate_distance(call, goal, p->by == CANDIDATES_BY_PATH);
}

static void select_nearest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    const nearest_params *p = agents->params;
    candidates_choose_best(view, agents, goals, rate, p->again.gain, false);
}

const wend_selector wend_selector_nearest = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "nearest",
                        .summary = "the nearest goal of the set that is open and has room",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(nearest_params)}},
    .select = select_nearest,
    .period_param = WEND_RECONSIDER_PARAM,
};
