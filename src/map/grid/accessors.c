/* Public accessors of a grid. */
#include "base/error.h"
#include "map/grid/grid.h"

static const grid *data_of(const wend_map *map) {
    WEND_ASSERT(map != NULL && grid_of(map) != NULL);
    return grid_of(map);
}

double wend_grid_cell(const wend_map *map) {
    return data_of(map)->cell;
}

wend_grid_shape wend_grid_shape_of(const wend_map *map) {
    return data_of(map)->shape;
}

double wend_grid_cell_height(const wend_map *map) {
    return data_of(map)->cell_height;
}

uint32_t wend_grid_square_count(const wend_map *map) {
    return data_of(map)->square_count;
}

wend_grid_square wend_grid_square_at(const wend_map *map, uint32_t square) {
    const grid *g = data_of(map);
    WEND_ASSERT(square < g->square_count);
    const grid_square *at = &g->squares[square];
    bool tree = g->shape == WEND_GRID_QUADTREE;
    return (wend_grid_square){.centre = grid_centre(g, square),
                              .clearance = at->clearance,
                              .terrain = g->terrains[at->terrain],
                              .moves = tree ? 0 : at->moves,
                              .walkable = (at->flags & GRID_WALKABLE) != 0,
                              .blockable = (at->flags & GRID_BLOCKABLE) != 0,
                              .state = grid_state(g, square),
                              .side = (float)(tree ? grid_side(g, square) : g->cell)};
}

uint32_t wend_grid_outline(const wend_map *map, uint32_t square, wend_vec2 out[6]) {
    const grid *g = data_of(map);
    WEND_ASSERT(square < g->square_count && out != NULL);
    return grid_outline(g, grid_layer_of(g, square), square, out);
}

uint32_t wend_grid_move_count(const wend_map *map, uint32_t square) {
    const grid *g = data_of(map);
    WEND_ASSERT(square < g->square_count);
    return grid_move_count(g, square, false);
}

uint32_t wend_grid_target(const wend_map *map, uint32_t square, uint32_t move) {
    const grid *g = data_of(map);
    WEND_ASSERT(square < g->square_count && move < grid_move_count(g, square, false));
    return grid_has_move(g, square, move) ? grid_target(g, square, grid_layer_of(g, square), move)
                                          : WEND_NO_SQUARE;
}

uint32_t wend_grid_locate(const wend_map *map, wend_location location) {
    return grid_locate(data_of(map), location);
}
