/* The spatial index of a layer: square cells. Each cell has a list of the edges that come near it,
 * and the winding number of the rings around its low corner.
 *
 * The winding number at a point in a cell follows from the one at the cell's corner and from the
 * edges of that cell only: go from the corner along y, then along x, and count the edges crossed.
 * Every point is treated as if it were moved by an infinitesimal step, mostly along x and a little
 * along y (simulation of simplicity: Edelsbrunner and Muecke, ACM Transactions on Graphics 9
 * (1990)), so that no point ever lies on an edge. Cell sizes are powers of two, so corners are
 * exact floats and the count is exact.
 *
 * Cost: up to two cells per edge and at most 16 list entries per edge (cells are enlarged until
 * this limit holds); a query reads the edges of one cell. */
#include <string.h>

#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"

enum { CELLS_PER_EDGE = 2, MIN_CELLS = 256 };

static const double MIN_CELL_SIZE = 0x1p-6; /* m */

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Returns the cell index along an axis, clamped to [0, count). */
static uint32_t axis_cell(double offset, double inverse, uint32_t count) {
    double cell = offset * inverse;
    if (!(cell > 0.0)) {
        return 0;
    }
    return cell >= (double)count ? count - 1 : (uint32_t)cell;
}

uint32_t space_grid_cell(const space_grid *grid, wend_vec2 position) {
    uint32_t column = axis_cell((double)position.x - grid->low_x, grid->inverse, grid->columns);
    uint32_t row = axis_cell((double)position.y - grid->low_y, grid->inverse, grid->rows);
    return row * grid->columns + column;
}

/* Finds the cells along an axis that the interval [from, to] overlaps. Sets *first > *last if there
 * are none. */
static void axis_range(double from, double to, double low, double inverse, uint32_t count,
                       uint32_t *first, uint32_t *last) {
    *first = 1;
    *last = 0;
    if (count > 0 && (to - low) * inverse >= 0.0 && (from - low) * inverse < (double)count) {
        *first = axis_cell(from - low, inverse, count);
        *last = axis_cell(to - low, inverse, count);
    }
}

void space_grid_rows(const space_grid *grid, wend_vec2 p, wend_vec2 q, double margin,
                     uint32_t *first, uint32_t *last) {
    double from = space_min((double)p.y, (double)q.y), to = space_max((double)p.y, (double)q.y);
    axis_range(from - margin, to + margin, grid->low_y, grid->inverse, grid->rows, first, last);
}

void space_grid_span(const space_grid *grid, wend_vec2 p, wend_vec2 q, double margin, uint32_t row,
                     uint32_t *first, uint32_t *last) {
    double y_from = grid->low_y + row * grid->cell - margin;
    double y_to = y_from + grid->cell + 2.0 * margin;
    double rise = (double)q.y - (double)p.y, run = (double)q.x - (double)p.x;
    double begin = 0.0, end = 1.0;
    if (fabs(rise) > 1e-9) {
        double one = (y_from - (double)p.y) / rise, two = (y_to - (double)p.y) / rise;
        begin = space_max(space_min(one, two), 0.0);
        end = space_min(space_max(one, two), 1.0);
    }
    double x_begin = (double)p.x + begin * run, x_end = (double)p.x + end * run;
    axis_range(space_min(x_begin, x_end) - margin, space_max(x_begin, x_end) + margin, grid->low_x,
               grid->inverse, grid->columns, first, last);
}

/* ---- Winding --------------------------------------------------------------------------------- */

/* Returns the side of the edge on which a point lies after the infinitesimal step: 1 for left, -1
 * for right, never 0. */
static int side_after_step(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    int side = predicate_orient(a, b, p);
    if (side != 0) {
        return side;
    }
    if (a.y != b.y) {
        return b.y > a.y ? -1 : 1;
    }
    return b.x > a.x ? 1 : -1;
}

