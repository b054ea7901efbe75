/* Condition `served`: the agent has been released from a queue since it entered its state. */
#include <math.h>

#include <wend/behaviour.h>

static bool holds_served(const wend_condition_call *call) {
    return call->was_served;
}

static double due_served(const wend_condition_call *call) {
    return call->was_served ? call->view->time : (double)INFINITY;
}

const wend_condition wend_condition_served = {
    .entry = {WEND_HEAD(wend_condition), .name = "served",
              .summary = "the agent has been released from a queue since it entered its state"},
    .holds = holds_served,
    .due = due_served,
};
