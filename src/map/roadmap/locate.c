/* Finds edges near a location: searches square rings of cells around it, from the inside out, until
 * no remaining cell can contain a nearer edge. Worst-case cost: O(entries of the searched cells *
 * edges wanted), because the results are kept in order. */
#include <math.h>
#include <string.h>

#include "geom/segment.h"
#include "map/cells.h"
#include "map/roadmap/roadmap.h"

typedef struct search {
    const roadmap *map;
    wend_location from;
    double radius; /* m: edges farther away are ignored */
    wend_roadmap_projection *out;
    uint32_t capacity, count;
} search;

static bool is_before(const wend_roadmap_projection *a, const wend_roadmap_projection *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->edge < b->edge;
}

static wend_roadmap_projection measure_edge(const search *s, uint32_t index) {
    const roadmap_edge *edge = &s->map->edges[index];
    wend_vec2 a = s->map->vertices[edge->from].position, b = s->map->vertices[edge->to].position;
    wend_vec2 at = segment_closest(s->from.position, a, b);
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double along = ((double)at.x - (double)a.x) * x + ((double)at.y - (double)a.y) * y;
    double t = along / (x * x + y * y);
    return (wend_roadmap_projection){index, (float)(t > 0.0 ? fmin(t, 1.0) : 0.0), at,
                                     (float)segment_point_distance(s->from.position, a, b)};
}

/* Inserts an edge into the sorted results, unless it is there already. */
static void insert_edge(search *s, uint32_t edge) {
    wend_roadmap_projection found = measure_edge(s, edge);
    if ((double)found.distance > s->radius) {
        return;
    }
    uint32_t at = s->count;
    while (at > 0 && is_before(&found, &s->out[at - 1])) {
        at--;
    }
    if (at == s->capacity || (at > 0 && s->out[at - 1].edge == edge)) {
        return;
    }
    s->count += s->count < s->capacity;
    memmove(s->out + at + 1, s->out + at, (s->count - 1 - at) * sizeof *s->out);
    s->out[at] = found;
}

/* Checks the cells of one row from column `first` to column `last`. */
static void search_cells(search *s, const map_cells *cells, int64_t row, int64_t first,
                         int64_t last) {
    size_t begin = (size_t)row * cells->columns;
    uint32_t end = cells->starts[begin + (size_t)last + 1];
    for (uint32_t i = cells->starts[begin + (size_t)first]; i < end; i++) {
        insert_edge(s, cells->polygons[i]);
    }
}

static void search_ring(search *s, const map_cells *cells, int64_t column, int64_t row,
                        int64_t ring) {
    int64_t left = column - ring, right = column + ring, most = (int64_t)cells->columns - 1;
    int64_t first = left > 0 ? left : 0, last = right < most ? right : most;
    int64_t top = row + ring < cells->rows ? row + ring : (int64_t)cells->rows - 1;
    for (int64_t y = row > ring ? row - ring : 0; y <= top; y++) {
        if (y == row - ring || y == row + ring) {
            search_cells(s, cells, y, first, last);
            continue;
        }
        if (left >= 0) {
            search_cells(s, cells, y, left, left);
        }
        if (right <= most) {
            search_cells(s, cells, y, right, right);
        }
    }
}

/* Returns how far a coordinate (m) lies outside the grid along its axis; 0 inside. */
static double distance_beyond(float at, float low, uint32_t count, float cells_per_metre) {
    double above = (double)at - (double)low - (double)count / (double)cells_per_metre;
    return fmax(fmax((double)low - (double)at, above), 0.0);
}

/* Returns a lower bound on the distance to any edge in a ring of cells, with a margin for rounding.
 * From a point outside the grid, the line to the nearest cell and the line from there to the ring
 * form an obtuse angle, so the distance is at least the square root of the sum of the squares of
 * their lengths. */
static double bound_ring_distance(double outside, int64_t ring, const map_cells *cells) {
    double inside = fmax(((double)ring - 1.01) / (double)cells->cells_per_metre, 0.0);
    return 0.999999 * sqrt(outside * outside + inside * inside);
}

uint32_t roadmap_find_edges(const roadmap *map, wend_location location, float radius,
                            wend_roadmap_projection *out, uint32_t capacity) {
    bool is_valid = location.layer < map->layer_count && isfinite(location.position.x) &&
                    isfinite(location.position.y) && capacity > 0;
    const map_cells *cells = is_valid ? &map->cells[location.layer] : NULL;
    if (cells == NULL || cells->columns == 0) {
        return 0;
    }
    search s = {map, location, (double)radius, out, capacity, 0};
    int64_t column = cells_column(cells, location.position.x);
    int64_t row = cells_row(cells, location.position.y);
    int64_t rings = cells->columns > cells->rows ? cells->columns : cells->rows;
    double x =
        distance_beyond(location.position.x, cells->low.x, cells->columns, cells->cells_per_metre);
    double y =
        distance_beyond(location.position.y, cells->low.y, cells->rows, cells->cells_per_metre);
    double outside = sqrt(x * x + y * y);
    for (int64_t ring = 0; ring < rings; ring++) {
        double least = bound_ring_distance(outside, ring, cells);
        bool full = s.count == capacity && least > (double)out[capacity - 1].distance;
        if (full || least > s.radius) {
            break;
        }
        search_ring(&s, cells, column, row, ring);
    }
    return s.count;
}
