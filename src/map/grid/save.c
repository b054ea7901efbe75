/* Archives a grid as bytes, without the members that grid_finish derives. */
#include "map/save.h"
#include "map/grid/grid.h"

enum { LAYOUT = 2 /* of the bytes; layout 1 had no number and began with the side of a square */ };

static void save_layer(archive *ar, void *record) {
    grid_layer *layer = record;
    uint32_t column = (uint32_t)layer->column, row = (uint32_t)layer->row;
    archive_u32(ar, &column);
    archive_u32(ar, &row);
    archive_u32(ar, &layer->columns);
    archive_u32(ar, &layer->rows);
    layer->column = (int32_t)column;
    layer->row = (int32_t)row;
    if (ar->loading) {
        layer->first = layer->count = layer->first_root = 0;
    }
}

static void save_square(archive *ar, void *record) {
    grid_square *square = record;
    uint32_t bits = (uint32_t)square->moves << 16 | (square->flags & ~(uint32_t)GRID_BLOCKABLE);
    archive_f32(ar, &square->clearance);
    archive_u32(ar, &square->terrain);
    archive_u32(ar, &bits);
    archive_expect(ar, !(bits & GRID_BLOCKABLE), "a square has an unknown flag");
    if (ar->loading) {
        square->moves = (uint16_t)(bits >> 16);
        square->flags = (uint16_t)(bits & 0xffffU);
    }
}

static void save_leaf(archive *ar, void *record) {
    grid_leaf *leaf = record;
    uint8_t level = (uint8_t)leaf->level;
    archive_u8(ar, &level);
    if (ar->loading) {
        *leaf = (grid_leaf){.level = level};
    }
}

static void save_tree(archive *ar, grid *g, memory_arena *arena) {
    archive_u32(ar, &g->depth);
    g->leaves = save_records(ar, g->leaves, &g->leaf_count, 1, sizeof *g->leaves, save_leaf, arena);
    g->first_moves =
        save_array(ar, g->first_moves, &g->first_move_count, sizeof *g->first_moves, arena);
    g->targets = save_array(ar, g->targets, &g->target_count, sizeof *g->targets, arena);
}

void grid_archive(archive *ar, void *draft, memory_arena *arena) {
    grid *g = draft;
    uint32_t layout = LAYOUT, shape = (uint32_t)g->shape;
    archive_u32(ar, &layout);
    archive_expect(ar, layout == LAYOUT, "it has another layout: build the grid again");
    archive_u32(ar, &shape);
    archive_expect(ar, shape <= WEND_GRID_QUADTREE, "its cells have an unknown shape");
    g->shape = (wend_grid_shape)shape;
    archive_f64(ar, &g->cell);
    archive_f64(ar, &g->cell_height);
    g->layers =
        save_records(ar, g->layers, &g->layer_count, 16, sizeof *g->layers, save_layer, arena);
    g->squares =
        save_records(ar, g->squares, &g->square_count, 12, sizeof *g->squares, save_square, arena);
    g->crossings = save_array(ar, g->crossings, &g->crossing_count, sizeof *g->crossings, arena);
    g->terrains = save_array(ar, g->terrains, &g->terrain_count, sizeof *g->terrains, arena);
    if (g->shape == WEND_GRID_QUADTREE) {
        save_tree(ar, g, arena);
    }
    save_blocking(ar, &g->blocking, arena);
}
