/* Condition `and`: all of two or more conditions hold. */
#include <wend/behaviour.h>

static bool holds_all(const wend_condition_call *call) {
    uint32_t count = wend_condition_child_count(call);
    bool all = true;
    for (uint32_t i = 0; i < count && all; i++) {
        all = wend_condition_child_holds(call, i);
    }
    return all;
}

static double due_all(const wend_condition_call *call) {
    uint32_t count = wend_condition_child_count(call);
    double latest = call->view->time;
    for (uint32_t i = 0; i < count; i++) {
        double due = wend_condition_child_due(call, i);
        latest = due > latest ? due : latest;
    }
    return latest;
}

const wend_condition wend_condition_and = {
    .entry = {WEND_HEAD(wend_condition), .name = "and", .summary = "all conditions hold"},
    .least_children = 2,
    .most_children = WEND_MAX_CONDITIONS,
    .holds = holds_all,
    .due = due_all,
    .logic = WEND_LOGIC_ALL,
};
