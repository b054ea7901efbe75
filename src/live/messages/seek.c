/* `seek`: goes to a step, back or forth. A change that comes after that step is undone. */
#include "base/error.h"
#include "live/live.h"
#include <math.h>

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    static const double MOST = 9e15; /* steps; JSON numbers are exact up to here */
    double step = 0.0;
    wend_error stopped = {0};
    wend_result result = live_get_number(request, "step", 0.0, MOST, &step, error);
    if (result != WEND_OK) {
        return result;
    }
    if (step != floor(step)) {
        return error_set(error, WEND_ERROR_INVALID, "'step' must be a whole number, found %g",
                         step);
    }
    result = live_rewind(live, (uint64_t)step, error);
    if (result != WEND_OK) {
        return result;
    }
    result = live_step_to(live, (uint64_t)step, &stopped);
    return live_write_state(live, result != WEND_OK ? stopped.message : NULL, out, error);
}

static const char *const keys[] = {"step", NULL};

const live_message live_message_seek = {
    .name = "seek", .keys = keys, .answer = answer, .moves = true};
