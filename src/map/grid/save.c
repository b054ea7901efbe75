/* Archives a grid as bytes, without the members that grid_finish derives. */
#include "map/save.h"
#include "map/grid/grid.h"

static void save_layer(archive *ar, void *record) {
    grid_layer *layer = record;
    uint32_t column = (uint32_t)layer->column, row = (uint32_t)layer->row;
    archive_u32(ar, &column);
    archive_u32(ar, &row);
    archive_u32(ar, &layer->columns);
    archive_u32(ar, &layer->rows);
    layer->column = (int32_t)column;
    layer->row = (int32_t)row;
    layer->first = ar->loading ? 0 : layer->first;
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

void grid_archive(archive *ar, void *draft, memory_arena *arena) {
    grid *g = draft;
    archive_f64(ar, &g->cell);
    g->layers =
        save_records(ar, g->layers, &g->layer_count, 16, sizeof *g->layers, save_layer, arena);
    g->squares =
        save_records(ar, g->squares, &g->square_count, 12, sizeof *g->squares, save_square, arena);
    g->crossings = save_array(ar, g->crossings, &g->crossing_count, sizeof *g->crossings, arena);
    g->terrains = save_array(ar, g->terrains, &g->terrain_count, sizeof *g->terrains, arena);
    save_blocking(ar, &g->blocking, arena);
}
