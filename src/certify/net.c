/* Builds a net of points on the edges of a triangulation: see net.h. Corners of triangle i are 3 i
 * to 3 i + 2, because each polygon of a terrain map has three. Cost: O(n). */
#include "certify/net.h"

#include <math.h>
#include <string.h>

#include "base/union_find.h"

/* ---- Topology -------------------------------------------------------------------------------- */

static uint32_t face_of_polygon(const uint32_t *faces, uint32_t polygon) {
    return polygon == NAVMESH_NONE ? NET_NONE : faces[polygon];
}

static uint32_t add_edge(net *n, uint32_t corner, uint32_t face, uint32_t across) {
    n->edges[n->edge_count] = (net_edge){.corner = corner, .faces = {face, across}};
    return n->edge_count++;
}

/* Makes a face of each open polygon. `face_of` receives the face of each polygon. */
static void add_faces(net *n, const double *weights, uint32_t *face_of) {
    for (uint32_t i = 0; i < n->level->polygon_count; i++) {
        face_of[i] = NET_NONE;
        if (isfinite(weights[i])) {
            face_of[i] = n->face_count;
            n->faces[n->face_count++] = (net_face){.polygon = i, .weight = weights[i]};
        }
    }
}

/* Makes the edges. Two faces share an edge if each is the neighbour of the other across it. */
static void add_edges(net *n, const uint32_t *face_of, uint32_t *edge_of_corner) {
    for (uint32_t f = 0; f < n->face_count; f++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = 3 * n->faces[f].polygon + k, twin = n->level->twins[corner];
            uint32_t across = face_of_polygon(face_of, n->level->neighbours[corner]);
            bool known = across != NET_NONE && across < f;
            edge_of_corner[corner] = known ? edge_of_corner[twin] : add_edge(n, corner, f, across);
            n->faces[f].edges[k] = edge_of_corner[corner];
        }
    }
}

/* Numbers the vertices. Vertices of different layers that a shared edge joins are one. */
static void number_vertices(net *n, uint32_t *roots, uint32_t *numbers) {
    const navmesh_level *level = n->level;
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        roots[i] = i;
        numbers[i] = NET_NONE;
    }
    for (uint32_t e = 0; e < n->edge_count; e++) {
        uint32_t a = n->edges[e].corner, b = level->twins[a];
        if (n->edges[e].faces[1] != NET_NONE) {
            roots[union_find_root(roots, level->corners[a])] =
                union_find_root(roots, level->corners[net_next_corner(b)]);
            roots[union_find_root(roots, level->corners[net_next_corner(a)])] =
                union_find_root(roots, level->corners[b]);
        }
    }
    for (uint32_t e = 0; e < n->edge_count; e++) {
        const uint32_t ends[2] = {n->edges[e].corner, net_next_corner(n->edges[e].corner)};
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t root = union_find_root(roots, level->corners[ends[k]]);
            if (numbers[root] == NET_NONE) {
                numbers[root] = n->vertex_count++;
            }
            n->edges[e].ends[k] = numbers[root];
        }
    }
}

/* Returns the node of corner k of a face. */
static uint32_t corner_node(const net *n, const net_face *face, uint32_t k) {
    const net_edge *edge = &n->edges[face->edges[k]];
    return edge->ends[edge->corner == 3 * face->polygon + k ? 0 : 1];
}

/* Lists the faces of each vertex. */
static void list_fans(net *n) {
    for (uint32_t i = 0; i < 3 * n->face_count; i++) {
        n->fan_starts[corner_node(n, &n->faces[i / 3], i % 3) + 1]++;
    }
    for (uint32_t v = 0; v < n->vertex_count; v++) {
        n->fan_starts[v + 1] += n->fan_starts[v];
    }
    for (uint32_t i = 3 * n->face_count; i-- > 0;) {
        uint32_t v = corner_node(n, &n->faces[i / 3], i % 3);
        n->fans[--n->fan_starts[v + 1]] = i / 3;
    }
    /* Each start has moved to the place before it. */
    for (uint32_t v = 0; v < n->vertex_count; v++) {
        n->fan_starts[v] = n->fan_starts[v + 1];
    }
    n->fan_starts[n->vertex_count] = 3 * n->face_count;
}

