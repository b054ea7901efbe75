/* The places of queues: a point for each, and lines from each place of the line to the next. */
#include "live/overlay.h"
#include <wend/objects.h>

enum { MOST_PLACES = WEND_MAX_QUEUE_PLACES };

static void draw_queue(const live_overlay_call *call, wend_queue queue, wend_point *places,
                       live_sketch *out) {
    const wend_world *world = wend_live_world(call->live);
    uint32_t layer = 0;
    uint32_t count = wend_world_get_queue_places(world, queue, places, &layer, MOST_PLACES);
    count = count < MOST_PLACES ? count : MOST_PLACES;
    wend_vec2 before = {0.0F, 0.0F};
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 at = wend_space_to_local(call->view->space, places[i]);
        live_sketch_point(out, layer, at);
        if (i > 0) {
            live_sketch_line(out, layer, before, at);
        } else {
            live_sketch_label(out, layer, at, wend_world_get_queue_name(world, queue));
        }
        before = at;
    }
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_world *world = wend_live_world(call->live);
    (void)error;
    wend_point places[MOST_PLACES];
    for (uint32_t i = 0; i < wend_world_queue_count(world); i++) {
        draw_queue(call, wend_world_queue_at(world, i), places, out);
    }
    return WEND_OK;
}

static bool exists(const live_overlay_call *call) {
    return wend_world_queue_count(wend_live_world(call->live)) > 0;
}

const live_overlay live_overlay_queues = {.name = "queues",
                                          .label = "places of queues",
                                          .scope = LIVE_OVERLAY_WORLD,
                                          .exists = exists,
                                          .draw = draw};
