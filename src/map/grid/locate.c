/* Finds squares: by a location, by a move, or around a location. O(log layers), plus the squares
 * visited. */
#include <math.h>

#include "geom/point.h"
#include "map/grid/grid.h"

uint32_t grid_layer_of(const grid *map, uint32_t square) {
    uint32_t low = 0, high = map->layer_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = map->layers[middle].first <= square;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    return low;
}

wend_vec2 grid_lattice_centre(double cell, int64_t column, int64_t row) {
    return (wend_vec2){(float)(((double)column + 0.5) * cell), (float)(((double)row + 0.5) * cell)};
}

wend_location grid_centre(const grid *map, uint32_t square) {
    uint32_t index = grid_layer_of(map, square);
    const grid_layer *layer = &map->layers[index];
    uint32_t at = square - layer->first;
    wend_vec2 centre = grid_lattice_centre(map->cell, (int64_t)layer->column + at % layer->columns,
                                           (int64_t)layer->row + at / layer->columns);
    return (wend_location){centre, index};
}

/* Returns the position of a coordinate on the lattice, relative to a layer's first square. */
static int64_t lattice_at(const grid *map, float coordinate, int32_t first) {
    return (int64_t)floor((double)coordinate / map->cell) - first;
}

static bool is_in_domain(const grid *map, wend_location location) {
    return location.layer < map->layer_count && fabsf(location.position.x) < 1e6F &&
           fabsf(location.position.y) < 1e6F;
}

uint32_t grid_locate(const grid *map, wend_location location) {
    if (!is_in_domain(map, location)) {
        return GRID_NONE;
    }
    const grid_layer *layer = &map->layers[location.layer];
    int64_t column = lattice_at(map, location.position.x, layer->column);
    int64_t row = lattice_at(map, location.position.y, layer->row);
    bool inside = column >= 0 && column < layer->columns && row >= 0 && row < layer->rows;
    return inside ? layer->first + (uint32_t)(row * layer->columns + column) : GRID_NONE;
}

const grid_crossing *grid_find_crossing(const grid *map, uint32_t square, uint32_t move) {
    uint32_t low = 0, high = map->crossing_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const grid_crossing *c = &map->crossings[middle];
        bool before = c->from < square || (c->from == square && c->move < move);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    bool found = low < map->crossing_count && map->crossings[low].from == square &&
                 map->crossings[low].move == move;
    return found ? &map->crossings[low] : NULL;
}

uint32_t grid_target(const grid *map, uint32_t square, uint32_t layer, uint32_t move) {
    const grid_crossing *crossing =
        (map->squares[square].flags & GRID_CROSSES) ? grid_find_crossing(map, square, move) : NULL;
    int64_t step = grid_offsets[move].row * (int64_t)map->layers[layer].columns;
    return crossing != NULL ? crossing->to
                            : (uint32_t)((int64_t)square + step + grid_offsets[move].column);
}

/* ---- Squares around a location --------------------------------------------------------------- */

typedef struct ring_search {
    const grid *map;
    const grid_layer *layer;
    wend_location from;
    double *distance;
    bool (*visit)(void *context, const grid_near *near);
    void *context;
} ring_search;

/* Visits one square. Returns false if the search is to end. */
static bool visit_square(const ring_search *s, int64_t column, int64_t row) {
    bool inside = column >= 0 && column < s->layer->columns && row >= 0 && row < s->layer->rows;
    if (!inside) {
        return true;
    }
    uint32_t square = s->layer->first + (uint32_t)(row * s->layer->columns + column);
    wend_vec2 centre =
        grid_lattice_centre(s->map->cell, s->layer->column + column, s->layer->row + row);
    grid_near near = {square, wide_distance(centre, s->from.position)};
    bool counts = (s->map->squares[square].flags & GRID_WALKABLE) && near.distance <= *s->distance;
    return !counts || s->visit(s->context, &near);
}

static bool visit_ring(const ring_search *s, int64_t column, int64_t row, int64_t ring) {
    bool more = true;
    for (int64_t y = row - ring; y <= row + ring && more; y++) {
        bool full = y == row - ring || y == row + ring;
        for (int64_t x = column - ring; x <= column + ring && more; x += full ? 1 : 2 * ring) {
            more = visit_square(s, x, y);
        }
    }
    return more;
}

/* Returns how many rings around a position, along one axis, contain no square of the box. */
static int64_t rings_outside(int64_t at, uint32_t count) {
    return at < 0 ? -at : at >= count ? at - count + 1 : 0;
}

void grid_visit_near(const grid *map, wend_location location, double *distance,
                     bool (*visit)(void *context, const grid_near *near), void *context) {
    if (!is_in_domain(map, location) || map->layers[location.layer].columns == 0) {
        return;
    }
    const grid_layer *layer = &map->layers[location.layer];
    ring_search s = {map, layer, location, distance, visit, context};
    int64_t column = lattice_at(map, location.position.x, layer->column);
    int64_t row = lattice_at(map, location.position.y, layer->row);
    int64_t outside_x = rings_outside(column, layer->columns);
    int64_t outside_y = rings_outside(row, layer->rows);
    int64_t first = outside_x > outside_y ? outside_x : outside_y;
    int64_t last = first + (layer->columns > layer->rows ? layer->columns : layer->rows);
    bool more = true;
    /* The centres of ring k are at least k - 1/2 squares away; one square covers rounding. */
    for (int64_t ring = first;
         ring <= last && more && ((double)ring - 1.5) * map->cell <= *distance; ring++) {
        if (ring == 0) {
            more = visit_square(&s, column, row);
            continue;
        }
        more = visit_ring(&s, column, row, ring);
    }
}