/* ---- Slots ----------------------------------------------------------------------------------- */

static void free_slots(memory *heap, net_slots *s, uint32_t *slot_of, uint32_t node_count) {
    memory_free(heap, s->t, s->count * sizeof *s->t);
    memory_free(heap, s->x, s->count * sizeof *s->x);
    memory_free(heap, s->y, s->count * sizeof *s->y);
    memory_free(heap, s->nodes, s->count * sizeof *s->nodes);
    memory_free(heap, s->edges, s->count * sizeof *s->edges);
    memory_free(heap, slot_of, node_count * sizeof *slot_of);
}

static bool take_slots(memory *heap, net_slots *s, uint32_t count) {
    *s = (net_slots){.count = count};
    s->t = memory_get_array(heap, count, sizeof *s->t);
    s->x = memory_get_array(heap, count, sizeof *s->x);
    s->y = memory_get_array(heap, count, sizeof *s->y);
    s->nodes = memory_get_array(heap, count, sizeof *s->nodes);
    s->edges = memory_get_array(heap, count, sizeof *s->edges);
    return s->t != NULL && s->x != NULL && s->y != NULL && s->nodes != NULL && s->edges != NULL;
}

/* Returns the number of pieces of an interval; 1 if they would be too fine. */
static uint32_t count_pieces(double length, uint32_t pieces) {
    return length / pieces * (double)(1U << NET_DEPTH) >= 1.0 ? pieces : 1;
}

/* Writes the slots of an edge from parameters of its old slots. */
static void fill_edge(net *n, uint32_t e, const net_slots *old, const uint8_t *pieces,
                      net_slots *out) {
    net_edge *edge = &n->edges[e];
    const wend_vec2 *points = n->level->points;
    wend_vec2 a = points[edge->corner], b = points[net_next_corner(edge->corner)];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    uint32_t first = out->count, last = edge->first + edge->count - 1;
    for (uint32_t k = edge->first; k <= last; k++) {
        double length = k < last ? old->t[k + 1] - old->t[k] : 0.0;
        uint32_t count = k < last ? count_pieces(length, pieces[k]) : 1;
        for (uint32_t i = 0; i < count; i++) {
            out->t[out->count++] = old->t[k] + length * i / count;
        }
    }
    edge->first = first;
    edge->count = out->count - first;
    for (uint32_t k = first; k < out->count; k++) {
        out->x[k] = (double)a.x + out->t[k] * dx;
        out->y[k] = (double)a.y + out->t[k] * dy;
        out->edges[k] = e;
    }
    n->most_slots = edge->count > n->most_slots ? edge->count : n->most_slots;
}

static void number_slots(net *n) {
    n->node_count = n->vertex_count + NET_ANCHORS;
    memset(n->slot_of, 0xFF, n->node_count * sizeof *n->slot_of);
    for (uint32_t e = 0; e < n->edge_count; e++) {
        const net_edge *edge = &n->edges[e];
        n->slots.nodes[edge->first] = edge->ends[0];
        n->slots.nodes[edge->first + edge->count - 1] = edge->ends[1];
        for (uint32_t k = edge->first + 1; k + 1 < edge->first + edge->count; k++) {
            n->slot_of[n->node_count] = k;
            n->slots.nodes[k] = n->node_count++;
        }
    }
}

bool net_split(net *n, const uint8_t *pieces) {
    net_slots old = n->slots, made = {0};
    uint64_t count = 0;
    for (uint32_t k = 0; k < old.count; k++) {
        bool last = k + 1 == old.count || old.edges[k + 1] != old.edges[k];
        count += last ? 1 : count_pieces(old.t[k + 1] - old.t[k], pieces[k]);
    }
    uint64_t nodes = count - 2 * (uint64_t)n->edge_count + n->vertex_count + NET_ANCHORS;
    uint32_t *slot_of = NULL;
    if (count < NET_NONE && nodes < NET_NONE && take_slots(n->heap, &made, (uint32_t)count)) {
        slot_of = memory_get_array(n->heap, nodes, sizeof *slot_of);
    }
    if (slot_of == NULL) {
        free_slots(n->heap, &made, NULL, 0);
        return false;
    }
    made.count = 0;
    n->most_slots = 0;
    for (uint32_t e = 0; e < n->edge_count; e++) {
        fill_edge(n, e, &old, pieces, &made);
    }
    free_slots(n->heap, &old, n->slot_of, n->node_count);
    n->slots = made;
    n->slot_of = slot_of;
    number_slots(n);
    return true;
}

