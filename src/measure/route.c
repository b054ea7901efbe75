/* Counts the agents that have no complete route to their goal at the end. Such an agent stands
 * still, or waits as near to its goal as it can get. */
#include <wend/kit.h>

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)state;
    int64_t count = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        wend_activity activity = frame->agents[i].activity;
        count += activity == WEND_ACTIVITY_STRANDED || activity == WEND_ACTIVITY_APPROACHING;
    }
    wend_report_add_integer(out, "no_route", count);
}

const wend_metric metric_route = {
    .entry = {WEND_HEAD(wend_metric), .name = "route",
              .summary = "number of agents without a route to their goal at the end"},
    .report = report,
};
