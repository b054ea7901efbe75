/* Creates a grid: copies what a builder or a loader provides, and derives the counts and flags.
 * O(cells + moves + limits). */
#include "base/error.h"
#include "base/hash.h"
#include "map/grid/grid.h"
#include "map/map.h"

static uint32_t count_roots(const grid *g) {
    uint32_t count = 0;
    for (uint32_t i = 0; g->shape == WEND_GRID_QUADTREE && i < g->layer_count; i++) {
        count += g->layers[i].columns * g->layers[i].rows;
    }
    return count;
}

bool grid_copy(wend_map *map, const void *draft) {
    const grid *parts = draft;
    grid *g = map->data;
    g->layers = map_copy(map, parts->layers, parts->layer_count, sizeof *g->layers);
    g->squares = map_copy(map, parts->squares, parts->square_count, sizeof *g->squares);
    g->crossings = map_copy(map, parts->crossings, parts->crossing_count, sizeof *g->crossings);
    g->terrains = map_copy(map, parts->terrains, parts->terrain_count, sizeof *g->terrains);
    g->leaves = map_copy(map, parts->leaves, parts->leaf_count, sizeof *g->leaves);
    g->first_moves =
        map_copy(map, parts->first_moves, parts->first_move_count, sizeof *g->first_moves);
    g->targets = map_copy(map, parts->targets, parts->target_count, sizeof *g->targets);
    g->roots = map_take(map, (size_t)count_roots(parts) + 1, sizeof *g->roots);
    return g->layers != NULL && g->squares != NULL && g->crossings != NULL && g->terrains != NULL &&
           g->leaves != NULL && g->first_moves != NULL && g->targets != NULL && g->roots != NULL &&
           map_copy_blocking(map, &parts->blocking, &g->blocking);
}

/* Numbers the cells of the layers of a lattice. */
static void number_cells(grid *g) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        g->layers[i].first = first;
        g->layers[i].count = g->layers[i].columns * g->layers[i].rows;
        g->layers[i].first_root = 0;
        first += g->layers[i].count;
    }
}

wend_result grid_finish(wend_map *map, wend_error *error) {
    grid *g = map->data;
    (void)error;
    if (g->shape == WEND_GRID_QUADTREE) {
        grid_place_leaves(g);
    } else {
        number_cells(g);
    }
    g->walkable_count = 0;
    g->move_count = g->target_count;
    for (uint32_t i = 0; i < g->square_count; i++) {
        g->squares[i].flags &= (uint16_t)~GRID_BLOCKABLE;
        g->walkable_count += g->squares[i].flags & GRID_WALKABLE;
        uint32_t moves = g->shape == WEND_GRID_QUADTREE ? 0 : g->squares[i].moves;
        for (; moves != 0; moves &= moves - 1) {
            g->move_count++;
        }
    }
    for (uint32_t i = 0; i < g->blocking.limit_count; i++) {
        g->squares[g->blocking.limits[i].part].flags |= GRID_BLOCKABLE;
    }
    return WEND_OK;
}

uint64_t grid_hash(const void *data, uint64_t hash) {
    const grid *g = data;
    hash = hash_bytes(&g->cell, sizeof g->cell, hash_combine(hash, g->layer_count));
    bool squares = g->shape == WEND_GRID_SQUARES;
    if (!squares) { /* the hash of squares has no shape */
        hash = hash_combine(hash, (uint64_t)g->shape << 32 | g->depth);
        hash = hash_bytes(&g->cell_height, sizeof g->cell_height, hash);
    }
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const grid_layer *layer = &g->layers[i];
        hash = hash_combine(hash, (uint64_t)(uint32_t)layer->column << 32 | (uint32_t)layer->row);
        hash = hash_combine(hash, (uint64_t)layer->columns << 32 | layer->rows);
    }
    for (uint32_t i = 0; i < g->square_count; i++) {
        const grid_square *square = &g->squares[i];
        /* Walls and links determine GRID_TOUCHED, and the hash of squares leaves it out. */
        uint32_t derived = GRID_BLOCKABLE | (squares ? (uint32_t)GRID_TOUCHED : 0U);
        uint32_t flags = square->flags & ~derived;
        hash = hash_combine(hash, (uint64_t)square->terrain << 32 | (uint64_t)square->moves << 16 |
                                      flags);
        hash = hash_bytes(&square->clearance, sizeof square->clearance, hash);
    }
    for (uint32_t i = 0; i < g->leaf_count; i++) {
        hash = hash_combine(hash, g->leaves[i].level);
    }
    if (g->leaf_count > 0) {
        hash = hash_bytes(g->first_moves, g->first_move_count * sizeof *g->first_moves, hash);
        hash = hash_bytes(g->targets, g->target_count * sizeof *g->targets, hash);
    }
    hash = hash_bytes(g->crossings, g->crossing_count * sizeof *g->crossings, hash);
    hash = hash_bytes(g->terrains, g->terrain_count * sizeof *g->terrains, hash);
    return blocking_hash(&g->blocking, hash);
}
