/* Divides the ground along the borders of terrain, for maps of kind "terrain".
 *
 * The edges of all terrain regions are added to the outlines of a layer, so that the triangulation
 * runs along them. Each face (faces.c) then lies on one type of terrain: the type at the centroid
 * of its largest triangle. Many edges do not separate two types: those that a later region covers,
 * those between overlapping regions of the same type, and those inside solids. They would divide
 * the ground into more triangles than necessary, so the layer is triangulated again without them.
 * The remaining segments are edges of the first triangulation, so they do not cross.
 *
 * Cost: O(n log n) for n edges, plus their crossings. */
#include "build/navmesh/navmesh.h"
#include <string.h>

/* ---- Adding borders -------------------------------------------------------------------------- */

/* Restricts the range [from, to] of a segment to the part where start + t * step <= limit. */
static void clip_range(double start, double step, double limit, double *from, double *to) {
    if (step > 0.0) {
        *to = fmin(*to, (limit - start) / step);
    } else if (step < 0.0) {
        *from = fmax(*from, (limit - start) / step);
    } else if (start > limit) {
        *to = -INFINITY;
    }
}

/* Adds the part of a border inside the bounding box of the ground: the triangulation limits the
 * coordinates, and terrain may extend far beyond the ground. */
static void add_border(mesh_builder *b, mesh_layer *layer, wend_point p, wend_point q) {
    wend_point low = layer->ground.low, high = layer->ground.high;
    double from = 0.0, to = 1.0, x = q.x - p.x, y = q.y - p.y;
    clip_range(p.x, x, high.x, &from, &to);
    clip_range(-p.x, -x, -low.x, &from, &to);
    clip_range(p.y, y, high.y, &from, &to);
    clip_range(-p.y, -y, -low.y, &from, &to);
    if (from < to) {
        wend_point a = {p.x + from * x, p.y + from * y}, c = {p.x + to * x, p.y + to * y};
        mesh_add_segment(b, &layer->lines, from > 0.0 ? a : p, to < 1.0 ? c : q);
    }
}

void mesh_add_borders(mesh_builder *b, mesh_layer *layer) {
    const space_layer *from = &b->space->layers[layer->layer];
    for (uint32_t i = 0; i < from->terrain_count; i++) {
        const space_terrain *t = &from->terrains[i];
        for (uint32_t k = 0; k < t->count && !b->geos.failed; k++) {
            add_border(b, layer, mesh_to_units(b, t->points[k]),
                       mesh_to_units(b, t->points[t->next[k]]));
        }
    }
}

uint32_t mesh_terrain_of(const mesh_builder *b, const mesh_layer *layer, uint32_t triangle) {
    const uint32_t *v = layer->triangles.triangles[triangle].vertex;
    grid_point p = layer->points[v[0]], q = layer->points[v[1]], r = layer->points[v[2]];
    return space_terrain_type_at(b->space, layer->layer, ((double)p.x + q.x + r.x) / 3.0 * b->unit,
                                 ((double)p.y + q.y + r.y) / 3.0 * b->unit);
}

/* ---- Dropping borders ------------------------------------------------------------------------ */

/* Returns the index, 0 to 2, of the edge of `triangle` that a neighbour shares; it starts at point
 * `from`. */
static uint32_t edge_from(const grid_triangle *triangle, uint32_t from) {
    return triangle->vertex[0] == from ? 0 : triangle->vertex[1] == from ? 1 : 2;
}

/* True if edge i of triangle t is a wall on the ground: free-standing, or the end of the ground. */
static bool is_wall(const mesh_layer *layer, uint32_t t, uint32_t i) {
    const grid_triangle *triangle = &layer->triangles.triangles[t];
    uint32_t beside = triangle->neighbour[i];
    if (beside == TRIANGULATE_NONE || layer->sets[beside] == TRIANGULATE_NONE) {
        return true;
    }
    uint32_t back = edge_from(&layer->triangles.triangles[beside], triangle->vertex[(i + 1) % 3]);
    return triangle->fixed[i] && !layer->passable[3 * t + i] && !layer->passable[3 * beside + back];
}

/* True if edge i of triangle t is kept. Each edge is considered from one of its triangles only.
 * Free-standing walls are kept even where they do not lie on the ground, because they are traced
 * again from end to end. */
