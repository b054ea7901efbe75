/* Reports the hash of the state at the end. Identical runs have equal hashes. */
#include <inttypes.h>
#include <stdio.h>
#include <wend/kit.h>

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    (void)state;
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, wend_world_hash(frame->world));
    wend_report_add_text(out, "state_hash", text);
}

const wend_metric metric_state = {
    .entry = {WEND_HEAD(wend_metric), .name = "state", .summary = "hash of all agents at the end"},
    .report = report,
};
