/* Lattices of squares, rectangles and hexagons: positions, moves, and the cells around a location.
 *
 * The hexagon at (column, row) has its centre at ((column + 1/2 + (row odd)/2) w, (row + 1/2) h),
 * where w is the distance between opposite sides and h = sqrt(3)/2 w. Its corners are multiples of
 * w/2 and h/6, so that the three hexagons that share a corner compute the same point. */
#include <math.h>

#include "geom/point.h"
#include "map/grid/grid.h"

const grid_offset grid_offsets[WEND_GRID_MOVES] = {
    {1, 0}, {1, 1}, {0, 1},  {-1, 1}, {-1, 0},  {-1, -1}, {0, -1}, {1, -1},
    {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};

/* In half cells along x: the neighbours, at 0, 60, ... degrees; then the cells beyond the corners,
 * at 30, 90, ... degrees. */
const grid_offset grid_hexagon_offsets[GRID_HEXAGON_MOVES] = {{2, 0},   {1, 1},   {-1, 1}, {-2, 0},
                                                              {-1, -1}, {1, -1},  {3, 1},  {0, 2},
                                                              {-3, 1},  {-3, -1}, {0, -2}, {3, -1}};

static int64_t odd(int64_t row) {
    return row & 1;
}

wend_vec2 grid_lattice_centre(const grid *map, int64_t column, int64_t row) {
    double y = ((double)row + 0.5) * map->cell_height;
    double x = map->shape == WEND_GRID_HEXAGONS
                   ? (double)(2 * column + 1 + odd(row)) * (0.5 * map->cell)
                   : ((double)column + 0.5) * map->cell;
    return (wend_vec2){(float)x, (float)y};
}

void grid_lattice_step(const grid *map, uint32_t move, int64_t *column, int64_t *row) {
    if (map->shape != WEND_GRID_HEXAGONS) {
        *column += grid_offsets[move].column;
        *row += grid_offsets[move].row;
        return;
    }
    int64_t halves = 2 * *column + odd(*row) + grid_hexagon_offsets[move].column;
    *row += grid_hexagon_offsets[move].row;
    *column = (halves - odd(*row)) / 2; /* the difference is even */
}

uint32_t grid_lattice_cell(const grid_layer *layer, int64_t column, int64_t row) {
    column -= layer->column;
    row -= layer->row;
    bool inside = column >= 0 && column < layer->columns && row >= 0 && row < layer->rows;
    return inside ? layer->first + (uint32_t)(row * layer->columns + column) : GRID_NONE;
}

/* Finds the hexagon with the nearest centre: one of two in each of three rows. */
static void locate_hexagon(const grid *map, wend_vec2 position, int64_t *column, int64_t *row) {
    double x = (double)position.x / map->cell, y = (double)position.y / map->cell_height;
    double best = HUGE_VAL;
    int64_t middle = (int64_t)floor(y);
    *column = *row = 0;
    for (int64_t r = middle - 1; r <= middle + 1; r++) {
        int64_t c = (int64_t)floor(x - 0.5 * (double)odd(r));
        double away_x = (x - (double)c - 0.5 - 0.5 * (double)odd(r)) * map->cell;
        double away_y = (y - (double)r - 0.5) * map->cell_height;
        double square = away_x * away_x + away_y * away_y;
        if (square < best) {
            best = square;
            *column = c;
            *row = r;
        }
    }
}

void grid_lattice_locate(const grid *map, wend_vec2 position, int64_t *column, int64_t *row) {
    if (map->shape == WEND_GRID_HEXAGONS) {
        locate_hexagon(map, position, column, row);
        return;
    }
    *column = (int64_t)floor((double)position.x / map->cell);
    *row = (int64_t)floor((double)position.y / map->cell_height);
}

/* ---- Cells around a location ----------------------------------------------------------------- */

bool grid_near_visit(const grid_near_search *s, uint32_t square, wend_vec2 centre) {
    grid_near near = {square, wide_distance(centre, s->from.position)};
    bool counts = (s->map->squares[square].flags & GRID_WALKABLE) && near.distance <= *s->distance;
    return !counts || s->visit(s->context, &near);
}

/* Visits the cell at a position relative to the layer's box. Returns false if the search is to end.
 */
static bool visit_at(const grid_near_search *s, int64_t column, int64_t row) {
    uint32_t square = grid_lattice_cell(s->layer, s->layer->column + column, s->layer->row + row);
    return square == GRID_NONE ||
           grid_near_visit(
               s, square,
               grid_lattice_centre(s->map, s->layer->column + column, s->layer->row + row));
}

static bool visit_ring(const grid_near_search *s, int64_t column, int64_t row, int64_t ring) {
    bool more = true;
    for (int64_t y = row - ring; y <= row + ring && more; y++) {
        bool full = ring == 0 || y == row - ring || y == row + ring;
        for (int64_t x = column - ring; x <= column + ring && more; x += full ? 1 : 2 * ring) {
            more = visit_at(s, x, y);
        }
    }
    return more;
}

/* Returns how many rings around a position, along one axis, contain no cell of the box. */
static int64_t rings_outside(int64_t at, uint32_t count) {
    return at < 0 ? -at : at >= count ? at - count + 1 : 0;
}

static void visit_rings(const grid_near_search *s, int64_t column, int64_t row) {
    const grid_layer *layer = s->layer;
    int64_t outside_x = rings_outside(column, layer->columns);
    int64_t outside_y = rings_outside(row, layer->rows);
    int64_t first = outside_x > outside_y ? outside_x : outside_y;
    int64_t last = first + (layer->columns > layer->rows ? layer->columns : layer->rows);
    bool more = true;
    /* The centres of ring k are at least k - 1/2 squares away; one square covers rounding. */
    for (int64_t ring = first;
         ring <= last && more && ((double)ring - 1.5) * s->map->cell <= *s->distance; ring++) {
        more = visit_ring(s, column, row, ring);
    }
}

/* Visits the cells of a row that are near enough in x. */
static bool visit_row(const grid_near_search *s, int64_t row) {
    double x = (double)s->from.position.x, width = s->map->cell;
    if (row < 0 || row >= s->layer->rows) {
        return true;
    }
    int64_t first = (int64_t)floor((x - *s->distance) / width) - 1 - s->layer->column;
    int64_t last = (int64_t)floor((x + *s->distance) / width) + 1 - s->layer->column;
    first = first < 0 ? 0 : first;
    last = last >= s->layer->columns ? (int64_t)s->layer->columns - 1 : last;
    bool more = true;
    for (int64_t column = first; column <= last && more; column++) {
        more = visit_at(s, column, row);
    }
    return more;
}

/* Visits rows in both directions from that of the location. */
static void visit_rows(const grid_near_search *s, int64_t row) {
    int64_t first = rings_outside(row, s->layer->rows), last = first + s->layer->rows;
    bool more = true;
    for (int64_t k = first;
         k <= last && more && ((double)k - 1.5) * s->map->cell_height <= *s->distance; k++) {
        more = visit_row(s, row + k) && (k == 0 || visit_row(s, row - k));
    }
}

void grid_lattice_visit_near(const grid_near_search *s) {
    int64_t column, row;
    grid_lattice_locate(s->map, s->from.position, &column, &row);
    column -= s->layer->column;
    row -= s->layer->row;
    if (s->map->shape == WEND_GRID_SQUARES) {
        visit_rings(s, column, row);
    } else {
        visit_rows(s, row);
    }
}
