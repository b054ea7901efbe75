/* map/cells.h: which polygons of a level, or which segments, come near a place. */
#ifndef MAP_CELLS_H
#define MAP_CELLS_H

#include "map/navmesh.h"

/* Makes level->cells[layer] in `arena`; what is needed on the way lies in `scratch`. At most about
 * nine entries for each polygon. False when memory ran out. */
bool cells_build(const navmesh_level *level, uint32_t layer, memory_arena *arena,
                 memory_arena *scratch);

/* The same for segments, which lie on layers below `layer_count`: one for each layer, with indices
 * of segments instead of polygons. NULL without memory. */
typedef struct cells_segment {
    wend_vec2 a, b;
    uint32_t layer;
} cells_segment;

navmesh_cells *cells_of_segments(const cells_segment *segments, uint32_t count,
                                 uint32_t layer_count, memory_arena *arena, memory *heap);

/* The column and row that hold a coordinate, or the nearest ones. */
uint32_t cells_column(const navmesh_cells *cells, float x);
uint32_t cells_row(const navmesh_cells *cells, float y);

#endif
