/* Subdivides links between layers wherever an outline of either layer meets the link, at the same
 * points on both layers. Polygons of both layers are then neighbours across edges with the same
 * coordinates.
 *
 * A link that is not parallel to the grid cannot be cut exactly: the cut is rounded, and the link
 * bends there by less than a unit, in the same way on both layers. Noding a layer may cut its links
 * again. The other layer is then triangulated again with those cuts, until nothing changes.
 *
 * The pieces of free-standing walls are traced in the triangulation in the same way. */
#include "base/error.h"
#include "build/navmesh/navmesh.h"
#include <string.h>

static const double ON_LINE = 0.01; /* units: a point within this distance counts as on the link */
static const double SAME_CUT = 2.0; /* units: cuts closer together than this count as one */
static const double MOST_DEVIATION =
    1.5; /* units: greatest distance between a subdivided link and its original line */

/* ---- Cutting --------------------------------------------------------------------------------- */

/* The line of a link or a wall. */
typedef struct directed_line {
    wend_point a, along; /* `along` is a unit vector */
    double length;
} directed_line;

static directed_line line_through(wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    return (directed_line){a, {x / length, y / length}, length};
}

static double distance_along(const directed_line *s, wend_point p) {
    return (p.x - s->a.x) * s->along.x + (p.y - s->a.y) * s->along.y;
}

static double distance_beside(const directed_line *s, wend_point p) {
    return (p.y - s->a.y) * s->along.x - (p.x - s->a.x) * s->along.y;
}

/* Adds a cut to a link, unless the link already has a cut near that point; both layers use the same
 * cut. Returns the position of the new or existing cut. */
static wend_point add_cut(mesh_builder *b, mesh_link_points *chain, wend_point at) {
    for (uint32_t i = 0; i < chain->count; i++) {
        double x = chain->points[i].x - at.x, y = chain->points[i].y - at.y;
        if (x * x + y * y <= SAME_CUT * SAME_CUT) {
            return (wend_point){chain->points[i].x, chain->points[i].y};
        }
    }
    wend_point p = mesh_rounded(at);
    if (memory_grow(&b->heap, (void **)&chain->points, sizeof *chain->points, &chain->capacity,
                    chain->count + 1)) {
        chain->points[chain->count++] = (grid_point){(int32_t)p.x, (int32_t)p.y};
    } else {
        b->geos.failed = true;
    }
    return p;
}

/* If the end of a line lies on the link, moves this end to a cut of the link; adds the cut if
 * necessary. Returns false if the end does not lie on the link. */
static bool cut_by_end(mesh_builder *b, mesh_link_points *chain, const directed_line *s,
                       wend_point *end) {
    double position = distance_along(s, *end);
    if (fabs(distance_beside(s, *end)) > ON_LINE || position < -SAME_CUT ||
        position > s->length + SAME_CUT) {
        return false;
    }
    *end = add_cut(b, chain, *end);
    return true;
}

/* Splits the lines that cross the link, and adds the crossings as cuts. */
static void cut_by_lines(mesh_builder *b, mesh_link_points *chain, const directed_line *s,
                         mesh_segments *lines) {
    uint32_t count = lines->count;
    for (uint32_t i = 0; i < count && !b->geos.failed; i++) {
        wend_point *p = &lines->items[i].a, *q = &lines->items[i].b;
        bool ends = cut_by_end(b, chain, s, p);
        ends |= cut_by_end(b, chain, s, q);
        double u = distance_beside(s, *p), v = distance_beside(s, *q);
        if (ends || (u > 0.0) == (v > 0.0)) {
            continue;
        }
        double t = u / (u - v);
        wend_point cut = {p->x + (q->x - p->x) * t, p->y + (q->y - p->y) * t};
        double position = distance_along(s, cut);
        if (position >= 0.0 && position <= s->length) {
            wend_point far_end = *q;
            cut = add_cut(b, chain, cut);
            *q = cut;
            mesh_add_segment(b, lines, cut, far_end);
        }
    }
}

static wend_point point_of(grid_point p) {
    return (wend_point){p.x, p.y};
}

/* Sorts the cuts by their distance along the link and removes duplicates. */
static void order_cuts(mesh_link_points *chain, const directed_line *s) {
    for (uint32_t i = 1; i < chain->count; i++) {
        grid_point moved = chain->points[i];
        uint32_t k = i;
        while (k > 0 && distance_along(s, point_of(chain->points[k - 1])) >
                            distance_along(s, point_of(moved))) {
            chain->points[k] = chain->points[k - 1];
            k--;
        }
        chain->points[k] = moved;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < chain->count; i++) {
        grid_point p = chain->points[i];
        if (kept == 0 ||
            distance_along(s, point_of(p)) > distance_along(s, point_of(chain->points[kept - 1]))) {
            chain->points[kept++] = p;
        }
    }
    chain->count = kept;
}

