/* Condition `not`: a condition does not hold. */
#include <wend/behaviour.h>

static bool holds_not(const wend_condition_call *call) {
    return !wend_condition_child_holds(call, 0);
}

const wend_condition wend_condition_not = {
    .entry = {WEND_HEAD(wend_condition), .name = "not", .summary = "a condition does not hold"},
    .least_children = 1,
    .most_children = 1,
    .holds = holds_not,
    .logic = WEND_LOGIC_NOT,
};
