/* Selector `given`: the goal that was set for the agent; if none was set, the first goal of its
 * set. */
#include <wend/model.h>

static void select_given(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = wend_view_goal(view, i);
            const uint32_t *set;
            if (goal == WEND_NO_GOAL && wend_view_goal_set(view, i, &set) > 0) {
                goal = set[0];
            }
            goals[i - agents->first] = goal;
        }
    }
}

const wend_selector wend_selector_given = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "given",
                        .summary = "the goal given to the agent"}},
    .select = select_given,
};
