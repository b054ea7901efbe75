/* The paths that all agents are about to walk. */
#include "live/overlay.h"
#include "live/paths/path.h"

enum {
    MOST_POINTS = 1024, /* of one path */
    MOST_TRACED = 500   /* agents whose paths are traced through a field, which takes longer */
};

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_view *view = call->view;
    wend_location path[MOST_POINTS];
    uint32_t traced = 0;
    bool more = true;
    (void)error;
    for (uint32_t i = 0; i < view->body_count && more; i++) {
        bool is_ghost = (wend_body_flags(&view->bodies[i]) & WEND_BODY_GHOST) != 0;
        const wend_route *route = is_ghost ? NULL : wend_view_route(view, i);
        bool is_traced = route != NULL && (route->gives & WEND_ROUTE_POTENTIAL) != 0;
        if (route == NULL || (is_traced && traced >= MOST_TRACED)) {
            out->truncated = out->truncated || is_traced;
            continue;
        }
        traced += is_traced;
        uint32_t count = live_path_ahead(view, i, path, MOST_POINTS);
        for (uint32_t k = 1; k < count && more; k++) {
            /* The layer changes at a link, which ends the first of two pieces. */
            more = live_sketch_line(out, path[k - 1].layer, path[k - 1].position, path[k].position);
        }
    }
    return WEND_OK;
}

const live_overlay live_overlay_routes = {
    .name = "routes", .label = "routes of all agents", .scope = LIVE_OVERLAY_WORLD, .draw = draw};
