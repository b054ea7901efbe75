/* Builds grids: lays a lattice over each layer, and measures the centre of each square.
 *
 * R. Geraerts, "Path planning for games", 2010 (navigation grids): squares on which A* runs. The
 * squares here hold clearances instead of free or blocked, so that one grid serves all radii.
 *
 * Cost: one wall query and one terrain query for each square, and up to 16 visibility checks for
 * squares near walls. Memory: 12 bytes for each square, twice while the map is built. */
#include "base/def.h"
#include "base/error.h"
#include "base/sort.h"
#include "build/grid/grid.h"
#include "build/rounding.h"
#include "map/map.h"
#include <math.h>
#include <string.h>

void wend_grid_def_init(wend_grid_def *def, size_t size) {
    const wend_grid_def defaults = {.cell = 0.5};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* The ground of a layer, in m. */
typedef struct ground_box {
    double low_x, low_y, high_x, high_y;
} ground_box;

/* Returns the box around the boundaries of a layer. */
static ground_box box_of_boundaries(const wend_space *space, const space_layer *layer) {
    ground_box box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < layer->ring_count; i++) {
        const space_ring *ring = &space->rings[layer->first_ring + i];
        for (uint32_t k = 0; ring->kind == SPACE_BOUNDARY && k < ring->count; k++) {
            box.low_x = fmin(box.low_x, (double)ring->points[k].x);
            box.low_y = fmin(box.low_y, (double)ring->points[k].y);
            box.high_x = fmax(box.high_x, (double)ring->points[k].x);
            box.high_y = fmax(box.high_y, (double)ring->points[k].y);
        }
    }
    return box;
}

/* Finds the box of each layer. An unbounded layer has the box around everything. */
static wend_result find_boxes(grid_builder *b, ground_box *boxes) {
    const wend_space *space = b->space;
    double margin = rounding_margin(space);
    ground_box all = {0.0, 0.0, 0.0, 0.0};
    if (margin > 0.0) {
        shapes_box box = {.any = false};
        rounding r;
        wend_result result =
            rounding_choose(space, &box, b->def->low, b->def->high, margin, &r, b->error);
        if (result != WEND_OK) {
            return result;
        }
        all =
            (ground_box){r.low.x * r.unit, r.low.y * r.unit, r.high.x * r.unit, r.high.y * r.unit};
    }
    for (uint32_t i = 0; i < space->layer_count; i++) {
        const space_layer *layer = &space->layers[i];
        boxes[i] = layer->bounded ? box_of_boundaries(space, layer) : all;
    }
    return WEND_OK;
}

/* Returns the squares of a given size that meet a box. */
static grid_layer layer_for(const ground_box *box, double cell) {
    double low_x = floor(box->low_x / cell), low_y = floor(box->low_y / cell);
    double columns = floor(box->high_x / cell) - low_x + 1.0;
    double rows = floor(box->high_y / cell) - low_y + 1.0;
    return (grid_layer){
        .column = (int32_t)low_x,
        .row = (int32_t)low_y,
        .columns = (uint32_t)columns,
        .rows = (uint32_t)rows,
    };
}

static double count_squares(const ground_box *boxes, uint32_t count, double cell) {
    double total = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        grid_layer layer = layer_for(&boxes[i], cell);
        total += (double)layer.columns * (double)layer.rows;
    }
    return total;
}

/* Refuses a grid with too many squares. The message gives a cell that fits. */
static wend_result refuse_size(grid_builder *b, const ground_box *boxes, double total) {
    double fits = b->def->cell;
    while (count_squares(boxes, b->space->layer_count, fits) > (double)WEND_MAX_GRID_SQUARES) {
        fits = ceil(fits * 1.02 * 100.0) / 100.0;
    }
    return error_set(b->error, WEND_ERROR_LIMIT,
                     "a grid with a cell of %g m has %.0f squares; at most %d are possible: choose "
                     "a cell of %g m or more",
                     b->def->cell, total, (int)WEND_MAX_GRID_SQUARES, fits);
}

static wend_result make_layers(grid_builder *b) {
    uint32_t layers = b->space->layer_count;
    ground_box *boxes = arena_take(&b->kept, layers * sizeof *boxes, 16);
    b->parts.layers = arena_take(&b->kept, layers * sizeof *b->parts.layers, 16);
    if (boxes == NULL || b->parts.layers == NULL) {
        return error_no_memory(b->error, "a grid");
    }
    wend_result result = find_boxes(b, boxes);
    if (result != WEND_OK) {
        return result;
    }
    double total = count_squares(boxes, layers, b->def->cell);
    if (total > (double)WEND_MAX_GRID_SQUARES) {
        return refuse_size(b, boxes, total);
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < layers; i++) {
        grid_layer *layer = &b->parts.layers[i];
        *layer = layer_for(&boxes[i], b->def->cell);
        layer->first = first;
        first += layer->columns * layer->rows;
    }
    b->parts.layer_count = layers;
    b->parts.square_count = first;
    b->parts.cell = b->def->cell;
    return WEND_OK;
}

