/* Finds the polygon of a mesh that contains a point, and the point of the mesh nearest to a
 * location. Searches the grid cells around the point or location. */
#include <math.h>

#include "geom/predicates.h"
#include "geom/segment.h"
#include "map/navmesh/navmesh.h"

uint32_t navmesh_level_for(const navmesh *mesh, float radius) {
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        if (mesh->levels[i].radius >= radius - 1e-4F) {
            return i;
        }
    }
    return NAVMESH_NONE;
}

bool navmesh_contains(const navmesh_level *level, uint32_t index, wend_vec2 position) {
    const navmesh_polygon *polygon = &level->polygons[index];
    const wend_vec2 *points = &level->points[polygon->first];
    wend_vec2 a = points[polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        if (predicate_orient(a, points[i], position) < 0) {
            return false;
        }
        a = points[i];
    }
    return true;
}

/* True if a point lies within `distance` of the rectangle that the cells cover, measured along each
 * axis. */
static bool is_near_cells(const map_cells *cells, wend_vec2 at, float distance) {
    float width = (float)cells->columns / cells->cells_per_metre + distance;
    float height = (float)cells->rows / cells->cells_per_metre + distance;
    return cells->columns > 0 && at.x >= cells->low.x - distance && at.x <= cells->low.x + width &&
           at.y >= cells->low.y - distance && at.y <= cells->low.y + height;
}

uint32_t navmesh_find_containing(const navmesh_level *level, wend_location location, uint32_t *out,
                                 uint32_t capacity) {
    const map_cells *cells = &level->cells[location.layer];
    if (!is_near_cells(cells, location.position, 0.01F)) {
        return 0;
    }
    uint32_t cell = cells_row(cells, location.position.y) * cells->columns +
                    cells_column(cells, location.position.x);
    uint32_t count = 0;
    for (uint32_t i = cells->starts[cell]; i < cells->starts[cell + 1] && count < capacity; i++) {
        if (navmesh_contains(level, cells->polygons[i], location.position)) {
            out[count++] = cells->polygons[i];
        }
    }
    return count;
}

uint32_t navmesh_locate(const navmesh_level *level, wend_location location) {
    uint32_t polygon = NAVMESH_NONE;
    navmesh_find_containing(level, location, &polygon, 1);
    return polygon;
}

/* ---- The nearest point ----------------------------------------------------------------------- */

typedef struct nearest {
    const navmesh_level *level;
    const navmesh_filter *open; /* or NULL */
    const navmesh_sight *sight; /* or NULL */
    wend_vec2 from;
    double distance; /* m: distance of the best point found so far, initially the limit */
    uint32_t polygon;
    wend_vec2 point;
} nearest;

/* Compares the nearest visible point of an edge to the best point so far. */
static void try_edge_in_sight(nearest *best, uint32_t index, wend_vec2 a, wend_vec2 b) {
    wend_vec2 point;
    if (segment_point_distance(best->from, a, b) > best->distance ||
        !best->sight->find(best->sight->context, a, b, best->distance, &point)) {
        return;
    }
    double distance = segment_point_distance(best->from, point, point);
    if (distance < best->distance || best->polygon == NAVMESH_NONE ||
        (distance == best->distance && index < best->polygon)) {
        best->distance = distance;
        best->polygon = index;
        best->point = point;
    }
}

static void try_polygon_in_sight(nearest *best, uint32_t index) {
    const navmesh_polygon *polygon = &best->level->polygons[index];
    const wend_vec2 *points = &best->level->points[polygon->first];
    wend_vec2 a = points[polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        try_edge_in_sight(best, index, a, points[i]);
        a = points[i];
    }
}

static bool is_open(const navmesh_level *level, const navmesh_filter *open, uint32_t index) {
    uint32_t set = level->polygons[index].set;
    if (open == NULL) {
        return true;
    }
    bool is_forbidden = open->weights != NULL && level->types[index] < open->weight_count &&
                        !(open->weights[level->types[index]] < INFINITY);
    return !is_forbidden && (open->remaining == NULL || open->remaining[set] > 0.0F);
}

