/* Vertices and edges of a network whose lines are noded, with clearance.
 *
 * The clearance of an edge is the largest radius with which a disc can go along it, to the last
 * bit, found by halving: whether a way is open to a disc is answered exactly, through links as
 * well. Cost: O(n log n), and some thirty looks along each edge. */
#include "base/sort.h"
#include "build/blockers.h"
#include "build/roadmap.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>
#include <string.h>

/* ---- Order ----------------------------------------------------------------------------------- */

static int compare_points(wend_vec2 p, wend_vec2 q) {
    return p.x != q.x ? (p.x < q.x ? -1 : 1) : p.y != q.y ? (p.y < q.y ? -1 : 1) : 0;
}

static bool vertex_before(const void *left, const void *right) {
    const roadmap_vertex *p = left, *q = right;
    int order = compare_points(p->position, q->position);
    return order != 0 ? order < 0 : p->layer < q->layer;
}

static bool gate_before(const void *left, const void *right) {
    const roadmap_gate *p = left, *q = right;
    int order = compare_points(p->position, q->position);
    return order != 0 ? order < 0 : p->high != q->high ? p->high < q->high : p->low < q->low;
}

static bool edge_before(const void *left, const void *right) {
    const roadmap_edge *p = left, *q = right;
    return p->from != q->from ? p->from < q->from
           : p->to != q->to   ? p->to < q->to
                              : p->layer < q->layer;
}

