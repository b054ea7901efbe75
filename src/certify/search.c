/* Distances in the graph of a net, by Dijkstra's algorithm (1959). Arcs are not stored: they are
 * computed when a node is settled.
 *
 * A distance is at most the sum of the previous one and the cost of the arc, in exact arithmetic:
 * each sum is rounded down by more than the error that rounding can make. The differences of
 * distances therefore obey the bounds that arcs.c derives. The verifier, which trusts nothing of
 * this, leaves room for the same relative error.
 *
 * Cost: O(m) arcs for m pairs of points of the same triangle, and O(log m) for each improvement. */
#include "certify/search.h"

#include <math.h>
#include <string.h>

static const double SHARE = 1.0 - 1e-9;        /* of the cost of an arc */
static const double ROUNDING = 16.0 * 0x1p-53; /* of a distance */

bool search_begin(search *s, const net *n, memory *heap) {
    *s = (search){.n = n, .heap = heap};
    s->distances = memory_get_array(heap, n->node_count, sizeof *s->distances);
    s->lengths = memory_get_array(heap, n->node_count, sizeof *s->lengths);
    s->settled = memory_get_array(heap, n->node_count, sizeof *s->settled);
    s->open.items = memory_get_array(heap, n->node_count, sizeof *s->open.items);
    s->open.positions = memory_get_array(heap, n->node_count, sizeof *s->open.positions);
    s->arcs.lengths = memory_get_array(heap, n->most_slots, sizeof *s->arcs.lengths);
    s->arcs.costs = memory_get_array(heap, n->most_slots, sizeof *s->arcs.costs);
    return s->distances != NULL && s->lengths != NULL && s->settled != NULL &&
           s->open.items != NULL && s->open.positions != NULL && s->arcs.lengths != NULL &&
           s->arcs.costs != NULL;
}

