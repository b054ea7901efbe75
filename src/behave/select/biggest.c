/* Selector `biggest`: the candidate (behave/candidates.h) with the largest area. Points and
 * segments have the area 0. Ties go to the goal that is first in the set. Cost: O(points of the
 * goals in the set) per choice. */
#include "behave/candidates.h"

static goal_rating rate(const rating_call *call, uint32_t goal) {
    return (goal_rating){0, -wend_view_goal_area(call->view, goal)};
}

static void select_biggest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    candidates_choose_best(view, agents, goals, rate, 0.0, false);
}

const wend_selector wend_selector_biggest = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "biggest",
                        .summary = "the goal of the set with the largest area"}},
    .select = select_biggest,
};
