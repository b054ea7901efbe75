/* Builds a grid of cells over a layer. A polygon is listed in every cell that it meets; these cells
 * are found row by row from its edges. A segment counts as a polygon of two points. There are about
 * as many cells as polygons; fewer, larger cells are used if long polygons would otherwise be
 * listed in too many of them. O(entries). */
#include "map/cells.h"

#include <math.h>
#include <string.h>

#include "geom/vec.h"

enum { MAX_MEAN_ENTRIES = 8 };     /* maximum for the average number of entries per polygon */
static const double MARGIN = 1e-3; /* in cells: margin added around polygons; larger than the
                                      rounding error */
static const double SMALLEST_CELL = 1.0 / 64.0; /* m */

typedef struct builder {
    const cells_polygons *input;
    uint32_t layer;
    map_cells *cells;
    double *low, *high; /* indexed by row: lowest and highest column that the polygon reaches, as
                           fractional cell coordinates */
    uint32_t *counts;   /* indexed by cell: number of entries, later the next free entry; NULL while
                           only the total is counted */
} builder;

static uint32_t clamp_cell(double at, uint32_t count) {
    return !(at > 0.0) ? 0 : at >= (double)count ? count - 1 : (uint32_t)at;
}

static double column_at(const map_cells *cells, float x) {
    return ((double)x - (double)cells->low.x) * (double)cells->cells_per_metre;
}

static double row_at(const map_cells *cells, float y) {
    return ((double)y - (double)cells->low.y) * (double)cells->cells_per_metre;
}

uint32_t cells_column(const map_cells *cells, float x) {
    return clamp_cell(column_at(cells, x), cells->columns);
}

uint32_t cells_row(const map_cells *cells, float y) {
    return clamp_cell(row_at(cells, y), cells->rows);
}

/* ---- One polygon ----------------------------------------------------------------------------- */

/* For each row that an edge crosses, extends the row's range of columns to include the edge. */
static void extend_rows(builder *build, wend_vec2 a, wend_vec2 b) {
    const map_cells *cells = build->cells;
    if (a.y > b.y) {
        wend_vec2 swap = a;
        a = b;
        b = swap;
    }
    double ax = column_at(cells, a.x), ay = row_at(cells, a.y);
    double bx = column_at(cells, b.x), by = row_at(cells, b.y);
    uint32_t last = clamp_cell(by + MARGIN, cells->rows);
    for (uint32_t row = clamp_cell(ay - MARGIN, cells->rows); row <= last; row++) {
        double from = fmin(fmax((double)row - MARGIN, ay), by);
        double to = fmin(fmax((double)row + 1.0 + MARGIN, ay), by);
        double slope = by > ay ? (bx - ax) / (by - ay) : 0.0;
        double x0 = ax + (from - ay) * slope, x1 = by > ay ? ax + (to - ay) * slope : bx;
        build->low[row] = fmin(build->low[row], fmin(x0, x1));
        build->high[row] = fmax(build->high[row], fmax(x0, x1));
    }
}

/* Lists a polygon in the cells of one row from `low` to `high`. Returns the number of these cells.
 */
static size_t list_in_row(builder *build, uint32_t index, uint32_t row, double low, double high) {
    map_cells *cells = build->cells;
    uint32_t begin = clamp_cell(low - MARGIN, cells->columns);
    uint32_t end = clamp_cell(high + MARGIN, cells->columns);
    for (uint32_t column = begin; build->counts != NULL && column <= end; column++) {
        uint32_t slot = build->counts[row * cells->columns + column]++;
        if (cells->polygons != NULL) {
            cells->polygons[slot] = index;
        }
    }
    return end - begin + 1;
}

/* Lists a polygon in all cells that it meets. Returns the number of these cells. Most polygons lie
 * within one row; for these, the edges need not be examined. */
static size_t list_polygon(builder *build, uint32_t index) {
    const cells_polygon *polygon = &build->input->items[index];
    const map_cells *cells = build->cells;
    const wend_vec2 *points = &build->input->points[polygon->first];
    wend_vec2 low = points[0], high = points[0];
    for (uint32_t i = 1; i < polygon->count; i++) {
        low = vec_min(low, points[i]);
        high = vec_max(high, points[i]);
    }
    uint32_t first = clamp_cell(row_at(cells, low.y) - MARGIN, cells->rows);
    uint32_t last = clamp_cell(row_at(cells, high.y) + MARGIN, cells->rows);
    if (first == last) {
        return list_in_row(build, index, first, column_at(cells, low.x), column_at(cells, high.x));
    }
    for (uint32_t row = first; row <= last; row++) {
        build->low[row] = (double)INFINITY;
        build->high[row] = -(double)INFINITY;
    }
    for (uint32_t i = 0; i < polygon->count; i++) {
        extend_rows(build, points[i], points[i + 1 == polygon->count ? 0 : i + 1]);
    }
    size_t entry_count = 0;
    for (uint32_t row = first; row <= last; row++) {
        entry_count += list_in_row(build, index, row, build->low[row], build->high[row]);
    }
    return entry_count;
}

/* Lists all polygons of the layer. Returns the number of entries. Stops early once this number
 * exceeds `limit`. */
static size_t list_polygons(builder *build, size_t limit) {
    size_t entry_count = 0;
    for (uint32_t i = 0; i < build->input->count && entry_count <= limit; i++) {
        if (build->input->items[i].layer == build->layer) {
            entry_count += list_polygon(build, i);
        }
    }
    return entry_count;
}