/* Begins with one interval on each edge, and divides all of them. */
static bool make_slots(net *n, uint32_t depth) {
    uint32_t count = 2 * n->edge_count, nodes = n->vertex_count + NET_ANCHORS;
    n->slot_of = memory_get_array(n->heap, nodes, sizeof *n->slot_of);
    n->node_count = nodes;
    if (!take_slots(n->heap, &n->slots, count) || n->slot_of == NULL) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        n->slots.t[k] = k % 2;
        n->slots.edges[k] = k / 2;
        n->edges[k / 2].first = k - k % 2;
        n->edges[k / 2].count = 2;
    }
    uint8_t *pieces = memory_get(n->heap, count);
    bool good = pieces != NULL;
    if (good) {
        memset(pieces, 1 << depth, count);
        good = net_split(n, pieces);
    }
    memory_free(n->heap, pieces, count);
    return good;
}

/* ---- The net --------------------------------------------------------------------------------- */

/* Builds the topology with temporary arrays for polygons, corners and vertices. */
static bool make_topology(net *n, const double *weights) {
    const navmesh_level *level = n->level;
    size_t polygons = level->polygon_count, corners = level->corner_count;
    size_t vertices = level->vertex_count;
    uint32_t *face_of = memory_get_array(n->heap, polygons, sizeof *face_of);
    uint32_t *edge_of = memory_get_array(n->heap, corners, sizeof *edge_of);
    uint32_t *roots = memory_get_array(n->heap, vertices, sizeof *roots);
    uint32_t *numbers = memory_get_array(n->heap, vertices, sizeof *numbers);
    bool good = face_of != NULL && edge_of != NULL && roots != NULL && numbers != NULL;
    if (good) {
        add_faces(n, weights, face_of);
        add_edges(n, face_of, edge_of);
        number_vertices(n, roots, numbers);
        list_fans(n);
    }
    memory_free(n->heap, face_of, polygons * sizeof *face_of);
    memory_free(n->heap, edge_of, corners * sizeof *edge_of);
    memory_free(n->heap, roots, vertices * sizeof *roots);
    memory_free(n->heap, numbers, vertices * sizeof *numbers);
    return good;
}

bool net_build(net *n, const navmesh_level *level, const double *weights, uint32_t depth,
               memory *heap) {
    *n = (net){.heap = heap, .level = level};
    size_t faces = level->polygon_count, corners = level->corner_count;
    size_t starts = (size_t)level->vertex_count + 1;
    n->faces = memory_get_array(heap, faces, sizeof *n->faces);
    n->edges = memory_get_array(heap, corners, sizeof *n->edges);
    n->fans = memory_get_array(heap, corners, sizeof *n->fans);
    n->fan_starts = memory_get_zeroed(heap, starts * sizeof *n->fan_starts);
    return n->faces != NULL && n->edges != NULL && n->fans != NULL && n->fan_starts != NULL &&
           make_topology(n, weights) && make_slots(n, depth);
}

void net_free(net *n) {
    size_t faces = n->level->polygon_count, corners = n->level->corner_count;
    memory_free(n->heap, n->faces, faces * sizeof *n->faces);
    memory_free(n->heap, n->edges, corners * sizeof *n->edges);
    memory_free(n->heap, n->fans, corners * sizeof *n->fans);
    memory_free(n->heap, n->fan_starts, ((size_t)n->level->vertex_count + 1) * sizeof *n->fans);
    free_slots(n->heap, &n->slots, n->slot_of, n->node_count);
}

uint64_t net_count_pairs(const net *n) {
    uint64_t pairs = 0;
    for (uint32_t f = 0; f < n->face_count; f++) {
        const uint32_t *e = n->faces[f].edges;
        uint64_t a = n->edges[e[0]].count, b = n->edges[e[1]].count, c = n->edges[e[2]].count;
        pairs += a * b + b * c + c * a;
    }
    return pairs;
}
