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
    grid parts;
} grid_builder;

/* Finds the clearance, the terrain and the moves of all squares (squares.c). */
wend_result grid_fill_squares(grid_builder *b);

/* Finds the clearance limits that doors and obstacle classes impose on the squares (squares.c). */
wend_result grid_find_limits(grid_builder *b);

#endif
