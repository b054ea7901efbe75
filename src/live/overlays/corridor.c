/* The medial axis of a corridor map, and its clearance discs: one at each vertex, and along an edge
 * wherever the axis leaves the disc before. Edges that end in a corner are thin lines. */
#include "geom/vec.h"
#include "live/overlay.h"
#include <math.h>

enum { PIECES = 8 /* of a segment that is part of a parabola */ };

static const float STRAIGHT = 0.005F; /* m: a segment that bends less is one line */

typedef struct axis_pen {
    live_sketch *out;
    uint32_t layer;
    bool dead_end;
    wend_vec2 centre; /* of the last disc of the edge */
    float radius;
} axis_pen;

static bool draw_to(axis_pen *pen, wend_vec2 from, const wend_corridor_sample *to) {
    bool more = pen->dead_end ? live_sketch_line(pen->out, pen->layer, from, to->position)
                              : live_sketch_strong(pen->out, pen->layer, from, to->position);
    if (more && vec_length(vec_sub(to->position, pen->centre)) > pen->radius) {
        pen->centre = to->position;
        pen->radius = to->clearance;
        more = pen->dead_end || live_sketch_disc(pen->out, pen->layer, to->position, to->clearance);
    }
    return more;
}

static bool draw_segment(axis_pen *pen, const wend_map *map, uint32_t edge, uint32_t segment) {
    wend_corridor_sample from = wend_corridor_breakpoint_at(map, edge, segment);
    wend_corridor_sample to = wend_corridor_breakpoint_at(map, edge, segment + 1);
    wend_corridor_sample middle = wend_corridor_sample_at(map, edge, segment, 0.5);
    wend_vec2 chord = vec_lerp(from.position, to.position, 0.5F);
    bool bends = vec_length(vec_sub(middle.position, chord)) > STRAIGHT;
    uint32_t pieces = bends ? PIECES : 1;
    bool more = true;
    for (uint32_t i = 1; i <= pieces && more; i++) {
        wend_corridor_sample next =
            i == pieces ? to
                        : wend_corridor_sample_at(map, edge, segment, (double)i / (double)pieces);
        more = draw_to(pen, from.position, &next);
        from = next;
    }
    return more;
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_map *map = call->map;
    uint32_t edges = wend_corridor_edge_count(map), vertices = wend_corridor_vertex_count(map);
    bool more = true;
    (void)error;
    for (uint32_t i = 0; i < edges && more; i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        wend_corridor_sample first = wend_corridor_breakpoint_at(map, i, 0);
        axis_pen pen = {out, edge.layer, edge.dead_end, first.position, first.clearance};
        for (uint32_t k = 0; k + 1 < edge.breakpoint_count && more; k++) {
            more = draw_segment(&pen, map, i, k);
        }
    }
    for (uint32_t i = 0; i < vertices; i++) {
        wend_corridor_vertex vertex = wend_corridor_vertex_at(map, i);
        if (vertex.clearance > 0.0F && vertex.degree != 1) {
            live_sketch_disc(out, vertex.layer, vertex.position, vertex.clearance);
        }
    }
    return WEND_OK;
}

const live_overlay live_overlay_corridor = {.name = "corridor",
                                            .label = "medial axis with clearance discs",
                                            .scope = LIVE_OVERLAY_MAP,
                                            .draw = draw};
