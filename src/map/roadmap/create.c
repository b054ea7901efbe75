/* Creates a roadmap: copies and verifies what a builder or a loader provides, and derives the
 * lengths, the edges at each vertex, the cycles and the index of edges. O(n log n). */
#include <math.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/union_find.h"
#include "geom/vec.h"
#include "map/cells.h"
#include "map/graph.h"
#include "map/map.h"
#include "map/roadmap/roadmap.h"

static const float MAX_COORDINATE = 32768.0F; /* m: largest allowed coordinate */
static const uint32_t MAX_ITEMS = 1U << 28;

/* ---- Verification ---------------------------------------------------------------------------- */

static bool is_clearance(float clearance) {
    return clearance >= 0.0F && clearance <= WEND_ROADMAP_MAX_CLEARANCE;
}

static const char *check_vertex(const roadmap *r, const roadmap_vertex *v) {
    if (!(fabsf(v->position.x) <= MAX_COORDINATE && fabsf(v->position.y) <= MAX_COORDINATE) ||
        v->layer >= r->layer_count) {
        return "a vertex is not finite, too far away, or on a layer that does not exist";
    }
    return is_clearance(v->clearance) ? NULL : "the clearance of a vertex is out of range";
}

bool roadmap_edge_before(const roadmap_edge *a, const roadmap_edge *b) {
    return a->from != b->from ? a->from < b->from
           : a->to != b->to   ? a->to < b->to
                              : a->layer < b->layer;
}

static const char *check_edge(const roadmap *r, uint32_t index) {
    const roadmap_edge *e = &r->edges[index];
    if (e->from >= e->to || e->to >= r->vertex_count || e->layer >= r->layer_count) {
        return "an edge's vertices or layer are out of range or out of order";
    }
    if (index > 0 && !roadmap_edge_before(&e[-1], e)) {
        return "edges are out of order or duplicated";
    }
    if (vec_equal(r->vertices[e->from].position, r->vertices[e->to].position)) {
        return "an edge has no length";
    }
    return is_clearance(e->clearance) ? NULL : "the clearance of an edge is out of range";
}

const char *roadmap_verify(const void *draft) {
    const roadmap *parts = draft;
    if (parts->layer_count == 0 || parts->layer_count > WEND_MAX_LAYERS) {
        return "it has too few or too many layers";
    }
    if (parts->vertex_count > MAX_ITEMS || parts->edge_count > MAX_ITEMS) {
        return "it is too large";
    }
    const char *wrong = NULL;
    for (uint32_t i = 0; i < parts->vertex_count && wrong == NULL; i++) {
        wrong = check_vertex(parts, &parts->vertices[i]);
    }
    for (uint32_t i = 0; i < parts->edge_count && wrong == NULL; i++) {
        wrong = check_edge(parts, i);
    }
    return wrong != NULL ? wrong
                         : blocking_verify(&parts->blocking, parts->layer_count, parts->edge_count);
}

/* ---- Creation -------------------------------------------------------------------------------- */

bool roadmap_copy(wend_map *map, const void *draft) {
    const roadmap *parts = draft;
    roadmap *r = map->data;
    r->vertices = map_copy(map, parts->vertices, parts->vertex_count, sizeof *r->vertices);
    r->edges = map_copy(map, parts->edges, parts->edge_count, sizeof *r->edges);
    r->ends = map_take(map, 2 * (size_t)parts->edge_count, sizeof *r->ends);
    return r->vertices != NULL && r->edges != NULL && r->ends != NULL &&
           map_copy_blocking(map, &parts->blocking, &r->blocking);
}

static void measure_edges(roadmap *r) {
    for (uint32_t i = 0; i < r->edge_count; i++) {
        roadmap_edge *edge = &r->edges[i];
        wend_vec2 a = r->vertices[edge->from].position, b = r->vertices[edge->to].position;
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
        edge->length = (float)sqrt(x * x + y * y);
        edge->flags = 0;
    }
    for (uint32_t i = 0; i < r->blocking.limit_count; i++) {
        r->edges[r->blocking.limits[i].part].flags |= ROADMAP_BLOCKABLE;
    }
}

/* Returns the number of vertices in the largest connected piece. `parents` comes from
 * graph_count_cycles; `counts` has room for all vertices. */
static uint32_t measure_largest_piece(uint32_t *parents, uint32_t *counts, uint32_t count) {
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        counts[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = ++counts[union_find_root(parents, i)];
        largest = size > largest ? size : largest;
    }
    return largest;
}

static bool list_ends(roadmap *r, memory *heap) {
    size_t room = (size_t)r->vertex_count + 1, size = 2 * room * sizeof(uint32_t);
    uint32_t *table = memory_get(heap, size);
    if (table == NULL) {
        return false;
    }
    graph g = {r->edges, sizeof *r->edges, r->edge_count, r->vertex_count};
    graph_list_ends(&g, table, r->ends);
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        r->vertices[i].first = table[i];
        r->vertices[i].count = table[i + 1] - table[i];
    }
    r->cycles = graph_count_cycles(&g, table);
    r->largest = measure_largest_piece(table, table + room, r->vertex_count);
    memory_free(heap, table, size);
    return true;
}

static bool index_edges(wend_map *map, memory *heap) {
    roadmap *r = map->data;
    size_t room = (size_t)r->edge_count + 1;
    cells_segment *segments = memory_get_array(heap, room, sizeof *segments);
    if (segments == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < r->edge_count; i++) {
        const roadmap_edge *edge = &r->edges[i];
        segments[i] = (cells_segment){r->vertices[edge->from].position,
                                      r->vertices[edge->to].position, edge->layer};
    }
    r->cells = cells_build_for_segments(segments, r->edge_count, r->layer_count, &map->arena, heap);
    memory_free(heap, segments, room * sizeof *segments);
    return r->cells != NULL;
}

static uint64_t hash_float(uint64_t hash, float value) {
    return hash_bytes(&value, sizeof value, hash);
}

uint64_t roadmap_hash(const void *data, uint64_t hash) {
    const roadmap *r = data;
    hash = hash_combine(hash, r->layer_count);
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        const roadmap_vertex *v = &r->vertices[i];
        hash = hash_bytes(&v->position, sizeof v->position, hash_combine(hash, v->layer));
        hash = hash_float(hash, v->clearance);
    }
    for (uint32_t i = 0; i < r->edge_count; i++) {
        const roadmap_edge *edge = &r->edges[i];
        hash = hash_combine(hash, (uint64_t)edge->from << 32 | edge->to);
        hash = hash_float(hash_combine(hash, edge->layer), edge->clearance);
    }
    return blocking_hash(&r->blocking, hash);
}

wend_result roadmap_finish(wend_map *map, wend_error *error) {
    memory heap;
    memory_init(&heap, &map->memory.allocator);
    if (!list_ends(map->data, &heap) || !index_edges(map, &heap) ||
        !roadmap_index_vertices(map, &heap)) {
        return error_no_memory(error, "the map");
    }
    measure_edges(map->data);
    return WEND_OK;
}