/* ---- All polygons ---------------------------------------------------------------------------- */

typedef struct extent {
    wend_vec2 low, high;
    uint32_t count;
} extent;

static extent measure_extent(const cells_polygons *input, uint32_t layer) {
    extent box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
    for (uint32_t i = 0; i < input->count; i++) {
        const cells_polygon *polygon = &input->items[i];
        box.count += polygon->layer == layer;
        for (uint32_t k = 0; polygon->layer == layer && k < polygon->count; k++) {
            box.low = vec_min(box.low, input->points[polygon->first + k]);
            box.high = vec_max(box.high, input->points[polygon->first + k]);
        }
    }
    return box;
}

static void set_size(map_cells *cells, const extent *box, double cell) {
    double width = (double)box->high.x - (double)box->low.x;
    double height = (double)box->high.y - (double)box->low.y;
    cells->low = box->low;
    cells->cells_per_metre = (float)(1.0 / cell);
    cells->columns = 1 + (uint32_t)(width * (double)cells->cells_per_metre);
    cells->rows = 1 + (uint32_t)(height * (double)cells->cells_per_metre);
}

/* Chooses the cell size: starts with about as many cells as polygons, and enlarges the cells until
 * the number of entries is within its limit. */
static void choose_size(builder *build, const extent *box) {
    double width = (double)box->high.x - (double)box->low.x;
    double height = (double)box->high.y - (double)box->low.y;
    double cell = fmax(sqrt(width * height / (double)box->count), SMALLEST_CELL);
    cell = fmax(cell, fmax(width, height) / (2.0 * (double)box->count + 2.0));
    size_t limit = (size_t)MAX_MEAN_ENTRIES * box->count;
    set_size(build->cells, box, cell);
    while (build->cells->columns + build->cells->rows > 2 && list_polygons(build, limit) > limit) {
        cell *= 1.5;
        set_size(build->cells, box, cell);
    }
}

/* Fills in `starts` and `polygons`: a first pass counts the entries of each cell, a second pass
 * writes them. Returns false when out of memory. */
static bool fill_cells(builder *build, size_t entries, memory_arena *arena) {
    map_cells *cells = build->cells;
    uint32_t count = cells->columns * cells->rows;
    cells->starts = arena_take(arena, ((size_t)count + 1) * sizeof *cells->starts, 64);
    uint32_t *polygons = arena_take(arena, entries * sizeof *polygons, 64);
    if (cells->starts == NULL || polygons == NULL) {
        return false;
    }
    memset(cells->starts, 0, ((size_t)count + 1) * sizeof *cells->starts);
    build->counts = cells->starts;
    list_polygons(build, SIZE_MAX);
    uint32_t at = 0;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t here = cells->starts[i];
        cells->starts[i] = at;
        at += here;
    }
    cells->polygons = polygons;
    list_polygons(build, SIZE_MAX); /* each start advances to the start of the next cell */
    memmove(cells->starts + 1, cells->starts, (size_t)count * sizeof *cells->starts);
    cells->starts[0] = 0;
    return true;
}

bool cells_build(const cells_polygons *input, uint32_t layer, map_cells *out, memory_arena *arena,
                 memory_arena *scratch) {
    *out = (map_cells){0};
    extent box = measure_extent(input, layer);
    if (box.count == 0) {
        return true;
    }
    size_t rows = 4 * (size_t)box.count + 64;
    builder build = {input,
                     layer,
                     out,
                     arena_take(scratch, rows * sizeof(double), 64),
                     arena_take(scratch, rows * sizeof(double), 64),
                     NULL};
    if (build.low == NULL || build.high == NULL) {
        return false;
    }
    choose_size(&build, &box);
    return fill_cells(&build, list_polygons(&build, SIZE_MAX), arena);
}

/* ---- Segments -------------------------------------------------------------------------------- */

static bool build_layers(map_cells *cells, const cells_segment *segments, uint32_t count,
                         uint32_t layer_count, memory_arena *arena, memory_arena *scratch) {
    wend_vec2 *points = arena_take(scratch, ((size_t)count + 1) * 2 * sizeof *points, 64);
    cells_polygon *polygons = arena_take(scratch, ((size_t)count + 1) * sizeof *polygons, 64);
    if (points == NULL || polygons == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        points[2 * (size_t)i] = segments[i].a;
        points[2 * (size_t)i + 1] = segments[i].b;
        polygons[i] = (cells_polygon){2 * i, 2, (uint16_t)segments[i].layer, 0};
    }
    cells_polygons all = {points, polygons, count};
    bool good = true;
    for (uint32_t i = 0; i < layer_count && good; i++) {
        good = cells_build(&all, i, &cells[i], arena, scratch);
    }
    return good;
}

map_cells *cells_build_for_segments(const cells_segment *segments, uint32_t count,
                                    uint32_t layer_count, memory_arena *arena, memory *heap) {
    map_cells *cells = arena_take(arena, layer_count * sizeof *cells, 64);
    memory_arena scratch;
    arena_init(&scratch, heap);
    bool good = cells != NULL;
    if (good) {
        memset(cells, 0, layer_count * sizeof *cells);
        good = build_layers(cells, segments, count, layer_count, arena, &scratch);
    }
    arena_free(&scratch);
    return good ? cells : NULL;
}
