/* `add_obstacle`: adds a moving obstacle, a convex polygon whose points are relative to `at`. */
#include "base/error.h"
#include "live/live.h"

enum {
    MOST_OBSTACLES = 4096, /* of a world to which more are added */
    MOST_SPEED = 100       /* m/s */
};

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    wend_point points[WEND_MAX_POLYGON];
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle made = {0};
    if (wend_world_obstacle_count(live->world) >= MOST_OBSTACLES) {
        return error_set(error, WEND_ERROR_LIMIT, "the world has %d obstacles; no more are added",
                         MOST_OBSTACLES);
    }
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = points;
    def.closed = true;
    wend_result result =
        live_get_points(request, "points", points, WEND_MAX_POLYGON, &def.point_count, error);
    result = result == WEND_OK ? live_get_point(request, "at", &def.position, error) : result;
    result = result == WEND_OK ? live_get_layer(live, request, "layer", &def.layer, error) : result;
    if (result == WEND_OK && live_has(request, "velocity")) {
        result = live_get_velocity(request, "velocity", MOST_SPEED, &def.velocity, error);
    }
    result = result == WEND_OK ? wend_world_add_obstacle(live->world, &def, &made, error) : result;
    if (result == WEND_OK) {
        live_write_integer(out, "obstacle", (int64_t)(made.value & 0xffffffffU));
    }
    return result;
}

static const char *const keys[] = {"points", "at", "layer", "velocity", NULL};

const live_message live_message_add_obstacle = {
    .name = "add_obstacle", .keys = keys, .answer = answer, .changes = true};
