/* Selector `most_populous`: the candidate (behave/candidates.h) that the most other agents have as
 * their goal now, those at the goal included. Agents choose one after the other, so that agents
 * that enter in the same step follow each other. Ties go to the goal that is first in the set.
 * Cost: O(goals in the set) per choice, and O(agents) in a step with choices. */
#include "behave/candidates.h"

static goal_rating rate(const rating_call *call, uint32_t goal) {
    return (goal_rating){0, -(double)candidates_count_others(call, goal)};
}

static void select_most_populous(const wend_view *view, const wend_agents *agents,
                                 uint32_t *goals) {
    candidates_choose_best(view, agents, goals, rate, 0.0, false);
}

const wend_selector wend_selector_most_populous = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "most_populous",
                        .summary = "the goal of the set that the most agents have"}},
    .select = select_most_populous,
    .sequential = true,
    .uses_populations = true,
};