static bool sort_all(roadmap_builder *b, void *items, size_t count, size_t size,
                     sort_before *before) {
    void *scratch = memory_get_array(&b->heap, count + 1, size);
    if (scratch != NULL) {
        sort_stable(items, scratch, count, size, before);
        memory_free(&b->heap, scratch, (count + 1) * size);
    }
    return scratch != NULL;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* The layer that a place on links is told with: the lowest that they lead down to. */
static uint32_t layer_at(const roadmap_builder *b, wend_vec2 position, uint32_t layer) {
    for (;;) {
        roadmap_gate wanted = {position, 0, layer};
        uint32_t low = 0, high = b->gate_count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (gate_before(&b->gates[middle], &wanted)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const roadmap_gate *found = &b->gates[low];
        if (low == b->gate_count || found->high != layer || !vec_equal(found->position, position)) {
            return layer;
        }
        layer = found->low;
    }
}

static uint32_t find_vertex(const roadmap_builder *b, wend_vec2 position, uint32_t layer) {
    roadmap_vertex wanted = {.position = position, .layer = layer_at(b, position, layer)};
    uint32_t low = 0, high = b->parts.vertex_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vertex_before(&b->parts.vertices[middle], &wanted)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Both ends of all pieces, sorted, each once. */
static bool make_vertices(roadmap_builder *b, uint32_t pieces) {
    roadmap_vertex *all = arena_take(&b->kept, (2 * (size_t)pieces + 1) * sizeof *all, 16);
    if (all == NULL) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t l = 0; l < b->space->layer_count; l++) {
        for (uint32_t i = 0; i < b->layers[l].count; i++) {
            const pairs_segment *s = &b->layers[l].items[i];
            all[count++] = (roadmap_vertex){.position = s->a, .layer = layer_at(b, s->a, l)};
            all[count++] = (roadmap_vertex){.position = s->b, .layer = layer_at(b, s->b, l)};
        }
    }
    if (!sort_all(b, all, count, sizeof *all, vertex_before)) {
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || vertex_before(&all[kept - 1], &all[i])) {
            all[kept++] = all[i];
            all[kept - 1].clearance = WEND_ROADMAP_FARTHEST;
        }
    }
    b->parts.vertices = all;
    b->parts.vertex_count = kept;
    return true;
}

/* ---- Clearance ------------------------------------------------------------------------------- */

/* Seen from each layer that has an edge here: one may see across the link what the other does not.
 */
static void measure_vertex(const roadmap_builder *b, uint32_t vertex, uint32_t layer) {
    roadmap_vertex *v = &b->parts.vertices[vertex];
    wend_place at = {v->position, layer};
    v->clearance =
        fminf(v->clearance, wend_space_clearance(b->space, at, WEND_ROADMAP_FARTHEST, 1));
}

static bool is_open(const roadmap_builder *b, const roadmap_edge *edge, float radius) {
    wend_place from = {b->parts.vertices[edge->from].position, edge->layer};
    wend_vec2 end = b->parts.vertices[edge->to].position;
    wend_place to = {end, wend_space_layer_after(b->space, from, end)};
    return wend_space_visible(b->space, from, to, radius, 1);
}

/* Floats that are not negative are in the order of their bits. */
static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void measure_edge(const roadmap_builder *b, roadmap_edge *edge) {
    const roadmap_vertex *vertices = b->parts.vertices;
    float most = fminf(vertices[edge->from].clearance, vertices[edge->to].clearance);
    uint32_t open = 0, shut = bits_of(most);
    if (is_open(b, edge, most)) {
        edge->clearance = most;
        return;
    }
    while (open + 1 < shut) {
        uint32_t middle = open + (shut - open) / 2;
        if (is_open(b, edge, float_of(middle))) {
            open = middle;
        } else {
            shut = middle;
        }
    }
    edge->clearance = float_of(open);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void add_edge(roadmap_builder *b, const pairs_segment *s, uint32_t layer) {
    uint32_t p = find_vertex(b, s->a, layer), q = find_vertex(b, s->b, layer);
    b->parts.edges[b->parts.edge_count++] =
        (roadmap_edge){.from = p < q ? p : q, .to = p < q ? q : p, .layer = layer};
    measure_vertex(b, p, layer);
    measure_vertex(b, q, layer);
}

wend_result roadmap_make_edges(roadmap_builder *b) {
    uint32_t pieces = 0;
    for (uint32_t l = 0; l < b->space->layer_count; l++) {
        pieces += b->layers[l].count;
    }
    b->parts.edges = arena_take(&b->kept, ((size_t)pieces + 1) * sizeof *b->parts.edges, 16);
    if (b->parts.edges == NULL ||
        !sort_all(b, b->gates, b->gate_count, sizeof *b->gates, gate_before) ||
        !make_vertices(b, pieces)) {
        return roadmap_no_memory(b);
    }
    for (uint32_t l = 0; l < b->space->layer_count; l++) {
        for (uint32_t i = 0; i < b->layers[l].count; i++) {
            add_edge(b, &b->layers[l].items[i], l);
        }
    }
    if (!sort_all(b, b->parts.edges, b->parts.edge_count, sizeof *b->parts.edges, edge_before)) {
        return roadmap_no_memory(b);
    }
    for (uint32_t i = 0; i < b->parts.edge_count; i++) {
        measure_edge(b, &b->parts.edges[i]);
    }
    return WEND_OK;
}

/* ---- Blockers -------------------------------------------------------------------------------- */

typedef struct narrower {
    roadmap_builder *b;
    blocker_list blockers;
    uint32_t capacity; /* of the narrowings, which are grown */
} narrower;

static bool add_narrowing(narrower *n, uint32_t edge, uint32_t blocker, double clearance) {
    roadmap *parts = &n->b->parts;
    if (!memory_grow(&n->b->heap, (void **)&parts->narrowings, sizeof *parts->narrowings,
                     &n->capacity, parts->narrowing_count + 1)) {
        return false;
    }
    parts->narrowings[parts->narrowing_count++] = (map_narrowing){edge, blocker, (float)clearance};
    return true;
}

static bool narrow_edge(narrower *n, uint32_t index) {
    const roadmap_edge *edge = &n->b->parts.edges[index];
    wend_vec2 a = n->b->parts.vertices[edge->from].position;
    wend_vec2 b = n->b->parts.vertices[edge->to].position;
    wend_vec2 reach = {edge->clearance, edge->clearance};
    uint32_t count = blockers_near(&n->blockers, edge->layer, vec_sub(vec_min(a, b), reach),
                                   vec_add(vec_max(a, b), reach));
    const uint32_t *near = n->blockers.near.found;
    const blocker_wall *walls = n->blockers.walls;
    bool good = true;
    /* All classes, as an edge may lie within a solid of one; of doors those that come near. */
    for (uint32_t next = 0, at = 0; good && (next < n->blockers.class_count || at < count);) {
        uint32_t blocker = next < n->blockers.class_count ? next++ : walls[near[at]].blocker;
        bool covered = blockers_cover(&n->blockers, blocker, (wend_place){a, edge->layer});
        double least = covered ? 0.0 : (double)edge->clearance;
        for (; at < count && walls[near[at]].blocker == blocker; at++) {
            least = fmin(least, segment_distance(a, b, walls[near[at]].a, walls[near[at]].b));
        }
        good = (!covered && least >= (double)edge->clearance) ||
               add_narrowing(n, index, blocker, least);
    }
    return good;
}

wend_result roadmap_narrow(roadmap_builder *b) {
    narrower n = {.b = b};
    wend_result result = blockers_gather(&n.blockers, b->space, b->def->doors, b->def->door_count,
                                         &b->kept, &b->heap, b->error);
    b->parts.blockers = n.blockers.items;
    b->parts.blocker_count = n.blockers.count;
    uint32_t edges = n.blockers.wall_count > 0 ? b->parts.edge_count : 0;
    for (uint32_t i = 0; i < edges && result == WEND_OK; i++) {
        result = narrow_edge(&n, i) ? WEND_OK : roadmap_no_memory(b);
    }
    map_narrowing *kept = arena_take(&b->kept, (b->parts.narrowing_count + 1) * sizeof *kept, 16);
    if (kept != NULL && b->parts.narrowing_count > 0) {
        memcpy(kept, b->parts.narrowings, b->parts.narrowing_count * sizeof *kept);
    }
    memory_free(&b->heap, b->parts.narrowings, n.capacity * sizeof *kept);
    b->parts.narrowings = kept;
    blockers_free(&n.blockers);
    return result != WEND_OK || kept != NULL ? result : roadmap_no_memory(b);
}
