/* Selector `farthest`: the candidate (behave/candidates.h) with the longest path or straight line.
 * Goals without a route come last; with straight lines, goals on the agent's own layer come first.
 * Ties go to the goal that is first in the set. Cost: O(goals in the set) per choice, each with one
 * query of the planner if the distance is measured along paths. */
#include "behave/candidates.h"

typedef struct farthest_params {
    int32_t by;
} farthest_params;

static const wend_param params[] = {
    {"by", WEND_PARAM_CHOICE, offsetof(farthest_params, by), CANDIDATES_BY_PATH, 0.0, 0.0, "",
     "length of the path, if the planner can measure it; or of the straight line",
     candidates_by_choices},
};

static goal_rating rate(const rating_call *call, uint32_t goal) {
    const farthest_params *p = call->agents->params;
    goal_rating rating = candidates_rate_distance(call, goal, p->by == CANDIDATES_BY_PATH);
    return (goal_rating){rating.rank, -rating.value};
}

static void select_farthest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    candidates_choose_best(view, agents, goals, rate, 0.0, false);
}

const wend_selector wend_selector_farthest = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "farthest",
                        .summary = "the farthest goal of the set that is open and has room",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(farthest_params)}},
    .select = select_farthest,
};
