/* `state`: everything that changes, but the agents. */
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)request;
    return live_write_state(live, NULL, out, error);
}

const live_message live_message_state = {.name = "state", .answer = answer};
