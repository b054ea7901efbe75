/* `move_goal`: moves a goal to a point, where it stays. */
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_goal goal = {0};
    wend_point at = {0.0, 0.0};
    uint32_t layer = 0;
    wend_result result = live_get_goal(live, request, "goal", &goal, error);
    result = result == WEND_OK ? live_get_point(request, "at", &at, error) : result;
    if (result == WEND_OK && live_has(request, "layer")) {
        result = live_get_layer(live, request, "layer", &layer, error);
    } else {
        (void)wend_world_get_goal_position(live->world, goal, NULL, &layer);
    }
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_goal_position(live->world, goal, at, layer, (wend_point){0.0, 0.0},
                                        error);
}

static const char *const keys[] = {"goal", "at", "layer", NULL};

const live_message live_message_move_goal = {
    .name = "move_goal", .keys = keys, .answer = answer, .changes = true};
