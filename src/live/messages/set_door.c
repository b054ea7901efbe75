/* `set_door`: closes or opens a door, or adds a moving obstacle to the world or takes it out. */
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_obstacle obstacle = {0};
    bool closed = false;
    wend_result result = live_get_obstacle(live, request, "obstacle", &obstacle, error);
    result = result == WEND_OK ? live_get_bool(request, "closed", &closed, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_obstacle_closed(live->world, obstacle, closed, error);
}

static const char *const keys[] = {"obstacle", "closed", NULL};

const live_message live_message_set_door = {
    .name = "set_door", .keys = keys, .answer = answer, .changes = true};
