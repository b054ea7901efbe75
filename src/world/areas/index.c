/* A uniform grid over the bounding boxes of areas, one for each layer.
 *
 * The same monotonic function maps the coordinates of boxes and of points to cells. A point in a
 * box is therefore always in one of the cells of that box, regardless of rounding. The grid has
 * about four cells for each area, and fewer where boxes are so large that they would cover too many
 * cells. There are at most 8 n + 64 entries for n areas.
 *
 * Cost: O(n) to build; a query reads one cell. */
#include <math.h>

#include "geom/vec.h"
#include "world/areas/areas.h"

enum { MAX_SIDE = 1024, ENTRIES_PER_AREA = 8, EXTRA_ENTRIES = 64 };

/* ---- Cells ----------------------------------------------------------------------------------- */

static uint32_t cell_along(float at, float low, float scale, uint32_t side) {
    float cell = (at - low) * scale;
    return !(cell > 0.0F) ? 0 : cell >= (float)side ? side - 1 : (uint32_t)cell;
}

typedef struct cell_box {
    uint32_t low_x, low_y, high_x, high_y;
} cell_box;

static cell_box cells_of(const area_layer *layer, wend_vec2 low, wend_vec2 high) {
    return (cell_box){cell_along(low.x, layer->low.x, layer->scale_x, layer->side),
                      cell_along(low.y, layer->low.y, layer->scale_y, layer->side),
                      cell_along(high.x, layer->low.x, layer->scale_x, layer->side),
                      cell_along(high.y, layer->low.y, layer->scale_y, layer->side)};
}

static void set_side(area_layer *layer, uint32_t side) {
    float width = layer->high.x - layer->low.x, height = layer->high.y - layer->low.y;
    layer->side = side;
    layer->scale_x = (float)side / width;
    layer->scale_y = (float)side / height;
}

/* ---- Building -------------------------------------------------------------------------------- */

static bool is_on(const area_record *area, uint32_t layer) {
    return area->points && area->layer == layer;
}

/* Counts the entries (pairs of a cell and an area) that the areas of a layer need. */
static uint64_t count_entries(const area_table *table, uint32_t number, const area_layer *layer) {
    uint64_t entries = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const area_record *area = &table->records[i];
        if (is_on(area, number)) {
            cell_box box = cells_of(layer, area->low, area->high);
            entries += (uint64_t)(box.high_x - box.low_x + 1) * (box.high_y - box.low_y + 1);
        }
    }
    return entries;
}

/* Chooses the grid size of a layer, and returns the number of entries that the grid needs. */
static uint64_t choose_cells(const area_table *table, uint32_t number, area_layer *layer) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const area_record *area = &table->records[i];
        if (is_on(area, number)) {
            layer->low = count ? vec_min(layer->low, area->low) : area->low;
            layer->high = count ? vec_max(layer->high, area->high) : area->high;
            count++;
        }
    }
    if (count == 0) {
        return 0;
    }
    uint32_t side = 2 * (uint32_t)ceil(sqrt((double)count));
    set_side(layer, side < MAX_SIDE ? side : MAX_SIDE);
    uint64_t entries = count_entries(table, number, layer);
    while (layer->side > 1 && entries > (uint64_t)count * ENTRIES_PER_AREA + EXTRA_ENTRIES) {
        set_side(layer, layer->side / 2);
        entries = count_entries(table, number, layer);
    }
    return entries;
}

/* Visits each cell that the bounding box of an area touches, and increments the cell's counter. If
 * `adds` is true, also adds the area to the cell. */
static void visit_cells(area_index *index, const area_record *area, uint32_t number, bool adds) {
    const area_layer *layer = &index->layers[area->layer];
    cell_box box = cells_of(layer, area->low, area->high);
    for (uint32_t y = box.low_y; y <= box.high_y; y++) {
        for (uint32_t x = box.low_x; x <= box.high_x; x++) {
            uint32_t *cell = &index->starts[layer->first + y * layer->side + x];
            if (adds) {
                index->items[*cell] = number;
            }
            ++*cell;
        }
    }
}

/* Fills the cells by counting sort. Afterwards starts[cell] is the index of the cell's first
 * item. */
static void fill(area_table *table, uint32_t cell_count) {
    area_index *index = &table->index;
    for (uint32_t i = 0; i <= cell_count; i++) {
        index->starts[i] = 0;
    }
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->records[i].points) {
            visit_cells(index, &table->records[i], i, false);
        }
    }
    for (uint32_t i = 0, sum = 0; i <= cell_count; i++) {
        uint32_t here = index->starts[i];
        index->starts[i] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->records[i].points) {
            visit_cells(index, &table->records[i], i, true);
        }
    }
    /* Each element of `starts` now holds the start of the next cell, so shift the elements by one.
     */
    for (uint32_t i = cell_count; i > 0; i--) {
        index->starts[i] = index->starts[i - 1];
    }
    index->starts[0] = 0;
}

bool area_index_build(area_table *table, uint32_t layer_count, memory *from) {
    area_index *index = &table->index;
    if (!memory_grow(from, (void **)&index->layers, sizeof *index->layers, &index->layer_capacity,
                     layer_count)) {
        return false;
    }
    uint32_t cells = 0;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < layer_count; i++) {
        index->layers[i] = (area_layer){.first = cells};
        entries += choose_cells(table, i, &index->layers[i]);
        cells += index->layers[i].side * index->layers[i].side;
    }
    if (!memory_grow(from, (void **)&index->starts, sizeof *index->starts, &index->start_capacity,
                     cells + 1) ||
        !memory_grow(from, (void **)&index->items, sizeof *index->items, &index->item_capacity,
                     (uint32_t)entries)) {
        return false;
    }
    fill(table, cells);
    table->index_is_stale = false;
    return true;
}

/* ---- Queries --------------------------------------------------------------------------------- */

const uint32_t *area_index_find(const area_table *table, wend_location at, uint32_t *count) {
    const area_index *index = &table->index;
    const area_layer *layer = &index->layers[at.layer];
    wend_vec2 p = at.position;
    *count = 0;
    if (layer->side == 0 || !(p.x >= layer->low.x && p.x <= layer->high.x && p.y >= layer->low.y &&
                              p.y <= layer->high.y)) {
        return NULL;
    }
    uint32_t cell = layer->first +
                    cell_along(p.y, layer->low.y, layer->scale_y, layer->side) * layer->side +
                    cell_along(p.x, layer->low.x, layer->scale_x, layer->side);
    *count = index->starts[cell + 1] - index->starts[cell];
    return &index->items[index->starts[cell]];
}