void search_end(search *s) {
    memory_free(s->heap, s->distances, s->n->node_count * sizeof *s->distances);
    memory_free(s->heap, s->lengths, s->n->node_count * sizeof *s->lengths);
    memory_free(s->heap, s->settled, s->n->node_count * sizeof *s->settled);
    memory_free(s->heap, s->arcs.lengths, s->n->most_slots * sizeof *s->arcs.lengths);
    memory_free(s->heap, s->arcs.costs, s->n->most_slots * sizeof *s->arcs.costs);
    memory_free(s->heap, s->open.items, s->n->node_count * sizeof *s->open.items);
    memory_free(s->heap, s->open.positions, s->n->node_count * sizeof *s->open.positions);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Marks the interval that begins at slot k if a point sees it with a larger spread than allowed. */
static void mark_interval(const search *s, double x, double y, uint32_t k, double allowed) {
    search_marks *marks = s->marks;
    double spread = arcs_spread(s->n, x, y, k) / allowed;
    if (spread > 1.0) {
        /* The spread of a piece is that of the interval, divided by the square of their number. */
        uint8_t pieces = spread <= 4.0 ? 2 : spread <= 16.0 ? 4 : NET_MOST_PIECES;
        marks->marked += marks->pieces[k] == 1;
        marks->pieces[k] = pieces > marks->pieces[k] ? pieces : marks->pieces[k];
    }
}

/* Marks the intervals at a slot, as a point sees them over an arc of the given full cost. A spread
 * 1 - cos(phi) makes the arc lose the share 1 - cos(phi / 2), which is at least a quarter of it. */
static void mark_slot(const search *s, double x, double y, uint32_t slot, double full) {
    double allowed = 4.0 * s->marks->loss / full;
    const net_edge *edge = &s->n->edges[s->n->slots.edges[slot]];
    if (slot > edge->first) {
        mark_interval(s, x, y, slot - 1, allowed);
    }
    if (slot + 1 < edge->first + edge->count) {
        mark_interval(s, x, y, slot, allowed);
    }
}

/* True if a path below the threshold uses the arc from a settled node, and the arc loses much. */
static bool is_critical(const search *s, uint32_t from, uint32_t to, double cost, double full) {
    const search_marks *marks = s->marks;
    return marks != NULL && full - cost > marks->loss &&
           s->distances[from] + cost + marks->from_start[to] < marks->threshold;
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

static void relax(search *s, uint32_t from, uint32_t to, double cost, double full) {
    double base = s->distances[from];
    double sum = base + (s->plain ? full : cost * SHARE - (base + cost) * ROUNDING);
    double distance = sum > base ? sum : base;
    if (distance < s->distances[to] && !s->settled[to]) {
        s->distances[to] = distance;
        s->lengths[to] = s->lengths[from] + full;
        open_list_push(&s->open, to, distance);
    }
}

/* True if arcs to a slot change nothing: its node is settled, and nothing is to be marked. */
static bool is_finished(const search *s, uint32_t slot) {
    return s->marks == NULL && s->settled[s->n->slots.nodes[slot]];
}

/* Relaxes the arcs from a slot to those of another edge of a face. */
static void relax_edge(search *s, uint32_t from, uint32_t slot, uint32_t edge, double weight) {
    const net *n = s->n;
    const net_edge *to = &n->edges[edge];
    uint32_t first = 0, last = to->count - 1;
    while (first <= last && is_finished(s, to->first + first)) {
        first++;
    }
    while (last > first && is_finished(s, to->first + last)) {
        last--;
    }
    if (first > last) {
        return;
    }
    arcs_from_slot(n, slot, to, first, last, weight, &s->arcs);
    s->work += last - first + 1;
    for (uint32_t j = first; j <= last; j++) {
        double cost = s->arcs.costs[j], full = weight * s->arcs.lengths[j];
        uint32_t node = n->slots.nodes[to->first + j];
        relax(s, from, node, cost, full);
        if (is_critical(s, from, node, cost, full)) {
            mark_slot(s, n->slots.x[slot], n->slots.y[slot], to->first + j, full);
            mark_slot(s, n->slots.x[to->first + j], n->slots.y[to->first + j], slot, full);
        }
    }
}

/* Relaxes the arcs within a face from one of its slots, on edge `k` of the face. */
static void relax_slot(search *s, uint32_t from, uint32_t f, uint32_t k, uint32_t slot) {
    const net *n = s->n;
    const net_slots *slots = &n->slots;
    const net_face *face = &n->faces[f];
    const net_edge *edge = &n->edges[face->edges[k]];
    relax_edge(s, from, slot, face->edges[(k + 1) % 3], face->weight);
    relax_edge(s, from, slot, face->edges[(k + 2) % 3], face->weight);
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t next = side == 0 ? slot - 1 : slot + 1;
        if (next >= edge->first && next < edge->first + edge->count) {
            double dx = slots->x[next] - slots->x[slot], dy = slots->y[next] - slots->y[slot];
            double cost = face->weight * sqrt(dx * dx + dy * dy);
            relax(s, from, slots->nodes[next], cost, cost);
        }
    }
    for (uint32_t i = 0; i < NET_ANCHORS; i++) {
        const net_anchor *anchor = &n->anchors[i];
        if (anchor->face == f) {
            double length;
            double cost = arcs_to_point(n, slot, anchor->x, anchor->y, face->weight, &length);
            uint32_t node = net_anchor_node(n, i);
            relax(s, from, node, cost, face->weight * length);
            if (is_critical(s, from, node, cost, face->weight * length)) {
                mark_slot(s, anchor->x, anchor->y, slot, face->weight * length);
            }
        }
    }
}

static void relax_anchor(search *s, uint32_t from, uint32_t index) {
    const net *n = s->n;
    const net_anchor *anchor = &n->anchors[index], *other = &n->anchors[1 - index];
    const net_face *face = &n->faces[anchor->face];
    for (uint32_t k = 0; k < 3; k++) {
        const net_edge *to = &n->edges[face->edges[k]];
        arcs_from_point(n, anchor->x, anchor->y, to, face->weight, &s->arcs);
        s->work += to->count;
        for (uint32_t j = 0; j < to->count; j++) {
            double cost = s->arcs.costs[j], full = face->weight * s->arcs.lengths[j];
            uint32_t node = n->slots.nodes[to->first + j];
            relax(s, from, node, cost, full);
            if (is_critical(s, from, node, cost, full)) {
                mark_slot(s, anchor->x, anchor->y, to->first + j, full);
            }
        }
    }
    if (other->face == anchor->face) {
        double dx = other->x - anchor->x, dy = other->y - anchor->y;
        double cost = face->weight * sqrt(dx * dx + dy * dy);
        relax(s, from, net_anchor_node(n, 1 - index), cost, cost);
    }
}

/* Relaxes the arcs of a vertex in one face: it is the end of two edges. */
static void relax_vertex(search *s, uint32_t from, uint32_t f) {
    const net *n = s->n;
    for (uint32_t k = 0; k < 3; k++) {
        const net_edge *edge = &n->edges[n->faces[f].edges[k]];
        for (uint32_t end = 0; end < 2; end++) {
            if (edge->ends[end] == from) {
                relax_slot(s, from, f, k, edge->first + (end == 0 ? 0 : edge->count - 1));
            }
        }
    }
}

static void expand(search *s, uint32_t from) {
    const net *n = s->n;
    if (from < n->vertex_count) {
        for (uint32_t i = n->fan_starts[from]; i < n->fan_starts[from + 1]; i++) {
            relax_vertex(s, from, n->fans[i]);
        }
        return;
    }
    if (n->slot_of[from] == NET_NONE) {
        relax_anchor(s, from, from - n->vertex_count);
        return;
    }
    uint32_t slot = n->slot_of[from], e = n->slots.edges[slot];
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t f = n->edges[e].faces[side];
        for (uint32_t k = 0; f != NET_NONE && k < 3; k++) {
            if (n->faces[f].edges[k] == e) {
                relax_slot(s, from, f, k, slot);
            }
        }
    }
}

/* ---- The search ------------------------------------------------------------------------------ */

static void start(search *s, uint32_t from) {
    for (uint32_t i = 0; i < s->n->node_count; i++) {
        s->distances[i] = INFINITY;
        s->lengths[i] = INFINITY;
        s->settled[i] = false;
        s->open.positions[i] = OPEN_LIST_OUTSIDE;
    }
    s->open.count = 0;
    s->distances[from] = 0.0;
    s->lengths[from] = 0.0;
    open_list_push(&s->open, from, 0.0);
}

/* True if no path below the threshold goes through a node. Such nodes need not be expanded. */
static bool is_hopeless(const search *s, uint32_t node) {
    return s->marks != NULL &&
           s->distances[node] + s->marks->from_start[node] >= s->marks->threshold;
}

bool search_run(search *s, uint32_t from, uint32_t to, const watcher *progress) {
    start(s, from);
    uint32_t steps = 0;
    while (s->open.count > 0) {
        uint32_t node = open_list_pop(&s->open);
        s->settled[node] = true;
        if (node == to && s->marks == NULL) {
            break;
        }
        if (!is_hopeless(s, node)) {
            expand(s, node);
        }
        if (steps++ % 256 == 0 && watch_is_cancelled(progress)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < s->n->node_count; i++) {
        s->distances[i] = fmin(s->distances[i], s->distances[to]);
    }
    return true;
}
