/* Lists the moves between the cells of a quadtree.
 *
 * Moves lead to the cells that touch a cell, and beyond: to cells whose gap to it, along both axes,
 * is at most the smaller of the two sides, unless the line between the centres runs along an axis
 * or a diagonal. Among cells of equal size these are the 16 moves of squares. Both are symmetrical.
 *
 * Cost: about 20 candidates for each cell. Memory: 4 bytes for each move, twice while the map is
 * built. */
#include "base/error.h"
#include "build/grid/grid.h"
#include "map/map.h"
#include <stdlib.h>

/* Shares of the whole work, as in squares.c. */
static const double CENTRES_SHARE = 0.4, MOVES_SHARE = 0.8;

enum { MAX_LAYERS_NEAR = 16 /* layers that moves from one cell can reach */ };

typedef struct move_list {
    grid_builder *b;
    uint32_t leaf;
    wend_location from;
    uint32_t layer; /* of the candidates */
    bool near;      /* true for moves to cells that touch the leaf */
    bool good;      /* false when out of memory */
} move_list;

/* Returns the gap between two intervals of lattice positions, 0 if they touch. */
static int64_t gap(int64_t a, int64_t a_side, int64_t b, int64_t b_side) {
    int64_t after = b - a - a_side, before = a - b - b_side;
    int64_t larger = after > before ? after : before;
    return larger > 0 ? larger : 0;
}

/* True if a move leads from leaf a to leaf b: to a neighbour, or beyond. */
static bool is_move(const grid_leaf *a, const grid_leaf *b, bool near) {
    int64_t a_side = (int64_t)1 << a->level, b_side = (int64_t)1 << b->level;
    int64_t gap_x = gap(a->column, a_side, b->column, b_side);
    int64_t gap_y = gap(a->row, a_side, b->row, b_side);
    int64_t between = gap_x > gap_y ? gap_x : gap_y;
    if (near || between == 0) {
        return near && between == 0;
    }
    int64_t x = llabs(2 * ((int64_t)b->column - a->column) + b_side - a_side);
    int64_t y = llabs(2 * ((int64_t)b->row - a->row) + b_side - a_side);
    return between <= (a_side < b_side ? a_side : b_side) && x != 0 && y != 0 && x != y;
}

static bool try_move(void *context, uint32_t target) {
    move_list *list = context;
    grid_builder *b = list->b;
    const grid *parts = &b->parts;
    if (target == list->leaf || !(parts->squares[target].flags & GRID_WALKABLE) ||
        !is_move(&parts->leaves[list->leaf], &parts->leaves[target], list->near)) {
        return true;
    }
    wend_location to = grid_centre_on(parts, list->layer, target);
    bool near_link = (parts->squares[list->leaf].flags & GRID_NEAR_LINK) != 0;
    uint32_t reached =
        near_link ? wend_space_layer_after(b->space, list->from, to.position) : list->from.layer;
    if (reached != to.layer || !grid_is_open(b, list->from, list->leaf, to, target)) {
        return true;
    }
    list->good = memory_grow(&b->heap, (void **)&b->targets, sizeof *b->targets,
                             &b->target_capacity, b->target_count + 1);
    if (list->good) {
        b->targets[b->target_count++] = target;
    }
    return list->good;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static uint32_t add_layer(uint32_t *layers, uint32_t count, uint32_t layer) {
    for (uint32_t i = 0; i < count; i++) {
        if (layers[i] == layer) {
            return count;
        }
    }
    layers[count] = layer;
    return count + (count < MAX_LAYERS_NEAR ? 1 : 0);
}

/* Lists the layers that a box on a layer reaches through links, the layer itself first. */
static uint32_t find_layers(grid_builder *b, uint32_t layer, const grid_box *box,
                            uint32_t layers[MAX_LAYERS_NEAR + 1]) {
    wend_vec2 low = {(float)((double)box->low_column * b->parts.cell),
                     (float)((double)box->low_row * b->parts.cell)};
    wend_vec2 high = {(float)((double)box->high_column * b->parts.cell),
                      (float)((double)box->high_row * b->parts.cell)};
    uint32_t count = add_layer(layers, 0, layer);
    for (uint32_t i = 0; i < count && b->space->link_count > 0; i++) {
        uint32_t found = finder_find(&b->links, layers[i], low, high);
        for (uint32_t k = 0; k < found; k++) {
            /* The two entries of a link are next to each other. */
            count = add_layer(layers, count, b->link_segments[b->links.found[k] ^ 1U].layer);
        }
    }
    return count;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* Adds the moves of a leaf: first those to its neighbours, then those beyond. */
static bool add_moves(grid_builder *b, uint32_t layer, uint32_t index) {
    grid *parts = &b->parts;
    const grid_leaf *leaf = &parts->leaves[index];
    int64_t side = (int64_t)1 << leaf->level;
    const grid_box box = {leaf->column - side, leaf->row - side, leaf->column + 2 * side,
                          leaf->row + 2 * side};
    uint32_t layers[MAX_LAYERS_NEAR + 1] = {layer}, count = 1, first = b->target_count;
    if (parts->squares[index].flags & GRID_NEAR_LINK) {
        count = find_layers(b, layer, &box, layers);
    }
    move_list list = {b, index, grid_centre_on(parts, layer, index), layer, true, true};
    for (uint32_t pass = 0; pass < 2 && list.good; pass++) {
        list.near = pass == 0;
        for (uint32_t i = 0; i < count && list.good; i++) {
            list.layer = layers[i];
            grid_visit_leaves(parts, layers[i], &box, try_move, &list);
        }
        if (pass == 0) {
            parts->squares[index].moves = (uint16_t)(b->target_count - first);
        }
    }
    return list.good;
}

wend_result grid_find_tree_moves(grid_builder *b) {
    grid *parts = &b->parts;
    watcher moves = watch_part(&b->progress, CENTRES_SHARE, MOVES_SHARE);
    parts->first_move_count = parts->square_count + 1;
    parts->first_moves =
        arena_take(&b->kept, (size_t)parts->first_move_count * sizeof *parts->first_moves, 16);
    if (parts->first_moves == NULL) {
        return error_no_memory(b->error, "a grid");
    }
    for (uint32_t l = 0; l < parts->layer_count; l++) {
        const grid_layer *box = &parts->layers[l];
        for (uint32_t i = box->first; i < box->first + box->count; i++) {
            if (!watch_count(&moves, i, parts->square_count)) {
                return map_fail_cancelled(b->error);
            }
            parts->first_moves[i] = b->target_count;
            if ((parts->squares[i].flags & GRID_WALKABLE) && !add_moves(b, l, i)) {
                return error_no_memory(b->error, "a grid");
            }
        }
    }
    parts->first_moves[parts->square_count] = b->target_count;
    parts->targets = b->targets;
    parts->target_count = b->target_count;
    return WEND_OK;
}
