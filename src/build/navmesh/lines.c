/* Triangulates outlines. The ends of all segments are rounded to the grid, and the triangulation
 * reports whether any two segments cross after that. If so, the segments are noded by snap rounding
 * (GEOS), which moves no line by more than 0.71 units, and are triangulated again.
 *
 * Walls of a space do not cross, so the first attempt succeeds if there are neither doors nor
 * obstacle classes. Borders of terrain usually cross and touch each other and the walls, so they
 * are noded at once. This also moves borders onto walls that are less than half a unit away.
 *
 * Cost: O(n log n). */
#include "base/error.h"
#include "base/sort.h"
#include "build/navmesh/navmesh.h"
#include <string.h>

enum { MOST_TRIES = 6 };

/* ---- Points and edges ------------------------------------------------------------------------ */

typedef struct graph {
    grid_point *points;
    uint32_t point_count;
    grid_edge *edges;
    uint32_t edge_count;
} graph;

static bool point_before(const void *left, const void *right) {
    const grid_point *p = left, *q = right;
    return p->x != q->x ? p->x < q->x : p->y < q->y;
}

static bool edge_before(const void *left, const void *right) {
    const grid_edge *p = left, *q = right;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

static grid_point rounded(wend_point p) {
    wend_point position = mesh_rounded(p);
    return (grid_point){(int32_t)position.x, (int32_t)position.y};
}

uint32_t mesh_find_point(const grid_point *points, uint32_t count, grid_point p) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (point_before(&points[middle], &p)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void remove_duplicate_points(graph *g) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->point_count; i++) {
        if (kept == 0 || memcmp(&g->points[kept - 1], &g->points[i], sizeof *g->points) != 0) {
            g->points[kept++] = g->points[i];
        }
    }
    g->point_count = kept;
}

static void remove_duplicate_edges(graph *g) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        if (kept == 0 || memcmp(&g->edges[kept - 1], &g->edges[i], sizeof *g->edges) != 0) {
            g->edges[kept++] = g->edges[i];
        }
    }
    g->edge_count = kept;
}

/* Makes the graph of the rounded segments. Returns false if out of memory. */
static bool make_graph(mesh_builder *b, const mesh_segments *lines, graph *out) {
    size_t count = lines->count;
    out->points = arena_take(&b->level, (2 * count + 1) * sizeof *out->points, 16);
    out->edges = arena_take(&b->level, (count + 1) * sizeof *out->edges, 16);
    grid_point *scratch = memory_get_array(&b->heap, 2 * count + 1, sizeof *scratch);
    if (out->points == NULL || out->edges == NULL || scratch == NULL) {
        memory_free(&b->heap, scratch, (2 * count + 1) * sizeof *scratch);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        out->points[2 * i] = rounded(lines->items[i].a);
        out->points[2 * i + 1] = rounded(lines->items[i].b);
    }
    out->point_count = 2 * lines->count;
    sort_stable(out->points, scratch, out->point_count, sizeof *scratch, point_before);
    remove_duplicate_points(out);
    out->edge_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = mesh_find_point(out->points, out->point_count, rounded(lines->items[i].a));
        uint32_t q = mesh_find_point(out->points, out->point_count, rounded(lines->items[i].b));
        if (p != q) {
            out->edges[out->edge_count++] = (grid_edge){p < q ? p : q, p < q ? q : p};
        }
    }
    sort_stable(out->edges, scratch, out->edge_count, sizeof *out->edges, edge_before);
    remove_duplicate_edges(out);
    memory_free(&b->heap, scratch, (2 * count + 1) * sizeof *scratch);
    return true;
}

/* ---- Noding ---------------------------------------------------------------------------------- */

static GEOSGeometry *collect_lines(mesh_builder *b, const mesh_segments *lines) {
    GEOSGeometry **parts = geos_array(&b->geos, lines->count);
    uint32_t count = 0;
    for (uint32_t i = 0; parts != NULL && i < lines->count; i++) {
        wend_point ends[2] = {lines->items[i].a, lines->items[i].b};
        if (ends[0].x != ends[1].x || ends[0].y != ends[1].y) {
            parts[count++] = geos_chain(&b->geos, ends, 2, false);
        }
    }
    if (parts == NULL) {
        return NULL;
    }
    GEOSGeometry *made = geos_collect(&b->geos, GEOS_MULTILINESTRING, parts, count);
    geos_free_array(&b->geos, parts, lines->count);
    return made;
}

