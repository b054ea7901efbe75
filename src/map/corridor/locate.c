/* Finds the piece of the axis that a location retracts onto. The cell of a piece is the ground
 * between the piece and the nearest points on walls on both sides: a polygon of six corners, some
 * of which may coincide. Together the cells cover the ground; they overlap only because of
 * rounding. The index lists the pieces near a location. Of these, the search takes the one whose
 * cell contains the location or is nearest to it. */
#include <math.h>
#include <string.h>

#include "geom/segment.h"
#include "map/cells.h"
#include "map/corridor/corridor.h"

enum { CORNERS = 6 };

static const double TOLERANCE =
    2e-3; /* m: a location farther than this from all cells is off the ground */

static void corners_of(const corridor_breakpoint *ends, wend_vec2 out[CORNERS]) {
    out[0] = ends[0].left;
    out[1] = ends[0].position;
    out[2] = ends[0].right;
    out[3] = ends[1].right;
    out[4] = ends[1].position;
    out[5] = ends[1].left;
}

/* ---- Index ----------------------------------------------------------------------------------- */

/* The cells of all pieces as polygons; for each polygon, `pieces` stores the index of the first
 * breakpoint of its piece. */
typedef struct cell_list {
    const corridor *map;
    wend_vec2 *points;
    cells_polygon *polygons;
    uint32_t *pieces;
    uint32_t count;
} cell_list;

static void add_cell(cell_list *list, uint32_t breakpoint, uint32_t layer) {
    uint32_t at = list->count++;
    corners_of(&list->map->breakpoints[breakpoint], &list->points[(size_t)CORNERS * at]);
    list->polygons[at] = (cells_polygon){CORNERS * at, CORNERS, (uint16_t)layer, 0};
    list->pieces[at] = breakpoint;
}

/* Adds the cells of all pieces. Cells that extend into a layer from another layer come last,
 * because the layer's own cells take precedence. */
static void add_cells(cell_list *list) {
    const corridor *map = list->map;
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const corridor_edge *edge = &map->edges[i];
        for (uint32_t k = 0; k + 1 < edge->count; k++) {
            add_cell(list, edge->first + k, edge->layer);
        }
    }
    for (uint32_t i = 0; i < map->overlap_count; i++) {
        add_cell(list, map->overlaps[i].breakpoint, map->overlaps[i].layer);
    }
}

static bool index_layers(corridor *map, memory_arena *arena, memory_arena *scratch) {
    size_t count = (size_t)map->breakpoint_count + map->overlap_count + 1;
    cell_list list = {.map = map};
    list.points = arena_take(scratch, count * CORNERS * sizeof *list.points, 64);
    list.polygons = arena_take(scratch, count * sizeof *list.polygons, 64);
    list.pieces = arena_take(scratch, count * sizeof *list.pieces, 64);
    if (list.points == NULL || list.polygons == NULL || list.pieces == NULL) {
        return false;
    }
    add_cells(&list);
    cells_polygons all = {list.points, list.polygons, list.count};
    for (uint32_t i = 0; i < map->layer_count; i++) {
        map_cells *cells = &map->cells[i];
        if (!cells_build(&all, i, cells, arena, scratch)) {
            return false;
        }
        uint32_t entries = cells->columns > 0 ? cells->starts[cells->columns * cells->rows] : 0;
        for (uint32_t k = 0; k < entries; k++) {
            cells->polygons[k] = list.pieces[cells->polygons[k]];
        }
    }
    return true;
}

bool corridor_build_index(corridor *map, memory_arena *arena, memory *heap) {
    memory_arena scratch;
    arena_init(&scratch, heap);
    map->cells = arena_take(arena, map->layer_count * sizeof *map->cells, 64);
    bool good = map->cells != NULL;
    if (good) {
        memset(map->cells, 0, map->layer_count * sizeof *map->cells);
        good = index_layers(map, arena, &scratch);
    }
    arena_free(&scratch);
    return good;
}

/* Returns the edge that a breakpoint belongs to. */
static uint32_t edge_of(const corridor *map, uint32_t breakpoint) {
    uint32_t low = 0, high = map->edge_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (map->edges[middle].first <= breakpoint) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- Locations ------------------------------------------------------------------------------- */

/* True if the ray from a point to the right crosses an edge. From a point inside a polygon, this
 * ray crosses an odd number of its edges. */
static bool crosses(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    if ((a.y > p.y) == (b.y > p.y)) {
        return false;
    }
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double side = x * ((double)p.y - (double)a.y) - y * ((double)p.x - (double)a.x);
    return (side > 0.0) == (y > 0.0);
}

/* Returns the distance (m) from a point to a cell; 0 if the point is inside. */
static double distance_to_cell(const corridor_breakpoint *ends, wend_vec2 p) {
    wend_vec2 corners[CORNERS];
    corners_of(ends, corners);
    bool inside = false;
    double least = (double)INFINITY;
    for (uint32_t i = 0, k = CORNERS - 1; i < CORNERS; k = i++) {
        inside ^= crosses(p, corners[k], corners[i]);
        least = fmin(least, segment_point_distance(p, corners[k], corners[i]));
    }
    return inside ? 0.0 : least;
}

static uint32_t find_piece(const corridor *map, wend_location location) {
    const map_cells *cells = &map->cells[location.layer];
    if (cells->columns == 0) {
        return CORRIDOR_NONE;
    }
    uint32_t cell = cells_row(cells, location.position.y) * cells->columns +
                    cells_column(cells, location.position.x);
    double least = TOLERANCE;
    uint32_t best = CORRIDOR_NONE;
    for (uint32_t i = cells->starts[cell]; i < cells->starts[cell + 1] && least > 0.0; i++) {
        double distance =
            distance_to_cell(&map->breakpoints[cells->polygons[i]], location.position);
        if (distance < least) {
            least = distance;
            best = cells->polygons[i];
        }
    }
    return best;
}

bool corridor_retract(const corridor *map, wend_location location, wend_corridor_projection *out) {
    bool is_valid = location.layer < map->layer_count && isfinite(location.position.x) &&
                    isfinite(location.position.y);
    uint32_t breakpoint = is_valid ? find_piece(map, location) : CORRIDOR_NONE;
    if (breakpoint == CORRIDOR_NONE) {
        return false;
    }
    const corridor_breakpoint *ends = &map->breakpoints[breakpoint];
    wend_point at = {(double)location.position.x, (double)location.position.y};
    double left = corridor_site_distance(&map->sites[ends->left_site], at);
    double right = corridor_site_distance(&map->sites[ends->right_site], at);
    double t = corridor_retract_to(map, breakpoint, left <= right, location.position);
    out->edge = edge_of(map, breakpoint);
    out->segment = breakpoint - map->edges[out->edge].first;
    out->t = (float)t;
    out->sample = corridor_piece_sample(map, breakpoint, t);
    out->clearance = (float)fmin(left, right);
    out->left = left <= right;
    return true;
}
