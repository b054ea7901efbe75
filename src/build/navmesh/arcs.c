/* Leaves the arcs of corner fans out of the triangulation, and adds their fans afterwards.
 *
 * Nearly all vertices of an inset level lie on arcs: 80 around a square for a radius of 0.25 m. The
 * two sides of a corner fan separate its arc from the rest of the ground. If nothing else lies in
 * the triangle of the fan's tip and the ends of the arc, the fan has only one triangulation,
 * because the arc bulges towards the tip: one triangle for each piece of the arc. The ground
 * outside the fan is triangulated and merged as before, with the sides as walls. Then the fans are
 * added. The mesh is the same as if everything had been triangulated.
 *
 * Cost: O(1) for each vertex of an arc, O(log n) for each arc. */
#include "build/navmesh/navmesh.h"
#include <string.h>

void mesh_record_ring(mesh_builder *b, mesh_layer *layer, uint32_t first) {
    if (!memory_grow(&b->heap, (void **)&layer->ring_lines, sizeof *layer->ring_lines,
                     &layer->ring_capacity, layer->ring_count + 1)) {
        b->geos.failed = true;
        return;
    }
    layer->ring_lines[layer->ring_count++] = layer->lines.count > first ? first : NAVMESH_NONE;
}

/* Returns the index of the line that starts at vertex `i` of an arc's ring, in the order of the
 * lines. */
static uint32_t line_at(const mesh_arc *arc, uint32_t i) {
    uint32_t at = i % arc->count;
    return arc->line + (arc->reversed ? arc->count - 1 - at : at);
}

static grid_point vertex_at(const mesh_layer *layer, const mesh_arc *arc, uint32_t i) {
    wend_point p = mesh_rounded(layer->lines.items[line_at(arc, i)].a);
    return (grid_point){(int32_t)p.x, (int32_t)p.y};
}

bool mesh_hide_arcs(mesh_builder *b, mesh_layer *layer) {
    layer->is_hidden = NULL;
    if (layer->arc_count == 0) {
        return true;
    }
    layer->is_hidden = arena_take(&b->level, (size_t)layer->lines.count + 1, 16);
    if (layer->is_hidden == NULL) {
        b->geos.failed = true;
        return false;
    }
    memset(layer->is_hidden, 0, (size_t)layer->lines.count + 1);
    for (uint32_t i = 0; i < layer->arc_count; i++) {
        const mesh_arc *arc = &layer->arcs[i];
        for (uint32_t k = arc->first; k < arc->last; k++) {
            /* In a reversed ring, the piece from vertex k to k + 1 is the line that starts at k
             * + 1.
             */
            layer->is_hidden[line_at(arc, arc->reversed ? k + 1 : k)] = true;
        }
    }
    return true;
}

static uint32_t find_point(const mesh_layer *layer, grid_point p) {
    return mesh_find_point(layer->points, layer->point_count, p);
}

bool mesh_find_arcs(mesh_builder *b, mesh_layer *layer) {
    layer->arc_at = NULL;
    if (layer->arc_count == 0) {
        return true;
    }
    size_t bytes = ((size_t)layer->point_count + 1) * sizeof *layer->arc_at;
    layer->arc_at = arena_take(&b->level, bytes, 16);
    if (layer->arc_at == NULL) {
        b->geos.failed = true;
        return false;
    }
    memset(layer->arc_at, 0xff, bytes);
    for (uint32_t i = 0; i < layer->arc_count; i++) {
        mesh_arc *arc = &layer->arcs[i];
        arc->ends[0] = find_point(layer, vertex_at(layer, arc, arc->first));
        arc->ends[1] = find_point(layer, vertex_at(layer, arc, arc->last));
        arc->tip_point = find_point(layer, arc->tip);
        layer->arc_at[arc->tip_point] = i;
    }
    return true;
}

/* The ground lies to the left of both sides of a fan: from the first end of the arc to the tip, and
 * from the tip to the last end. Returns the number of the side that runs from point p to q, or 2 if
 * there is none. */
static uint32_t side_between(const mesh_layer *layer, uint32_t p, uint32_t q, uint32_t *arc) {
    if (layer->arc_at[q] != NAVMESH_NONE && layer->arcs[layer->arc_at[q]].ends[0] == p) {
        *arc = layer->arc_at[q];
        return 0;
    }
    if (layer->arc_at[p] != NAVMESH_NONE && layer->arcs[layer->arc_at[p]].ends[1] == q) {
        *arc = layer->arc_at[p];
        return 1;
    }
    return 2;
}

