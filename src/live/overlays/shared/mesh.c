/* Draws the polygons of a mesh. */
#include "live/overlays/shared/mesh.h"
#include "base/error.h"

static bool draw_side(const live_overlay_call *call, live_sketch *out, uint32_t index,
                      const wend_navmesh_polygon *polygon, uint32_t side) {
    uint32_t next = side + 1 < polygon->count ? side + 1 : 0;
    uint32_t other = polygon->neighbours[side];
    wend_vec2 a = polygon->points[side], b = polygon->points[next];
    if (other == WEND_NO_POLYGON) {
        return call->level == 0 || live_sketch_strong(out, polygon->layer, a, b);
    }
    return other < index || live_sketch_line(out, polygon->layer, a, b);
}

wend_result overlay_draw_mesh(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    uint32_t levels = wend_navmesh_level_count(call->map);
    if (call->level >= levels) {
        return error_set(error, WEND_ERROR_NAME, "there is no level %u; the map has %u",
                         call->level, levels);
    }
    uint32_t count = wend_navmesh_polygon_count(call->map, call->level);
    bool more = true;
    for (uint32_t i = 0; i < count && more; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(call->map, call->level, i);
        for (uint32_t k = 0; k < polygon.count && more; k++) {
            more = draw_side(call, out, i, &polygon, k);
        }
    }
    return WEND_OK;
}
