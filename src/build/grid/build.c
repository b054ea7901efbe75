/* Builds grids: lays a lattice over each layer, and measures the centre of each cell.
 *
 * R. Geraerts, "Path planning for games", 2010 (navigation grids): cells on which A* runs. The
 * cells here hold clearances, besides free, blocked or mixed, so that one grid serves all radii.
 *
 * Cost: one wall query and one terrain query for each cell, an exact test for each cell that a wall
 * may meet, and up to 16 visibility checks for cells near walls. Memory: 12 bytes for each cell,
 * twice while the map is built; for quadtrees see tree.c. */
#include "base/def.h"
#include "base/error.h"
#include "base/sort.h"
#include "build/grid/grid.h"
#include "build/ground_box.h"
#include "map/map.h"
#include <math.h>
#include <string.h>

void wend_grid_def_init(wend_grid_def *def, size_t size) {
    const wend_grid_def defaults = {.cell = 0.5, .depth = 4};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Lattices -------------------------------------------------------------------------------- */

/* The distances between columns and rows of a lattice, in m, and how many cells its boxes extend
 * beyond the ground. */
typedef struct lattice {
    double width, height, margin;
} lattice;

/* Returns the lattice of the cells or, for a quadtree, of its largest cells. */
static lattice lattice_of(const grid *parts) {
    double unit = (double)(1U << parts->depth);
    /* Hexagons reach beyond their row and their column. */
    double margin = parts->shape == WEND_GRID_HEXAGONS ? 1.0 : 0.0;
    return (lattice){unit * parts->cell, unit * parts->cell_height, margin};
}

/* Returns the cells of a lattice that meet a box. */
static grid_layer layer_for(const ground_box *box, lattice cell) {
    double low_x = floor(box->low_x / cell.width) - cell.margin;
    double low_y = floor(box->low_y / cell.height) - cell.margin;
    double columns = floor(box->high_x / cell.width) + cell.margin - low_x + 1.0;
    double rows = floor(box->high_y / cell.height) + cell.margin - low_y + 1.0;
    return (grid_layer){
        .column = (int32_t)low_x,
        .row = (int32_t)low_y,
        .columns = (uint32_t)columns,
        .rows = (uint32_t)rows,
    };
}

static double count_cells(const ground_box *boxes, uint32_t count, lattice cell) {
    double total = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        grid_layer layer = layer_for(&boxes[i], cell);
        total += (double)layer.columns * (double)layer.rows;
    }
    return total;
}

/* Returns the largest number of cells that a grid of the given shape may have. */
static double most_cells(const grid_builder *b) {
    return b->parts.shape == WEND_GRID_QUADTREE ? (double)WEND_MAX_GRID_LEAVES
                                                : (double)WEND_MAX_GRID_SQUARES;
}

static double enlarge(double side) {
    return ceil(side * 1.02 * 100.0) / 100.0;
}

/* Refuses a grid with too many cells. The message gives a size that fits. */
static wend_result refuse_size(grid_builder *b, const ground_box *boxes, double total) {
    static const char *const names[] = {"squares", "rectangles", "hexagons", "largest cells"};
    const grid *parts = &b->parts;
    grid fits = *parts;
    while (count_cells(boxes, b->space->layer_count, lattice_of(&fits)) > most_cells(b)) {
        fits.cell = enlarge(fits.cell);
        fits.cell_height = parts->shape == WEND_GRID_HEXAGONS ? WEND_GRID_HEXAGON_ROW * fits.cell
                                                              : enlarge(fits.cell_height);
    }
    if (parts->shape == WEND_GRID_RECTANGLES) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "a grid with cells of %g m x %g m has %.0f rectangles; at most %.0f are "
                         "possible: choose cells of %g m x %g m or more",
                         parts->cell, parts->cell_height, total, most_cells(b), fits.cell,
                         fits.cell_height);
    }
    return error_set(b->error, WEND_ERROR_LIMIT,
                     "a grid with a cell of %g m has %.0f %s; at most %.0f are possible: choose "
                     "a cell of %g m or more",
                     parts->cell, total, names[parts->shape], most_cells(b), fits.cell);
}

