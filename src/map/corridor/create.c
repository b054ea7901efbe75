/* Creates a corridor map. Copies and verifies what a builder or a loader provides, and derives the
 * rest: nearest points, clearances, lengths, edges at vertices, cycles, and the index of cells.
 * Cost: O(n log n). */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "map/corridor/corridor.h"
#include "map/graph.h"
#include "map/map.h"

bool corridor_copy(wend_map *map, const void *draft) {
    const corridor *parts = draft;
    corridor *c = map->data;
    c->sites = map_copy(map, parts->sites, parts->site_count, sizeof *c->sites);
    c->vertices = map_copy(map, parts->vertices, parts->vertex_count, sizeof *c->vertices);
    c->edges = map_copy(map, parts->edges, parts->edge_count, sizeof *c->edges);
    c->breakpoints =
        map_copy(map, parts->breakpoints, parts->breakpoint_count, sizeof *c->breakpoints);
    c->overlaps = map_copy(map, parts->overlaps, parts->overlap_count, sizeof *c->overlaps);
    c->ends = map_take(map, 2 * (size_t)parts->edge_count, sizeof *c->ends);
    return c->sites != NULL && c->vertices != NULL && c->edges != NULL && c->breakpoints != NULL &&
           c->overlaps != NULL && c->ends != NULL &&
           map_copy_blocking(map, &parts->blocking, &c->blocking);
}

/* ---- Nearest points -------------------------------------------------------------------------- */

static void set_nearest(const corridor *c, corridor_breakpoint *breakpoint,
                        const corridor_breakpoint *piece) {
    wend_point at = {(double)breakpoint->position.x, (double)breakpoint->position.y};
    const corridor_site *site = &c->sites[piece->left_site];
    wend_point left = corridor_foot(site, at);
    wend_point right = corridor_foot(&c->sites[piece->right_site], at);
    breakpoint->left = (wend_vec2){(float)left.x, (float)left.y};
    breakpoint->right = (wend_vec2){(float)right.x, (float)right.y};
    breakpoint->clearance = (float)corridor_site_distance(site, at);
}

static void measure_edge(corridor *c, corridor_edge *edge) {
    corridor_breakpoint *breakpoints = &c->breakpoints[edge->first];
    double length = 0.0;
    edge->least_clearance = INFINITY;
    for (uint32_t i = 0; i < edge->count; i++) {
        bool last = i + 1 == edge->count;
        set_nearest(c, &breakpoints[i], &breakpoints[last ? i - 1 : i]);
        edge->least_clearance = fminf(edge->least_clearance, breakpoints[i].clearance);
        length += last ? 0.0 : corridor_length(c, edge->first + i);
    }
    edge->length = (float)length;
    c->vertices[edge->from].clearance = breakpoints[0].clearance;
    c->vertices[edge->to].clearance = breakpoints[edge->count - 1].clearance;
}

/* ---- Edges at vertices ----------------------------------------------------------------------- */

static bool list_ends(corridor *c, memory *heap) {
    size_t size = ((size_t)c->vertex_count + 1) * sizeof(uint32_t);
    uint32_t *table = memory_get(heap, size);
    if (table == NULL) {
        return false;
    }
    graph g = {c->edges, sizeof *c->edges, c->edge_count, c->vertex_count};
    graph_list_ends(&g, table, c->ends);
    for (uint32_t i = 0; i < c->vertex_count; i++) {
        c->vertices[i].first = table[i];
        c->vertices[i].count = table[i + 1] - table[i];
        c->vertices[i].clearance = 0.0F;
    }
    c->cycles = graph_count_cycles(&g, table);
    memory_free(heap, table, size);
    return true;
}

/* ---- Creation -------------------------------------------------------------------------------- */

uint64_t corridor_hash(const void *data, uint64_t hash) {
    const corridor *c = data;
    hash = hash_combine(hash, c->layer_count);
    hash = hash_bytes(c->sites, c->site_count * sizeof *c->sites, hash);
    for (uint32_t i = 0; i < c->edge_count; i++) {
        const corridor_edge *edge = &c->edges[i];
        hash = hash_combine(hash, (uint64_t)edge->from << 32 | edge->to);
        uint32_t marks = (uint32_t)edge->flags << 16 | edge->layer;
        hash = hash_combine(hash, (uint64_t)edge->count << 32 | marks);
    }
    hash = hash_bytes(c->breakpoints, c->breakpoint_count * sizeof *c->breakpoints, hash);
    hash = hash_bytes(c->overlaps, c->overlap_count * sizeof *c->overlaps, hash);
    return blocking_hash(&c->blocking, hash);
}

wend_result corridor_finish(wend_map *map, wend_error *error) {
    corridor *c = map->data;
    memory heap;
    memory_init(&heap, &map->memory.allocator);
    if (!list_ends(c, &heap)) {
        return error_no_memory(error, "the map");
    }
    for (uint32_t i = 0; i < c->edge_count; i++) {
        measure_edge(c, &c->edges[i]);
    }
    return corridor_build_index(c, &map->arena, &heap) ? WEND_OK
                                                       : error_no_memory(error, "the map");
}
