/* build/grid/grid.h: declarations shared by the files that build grids. */
#ifndef BUILD_GRID_H
#define BUILD_GRID_H

#include "base/watch.h"
#include "build/finder.h"
#include "map/grid/grid.h"
#include "space/space.h"
#include <wend/kit.h>

typedef struct grid_builder {
    const wend_grid_def *def;
    const wend_space *space;
    wend_error *error;
    memory heap;
    memory_arena kept;
    watcher progress;
    finder links;                 /* index of `link_segments` */
    cells_segment *link_segments; /* each link on both of its layers */
    grid_crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    grid_leaf *leaves; /* of a quadtree */
    uint32_t leaf_count, leaf_capacity;
    uint32_t *targets; /* of the moves of a quadtree */
    uint32_t target_count, target_capacity;
    grid parts;
} grid_builder;

/* Splits the roots of a quadtree into cells (tree.c). Does nothing for other shapes. */
wend_result grid_split_cells(grid_builder *b);

/* Finds the clearance and the terrain of all cells (squares.c). */
wend_result grid_fill_squares(grid_builder *b);

/* Finds the cells that walls of class 0 or links meet (coverage.c). */
wend_result grid_find_touched(grid_builder *b);

/* Finds the moves of all cells (squares.c), and those of the cells of a quadtree (moves.c). */
wend_result grid_find_moves(grid_builder *b);
wend_result grid_find_tree_moves(grid_builder *b);

/* True if no wall of class 0 blocks the line from the centre `from` of a cell to that of cell
 * `target`, both walkable (squares.c). */
bool grid_is_open(const grid_builder *b, wend_location from, uint32_t square, wend_location to,
                  uint32_t target);

/* Finds the clearance limits that doors and obstacle classes impose on the squares (squares.c). */
wend_result grid_find_limits(grid_builder *b);

#endif
