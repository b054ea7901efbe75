/* Condition `or`: at least one of two or more conditions holds. */
#include <math.h>

#include <wend/behaviour.h>

static bool holds_any(const wend_condition_call *call) {
    uint32_t count = wend_condition_child_count(call);
    bool any = false;
    for (uint32_t i = 0; i < count && !any; i++) {
        any = wend_condition_child_holds(call, i);
    }
    return any;
}

static double due_any(const wend_condition_call *call) {
    uint32_t count = wend_condition_child_count(call);
    double earliest = (double)INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double due = wend_condition_child_due(call, i);
        earliest = due < earliest ? due : earliest;
    }
    return earliest;
}

const wend_condition wend_condition_or = {
    .entry = {WEND_HEAD(wend_condition), .name = "or", .summary = "at least one condition holds"},
    .least_children = 2,
    .most_children = WEND_MAX_CONDITIONS,
    .holds = holds_any,
    .due = due_any,
    .logic = WEND_LOGIC_ANY,
};
