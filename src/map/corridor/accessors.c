/* Public accessors of a corridor map. */
#include "base/error.h"
#include "map/corridor/corridor.h"

static const corridor *data_of(const wend_map *map) {
    WEND_ASSERT(map != NULL && corridor_of(map) != NULL);
    return corridor_of(map);
}

uint32_t wend_corridor_vertex_count(const wend_map *map) {
    return data_of(map)->vertex_count;
}

wend_corridor_vertex wend_corridor_vertex_at(const wend_map *map, uint32_t vertex) {
    const corridor *c = data_of(map);
    WEND_ASSERT(vertex < c->vertex_count);
    const corridor_vertex *at = &c->vertices[vertex];
    return (wend_corridor_vertex){at->position, at->clearance, at->layer, at->count};
}

uint32_t wend_corridor_edge_count(const wend_map *map) {
    return data_of(map)->edge_count;
}

wend_corridor_edge wend_corridor_edge_at(const wend_map *map, uint32_t edge) {
    const corridor *c = data_of(map);
    WEND_ASSERT(edge < c->edge_count);
    const corridor_edge *at = &c->edges[edge];
    uint32_t limits;
    blocking_find_limits(&c->blocking, edge, &limits);
    return (wend_corridor_edge){.from = at->from,
                                .to = at->to,
                                .breakpoint_count = at->count,
                                .layer = at->layer,
                                .length = at->length,
                                .least_clearance = at->least_clearance,
                                .dead_end = (at->flags & CORRIDOR_DEAD_END) != 0,
                                .blockable = limits > 0};
}

wend_corridor_sample wend_corridor_breakpoint_at(const wend_map *map, uint32_t edge,
                                                 uint32_t breakpoint) {
    const corridor *c = data_of(map);
    WEND_ASSERT(edge < c->edge_count && breakpoint < c->edges[edge].count);
    const corridor_breakpoint *at = &c->breakpoints[c->edges[edge].first + breakpoint];
    return (wend_corridor_sample){at->position, at->left, at->right, at->clearance};
}

wend_corridor_sample wend_corridor_sample_at(const wend_map *map, uint32_t edge, uint32_t piece,
                                             double t) {
    const corridor *c = data_of(map);
    WEND_ASSERT(edge < c->edge_count && piece + 1 < c->edges[edge].count);
    return corridor_piece_sample(c, c->edges[edge].first + piece, t);
}

bool wend_corridor_project(const wend_map *map, wend_location location,
                           wend_corridor_projection *out) {
    WEND_ASSERT(out != NULL);
    return corridor_retract(data_of(map), location, out);
}
