/* `restart`: goes back to a start of the bundle. Every change is undone. */
#include "base/error.h"
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    uint32_t start = 0, count = wend_bundle_get_info(live->bundle).start_count;
    wend_result result = live_has(request, "start")
                             ? live_get_integer(request, "start", 0, count - 1, &start, error)
                             : WEND_OK;
    result = result == WEND_OK ? live_restart(live, start, error) : result;
    return result == WEND_OK ? live_write_state(live, NULL, out, error) : result;
}

static const char *const keys[] = {"start", NULL};

const live_message live_message_restart = {
    .name = "restart", .keys = keys, .answer = answer, .moves = true};
