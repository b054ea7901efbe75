/* Selector `weighted`: one of the candidates (behave/candidates.h); each is as likely as its weight
 * (wend_goal_def.weight), compared with the sum of all weights. Cost: O(goals in the set) per
 * choice. */
#include "behave/candidates.h"

static void select_weighted(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            goals[i - agents->first] = candidates_choose_random(view, i, wend_view_goal_weight);
        }
    }
}

const wend_selector wend_selector_weighted = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "weighted",
                        .summary = "one of the goals of the set, at random by their weights"}},
    .select = select_weighted,
};