/* ---- Terrain types and links ----------------------------------------------------------------- */

static bool type_before(const void *left, const void *right) {
    return *(const uint32_t *)left < *(const uint32_t *)right;
}

/* Lists all terrain types of the space, 0 included. */
static wend_result list_terrains(grid_builder *b) {
    size_t room = 1;
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        room += b->space->layers[i].terrain_count;
    }
    uint32_t *types = arena_take(&b->kept, room * sizeof *types, 16);
    if (types == NULL) {
        return error_no_memory(b->error, "a grid");
    }
    uint32_t count = 0;
    types[count++] = 0;
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        for (uint32_t k = 0; k < b->space->layers[i].terrain_count; k++) {
            types[count++] = b->space->layers[i].terrains[k].type;
        }
    }
    if (!sort_stable_with(&b->heap, types, count, sizeof *types, type_before)) {
        return error_no_memory(b->error, "a grid");
    }
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++) {
        if (types[i] != types[kept - 1]) {
            types[kept++] = types[i];
        }
    }
    b->parts.terrains = types;
    b->parts.terrain_count = kept;
    return WEND_OK;
}

static wend_result index_links(grid_builder *b) {
    uint32_t count = 2 * b->space->link_count;
    b->link_segments = arena_take(&b->kept, ((size_t)count + 1) * sizeof *b->link_segments, 16);
    bool good = b->link_segments != NULL;
    for (uint32_t i = 0; good && i < b->space->link_count; i++) {
        const wend_link *link = &b->space->links[i];
        b->link_segments[2 * i] = (cells_segment){link->a, link->b, link->left_layer};
        b->link_segments[2 * i + 1] = (cells_segment){link->a, link->b, link->right_layer};
    }
    good = good && finder_make(&b->links, b->link_segments, count, b->space->layer_count, &b->kept,
                               &b->heap);
    return good ? WEND_OK : error_no_memory(b->error, "a grid");
}

/* ---- The map --------------------------------------------------------------------------------- */

static wend_result take_squares(grid_builder *b) {
    size_t size = ((size_t)b->parts.square_count + 1) * sizeof *b->parts.squares;
    b->parts.squares = memory_get_zeroed(&b->heap, size);
    return b->parts.squares != NULL ? WEND_OK : error_no_memory(b->error, "a grid");
}

static wend_result build_all(grid_builder *b, wend_map **out) {
    wend_result (*const steps[])(grid_builder *) = {
        make_layers, list_terrains, index_links, take_squares, grid_fill_squares, grid_find_limits};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == WEND_OK; i++) {
        result = steps[i](b);
    }
    if (result == WEND_OK && !watch_report(&b->progress, 0.95)) {
        result = map_fail_cancelled(b->error);
    }
    return result == WEND_OK ? grid_create(&b->parts, wend_space_hash(b->space), &b->def->allocator,
                                           out, b->error)
                             : result;
}

wend_result wend_grid_build(const wend_grid_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_grid_def known;
    const wend_grid_def *def = &known;
    wend_result result = DEF_READ(grid, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL && (def->doors != NULL || def->door_count == 0));
    if (!(def->cell >= WEND_MIN_GRID_CELL && def->cell <= WEND_MAX_GRID_CELL)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the cell of a grid is %g m; it must be within %g and %g m", def->cell,
                         WEND_MIN_GRID_CELL, WEND_MAX_GRID_CELL);
    }
    wend_error ignored;
    grid_builder b = {.def = def,
                      .space = def->space,
                      .error = error != NULL ? error : &ignored,
                      .progress = {def->progress, def->user, def->cancel, 0.0, 1.0, NULL}};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    result = watch_report(&b.progress, 0.0) ? build_all(&b, out) : map_fail_cancelled(b.error);
    if (result == WEND_OK) {
        watch_report(&b.progress, 1.0);
    }
    if (b.parts.squares != NULL) {
        memory_free(&b.heap, b.parts.squares,
                    ((size_t)b.parts.square_count + 1) * sizeof *b.parts.squares);
    }
    memory_free(&b.heap, b.crossings, b.crossing_capacity * sizeof *b.crossings);
    arena_free(&b.kept);
    return result;
}