bool mesh_is_behind_arc(const mesh_layer *layer, const grid_triangle *triangle, uint32_t i) {
    uint32_t arc = 0;
    return layer->arc_at != NULL && triangle->fixed[i] &&
           side_between(layer, triangle->vertex[(i + 1) % 3], triangle->vertex[i], &arc) < 2;
}

/* ---- Fans ------------------------------------------------------------------------------------ */

/* Finds the parts beside the sides of fans. The fan of an arc has consecutive parts; `first_part`
 * is the index of the first one. Makes the parts on both sides of each side neighbours. */
static void join_sides(mesh_layer *layer, const uint32_t *first_part) {
    convex_parts *parts = &layer->parts;
    for (uint32_t part = 0; part < parts->part_count; part++) {
        uint32_t start = parts->starts[part], end = parts->starts[part + 1];
        for (uint32_t i = start; i < end; i++) {
            uint32_t arc = 0, next = i + 1 < end ? i + 1 : start;
            uint32_t side = side_between(layer, parts->corners[i], parts->corners[next], &arc);
            if (side < 2) {
                layer->arcs[arc].beside[side] = part;
                parts->neighbours[i] = side == 0 ? first_part[arc] : first_part[arc + 1] - 1;
            }
        }
    }
}

/* Appends the fan of an arc: one triangle for each piece of the arc. */
static void add_fan(mesh_layer *layer, const mesh_arc *arc, convex_parts *out) {
    uint32_t pieces = arc->last - arc->first, from = arc->ends[0];
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t to = arc->ends[1], part = out->part_count++, corner = out->starts[part];
        if (i + 1 < pieces) {
            to = layer->point_count++;
            layer->points[to] = vertex_at(layer, arc, arc->first + i + 1);
        }
        const uint32_t corners[3] = {from, to, arc->tip_point};
        const uint32_t neighbours[3] = {TRIANGULATE_NONE,
                                        i + 1 < pieces ? part + 1 : arc->beside[1],
                                        i > 0 ? part - 1 : arc->beside[0]};
        memcpy(out->corners + corner, corners, sizeof corners);
        memcpy(out->neighbours + corner, neighbours, sizeof neighbours);
        out->starts[part + 1] = corner + 3;
        out->regions[part] = out->regions[arc->beside[0]];
        from = to;
    }
}

/* Copies an array into the arena, with room for `added` more elements. */
static void *extend(mesh_builder *b, const void *from, size_t count, size_t added, size_t size) {
    void *copy = arena_take(&b->level, (count + added + 1) * size, 16);
    b->geos.failed |= copy == NULL;
    if (copy != NULL && count > 0) {
        memcpy(copy, from, count * size);
    }
    return copy;
}

static bool extend_parts(mesh_builder *b, mesh_layer *layer, size_t added) {
    convex_parts *parts = &layer->parts;
    size_t count = parts->part_count, corners = parts->starts[count], size = sizeof(uint32_t);
    parts->starts = extend(b, parts->starts, count + 1, added, size);
    parts->regions = extend(b, parts->regions, count, added, size);
    parts->corners = extend(b, parts->corners, corners, 3 * added, size);
    parts->neighbours = extend(b, parts->neighbours, corners, 3 * added, size);
    layer->points = extend(b, layer->points, layer->point_count, added, sizeof *layer->points);
    return !b->geos.failed;
}

bool mesh_add_arcs(mesh_builder *b, mesh_layer *layer) {
    if (layer->arc_count == 0) {
        return true;
    }
    uint32_t *first_part =
        arena_take(&b->level, ((size_t)layer->arc_count + 1) * sizeof *first_part, 16);
    b->geos.failed |= first_part == NULL;
    uint32_t count = layer->parts.part_count;
    for (uint32_t i = 0; i < layer->arc_count && first_part != NULL; i++) {
        first_part[i] = count;
        count += layer->arcs[i].last - layer->arcs[i].first;
        first_part[i + 1] = count;
        layer->arcs[i].beside[0] = layer->arcs[i].beside[1] = NAVMESH_NONE;
    }
    if (first_part == NULL || !extend_parts(b, layer, count - layer->parts.part_count)) {
        return false;
    }
    join_sides(layer, first_part);
    for (uint32_t i = 0; i < layer->arc_count && mesh_count(b, i, layer->arc_count); i++) {
        add_fan(layer, &layer->arcs[i], &layer->parts);
    }
    return !b->geos.failed;
}
