/* Makes the vertices and edges of a network from its noded lines, and finds what doors and obstacle
 * classes leave of their clearance.
 *
 * Cost: O(n log n), plus the cost of the clearances (clearance.c). */
#include "base/error.h"
#include "base/sort.h"
#include "build/blockers.h"
#include "build/roadmap/roadmap.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>

/* ---- Order ----------------------------------------------------------------------------------- */

static bool vertex_before(const void *left, const void *right) {
    const roadmap_vertex *p = left, *q = right;
    int order = noding_compare(p->position, q->position);
    return order != 0 ? order < 0 : p->layer < q->layer;
}

static bool link_point_before(const void *left, const void *right) {
    const roadmap_link_point *p = left, *q = right;
    return noding_compare(p->position, q->position) < 0;
}

static bool edge_before(const void *left, const void *right) {
    return roadmap_edge_before(left, right);
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* Returns the index of the first link point at a position. If there is none, returns the index at
 * which such a point would be inserted. */
static uint32_t find_link_point(const roadmap_builder *b, wend_vec2 position) {
    uint32_t low = 0, high = b->link_point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (noding_compare(b->link_points[middle].position, position) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the layer that represents a position on links: the lowest of the layers joined there. */
static uint32_t layer_at(const roadmap_builder *b, wend_vec2 position, uint32_t layer) {
    bool joined[WEND_MAX_LAYERS] = {false};
    uint32_t first = find_link_point(b, position), end = first;
    while (end < b->link_point_count && vec_equal(b->link_points[end].position, position)) {
        end++;
    }
    joined[layer] = true;
    for (bool more = first < end; more;) {
        more = false;
        for (uint32_t i = first; i < end; i++) {
            const roadmap_link_point *link_point = &b->link_points[i];
            more |= joined[link_point->low] != joined[link_point->high];
            joined[link_point->low] = joined[link_point->high] =
                joined[link_point->low] || joined[link_point->high];
        }
    }
    uint32_t lowest = 0;
    while (!joined[lowest]) {
        lowest++;
    }
    return lowest;
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

/* Makes the vertices from the ends of all pieces, sorted and without duplicates. */
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
    if (!sort_stable_with(&b->heap, all, count, sizeof *all, vertex_before)) {
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || vertex_before(&all[kept - 1], &all[i])) {
            all[kept++] = all[i];
            all[kept - 1].clearance = WEND_ROADMAP_MAX_CLEARANCE;
        }
    }
    b->parts.vertices = all;
    b->parts.vertex_count = kept;
    return true;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void add_edge(roadmap_builder *b, const pairs_segment *s, uint32_t layer) {
    uint32_t p = find_vertex(b, s->a, layer), q = find_vertex(b, s->b, layer);
    b->parts.edges[b->parts.edge_count++] =
        (roadmap_edge){.from = p < q ? p : q, .to = p < q ? q : p, .layer = layer};
    roadmap_measure_vertex(b, p, layer);
    roadmap_measure_vertex(b, q, layer);
}

static bool sort_link_points(roadmap_builder *b) {
    return b->link_point_count == 0 ||
           sort_stable_with(&b->heap, b->link_points, b->link_point_count, sizeof *b->link_points,
                            link_point_before);
}

wend_result roadmap_make_edges(roadmap_builder *b) {
    uint32_t pieces = 0;
    for (uint32_t l = 0; l < b->space->layer_count; l++) {
        pieces += b->layers[l].count;
    }
    b->parts.edges = arena_take(&b->kept, ((size_t)pieces + 1) * sizeof *b->parts.edges, 16);
    if (b->parts.edges == NULL || !sort_link_points(b) || !make_vertices(b, pieces)) {
        return error_no_memory(b->error, "a roadmap");
    }
    for (uint32_t l = 0; l < b->space->layer_count; l++) {
        for (uint32_t i = 0; i < b->layers[l].count; i++) {
            add_edge(b, &b->layers[l].items[i], l);
        }
    }
    if (!sort_stable_with(&b->heap, b->parts.edges, b->parts.edge_count, sizeof *b->parts.edges,
                          edge_before)) {
        return error_no_memory(b->error, "a roadmap");
    }
    for (uint32_t i = 0; i < b->parts.edge_count; i++) {
        roadmap_measure_edge(b, &b->parts.edges[i]);
    }
    return WEND_OK;
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static blocker_part get_part(void *context, uint32_t index) {
    const roadmap_builder *b = context;
    const roadmap_edge *edge = &b->parts.edges[index];
    wend_vec2 from = b->parts.vertices[edge->from].position;
    wend_vec2 to = b->parts.vertices[edge->to].position;
    wend_vec2 reach = {edge->clearance, edge->clearance};
    return (blocker_part){
        {from, edge->layer}, vec_sub(vec_min(from, to), reach), vec_add(vec_max(from, to), reach)};
}

static double measure_clearance(void *context, uint32_t index, const blocker_wall *walls,
                                const uint32_t *near, uint32_t count) {
    const roadmap_builder *b = context;
    const roadmap_edge *edge = &b->parts.edges[index];
    double least = (double)edge->clearance;
    for (uint32_t i = 0; i < count; i++) {
        least = fmin(least, segment_distance(b->parts.vertices[edge->from].position,
                                             b->parts.vertices[edge->to].position, walls[near[i]].a,
                                             walls[near[i]].b));
    }
    return least < (double)edge->clearance ? least : -1.0;
}

wend_result roadmap_find_limits(roadmap_builder *b) {
    blocker_parts edges = {b->parts.edge_count, get_part, measure_clearance, b};
    blocker_task task = {b->space, b->def->doors, b->def->door_count, &b->kept, &b->heap};
    return blockers_find_limits(&task, &edges, &b->parts.blocking, b->error);
}
