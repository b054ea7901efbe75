/* Selector `round_robin`: the candidates (behave/candidates.h) in turn, over all agents that use
 * the goal set. Goals that are not candidates are skipped. The world keeps the turn of each set.
 * Agents choose one after the other, in the order of their keys. Cost: O(goals in the set) per
 * choice. */
#include "behave/candidates.h"

/* Returns the goal whose turn it is, and gives the turn to the next one. */
static uint32_t take_turn(const wend_view *view, uint32_t index) {
    candidate_list list = candidates_of(view, index, false);
    uint32_t turn = wend_view_goal_set_turn(view, index);
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t member = (turn % list.count + i) % list.count;
        if (candidates_include(&list, member)) {
            wend_view_set_goal_set_turn(view, index, (member + 1) % list.count);
            return list.set[member];
        }
    }
    return WEND_NO_GOAL;
}

static void select_round_robin(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            goals[i - agents->first] = take_turn(view, i);
        }
    }
}

const wend_selector wend_selector_round_robin = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "round_robin",
                        .summary = "the goals of the set in turn, over all agents"}},
    .select = select_round_robin,
    .sequential = true,
};