static void try_polygon(nearest *best, uint32_t index) {
    const navmesh_polygon *polygon = &best->level->polygons[index];
    if (!is_open(best->level, best->open, index)) {
        return;
    }
    if (best->sight != NULL) {
        try_polygon_in_sight(best, index);
        return;
    }
    const wend_vec2 *points = &best->level->points[polygon->first];
    wend_vec2 a = points[polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        double distance = segment_point_distance(best->from, a, points[i]);
        bool nearer = distance < best->distance ||
                      (distance == best->distance && best->polygon != NAVMESH_NONE &&
                       index < best->polygon) ||
                      (distance == best->distance && best->polygon == NAVMESH_NONE);
        if (nearer) {
            best->distance = distance;
            best->polygon = index;
            best->point = segment_closest(best->from, a, points[i]);
        }
        a = points[i];
    }
    if (navmesh_contains(best->level, index, best->from)) {
        bool first = best->distance > 0.0 || index <= best->polygon;
        best->polygon = first ? index : best->polygon;
        best->point = best->from;
        best->distance = 0.0;
    }
}

static void try_cell(nearest *best, const map_cells *cells, int64_t column, int64_t row) {
    if (column < 0 || row < 0 || column >= (int64_t)cells->columns || row >= (int64_t)cells->rows) {
        return;
    }
    uint32_t cell = (uint32_t)row * cells->columns + (uint32_t)column;
    for (uint32_t i = cells->starts[cell]; i < cells->starts[cell + 1]; i++) {
        try_polygon(best, cells->polygons[i]);
    }
}

/* Checks the square ring of cells that are `ring` cells away from the given cell. */
static void try_ring(nearest *best, const map_cells *cells, int64_t column, int64_t row,
                     int64_t ring) {
    int64_t left = column - ring < 0 ? 0 : column - ring;
    int64_t right = column + ring;
    right = right >= (int64_t)cells->columns ? (int64_t)cells->columns - 1 : right;
    for (int64_t x = left; x <= right; x++) {
        try_cell(best, cells, x, row - ring);
        if (ring > 0) {
            try_cell(best, cells, x, row + ring);
        }
    }
    int64_t low = row - ring + 1 < 0 ? 0 : row - ring + 1;
    int64_t high = row + ring - 1;
    high = high >= (int64_t)cells->rows ? (int64_t)cells->rows - 1 : high;
    for (int64_t y = low; ring > 0 && y <= high; y++) {
        try_cell(best, cells, column - ring, y);
        try_cell(best, cells, column + ring, y);
    }
}

static uint32_t find_nearest(const navmesh_level *level, const navmesh_filter *open,
                             const navmesh_sight *sight, wend_location location, float distance,
                             wend_vec2 *out) {
    const map_cells *cells = &level->cells[location.layer];
    if (!is_near_cells(cells, location.position, distance + 0.01F)) {
        return NAVMESH_NONE;
    }
    nearest best = {
        level, open, sight, location.position, (double)distance, NAVMESH_NONE, location.position};
    double cell = 1.0 / (double)cells->cells_per_metre;
    int64_t column = (int64_t)floor(((double)location.position.x - (double)cells->low.x) / cell);
    int64_t row = (int64_t)floor(((double)location.position.y - (double)cells->low.y) / cell);
    int64_t most =
        (int64_t)cells->columns + (int64_t)cells->rows + (int64_t)((double)distance / cell);
    for (int64_t ring = 0; ring <= most; ring++) {
        /* The left side is a lower bound on the distance to this ring, with a margin for rounding.
         */
        if (((double)ring - 1.01) * cell > best.distance) {
            break;
        }
        try_ring(&best, cells, column, row, ring);
    }
    *out = best.point;
    return best.polygon;
}

uint32_t navmesh_nearest(const navmesh_level *level, const navmesh_filter *open,
                         wend_location location, float distance, wend_vec2 *out) {
    return find_nearest(level, open, NULL, location, distance, out);
}

uint32_t navmesh_nearest_in_sight(const navmesh_level *level, const navmesh_filter *open,
                                  wend_location location, float distance,
                                  const navmesh_sight *sight, wend_vec2 *out) {
    return find_nearest(level, open, sight, location, distance, out);
}
