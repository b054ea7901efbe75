/* Collects the vertices and edges of a roadmap that does not come from lines, and brings them into
 * the order of the map. Unlike lines, edges that cross are not joined.
 *
 * An edge that no disc can follow, not even one of radius 0, is left out. Vertices that an edge
 * without length joins become one vertex. Cost: O(n log n), plus the cost of the clearances
 * (clearance.c). */
#include "base/error.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "build/cross.h"
#include "build/roadmap/roadmap.h"
#include "geom/vec.h"
#include "map/map.h"
#include <math.h>

/* Share of the work that is done before the edges are measured, and after that. */
static const double MEASURED_FROM = 0.6, MEASURED_TO = 0.9;

/* ---- Collecting ------------------------------------------------------------------------------ */

uint32_t roadmap_add_vertex(roadmap_builder *b, wend_location at, uint32_t link) {
    roadmap_network *n = &b->network;
    if (!memory_grow(&b->heap, (void **)&n->vertices, sizeof *n->vertices, &n->vertex_capacity,
                     n->vertex_count + 1) ||
        !memory_grow(&b->heap, (void **)&n->links, sizeof *n->links, &n->link_capacity,
                     n->vertex_count + 1)) {
        return ROADMAP_NONE;
    }
    uint32_t layer = at.layer;
    if (link != SPACE_NONE) {
        const wend_link *on = &b->space->links[link];
        layer = on->left_layer < on->right_layer ? on->left_layer : on->right_layer;
    }
    n->links[n->vertex_count] = link;
    n->vertices[n->vertex_count] = (roadmap_vertex){
        .position = at.position, .layer = layer, .clearance = WEND_ROADMAP_MAX_CLEARANCE};
    return n->vertex_count++;
}

bool roadmap_add_edge(roadmap_builder *b, uint32_t from, uint32_t to, uint32_t layer) {
    roadmap_network *n = &b->network;
    if (!memory_grow(&b->heap, (void **)&n->edges, sizeof *n->edges, &n->edge_capacity,
                     n->edge_count + 1)) {
        return false;
    }
    n->edges[n->edge_count++] = (roadmap_edge){.from = from, .to = to, .layer = layer};
    return true;
}

uint32_t roadmap_add_straight(roadmap_builder *b, uint32_t from, uint32_t to, uint32_t layer) {
    wend_vec2 end = b->network.vertices[to].position;
    wend_location at = {b->network.vertices[from].position, layer};
    for (uint32_t i = 0; i <= b->space->link_count; i++) {
        double share = 0.0;
        const wend_link *link = cross_find_link(b->space, at, end, &share);
        uint32_t index = link != NULL ? (uint32_t)(link - b->space->links) : SPACE_NONE;
        if (link == NULL || index == b->network.links[to]) {
            break;
        }
        at.position = vec_lerp(at.position, end, (float)share);
        uint32_t cut = roadmap_add_vertex(b, at, index);
        if (cut == ROADMAP_NONE || !roadmap_add_edge(b, from, cut, at.layer)) {
            return ROADMAP_NONE;
        }
        at.layer = at.layer == link->left_layer ? link->right_layer : link->left_layer;
        from = cut;
    }
    return roadmap_add_edge(b, from, to, at.layer) ? at.layer : ROADMAP_NONE;
}

static bool has_room(const roadmap_builder *b, wend_vec2 at, uint32_t layer, double radius) {
    float limit = (float)radius;
    return wend_space_clearance(b->space, (wend_location){at, layer}, limit, 1) >= limit;
}

bool roadmap_add_link_vertices(roadmap_builder *b, double radius, double spacing) {
    bool good = true;
    for (uint32_t i = 0; i < b->space->link_count && good; i++) {
        const wend_link *link = &b->space->links[i];
        double length = (double)vec_length(vec_sub(link->b, link->a)) - 2.0 * radius;
        uint32_t count = length > 0.0 ? 1 + (uint32_t)(length / spacing) : 1;
        for (uint32_t k = 0; k < count && good; k++) {
            float share = ((float)k + 0.5F) / (float)count;
            float inset = length > 0.0 ? (float)(radius / (length + 2.0 * radius)) : 0.0F;
            wend_location at = {vec_lerp(link->a, link->b, inset + share * (1.0F - 2.0F * inset)),
                                0};
            good = !has_room(b, at.position, link->left_layer, radius) ||
                   !has_room(b, at.position, link->right_layer, radius) ||
                   roadmap_add_vertex(b, at, i) != ROADMAP_NONE;
        }
    }
    return good;
}

wend_result roadmap_report(const roadmap_builder *b, double share) {
    return watch_report(&b->progress, share) ? WEND_OK : map_fail_cancelled(b->error);
}

/* ---- Finishing ------------------------------------------------------------------------------- */

