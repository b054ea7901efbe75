/* Public accessors of a roadmap. */
#include "base/error.h"
#include "map/roadmap/roadmap.h"

static const roadmap *data_of(const wend_map *map) {
    WEND_ASSERT(map != NULL && roadmap_of(map) != NULL);
    return roadmap_of(map);
}

uint32_t wend_roadmap_vertex_count(const wend_map *map) {
    return data_of(map)->vertex_count;
}

wend_roadmap_vertex wend_roadmap_vertex_at(const wend_map *map, uint32_t vertex) {
    const roadmap *r = data_of(map);
    WEND_ASSERT(vertex < r->vertex_count);
    const roadmap_vertex *at = &r->vertices[vertex];
    return (wend_roadmap_vertex){at->position, at->clearance, at->layer, at->count};
}

uint32_t wend_roadmap_edge_count(const wend_map *map) {
    return data_of(map)->edge_count;
}

wend_roadmap_edge wend_roadmap_edge_at(const wend_map *map, uint32_t edge) {
    const roadmap *r = data_of(map);
    WEND_ASSERT(edge < r->edge_count);
    const roadmap_edge *at = &r->edges[edge];
    return (wend_roadmap_edge){.from = at->from,
                               .to = at->to,
                               .layer = at->layer,
                               .length = at->length,
                               .clearance = at->clearance,
                               .blockable = (at->flags & ROADMAP_BLOCKABLE) != 0};
}

uint32_t wend_roadmap_find_edges(const wend_map *map, wend_location location, float radius,
                                 wend_roadmap_projection *out, uint32_t capacity) {
    WEND_ASSERT(out != NULL || capacity == 0);
    return roadmap_find_edges(data_of(map), location, radius, out, capacity);
}
