/* Agents without a full route to their goal at the end: they stand, or wait as near to it as they
 * can come. */
#include <wend/kit.h>

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)state;
    const uint32_t gone = WEND_BODY_ARRIVED | WEND_BODY_REMOVED;
    const uint32_t no_route = WEND_BODY_NO_ROUTE | WEND_BODY_PARTIAL;
    int64_t count = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        uint32_t flags = frame->agents[i].flags;
        count += (flags & gone) == 0 && (flags & no_route) != 0;
    }
    wend_report_integer(out, "no_route", count);
}

const wend_metric metric_route = {
    .entry = {WEND_HEAD(wend_metric), .name = "route",
              .summary = "how many have no route to their goal at the end"},
    .report = report,
};
