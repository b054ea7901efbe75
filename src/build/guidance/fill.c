/* Gives arrows to walkable cells from which no line is visible: each gets the direction to the
 * neighbour from which a flood that starts at the cells with arrows reaches it. So the field leads
 * to a line from everywhere that is connected to it by cells that see each other.
 *
 * The flood is breadth-first, with the neighbours beside a cell before the diagonal ones. Each step
 * is a visibility check between two centres, first for a disc of half a cell, so that arrows do not
 * graze corners; then for a point, to reach what is left. O(cells). */
#include "base/error.h"
#include "build/guidance/guidance.h"
#include "geom/vec.h"
#include "map/map.h"
#include <math.h>

enum { NEIGHBOURS = 8 };

static const int8_t columns_away[NEIGHBOURS] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int8_t rows_away[NEIGHBOURS] = {0, 1, 0, -1, 1, 1, -1, -1};

/* The flood of one layer. */
typedef struct flood {
    guidance_builder *b;
    const guidance_layer *layer;
    uint32_t layer_index;
    uint32_t *queue; /* cells of the layer in the order in which they are reached */
    uint32_t count;
    float radius; /* m: of the disc that must fit between two centres */
} flood;

static wend_location centre_of(const flood *f, uint32_t cell) {
    return (wend_location){
        guidance_centre(f->layer, cell % f->layer->columns, cell / f->layer->columns),
        f->layer_index};
}

static bool has_arrow(const flood *f, uint32_t cell) {
    return guidance_has_direction(f->b->parts.arrows[f->layer->first + cell]);
}

/* Reaches a neighbour of a cell, if it has no arrow yet and no wall lies between them. */
static void reach(flood *f, uint32_t cell, int dx, int dy) {
    int64_t column = (int64_t)(cell % f->layer->columns) + dx;
    int64_t row = (int64_t)(cell / f->layer->columns) + dy;
    if (column < 0 || column >= f->layer->columns || row < 0 || row >= f->layer->rows) {
        return;
    }
    uint32_t other = (uint32_t)(row * f->layer->columns + column);
    wend_location from = centre_of(f, other), to = centre_of(f, cell);
    if (has_arrow(f, other) || !wend_space_is_walkable(f->b->space, from, 1) ||
        !wend_space_is_visible(f->b->space, from, to, f->radius, 1)) {
        return;
    }
    wend_vec2 offset = vec_sub(to.position, from.position);
    f->b->parts.arrows[f->layer->first + other] = vec_scale(offset, 1.0F / vec_length(offset));
    f->queue[f->count++] = other;
}

/* Returns false if the work was cancelled. */
static bool flood_layer(flood *f) {
    uint32_t cells = f->layer->columns * f->layer->rows;
    for (uint32_t i = 0; i < cells; i++) {
        if (has_arrow(f, i)) {
            f->queue[f->count++] = i;
        }
    }
    const watcher part = watch_part(&f->b->progress, 0.7, 0.8);
    for (uint32_t i = 0; i < f->count; i++) {
        for (int k = 0; k < NEIGHBOURS; k++) {
            reach(f, f->queue[i], columns_away[k], rows_away[k]);
        }
        if (!watch_count(&part, f->layer->first + i, f->b->parts.cell_count)) {
            return false;
        }
    }
    return true;
}

wend_result guidance_fill_cells(guidance_builder *b) {
    const guidance *g = &b->parts;
    size_t size = ((size_t)g->cell_count + 1) * sizeof(uint32_t);
    uint32_t *queue = memory_get_zeroed(&b->heap, size);
    if (queue == NULL) {
        return error_no_memory(b->error, "a guidance field");
    }
    bool goes_on = true;
    for (uint32_t l = 0; l < g->layer_count && goes_on; l++) {
        const guidance_layer *layer = &g->layers[l];
        flood f = {b, layer, l, queue, 0, (float)(0.5 * fmin(layer->width, layer->height))};
        goes_on = flood_layer(&f);
        f.count = 0;
        f.radius = 0.0F;
        goes_on = goes_on && flood_layer(&f);
    }
    memory_free(&b->heap, queue, size);
    return goes_on ? WEND_OK : map_fail_cancelled(b->error);
}
