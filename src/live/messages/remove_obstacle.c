/* `remove_obstacle`: removes a door or a moving obstacle for good. */
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_obstacle obstacle = {0};
    wend_result result = live_get_obstacle(live, request, "obstacle", &obstacle, error);
    return result == WEND_OK ? wend_world_remove_obstacle(live->world, obstacle, error) : result;
}

static const char *const keys[] = {"obstacle", NULL};

const live_message live_message_remove_obstacle = {
    .name = "remove_obstacle", .keys = keys, .answer = answer, .changes = true};
