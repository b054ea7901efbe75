/* The vertices and edges of a roadmap. Edges that doors or obstacle classes can block are strong
 * lines. */
#include "live/overlay.h"

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_map *map = call->map;
    uint32_t edges = wend_roadmap_edge_count(map), vertices = wend_roadmap_vertex_count(map);
    bool more = true;
    (void)error;
    for (uint32_t i = 0; i < edges && more; i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, edge.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, edge.to).position;
        more = edge.blockable ? live_sketch_strong(out, edge.layer, a, b)
                              : live_sketch_line(out, edge.layer, a, b);
    }
    more = true;
    for (uint32_t i = 0; i < vertices && more; i++) {
        wend_roadmap_vertex vertex = wend_roadmap_vertex_at(map, i);
        more = live_sketch_point(out, vertex.layer, vertex.position);
    }
    return WEND_OK;
}

const live_overlay live_overlay_roadmap = {
    .name = "roadmap", .label = "roadmap", .scope = LIVE_OVERLAY_MAP, .draw = draw};