static bool cut_link(mesh_builder *b, uint32_t index) {
    wend_link link = wend_space_link(b->space, index);
    wend_point ends[2] = {mesh_rounded(mesh_to_units(b, link.a)),
                          mesh_rounded(mesh_to_units(b, link.b))};
    mesh_link_points *chain = &b->link_points[index];
    directed_line s = line_through(ends[0], ends[1]);
    chain->count = 0;
    if (!memory_grow(&b->heap, (void **)&chain->points, sizeof *chain->points, &chain->capacity,
                     2)) {
        b->geos.failed = true;
        return false;
    }
    for (uint32_t i = 0; i < 2; i++) {
        chain->points[chain->count++] = (grid_point){(int32_t)ends[i].x, (int32_t)ends[i].y};
    }
    cut_by_lines(b, chain, &s, &b->layers[link.left_layer].lines);
    cut_by_lines(b, chain, &s, &b->layers[link.right_layer].lines);
    order_cuts(chain, &s);
    return !b->geos.failed;
}

bool mesh_cut_links(mesh_builder *b) {
    for (uint32_t i = 0; i < b->space->link_count && !b->geos.failed; i++) {
        cut_link(b, i);
    }
    return !b->geos.failed;
}

/* ---- Tracing --------------------------------------------------------------------------------- */

/* The fixed edges at each point. */
typedef struct fixed_edges {
    uint32_t *starts; /* per point: its first entry in `others` and `edges` */
    uint32_t *others; /* the point at the other end of the edge */
    uint32_t *edges;  /* `3 * triangle + i` for edge i of a triangle */
} fixed_edges;

static void count_or_store_edges(const mesh_layer *layer, fixed_edges *f, bool put) {
    for (uint32_t t = 0; t < layer->triangles.count; t++) {
        const grid_triangle *triangle = &layer->triangles.triangles[t];
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t ends[2] = {triangle->vertex[i], triangle->vertex[(i + 1) % 3]};
            for (uint32_t k = 0; k < 2 && triangle->fixed[i]; k++) {
                uint32_t at = f->starts[ends[k]]++;
                if (put) {
                    f->others[at] = ends[1 - k];
                    f->edges[at] = 3 * t + i;
                }
            }
        }
    }
}

static bool index_fixed_edges(mesh_builder *b, const mesh_layer *layer, fixed_edges *out) {
    size_t points = (size_t)layer->point_count + 2;
    size_t most = (size_t)layer->triangles.count * 6 + 1;
    out->starts = arena_take(&b->level, points * sizeof(uint32_t), 16);
    out->others = arena_take(&b->level, most * sizeof(uint32_t), 16);
    out->edges = arena_take(&b->level, most * sizeof(uint32_t), 16);
    if (out->starts == NULL || out->others == NULL || out->edges == NULL) {
        b->geos.failed = true;
        return false;
    }
    memset(out->starts, 0, points * sizeof(uint32_t));
    count_or_store_edges(layer, out, false);
    uint32_t sum = 0;
    for (size_t i = 0; i < points; i++) {
        uint32_t count = out->starts[i];
        out->starts[i] = sum;
        sum += count;
    }
    count_or_store_edges(layer, out, true);
    memmove(out->starts + 1, out->starts, (points - 1) * sizeof(uint32_t));
    out->starts[0] = 0;
    return true;
}

static uint32_t find_point(const mesh_layer *layer, grid_point p) {
    uint32_t at = mesh_find_point(layer->points, layer->point_count, p);
    bool found =
        at < layer->point_count && layer->points[at].x == p.x && layer->points[at].y == p.y;
    return found ? at : TRIANGULATE_NONE;
}

/* Returns the next point along a straight line; it is reached by the edge that deviates least from
 * the line. Returns TRIANGULATE_NONE if there is no such point. If `wall` is true, marks the edge
 * as a wall. */
