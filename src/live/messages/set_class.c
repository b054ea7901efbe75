/* `set_class`: switches an obstacle class on or off. */
#include "base/error.h"
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    uint32_t count = wend_space_class_count(wend_world_space(live->world)), which = 0;
    bool on = false;
    if (count < 2) {
        return error_set(error, WEND_ERROR_NAME,
                         "the space has no obstacle class that can be switched");
    }
    wend_result result = live_get_integer(request, "class", 1, count - 1, &which, error);
    result = result == WEND_OK ? live_get_bool(request, "on", &on, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_class_enabled(live->world, which, on, error);
}

static const char *const keys[] = {"class", "on", NULL};

const live_message live_message_set_class = {
    .name = "set_class", .keys = keys, .answer = answer, .changes = true};