static bool is_kept(const mesh_layer *layer, uint32_t t, uint32_t i) {
    const grid_triangle *triangle = &layer->triangles.triangles[t];
    uint32_t beside = triangle->neighbour[i];
    if (triangle->fixed[i] && !layer->passable[3 * t + i]) {
        return t < beside; /* TRIANGULATE_NONE is the largest index */
    }
    if (!triangle->fixed[i] || layer->sets[t] == TRIANGULATE_NONE) {
        return false;
    }
    if (beside == TRIANGULATE_NONE || layer->sets[beside] == TRIANGULATE_NONE) {
        return true;
    }
    return t < beside && (is_wall(layer, t, i) || layer->sets[t] != layer->sets[beside] ||
                          layer->types[t] != layer->types[beside]);
}

static void collect_kept(mesh_builder *b, const mesh_layer *layer, mesh_segments *out) {
    for (uint32_t t = 0; t < layer->triangles.count && !b->geos.failed; t++) {
        const uint32_t *v = layer->triangles.triangles[t].vertex;
        for (uint32_t i = 0; i < 3; i++) {
            grid_point p = layer->points[v[i]], q = layer->points[v[(i + 1) % 3]];
            if (is_kept(layer, t, i)) {
                mesh_add_segment(b, out, (wend_point){p.x, p.y}, (wend_point){q.x, q.y});
            }
        }
    }
}

/* Adds the links of a layer: they are traced even where they do not lie on the ground. */
static void collect_links(mesh_builder *b, const mesh_layer *layer, mesh_segments *out) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer->layer, &links);
    for (uint32_t i = 0; i < count; i++) {
        const mesh_link_points *chain = &b->link_points[links[i]];
        for (uint32_t k = 0; k + 1 < chain->count; k++) {
            grid_point p = chain->points[k], q = chain->points[k + 1];
            mesh_add_segment(b, out, (wend_point){p.x, p.y}, (wend_point){q.x, q.y});
        }
    }
}

wend_result mesh_drop_borders(mesh_builder *b, mesh_layer *layer) {
    mesh_segments kept = {NULL, 0, 0};
    collect_kept(b, layer, &kept);
    collect_links(b, layer, &kept);
    wend_result result = b->geos.failed ? mesh_failure(b) : mesh_triangulate_again(b, layer, &kept);
    memory_free(&b->heap, kept.items, kept.capacity * sizeof *kept.items);
    if (result == WEND_OK && !mesh_trace_links(b, layer)) {
        result = b->geos.failed ? mesh_failure(b) : WEND_ERROR_GEOMETRY;
    }
    return result;
}

/* ---- Triangles ------------------------------------------------------------------------------- */

static uint32_t *take_indices(mesh_builder *b, size_t count) {
    uint32_t *made = arena_take(&b->level, (count + 1) * sizeof *made, 16);
    b->geos.failed = b->geos.failed || made == NULL;
    return made;
}

static uint32_t number_triangles(const mesh_layer *layer, uint32_t *numbers) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < layer->triangles.count; t++) {
        numbers[t] = layer->sets[t] != TRIANGULATE_NONE ? count++ : TRIANGULATE_NONE;
    }
    return count;
}

static void write_part(mesh_layer *layer, uint32_t t, const uint32_t *numbers) {
    convex_parts *parts = &layer->parts;
    const grid_triangle *triangle = &layer->triangles.triangles[t];
    uint32_t part = numbers[t];
    parts->starts[part] = 3 * part;
    parts->regions[part] = layer->sets[t];
    layer->part_types[part] = layer->types[t];
    for (uint32_t i = 0; i < 3; i++) {
        parts->corners[3 * part + i] = triangle->vertex[i];
        parts->neighbours[3 * part + i] =
            is_wall(layer, t, i) ? TRIANGULATE_NONE : numbers[triangle->neighbour[i]];
    }
}

bool mesh_take_triangles(mesh_builder *b, mesh_layer *layer) {
    uint32_t *numbers = take_indices(b, layer->triangles.count);
    uint32_t count = b->geos.failed ? 0 : number_triangles(layer, numbers);
    layer->parts = (convex_parts){.starts = take_indices(b, (size_t)count + 1),
                                  .part_count = count,
                                  .corners = take_indices(b, 3 * (size_t)count),
                                  .neighbours = take_indices(b, 3 * (size_t)count),
                                  .regions = take_indices(b, count)};
    layer->part_types = take_indices(b, count);
    for (uint32_t t = 0; t < layer->triangles.count && !b->geos.failed; t++) {
        if (numbers[t] != TRIANGULATE_NONE) {
            write_part(layer, t, numbers);
        }
    }
    if (b->geos.failed || layer->parts.starts == NULL) {
        return false;
    }
    layer->parts.starts[count] = 3 * count;
    return true;
}
