/* Selector `random`: one of the candidates (behave/candidates.h); all are equally likely. Cost:
 * O(goals in the set) per choice. */
#include "behave/candidates.h"

static void select_random(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            goals[i - agents->first] = candidates_choose_random(view, i, candidates_weigh_equally);
        }
    }
}

const wend_selector wend_selector_random = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "random",
                        .summary = "one of the goals of the set, at random"}},
    .select = select_random,
};
