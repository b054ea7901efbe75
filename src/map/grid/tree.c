/* Quadtrees: squares of unequal size, stored as the list of their leaves.
 *
 * The leaves of a root are in the order of the Morton codes of their low corners (G. M. Morton, "A
 * computer oriented geodetic data base", 1966; as a linear quadtree: I. Gargantini, "An effective
 * way to represent quadtrees", 1982). So their levels determine their positions, and a binary
 * search finds the leaf at a position.
 *
 * Cost: O(log leaves) to locate a position, and for each leaf visited. */
#include <math.h>

#include "map/grid/grid.h"

/* Returns the bits 0, 2, 4, ... of a Morton code: a column. Its shift by one gives the row. */
static uint32_t take_bits(uint32_t code) {
    code &= 0x55555555U;
    code = (code | code >> 1) & 0x33333333U;
    code = (code | code >> 2) & 0x0f0f0f0fU;
    code = (code | code >> 4) & 0x00ff00ffU;
    return (code | code >> 8) & 0x0000ffffU;
}

/* Spreads the bits of a column to the bits 0, 2, 4, ... of a Morton code. */
static uint32_t spread_bits(uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ffU;
    bits = (bits | bits << 4) & 0x0f0f0f0fU;
    bits = (bits | bits << 2) & 0x33333333U;
    return (bits | bits << 1) & 0x55555555U;
}

static uint32_t code_count(uint32_t level) {
    return 1U << (2 * level);
}

const char *grid_check_leaves(const grid *map) {
    uint32_t leaf = 0;
    for (uint32_t l = 0; l < map->layer_count; l++) {
        uint32_t roots = map->layers[l].columns * map->layers[l].rows;
        for (uint32_t i = 0; i < roots; i++) {
            for (uint32_t code = 0; code < code_count(map->depth);) {
                if (leaf >= map->leaf_count || map->leaves[leaf].level > map->depth ||
                    code % code_count(map->leaves[leaf].level) != 0) {
                    return "the cells of the quadtree do not tile its largest cells";
                }
                code += code_count(map->leaves[leaf++].level);
            }
        }
    }
    return leaf == map->square_count && leaf == map->leaf_count
               ? NULL
               : "the number of cells does not match the layers";
}

void grid_place_leaves(grid *map) {
    uint32_t leaf = 0, root = 0;
    int32_t side = 1 << map->depth;
    for (uint32_t l = 0; l < map->layer_count; l++) {
        grid_layer *layer = &map->layers[l];
        layer->first = leaf;
        layer->first_root = root;
        for (uint32_t i = 0; i < layer->columns * layer->rows; i++) {
            map->roots[root++] = leaf;
            int32_t column = (layer->column + (int32_t)(i % layer->columns)) * side;
            int32_t row = (layer->row + (int32_t)(i / layer->columns)) * side;
            for (uint32_t code = 0; code < code_count(map->depth); leaf++) {
                grid_leaf *at = &map->leaves[leaf];
                at->code = code;
                at->column = column + (int32_t)take_bits(code);
                at->row = row + (int32_t)take_bits(code >> 1);
                code += code_count(at->level);
            }
        }
        layer->count = leaf - layer->first;
    }
    map->roots[root] = leaf;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* Returns the leaf of a root that contains a Morton code. */
static uint32_t find_leaf(const grid *map, uint32_t root, uint32_t code) {
    uint32_t low = map->roots[root], high = map->roots[root + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = map->leaves[middle].code <= code;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    return low;
}

static int64_t floor_shift(int64_t value, uint32_t shift) {
    int64_t size = (int64_t)1 << shift;
    return value >= 0 ? value / size : -((-value + size - 1) / size);
}

uint32_t grid_tree_locate(const grid *map, wend_location location) {
    const grid_layer *layer = &map->layers[location.layer];
    int64_t column = (int64_t)floor((double)location.position.x / map->cell);
    int64_t row = (int64_t)floor((double)location.position.y / map->cell);
    int64_t root_column = floor_shift(column, map->depth) - layer->column;
    int64_t root_row = floor_shift(row, map->depth) - layer->row;
    if (root_column < 0 || root_column >= layer->columns || root_row < 0 ||
        root_row >= layer->rows) {
        return GRID_NONE;
    }
    uint32_t mask = (1U << map->depth) - 1U;
    uint32_t code = spread_bits((uint32_t)column & mask) | spread_bits((uint32_t)row & mask) << 1;
    uint32_t root = layer->first_root + (uint32_t)(root_row * layer->columns + root_column);
    return find_leaf(map, root, code);
}

typedef struct leaf_visit {
    const grid *map;
    const grid_box *box;
    int64_t column, row; /* position of the root */
    uint32_t root;
    bool (*visit)(void *context, uint32_t leaf);
    void *context;
} leaf_visit;

/* Visits the leaves below a node, or the leaf itself. */
static bool visit_node(const leaf_visit *v, uint32_t code, uint32_t level) {
    int64_t column = v->column + take_bits(code), row = v->row + take_bits(code >> 1);
    int64_t side = (int64_t)1 << level;
    if (column > v->box->high_column || column + side < v->box->low_column ||
        row > v->box->high_row || row + side < v->box->low_row) {
        return true;
    }
    uint32_t leaf = find_leaf(v->map, v->root, code);
    if (v->map->leaves[leaf].level >= level) {
        return v->visit(v->context, leaf);
    }
    bool more = true;
    for (uint32_t i = 0; i < 4 && more; i++) {
        more = visit_node(v, code + i * code_count(level - 1), level - 1);
    }
    return more;
}

static int64_t clip(int64_t value, int64_t high) {
    return value < 0 ? 0 : value > high ? high : value;
}

bool grid_visit_leaves(const grid *map, uint32_t layer, const grid_box *box,
                       bool (*visit)(void *context, uint32_t leaf), void *context) {
    const grid_layer *at = &map->layers[layer];
    int64_t side = (int64_t)1 << map->depth;
    /* Roots that only touch the box count too. */
    int64_t first_column = floor_shift(box->low_column - 1, map->depth) - at->column;
    int64_t last_column = floor_shift(box->high_column, map->depth) - at->column;
    int64_t first_row = floor_shift(box->low_row - 1, map->depth) - at->row;
    int64_t last_row = floor_shift(box->high_row, map->depth) - at->row;
    bool more = true;
    for (int64_t y = clip(first_row, at->rows); y <= last_row && y < at->rows && more; y++) {
        for (int64_t x = clip(first_column, at->columns);
             x <= last_column && x < at->columns && more; x++) {
            leaf_visit v = {map,
                            box,
                            (at->column + x) * side,
                            (at->row + y) * side,
                            at->first_root + (uint32_t)(y * at->columns + x),
                            visit,
                            context};
            more = visit_node(&v, 0, map->depth);
        }
    }
    return more;
}

static bool visit_near_leaf(void *context, uint32_t leaf) {
    const grid_near_search *s = context;
    wend_location centre = grid_centre_on(s->map, s->from.layer, leaf);
    return grid_near_visit(s, leaf, centre.position);
}

void grid_tree_visit_near(const grid_near_search *s) {
    double cell = s->map->cell, reach = fmin(*s->distance, 1e7);
    double x = (double)s->from.position.x, y = (double)s->from.position.y;
    grid_box box = {(int64_t)floor((x - reach) / cell), (int64_t)floor((y - reach) / cell),
                    (int64_t)ceil((x + reach) / cell), (int64_t)ceil((y + reach) / cell)};
    grid_near_search search = *s;
    grid_visit_leaves(s->map, s->from.layer, &box, visit_near_leaf, &search);
}
