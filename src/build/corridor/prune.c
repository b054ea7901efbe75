/* Removes axis edges that reach a link on one side only. Walls are rounded to the grid where they
 * cross other walls, and where they are clipped for use on the layer across a link. Rounding may
 * therefore give a straight wall a tiny corner on one layer and not on the other. An axis edge then
 * starts at that corner. The nearest wall points on its two sides are next to each other, and the
 * edge does not continue beyond the link. Such edges are removed; no path needs them. Any other
 * mismatch is an error.
 *
 * Cost: O(n) if there is such an edge, else O(crossings). */
#include "base/error.h"
#include "build/corridor/corridor.h"
#include <math.h>

static const double SAME_CORNER = 1e-3; /* m: if the nearest wall points are this close to each
                                           other, they are at the same corner */

typedef struct pruning {
    corridor_builder *b;
    /* Per vertex: its link if the axis reaches the vertex on one side only, else CORRIDOR_NONE. */
    uint32_t *links;
    uint32_t *kept; /* per vertex that is kept: its new index */
} pruning;

/* Returns the distance (m) between the nearest wall points on the two sides of an edge, measured at
 * one of its ends. */
static double width_at(const corridor *parts, const corridor_edge *edge, bool first) {
    const corridor_breakpoint *breakpoint =
        &parts->breakpoints[edge->first + (first ? 0 : edge->count - 1)];
    const corridor_breakpoint *piece = first ? breakpoint : breakpoint - 1;
    wend_point at = {(double)breakpoint->position.x, (double)breakpoint->position.y};
    wend_point left = corridor_foot(&parts->sites[piece->left_site], at);
    wend_point right = corridor_foot(&parts->sites[piece->right_site], at);
    return fmax(fabs(left.x - right.x), fabs(left.y - right.y));
}

/* Removes edges that end at marked vertices. */
static wend_result remove_edges(pruning *p) {
    corridor *parts = &p->b->parts;
    uint32_t edges = 0, breakpoints = 0;
    for (uint32_t i = 0; i < parts->edge_count; i++) {
        corridor_edge edge = parts->edges[i];
        uint32_t link =
            p->links[edge.from] != CORRIDOR_NONE ? p->links[edge.from] : p->links[edge.to];
        if (link != CORRIDOR_NONE) {
            if (width_at(parts, &edge, p->links[edge.from] != CORRIDOR_NONE) > SAME_CORNER) {
                return corridor_reject_link(p->b, &p->b->links[link],
                                            "the axes of its layers do not meet on it");
            }
            continue;
        }
        for (uint32_t k = 0; k < edge.count; k++) {
            parts->breakpoints[breakpoints + k] = parts->breakpoints[edge.first + k];
        }
        edge.first = breakpoints;
        breakpoints += edge.count;
        parts->edges[edges++] = edge;
    }
    parts->edge_count = edges;
    parts->breakpoint_count = breakpoints;
    return WEND_OK;
}

/* Removes vertices that have no edges. */
static void remove_vertices(pruning *p) {
    corridor *parts = &p->b->parts;
    for (uint32_t i = 0; i < parts->vertex_count; i++) {
        p->kept[i] = CORRIDOR_NONE;
    }
    for (uint32_t i = 0; i < parts->edge_count; i++) {
        p->kept[parts->edges[i].from] = p->kept[parts->edges[i].to] = 0;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < parts->vertex_count; i++) {
        if (p->kept[i] != CORRIDOR_NONE) {
            p->kept[i] = count;
            parts->vertices[count++] = parts->vertices[i];
        }
    }
    parts->vertex_count = count;
    for (uint32_t i = 0; i < parts->edge_count; i++) {
        parts->edges[i].from = p->kept[parts->edges[i].from];
        parts->edges[i].to = p->kept[parts->edges[i].to];
    }
}

wend_result corridor_prune(corridor_builder *b) {
    size_t size = ((size_t)b->parts.vertex_count + 1) * sizeof(uint32_t);
    pruning p = {b, arena_take(&b->scratch, size, 64), arena_take(&b->scratch, size, 64)};
    if (p.links == NULL || p.kept == NULL) {
        return error_no_memory(b->error, "a corridor map");
    }
    bool any = false;
    for (uint32_t i = 0; i < b->parts.vertex_count; i++) {
        p.links[i] = CORRIDOR_NONE;
    }
    for (uint32_t i = 0; i < b->crossing_count; i++) {
        const corridor_crossing *c = &b->crossings[i];
        if (c->sides != CORRIDOR_BOTH) {
            p.links[c->vertex] = c->link;
            any = true;
        }
    }
    wend_result result = any ? remove_edges(&p) : WEND_OK;
    if (result == WEND_OK && any) {
        remove_vertices(&p);
    }
    return result;
}
