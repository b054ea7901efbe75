/* Finds the nearest agent to a point. */
#include "live/live.h"
#include <math.h>

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    static const double MOST = 1e4; /* m */
    wend_point at = {0.0, 0.0};
    uint32_t layer = 0, count = 0;
    double radius = 0.0, best = INFINITY;
    const wend_agent_state *agents = NULL, *found = NULL;
    wend_result result = live_get_point(request, "at", &at, error);
    if (result == WEND_OK) {
        result = live_get_layer(live, request, "layer", &layer, error);
    }
    if (result == WEND_OK) {
        result = live_get_number(request, "radius", 0.0, MOST, &radius, error);
    }
    if (result == WEND_OK) {
        result = live_agents(live, &agents, &count, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t i = 0; i < count; i++) {
        double x = agents[i].position.x - at.x, y = agents[i].position.y - at.y;
        double distance = sqrt(x * x + y * y);
        if (agents[i].layer == layer && distance <= radius && distance < best) {
            best = distance;
            found = &agents[i];
        }
    }
    if (found == NULL) {
        live_write_null(out, "slot");
    } else {
        live_write_integer(out, "slot", wend_agent_slot(found->agent));
        live_write_key(out, "key", found->key);
    }
    return WEND_OK;
}

static const char *const keys[] = {"at", "layer", "radius", NULL};

const live_message live_message_pick = {.name = "pick", .keys = keys, .answer = answer};
