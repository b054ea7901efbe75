/* The cells of a grid that may contain positions for agents, for regions that are mostly blocked.
 */
#ifndef PLACE_SCATTER_CELLS_H
#define PLACE_SCATTER_CELLS_H

#include "base/memory.h"
#include "place/scatter/task.h"

typedef struct scatter_cell {
    uint32_t column, row;
} scatter_cell;

typedef struct scatter_cells {
    memory heap;
    wend_point low; /* corner of the grid */
    double side;    /* of a cell, m */
    scatter_cell *items;
    uint32_t count; /* 0: not in use */
    uint32_t capacity;
} scatter_cells;

/* Finds the cells for a task in the box from `low` to `high`: all others contain no position, not
 * even for an agent of radius 0. Cells are divided while they are wider than `least_side` (m) and
 * few enough. Returns false if out of memory. Free with cells_free in any case. */
bool cells_find(scatter_cells *cells, const scatter_task *task, wend_point low, wend_point high,
                double least_side);
void cells_free(scatter_cells *cells);

/* Returns the area of all cells, m2. */
double cells_area(const scatter_cells *cells);
/* Samples a point of the cells, uniformly. The purposes are those of x, y and the cell. */
wend_point cells_sample(const scatter_cells *cells, uint64_t seed, uint64_t key, uint64_t index,
                        const uint32_t purposes[3]);

#endif