static bool edge_before(const void *left, const void *right) {
    return roadmap_edge_before(left, right);
}

/* Joins vertices between which there is no distance. Returns false if out of memory. */
static bool join_vertices(roadmap_builder *b) {
    roadmap_network *n = &b->network;
    uint32_t *parents = memory_get_array(&b->heap, (size_t)n->vertex_count + 1, sizeof *parents);
    if (parents == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < n->vertex_count; i++) {
        parents[i] = i;
    }
    uint32_t joined = 0;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const roadmap_edge *edge = &n->edges[i];
        if (vec_equal(n->vertices[edge->from].position, n->vertices[edge->to].position)) {
            uint32_t p = union_find_root(parents, edge->from);
            uint32_t q = union_find_root(parents, edge->to);
            parents[p < q ? q : p] = p < q ? p : q;
            joined += p != q;
        }
    }
    for (uint32_t i = 0; i < n->edge_count && joined > 0; i++) {
        n->edges[i].from = union_find_root(parents, n->edges[i].from);
        n->edges[i].to = union_find_root(parents, n->edges[i].to);
    }
    /* Vertices are numbered again without those that were joined to another. A root comes before
     * all that were joined to it. */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->vertex_count; i++) {
        bool is_root = parents[i] == i;
        uint32_t layer = n->vertices[i].layer;
        if (is_root) {
            n->vertices[kept] = n->vertices[i];
            n->links[kept] = n->links[i];
            parents[i] = kept++;
        } else {
            uint32_t at = parents[i] = parents[parents[i]];
            n->vertices[at].layer = layer < n->vertices[at].layer ? layer : n->vertices[at].layer;
        }
    }
    for (uint32_t i = 0; i < n->edge_count && joined > 0; i++) {
        n->edges[i].from = parents[n->edges[i].from];
        n->edges[i].to = parents[n->edges[i].to];
    }
    memory_free(&b->heap, parents, ((size_t)n->vertex_count + 1) * sizeof *parents);
    n->vertex_count = kept;
    return true;
}

/* Sorts the edges, and removes duplicates and edges without length. Returns false if out of memory.
 */
static bool sort_edges(roadmap_builder *b) {
    roadmap_network *n = &b->network;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        roadmap_edge *edge = &n->edges[i];
        uint32_t from = edge->from < edge->to ? edge->from : edge->to;
        edge->to = edge->from + edge->to - from;
        edge->from = from;
    }
    if (n->edge_count > 0 &&
        !sort_stable_with(&b->heap, n->edges, n->edge_count, sizeof *n->edges, edge_before)) {
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        if (n->edges[i].from != n->edges[i].to &&
            (kept == 0 || roadmap_edge_before(&n->edges[kept - 1], &n->edges[i]))) {
            n->edges[kept++] = n->edges[i];
        }
    }
    n->edge_count = kept;
    return true;
}

/* Measures all vertices and edges, and leaves out edges that a wall blocks. */
static wend_result measure(roadmap_builder *b) {
    roadmap *parts = &b->parts;
    for (uint32_t i = 0; i < parts->vertex_count; i++) {
        roadmap_measure_vertex(b, i, parts->vertices[i].layer);
    }
    for (uint32_t i = 0; i < parts->edge_count; i++) {
        roadmap_measure_vertex(b, parts->edges[i].from, parts->edges[i].layer);
        roadmap_measure_vertex(b, parts->edges[i].to, parts->edges[i].layer);
    }
    watcher part = watch_part(&b->progress, MEASURED_FROM, MEASURED_TO);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parts->edge_count; i++) {
        if (!watch_count(&part, i, parts->edge_count)) {
            return map_fail_cancelled(b->error);
        }
        if (roadmap_is_edge_open(b, &parts->edges[i], 0.0F)) {
            parts->edges[kept] = parts->edges[i];
            roadmap_measure_edge(b, &parts->edges[kept++]);
        }
    }
    parts->edge_count = kept;
    return WEND_OK;
}

wend_result roadmap_finish_network(roadmap_builder *b) {
    roadmap_network *n = &b->network;
    if (!join_vertices(b) || !sort_edges(b)) {
        return error_no_memory(b->error, "a roadmap");
    }
    b->parts.vertices = n->vertices;
    b->parts.vertex_count = n->vertex_count;
    b->parts.edges = n->edges;
    b->parts.edge_count = n->edge_count;
    return measure(b);
}

void roadmap_free_network(roadmap_builder *b) {
    roadmap_network *n = &b->network;
    memory_free(&b->heap, n->vertices, n->vertex_capacity * sizeof *n->vertices);
    memory_free(&b->heap, n->links, n->link_capacity * sizeof *n->links);
    memory_free(&b->heap, n->edges, n->edge_capacity * sizeof *n->edges);
}
