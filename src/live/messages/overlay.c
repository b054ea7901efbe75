/* Draws something over the world: a map, a field, walls, routes, densities. */
#include "live/overlays.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    enum { MOST_LEVELS = 64 };
    char name[WEND_MAX_NAME + 32];
    uint32_t level = 0;
    wend_result result = live_get_text(request, "name", name, sizeof name, error);
    if (result == WEND_OK && live_has(request, "level")) {
        result = live_get_integer(request, "level", 0, MOST_LEVELS, &level, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    live_sketch sketch;
    live_sketch_init(&sketch, &live->memory, wend_world_space(live->world));
    result = live_draw_overlay(live, name, level, &sketch, error);
    if (result == WEND_OK) {
        live_sketch_write(&sketch, out);
    }
    live_sketch_free(&sketch);
    return result;
}

static const char *const keys[] = {"name", "level", NULL};

const live_message live_message_overlay = {.name = "overlay", .keys = keys, .answer = answer};
