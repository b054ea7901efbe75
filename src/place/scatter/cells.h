/* Grid cells that may contain positions for agents. They are used for regions that are mostly
 * blocked. */
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
    double side;    /* m: side of a cell */
    scatter_cell *items;
    uint32_t count; /* 0: not in use */
    uint32_t capacity;
} scatter_cells;

/* Finds the cells for a task in the box from `low` to `high`. Outside these cells there is no valid
 * position, not even for an agent of radius 0. Cells are divided while they are wider than
 * `least_side` (m) and their number is small enough. Returns false if out of memory. Call
 * cells_free in either case. */
bool cells_find(scatter_cells *cells, const scatter_task *task, wend_point low, wend_point high,
                double least_side);
void cells_free(scatter_cells *cells);

/* Returns the total area (m2) of all cells. */
double cells_area(const scatter_cells *cells);
/* Samples a point in the cells, uniformly. `purposes` holds the sampling purposes for x, for y and
 * for the choice of the cell. */
wend_point cells_sample(const scatter_cells *cells, uint64_t seed, uint64_t key, uint64_t index,
                        const uint32_t purposes[3]);

#endif
