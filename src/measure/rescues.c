/* Counts rescues of agents that made no progress. */
#include <wend/kit.h>

typedef struct rescues {
    uint64_t first; /* number of rescues before the run */
} rescues;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const wend_frame *frame,
                         wend_error *error) {
    (void)user;
    (void)params;
    (void)recording;
    (void)error;
    ((rescues *)state)->first = wend_world_get_stats(frame->world).rescues;
    return WEND_OK;
}

static void report(const void *state, const wend_frame *frame, wend_report *out) {
    uint64_t count = wend_world_get_stats(frame->world).rescues - ((const rescues *)state)->first;
    wend_report_add_integer(out, "rescues", (int64_t)count);
}

const wend_metric metric_rescues = {
    .entry = {WEND_HEAD(wend_metric), .name = "rescues",
              .summary = "rescues of agents that made no progress"},
    .state_size = sizeof(rescues),
    .begin = begin,
    .report = report,
};
