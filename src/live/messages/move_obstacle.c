/* `move_obstacle`: moves a moving obstacle. What is not given stays as it is; without a velocity,
 * the obstacle comes to rest. */
#include "base/error.h"
#include "live/live.h"

enum { MOST_SPEED = 100 /* m/s */ };

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_obstacle obstacle = {0};
    wend_obstacle_motion motion;
    wend_point velocity = {0.0, 0.0};
    wend_result result = live_get_obstacle(live, request, "obstacle", &obstacle, error);
    if (result != WEND_OK) {
        return result;
    }
    if (!wend_world_get_obstacle_motion(live->world, obstacle, &motion)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "'obstacle' is a door; expected a moving obstacle");
    }
    if (live_has(request, "at")) {
        result = live_get_point(request, "at", &motion.position, error);
    }
    if (result == WEND_OK && live_has(request, "angle")) {
        result = live_get_number(request, "angle", -1000.0, 1000.0, &motion.angle, error);
    }
    if (result == WEND_OK && live_has(request, "velocity")) {
        result = live_get_velocity(request, "velocity", MOST_SPEED, &velocity, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_obstacle_motion(live->world, obstacle, motion.position, motion.angle,
                                          velocity, 0.0, error);
}

static const char *const keys[] = {"obstacle", "at", "angle", "velocity", NULL};

const live_message live_message_move_obstacle = {
    .name = "move_obstacle", .keys = keys, .answer = answer, .changes = true};
