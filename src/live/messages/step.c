/* `step`: makes steps. A step that fails stops them, and the answer says why. */
#include "base/error.h"
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    uint32_t count = 1;
    wend_error stopped = {0};
    wend_result result =
        live_has(request, "count")
            ? live_get_integer(request, "count", 0, WEND_MAX_LIVE_STEPS, &count, error)
            : WEND_OK;
    if (result != WEND_OK) {
        return result;
    }
    result = live_step(live, count, &stopped);
    return live_write_state(live, result != WEND_OK ? stopped.message : NULL, out, error);
}

static const char *const keys[] = {"count", NULL};

const live_message live_message_step = {
    .name = "step", .keys = keys, .answer = answer, .moves = true};
