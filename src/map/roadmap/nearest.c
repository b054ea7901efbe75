/* Finds vertices near a point or a region: searches square rings of cells around it, from the
 * inside out, until no remaining cell can contain a nearer vertex.
 *
 * A vertex is listed on each layer on which it has edges; a vertex without edges is not listed,
 * because no path leads through it. Cost: O(entries of the searched cells * vertices wanted),
 * because the results are kept in order; the index is built in O(n). */
#include <math.h>
#include <string.h>

#include "geom/point.h"
#include "map/map.h"
#include "map/roadmap/roadmap.h"

/* ---- The index ------------------------------------------------------------------------------- */

/* Lists the layers of a vertex, each once. Returns how many entries there are; writes them if
 * `entries` is not NULL. */
static uint32_t list_vertex(const roadmap *r, uint32_t index, cells_segment *entries,
                            uint32_t *vertices) {
    const roadmap_vertex *vertex = &r->vertices[index];
    uint32_t count = 0;
    for (uint32_t i = 0; i < vertex->count; i++) {
        uint32_t layer = r->edges[r->ends[vertex->first + i] / 2].layer;
        bool listed = false;
        for (uint32_t k = 0; k < i && !listed; k++) {
            listed = r->edges[r->ends[vertex->first + k] / 2].layer == layer;
        }
        if (!listed && entries != NULL) {
            entries[count] = (cells_segment){vertex->position, vertex->position, layer};
            vertices[count] = index;
        }
        count += !listed;
    }
    return count;
}

/* Replaces the indices of entries by those of vertices. */
static void name_vertices(roadmap *r, const uint32_t *vertices) {
    for (uint32_t layer = 0; layer < r->layer_count; layer++) {
        map_cells *cells = &r->vertex_cells[layer];
        uint32_t total = cells->columns > 0 ? cells->starts[cells->columns * cells->rows] : 0;
        for (uint32_t i = 0; i < total; i++) {
            cells->polygons[i] = vertices[cells->polygons[i]];
        }
    }
}

bool roadmap_index_vertices(wend_map *map, memory *heap) {
    roadmap *r = map->data;
    size_t count = 0, room = 1;
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        room += list_vertex(r, i, NULL, NULL);
    }
    cells_segment *entries = memory_get_array(heap, room, sizeof *entries);
    uint32_t *vertices = memory_get_array(heap, room, sizeof *vertices);
    if (entries != NULL && vertices != NULL) {
        for (uint32_t i = 0; i < r->vertex_count; i++) {
            count += list_vertex(r, i, entries + count, vertices + count);
        }
        r->vertex_cells =
            cells_build_for_segments(entries, (uint32_t)count, r->layer_count, &map->arena, heap);
        if (r->vertex_cells != NULL) {
            name_vertices(r, vertices);
        }
    }
    memory_free(heap, entries, room * sizeof *entries);
    memory_free(heap, vertices, room * sizeof *vertices);
    return r->vertex_cells != NULL;
}

/* ---- The search ------------------------------------------------------------------------------ */

typedef struct search {
    const roadmap *map;
    const roadmap_probe *probe;
    roadmap_near *out;
    uint32_t capacity, count;
} search;

static bool is_before(const roadmap_near *a, const roadmap_near *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->vertex < b->vertex;
}

/* Inserts a vertex into the sorted results, unless it is there already. */
static void insert_vertex(search *s, uint32_t vertex) {
    const roadmap_probe *probe = s->probe;
    wend_vec2 position = s->map->vertices[vertex].position;
    double distance = probe->distance != NULL ? probe->distance(probe->user, position)
                                              : wide_distance(probe->centre.position, position);
    roadmap_near found = {vertex, distance};
    uint32_t at = s->count;
    while (at > 0 && is_before(&found, &s->out[at - 1])) {
        at--;
    }
    if (at == s->capacity || (at > 0 && s->out[at - 1].vertex == vertex) ||
        (probe->accepts != NULL && !probe->accepts(probe->user, vertex))) {
        return;
    }
    s->count += s->count < s->capacity;
    memmove(s->out + at + 1, s->out + at, (s->count - 1 - at) * sizeof *s->out);
    s->out[at] = found;
}

static void search_row(search *s, const map_cells *cells, int64_t row, int64_t first,
                       int64_t last) {
    size_t begin = (size_t)row * cells->columns;
    uint32_t end = cells->starts[begin + (size_t)last + 1];
    for (uint32_t i = cells->starts[begin + (size_t)first]; i < end; i++) {
        insert_vertex(s, cells->polygons[i]);
    }
}

static void search_ring(search *s, const map_cells *cells, int64_t column, int64_t row,
                        int64_t ring) {
    int64_t left = column - ring, right = column + ring, most = (int64_t)cells->columns - 1;
    int64_t first = left > 0 ? left : 0, last = right < most ? right : most;
    int64_t top = row + ring < cells->rows ? row + ring : (int64_t)cells->rows - 1;
    for (int64_t y = row > ring ? row - ring : 0; y <= top; y++) {
        if (y == row - ring || y == row + ring) {
            search_row(s, cells, y, first, last);
            continue;
        }
        if (left >= 0) {
            search_row(s, cells, y, left, left);
        }
        if (right <= most) {
            search_row(s, cells, y, right, right);
        }
    }
}

uint32_t roadmap_find_vertices(const roadmap *map, const roadmap_probe *probe, roadmap_near *out,
                               uint32_t capacity) {
    wend_location centre = probe->centre;
    bool is_valid = centre.layer < map->layer_count && isfinite(centre.position.x) &&
                    isfinite(centre.position.y) && capacity > 0;
    const map_cells *cells = is_valid ? &map->vertex_cells[centre.layer] : NULL;
    if (cells == NULL || cells->columns == 0) {
        return 0;
    }
    search s = {map, probe, out, capacity, 0};
    int64_t column = cells_column(cells, centre.position.x);
    int64_t row = cells_row(cells, centre.position.y);
    int64_t rings = cells->columns > cells->rows ? cells->columns : cells->rows;
    for (int64_t ring = 0; ring < rings; ring++) {
        /* A cell of the ring is at least ring - 1 cells away from the centre or, if the centre is
         * outside the grid, from the point of the grid nearest to it. */
        double least = 0.999999 * ((double)ring - 1.01) / (double)cells->cells_per_metre;
        if (s.count == capacity && least - (double)probe->extent > out[capacity - 1].distance) {
            break;
        }
        search_ring(&s, cells, column, row, ring);
    }
    return s.count;
}