bool space_step_enters(const wend_space *space, const space_edge *e, wend_vec2 v) {
    int second = side_after_step(e->a, e->b, v);
    if (!vec_equal(v, e->a)) {
        return second < 0;
    }
    wend_vec2 before = space->edges[e->previous].a;
    int first = side_after_step(before, v, v);
    int turn = predicate_orient(before, v, e->b);
    return turn < 0 ? first < 0 && second < 0 : first < 0 || second < 0;
}

/* Adds the change in the winding numbers between two points of a cell that differ along only one
 * axis. */
static void add_crossings(const wend_space *space, const space_layer *layer, uint32_t cell,
                          wend_vec2 from, wend_vec2 to, int32_t *winding) {
    bool along_y = from.x == to.x;
    for (uint32_t i = layer->grid.start[cell]; i < layer->grid.start[cell + 1]; ++i) {
        const space_edge *e = &space->edges[layer->grid.items[i]];
        bool straddles =
            along_y ? (e->a.x <= to.x) != (e->b.x <= to.x) : (e->a.y <= to.y) != (e->b.y <= to.y);
        if (e->one_sided && straddles) {
            winding[layer->slot[e->obstacle_class]] +=
                (side_after_step(e->a, e->b, to) - side_after_step(e->a, e->b, from)) / 2;
        }
    }
}

static wend_vec2 cell_corner(const space_grid *grid, uint32_t column, uint32_t row) {
    return (wend_vec2){(float)(grid->low_x + column * grid->cell),
                       (float)(grid->low_y + row * grid->cell)};
}

void space_winding(const wend_space *space, uint32_t layer_index, wend_vec2 position,
                   int32_t *out) {
    const space_layer *layer = &space->layers[layer_index];
    const space_grid *grid = &layer->grid;
    uint32_t cell = space_grid_cell(grid, position);
    memcpy(out, &grid->winding[(size_t)cell * layer->slot_count], layer->slot_count * sizeof *out);
    wend_vec2 corner = cell_corner(grid, cell % grid->columns, cell / grid->columns);
    wend_vec2 turn = {corner.x, position.y};
    add_crossings(space, layer, cell, corner, turn, out);
    add_crossings(space, layer, cell, turn, position, out);
}

static bool fill_winding(wend_space *space, space_layer *layer) {
    space_grid *grid = &layer->grid;
    size_t slots = layer->slot_count;
    size_t cells = (size_t)grid->columns * grid->rows;
    grid->winding = space_allocate(space, cells * slots, sizeof *grid->winding);
    if (grid->winding == NULL) {
        return false;
    }
    for (uint32_t row = 0; row < grid->rows; ++row) {
        /* The low corner of the first cell in a row lies outside all rings. */
        int32_t winding[WEND_MAX_CLASSES] = {0};
        for (uint32_t column = 0; column < grid->columns; ++column) {
            uint32_t cell = row * grid->columns + column;
            memcpy(&grid->winding[cell * slots], winding, slots * sizeof *winding);
            add_crossings(space, layer, cell, cell_corner(grid, column, row),
                          cell_corner(grid, column + 1, row), winding);
        }
    }
    return true;
}

/* ---- Building -------------------------------------------------------------------------------- */

static void choose_slots(const wend_space *space, space_layer *layer) {
    layer->slot_count = 1;
    for (uint32_t i = 0; i < layer->ring_count; ++i) {
        const space_ring *ring = &space->rings[layer->first_ring + i];
        if (ring->kind != SPACE_OPEN_WALL) {
            layer->classes |= 1U << ring->obstacle_class;
        }
    }
    for (uint32_t c = 1; c < WEND_MAX_CLASSES; ++c) {
        if (((layer->classes >> c) & 1U) != 0) {
            layer->slot[c] = layer->slot_count++;
        }
    }
}

void space_grid_fit(space_grid *grid, wend_vec2 low, wend_vec2 high, double cell) {
    grid->cell = cell;
    grid->inverse = 1.0 / cell;
    grid->low_x = (floor((double)low.x / cell) - 1.0) * cell;
    grid->low_y = (floor((double)low.y / cell) - 1.0) * cell;
    grid->columns = (uint32_t)(((double)high.x - grid->low_x) / cell) + 2;
    grid->rows = (uint32_t)(((double)high.y - grid->low_y) / cell) + 2;
}

