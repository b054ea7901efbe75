#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)request;
    (void)error;
    live_write_integer(out, "step", (int64_t)wend_world_step_count(live->world));
    return WEND_OK;
}

const live_message live_message_state = {.name = "state", .answer = answer};