static void add_noded_lines(mesh_builder *b, const GEOSGeometry *noded, mesh_segments *out) {
    int parts = noded != NULL ? GEOSGetNumGeometries_r(b->geos.handle, noded) : 0;
    for (int i = 0; i < parts && !b->geos.failed; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(b->geos.handle, noded, i);
        if (geos_is_empty(&b->geos, part)) {
            continue;
        }
        uint32_t count = 0;
        const wend_point *points = geos_points(&b->geos, part, false, &b->level, &count);
        for (uint32_t k = 0; points != NULL && k + 1 < count; k++) {
            mesh_add_segment(b, out, points[k], points[k + 1]);
        }
    }
}

static void node_lines(mesh_builder *b, const mesh_segments *lines, mesh_segments *out) {
    GEOSGeometry *all = collect_lines(b, lines), *noded = NULL;
    if (all != NULL) {
        noded = geos_checked(&b->geos, GEOSUnaryUnionPrec_r(b->geos.handle, all, 1.0));
    }
    geos_free(&b->geos, all);
    out->count = 0;
    add_noded_lines(b, noded, out);
    geos_free(&b->geos, noded);
}

/* ---- Triangulating --------------------------------------------------------------------------- */

static wend_result triangulate_lines(mesh_builder *b, mesh_layer *layer,
                                     const mesh_segments *lines) {
    graph g;
    if (!mesh_report(b, 0.0)) {
        return mesh_failure(b);
    }
    if (!make_graph(b, lines, &g)) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    watcher triangulating = watch_part(&b->phase, 0.3, 1.0);
    layer->points = g.points;
    layer->point_count = g.point_count;
    return triangulate_watched(g.points, g.point_count, g.edges, g.edge_count, &b->heap, &b->level,
                               &layer->triangles, &triangulating, b->error);
}

static bool collect_segments(mesh_builder *b, const mesh_layer *layer, mesh_segments *out) {
    for (uint32_t i = 0; i < layer->lines.count; i++) {
        if (layer->is_hidden != NULL && layer->is_hidden[i]) {
            continue;
        }
        mesh_add_segment(b, out, layer->lines.items[i].a, layer->lines.items[i].b);
    }
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer->layer, &links);
    for (uint32_t i = 0; i < count; i++) {
        const mesh_link_points *chain = &b->link_points[links[i]];
        for (uint32_t k = 0; k + 1 < chain->count; k++) {
            wend_point p = {chain->points[k].x, chain->points[k].y};
            wend_point q = {chain->points[k + 1].x, chain->points[k + 1].y};
            mesh_add_segment(b, out, p, q);
        }
    }
    return !b->geos.failed;
}

wend_result mesh_triangulate(mesh_builder *b, mesh_layer *layer) {
    mesh_segments lines = {NULL, 0, 0}, noded = {NULL, 0, 0};
    wend_result result = WEND_ERROR_GEOMETRY;
    bool is_noded = b->def->with_terrain && b->space->layers[layer->layer].terrain_count > 0;
    if (mesh_hide_arcs(b, layer) && collect_segments(b, layer, &lines) && !is_noded) {
        result = triangulate_lines(b, layer, &lines);
    }
    if (result == WEND_ERROR_GEOMETRY && layer->arc_count > 0 && !b->geos.failed) {
        layer->arc_count = lines.count = 0; /* lines may cross arcs */
        mesh_hide_arcs(b, layer);
        collect_segments(b, layer, &lines);
    }
    for (int i = 0; i < MOST_TRIES && result == WEND_ERROR_GEOMETRY && !b->geos.failed; i++) {
        layer->tip_count = 0; /* after noding, lines may end at tips */
        node_lines(b, i == 0 ? &lines : &noded, &noded);
        result = b->geos.failed ? result : triangulate_lines(b, layer, &noded);
    }
    memory_free(&b->heap, lines.items, lines.capacity * sizeof *lines.items);
    memory_free(&b->heap, noded.items, noded.capacity * sizeof *noded.items);
    if (result == WEND_OK) {
        mesh_find_arcs(b, layer);
    }
    return b->geos.failed ? mesh_failure(b) : result;
}

wend_result mesh_triangulate_again(mesh_builder *b, mesh_layer *layer, const mesh_segments *lines) {
    wend_result result = triangulate_lines(b, layer, lines);
    return b->geos.failed ? mesh_failure(b) : result;
}