double space_grid_first_cell(wend_vec2 low, wend_vec2 high, uint32_t edges) {
    double width = fmax((double)high.x - (double)low.x, MIN_CELL_SIZE);
    double height = fmax((double)high.y - (double)low.y, MIN_CELL_SIZE);
    double cells = (double)edges * CELLS_PER_EDGE + MIN_CELLS;
    double wanted = fmax(sqrt(width * height / cells), fmax(width, height) / cells);
    double cell = MIN_CELL_SIZE;
    while (cell < wanted) {
        cell *= 2.0;
    }
    return cell;
}

/* Visits every cell that an edge comes near. If `items` is NULL, counts the entries; otherwise
 * enters the edges. */
static uint64_t enter_edges(const wend_space *space, const space_layer *layer, uint32_t *start,
                            uint32_t *items) {
    const space_grid *grid = &layer->grid;
    uint64_t entries = 0;
    for (uint32_t i = layer->first_edge; i < layer->first_edge + layer->edge_count; ++i) {
        const space_edge *e = &space->edges[i];
        uint32_t row, last_row;
        space_grid_rows(grid, e->a, e->b, SPACE_ENTRY_MARGIN, &row, &last_row);
        for (; row <= last_row; ++row) {
            uint32_t column, last_column;
            space_grid_span(grid, e->a, e->b, SPACE_ENTRY_MARGIN, row, &column, &last_column);
            entries += column <= last_column ? last_column - column + 1 : 0;
            for (; column <= last_column && items != NULL; ++column) {
                items[start[row * grid->columns + column]++] = i;
            }
            for (; column <= last_column && start != NULL; ++column) {
                ++start[row * grid->columns + column];
            }
        }
    }
    return entries;
}

static bool fill_cells(wend_space *space, space_layer *layer) {
    space_grid *grid = &layer->grid;
    size_t cells = (size_t)grid->columns * grid->rows;
    grid->start = space_allocate(space, cells + 1, sizeof *grid->start);
    if (grid->start == NULL) {
        return false;
    }
    memset(grid->start, 0, (cells + 1) * sizeof *grid->start);
    uint64_t entries = enter_edges(space, layer, grid->start, NULL);
    grid->items = space_allocate(space, (size_t)entries, sizeof *grid->items);
    if (grid->items == NULL) {
        return false;
    }
    uint32_t sum = 0;
    for (size_t i = 0; i <= cells; ++i) {
        uint32_t count = grid->start[i];
        grid->start[i] = sum;
        sum += count;
    }
    enter_edges(space, layer, grid->start, grid->items);
    /* Each cell's start now points to the end of its list, because entering the edges has advanced
     * it. */
    memmove(grid->start + 1, grid->start, cells * sizeof *grid->start);
    grid->start[0] = 0;
    return true;
}

static bool build_grid(wend_space *space, space_layer *layer) {
    choose_slots(space, layer);
    if (layer->edge_count == 0) {
        return true;
    }
    wend_vec2 low = space->edges[layer->first_edge].a, high = low;
    for (uint32_t i = layer->first_edge; i < layer->first_edge + layer->edge_count; ++i) {
        const space_edge *e = &space->edges[i];
        low = vec_min(low, vec_min(e->a, e->b));
        high = vec_max(high, vec_max(e->a, e->b));
    }
    double cell = space_grid_first_cell(low, high, layer->edge_count);
    uint64_t most = space_grid_most_entries(layer->edge_count);
    space_grid_fit(&layer->grid, low, high, cell);
    while (enter_edges(space, layer, NULL, NULL) > most) {
        cell *= 2.0;
        space_grid_fit(&layer->grid, low, high, cell);
    }
    return fill_cells(space, layer) && fill_winding(space, layer);
}

bool space_build_grids(wend_space *space) {
    for (uint32_t i = 0; i < space->layer_count; ++i) {
        if (!build_grid(space, &space->layers[i])) {
            return false;
        }
    }
    return true;
}
