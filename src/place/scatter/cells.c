/* Finds where agents can be in a mostly blocked region, so that darts need not be thrown over the
 * whole box: if the region is a walkway around a lake, only one dart in hundreds would hit.
 *
 * A grid of one cell is refined level by level, as a quadtree of which only the last level is
 * stored. A cell is dropped if its centre is off the walkable ground, or outside the region, by
 * more than half of the cell's diagonal.
 *
 * Cost: O(n) distance queries for n cells at the end, with n at most MOST_CELLS. */
#include "place/scatter/cells.h"
#include "base/sample.h"
#include <math.h>
#include <wend/math.h>
#include <wend/random.h>

enum { MOST_CELLS = 16384 };

static const double HALF_DIAGONAL = 0.70710679; /* half the diagonal of a unit square, rounded up */

static wend_point centre_of(const scatter_cells *cells, scatter_cell cell, double side) {
    return (wend_point){cells->low.x + (cell.column + 0.5) * side,
                        cells->low.y + (cell.row + 0.5) * side};
}

/* True if positions of the task may lie within `reach` (m) of a point. */
static bool may_have_positions(const scatter_task *task, wend_point point, double reach) {
    if (!shape_contains(&task->region, point)) {
        wend_point nearest = shape_nearest(&task->region, point);
        if (wend_hypot(nearest.x - point.x, nearest.y - point.y) > reach) {
            return false;
        }
    }
    return !ground_is_blocked(&task->ground, point, task->agents[0].layer, reach);
}

/* Replaces each cell with those of its quarters that may contain positions. */
static bool refine(scatter_cells *cells, const scatter_task *task, wend_point high) {
    size_t capacity = 4 * (size_t)cells->count;
    scatter_cell *finer = memory_get_array(&cells->heap, capacity, sizeof *finer);
    if (finer == NULL) {
        return false;
    }
    double side = cells->side / 2.0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        scatter_cell of = cells->items[i / 4];
        scatter_cell cell = {2 * of.column + i % 2, 2 * of.row + i / 2 % 2};
        bool in_box =
            cells->low.x + cell.column * side <= high.x && cells->low.y + cell.row * side <= high.y;
        if (in_box &&
            may_have_positions(task, centre_of(cells, cell, side), side * HALF_DIAGONAL)) {
            finer[count++] = cell;
        }
    }
    memory_free(&cells->heap, cells->items, cells->capacity * sizeof *cells->items);
    cells->items = finer;
    cells->capacity = (uint32_t)capacity;
    cells->count = count;
    cells->side = side;
    return true;
}

bool cells_find(scatter_cells *cells, const scatter_task *task, wend_point low, wend_point high,
                double least_side) {
    *cells = (scatter_cells){.low = low, .side = fmax(high.x - low.x, high.y - low.y)};
    memory_init(&cells->heap, task->allocator);
    cells->items = memory_get_array(&cells->heap, 1, sizeof *cells->items);
    if (cells->items == NULL) {
        return false;
    }
    cells->items[0] = (scatter_cell){0, 0};
    cells->count = cells->capacity = 1;
    while (cells->count > 0 && cells->count <= MOST_CELLS / 2 && cells->side > least_side) {
        if (!refine(cells, task, high)) {
            return false;
        }
    }
    return true;
}

void cells_free(scatter_cells *cells) {
    if (cells->items != NULL) {
        memory_free(&cells->heap, cells->items, cells->capacity * sizeof *cells->items);
    }
    *cells = (scatter_cells){.items = NULL};
}

double cells_area(const scatter_cells *cells) {
    return cells->count * cells->side * cells->side;
}

wend_point cells_sample(const scatter_cells *cells, uint64_t seed, uint64_t key, uint64_t index,
                        const uint32_t purposes[3]) {
    double share = wend_random_uniform(seed, key, index, purposes[2]);
    uint32_t at = (uint32_t)(share * cells->count);
    scatter_cell cell = cells->items[at < cells->count ? at : cells->count - 1];
    wend_point low = {cells->low.x + cell.column * cells->side,
                      cells->low.y + cell.row * cells->side};
    wend_point high = {low.x + cells->side, low.y + cells->side};
    return sample_box(low, high, seed, key, index, purposes);
}