static uint32_t step_along(mesh_layer *layer, const fixed_edges *f, const directed_line *s,
                           uint32_t from, bool wall) {
    wend_point here = point_of(layer->points[from]);
    double least = INFINITY;
    uint32_t best = TRIANGULATE_NONE;
    for (uint32_t i = f->starts[from]; i < f->starts[from + 1]; i++) {
        wend_point p = point_of(layer->points[f->others[i]]);
        double ahead = distance_along(s, p) - distance_along(s, here);
        double slope = fabs(distance_beside(s, p) - distance_beside(s, here)) / ahead;
        if (ahead > 0.0 && slope < least && distance_along(s, p) <= s->length + MOST_DEVIATION &&
            fabs(distance_beside(s, p)) <= MOST_DEVIATION) {
            least = slope;
            best = f->others[i];
        }
    }
    for (uint32_t i = f->starts[from]; i < f->starts[from + 1] && wall; i++) {
        if (f->others[i] == best) {
            layer->passable[f->edges[i]] = false;
        }
    }
    return best;
}

static bool mark_open_walls(mesh_layer *layer, const fixed_edges *f) {
    bool is_traced = true;
    for (uint32_t i = 0; i < layer->open.count; i++) {
        const mesh_segment *wall = &layer->open.items[i];
        grid_point ends[2] = {{(int32_t)wall->a.x, (int32_t)wall->a.y},
                              {(int32_t)wall->b.x, (int32_t)wall->b.y}};
        uint32_t at = find_point(layer, ends[0]), last = find_point(layer, ends[1]);
        directed_line s = line_through(wall->a, wall->b);
        while (at != last && at != TRIANGULATE_NONE) {
            at = step_along(layer, f, &s, at, true);
        }
        is_traced &= at != TRIANGULATE_NONE || last == TRIANGULATE_NONE;
    }
    return is_traced;
}

/* Replaces the points of a link with the points that it has after triangulation. Returns false if
 * the link cannot be traced, or if out of memory. */
static bool trace_link(mesh_builder *b, mesh_layer *layer, const fixed_edges *f, uint32_t link,
                       bool *changed) {
    mesh_link_points *chain = &b->link_points[link], found = {NULL, 0, 0};
    uint32_t at = find_point(layer, chain->points[0]);
    bool is_traced = at != TRIANGULATE_NONE;
    for (uint32_t i = 0; i + 1 < chain->count && is_traced; i++) {
        directed_line s = line_through(point_of(chain->points[i]), point_of(chain->points[i + 1]));
        uint32_t last = find_point(layer, chain->points[i + 1]);
        while (is_traced && at != last) {
            is_traced = memory_grow(&b->heap, (void **)&found.points, sizeof *found.points,
                                    &found.capacity, found.count + 2);
            b->geos.failed |= !is_traced;
            if (is_traced) {
                found.points[found.count++] = layer->points[at];
                at = step_along(layer, f, &s, at, false);
                is_traced = at != TRIANGULATE_NONE && found.count < layer->point_count;
            }
        }
    }
    if (!is_traced || found.points == NULL) {
        memory_free(&b->heap, found.points, found.capacity * sizeof *found.points);
        return false;
    }
    found.points[found.count++] = layer->points[at];
    *changed = found.count != chain->count;
    memory_free(&b->heap, chain->points, chain->capacity * sizeof *chain->points);
    *chain = found;
    return true;
}

static bool trace_links(mesh_builder *b, mesh_layer *layer, const fixed_edges *f) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer->layer, &links);
    for (uint32_t i = 0; i < count; i++) {
        wend_link link = wend_space_link(b->space, links[i]);
        uint32_t across = link.left_layer == layer->layer ? link.right_layer : link.left_layer;
        bool changed = false;
        if (!trace_link(b, layer, f, links[i], &changed)) {
            error_set(b->error, WEND_ERROR_GEOMETRY,
                      "link %u cannot be divided identically on both of its layers", links[i]);
            return false;
        }
        b->layers[across].stale |= changed;
    }
    return true;
}

bool mesh_trace_links(mesh_builder *b, mesh_layer *layer) {
    size_t edges = 3 * (size_t)layer->triangles.count + 1;
    layer->passable = arena_take(&b->level, edges, 16);
    if (layer->passable == NULL) {
        b->geos.failed = true;
        return false;
    }
    memset(layer->passable, 1, edges);
    const uint32_t *links = NULL;
    if (space_links_of(b->space, layer->layer, &links) == 0 && layer->open.count == 0) {
        return true;
    }
    fixed_edges f;
    if (!index_fixed_edges(b, layer, &f)) {
        return false;
    }
    if (!mark_open_walls(layer, &f)) {
        error_set(b->error, WEND_ERROR_GEOMETRY,
                  "a thin wall is too close to other lines to be kept");
        return false;
    }
    return trace_links(b, layer, &f);
}
