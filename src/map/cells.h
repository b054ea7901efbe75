/* map/cells.h: which polygons of a level come near a place. */
#ifndef MAP_CELLS_H
#define MAP_CELLS_H

#include "map/navmesh.h"

/* Makes level->cells[layer] in `arena`; what is needed on the way lies in `scratch`. At most about
 * nine entries for each polygon. False when memory ran out. */
bool cells_build(const navmesh_level *level, uint32_t layer, memory_arena *arena,
                 memory_arena *scratch);

/* The column and row that hold a coordinate, or the nearest ones. */
uint32_t cells_column(const navmesh_cells *cells, float x);
uint32_t cells_row(const navmesh_cells *cells, float y);

#endif
