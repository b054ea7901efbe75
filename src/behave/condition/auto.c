/* Condition `auto`: always holds. */
#include <wend/behaviour.h>

static bool holds_always(const wend_condition_call *call) {
    (void)call;
    return true;
}

static wend_truth truth_of_auto(const void *params) {
    (void)params;
    return WEND_TRUTH_ALWAYS;
}

const wend_condition wend_condition_auto = {
    .entry = {WEND_HEAD(wend_condition), .name = "auto", .summary = "always holds"},
    .holds = holds_always,
    .truth = truth_of_auto,
};
