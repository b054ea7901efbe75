/* Finds cells of any shape: by a location, by a move, or around a location; and their centres and
 * corners. O(log layers), on a quadtree O(log cells), plus the cells visited. */
#include <math.h>

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

wend_location grid_centre_on(const grid *map, uint32_t layer, uint32_t square) {
    const grid_layer *box = &map->layers[layer];
    if (map->shape == WEND_GRID_QUADTREE) {
        const grid_leaf *leaf = &map->leaves[square];
        double half = 0.5 * (double)(1U << leaf->level);
        return (wend_location){{(float)(((double)leaf->column + half) * map->cell),
                                (float)(((double)leaf->row + half) * map->cell)},
                               layer};
    }
    uint32_t at = square - box->first;
    wend_vec2 centre = grid_lattice_centre(map, (int64_t)box->column + at % box->columns,
                                           (int64_t)box->row + at / box->columns);
    return (wend_location){centre, layer};
}

wend_location grid_centre(const grid *map, uint32_t square) {
    return grid_centre_on(map, grid_layer_of(map, square), square);
}

double grid_side(const grid *map, uint32_t square) {
    if (map->shape == WEND_GRID_QUADTREE) {
        return square == GRID_NONE ? map->cell
                                   : map->cell * (double)(1U << map->leaves[square].level);
    }
    return fmax(map->cell, map->cell_height);
}

double grid_longest_side(const grid *map) {
    return map->shape == WEND_GRID_QUADTREE ? map->cell * (double)(1U << map->depth)
                                            : grid_side(map, 0);
}

/* Writes the corners of a box of lattice positions. */
static uint32_t outline_box(const grid *map, int64_t column, int64_t row, int64_t side,
                            wend_vec2 out[GRID_MAX_CORNERS]) {
    float low_x = (float)((double)column * map->cell);
    float low_y = (float)((double)row * map->cell_height);
    float high_x = (float)((double)(column + side) * map->cell);
    float high_y = (float)((double)(row + side) * map->cell_height);
    out[0] = (wend_vec2){low_x, low_y};
    out[1] = (wend_vec2){high_x, low_y};
    out[2] = (wend_vec2){high_x, high_y};
    out[3] = (wend_vec2){low_x, high_y};
    return 4;
}

static uint32_t outline_hexagon(const grid *map, int64_t column, int64_t row,
                                wend_vec2 out[GRID_MAX_CORNERS]) {
    static const int8_t across[6] = {1, 1, 0, -1, -1, 0}, up[6] = {-2, 2, 4, 2, -2, -4};
    int64_t x = 2 * column + 1 + (row & 1), y = 6 * row + 3;
    for (int i = 0; i < 6; i++) {
        out[i] = (wend_vec2){(float)((double)(x + across[i]) * (0.5 * map->cell)),
                             (float)((double)(y + up[i]) * (map->cell_height / 6.0))};
    }
    return 6;
}

uint32_t grid_outline(const grid *map, uint32_t layer, uint32_t square,
                      wend_vec2 out[GRID_MAX_CORNERS]) {
    const grid_layer *box = &map->layers[layer];
    if (map->shape == WEND_GRID_QUADTREE) {
        const grid_leaf *leaf = &map->leaves[square];
        return outline_box(map, leaf->column, leaf->row, (int64_t)1 << leaf->level, out);
    }
    int64_t column = (int64_t)box->column + (square - box->first) % box->columns;
    int64_t row = (int64_t)box->row + (square - box->first) / box->columns;
    return map->shape == WEND_GRID_HEXAGONS ? outline_hexagon(map, column, row, out)
                                            : outline_box(map, column, row, 1, out);
}

static bool is_in_domain(const grid *map, wend_location location) {
    return location.layer < map->layer_count && fabsf(location.position.x) < 1e6F &&
           fabsf(location.position.y) < 1e6F && map->layers[location.layer].columns > 0;
}

uint32_t grid_locate(const grid *map, wend_location location) {
    if (!is_in_domain(map, location)) {
        return GRID_NONE;
    }
    if (map->shape == WEND_GRID_QUADTREE) {
        return grid_tree_locate(map, location);
    }
    int64_t column, row;
    grid_lattice_locate(map, location.position, &column, &row);
    return grid_lattice_cell(&map->layers[location.layer], column, row);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

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

uint32_t grid_move_count(const grid *map, uint32_t square, bool near) {
    switch (map->shape) {
    case WEND_GRID_QUADTREE:
        return near ? map->squares[square].moves
                    : map->first_moves[square + 1] - map->first_moves[square];
    case WEND_GRID_HEXAGONS:
        return near ? GRID_HEXAGON_MOVES / 2 : GRID_HEXAGON_MOVES;
    case WEND_GRID_SQUARES:
    case WEND_GRID_RECTANGLES:
        break;
    }
    return near ? WEND_GRID_MOVES / 2 : WEND_GRID_MOVES;
}

uint32_t grid_target(const grid *map, uint32_t square, uint32_t layer, uint32_t move) {
    if (map->shape == WEND_GRID_QUADTREE) {
        return map->targets[map->first_moves[square] + move];
    }
    const grid_crossing *crossing =
        (map->squares[square].flags & GRID_CROSSES) ? grid_find_crossing(map, square, move) : NULL;
    if (crossing != NULL) {
        return crossing->to;
    }
    const grid_layer *box = &map->layers[layer];
    if (map->shape == WEND_GRID_HEXAGONS) {
        int64_t column = (int64_t)box->column + (square - box->first) % box->columns;
        int64_t row = (int64_t)box->row + (square - box->first) / box->columns;
        grid_lattice_step(map, move, &column, &row);
        return grid_lattice_cell(box, column, row);
    }
    int64_t step = grid_offsets[move].row * (int64_t)box->columns;
    return (uint32_t)((int64_t)square + step + grid_offsets[move].column);
}

/* ---- Cells around a location ----------------------------------------------------------------- */

void grid_visit_near(const grid *map, wend_location location, double *distance,
                     bool (*visit)(void *context, const grid_near *near), void *context) {
    if (!is_in_domain(map, location)) {
        return;
    }
    const grid_layer *layer = &map->layers[location.layer];
    grid_near_search s = {map, layer, location, distance, visit, context};
    if (map->shape == WEND_GRID_QUADTREE) {
        grid_tree_visit_near(&s);
    } else {
        grid_lattice_visit_near(&s);
    }
}