static wend_result make_layers(grid_builder *b) {
    uint32_t layers = b->space->layer_count;
    ground_box *boxes = arena_take(&b->kept, layers * sizeof *boxes, 16);
    b->parts.layers = arena_take(&b->kept, layers * sizeof *b->parts.layers, 16);
    if (boxes == NULL || b->parts.layers == NULL) {
        return error_no_memory(b->error, "a grid");
    }
    wend_result result = ground_find_boxes(b->space, b->def->low, b->def->high, boxes, b->error);
    if (result != WEND_OK) {
        return result;
    }
    const lattice cell = lattice_of(&b->parts);
    double total = count_cells(boxes, layers, cell);
    if (total > most_cells(b)) {
        return refuse_size(b, boxes, total);
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < layers; i++) {
        grid_layer *layer = &b->parts.layers[i];
        *layer = layer_for(&boxes[i], cell);
        layer->first = first;
        layer->count = layer->columns * layer->rows;
        first += layer->count;
    }
    b->parts.layer_count = layers;
    b->parts.square_count = first; /* for a quadtree, the number of its roots */
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
        make_layers,       list_terrains,     index_links,     grid_split_cells, take_squares,
        grid_fill_squares, grid_find_touched, grid_find_moves, grid_find_limits};
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

static bool is_side(double side) {
    return side >= WEND_MIN_GRID_CELL && side <= WEND_MAX_GRID_CELL;
}

static wend_result check_cells(const wend_grid_def *def, wend_error *error) {
    if ((uint32_t)def->shape > WEND_GRID_QUADTREE) {
        return error_set(error, WEND_ERROR_INVALID, "the shape of the cells of a grid is unknown");
    }
    if (!is_side(def->cell)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the cell of a grid is %g m; it must be within %g and %g m", def->cell,
                         WEND_MIN_GRID_CELL, WEND_MAX_GRID_CELL);
    }
    if (def->shape != WEND_GRID_RECTANGLES && def->cell_height != 0.0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "only rectangles have a cell height: choose rectangles, or leave it out");
    }
    if (def->cell_height != 0.0 && !is_side(def->cell_height)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the cell height of a grid is %g m; it must be within %g and %g m",
                         def->cell_height, WEND_MIN_GRID_CELL, WEND_MAX_GRID_CELL);
    }
    if (def->shape == WEND_GRID_QUADTREE && def->depth > WEND_MAX_GRID_DEPTH) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the depth of a quadtree is %u; it must be within 0 and %d", def->depth,
                         (int)WEND_MAX_GRID_DEPTH);
    }
    return WEND_OK;
}

/* Returns an empty grid with the shape and the size of its cells. */
static grid empty_parts(const wend_grid_def *def) {
    double height = def->shape == WEND_GRID_HEXAGONS ? WEND_GRID_HEXAGON_ROW * def->cell
                    : def->cell_height > 0.0         ? def->cell_height
                                                     : def->cell;
    uint32_t most = def->shape == WEND_GRID_QUADTREE ? def->depth : 0, depth = 0;
    for (double side = 2.0 * def->cell; depth < most && side <= WEND_MAX_GRID_CELL; side *= 2.0) {
        depth++;
    }
    return (grid){.shape = def->shape, .cell = def->cell, .cell_height = height, .depth = depth};
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
    result = check_cells(def, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_error ignored;
    grid_builder b = {.def = def,
                      .space = def->space,
                      .error = error != NULL ? error : &ignored,
                      .parts = empty_parts(def),
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
    memory_free(&b.heap, b.leaves, b.leaf_capacity * sizeof *b.leaves);
    memory_free(&b.heap, b.targets, b.target_capacity * sizeof *b.targets);
    arena_free(&b.kept);
    return result;
}
