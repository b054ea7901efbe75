/* map/cells.h: a grid that finds the polygons or segments near a position. */
#ifndef MAP_CELLS_H
#define MAP_CELLS_H

#include <wend/space.h>

#include "base/memory.h"

/* Square cells of one layer, each with a list of the polygons that meet it. */
typedef struct map_cells {
    wend_vec2 low;
    float cells_per_metre;
    uint32_t columns, rows;
    uint32_t *starts; /* `columns * rows + 1` indices into `polygons` */
    uint32_t *polygons;
} map_cells;

/* A polygon whose points are `first` to `first + count - 1`. */
typedef struct cells_polygon {
    uint32_t first, count;
    uint16_t layer;
    uint16_t set; /* index of its set of blockers, in maps that have such sets; not used by the grid
                   */
} cells_polygon;

typedef struct cells_polygons {
    const wend_vec2 *points;
    const cells_polygon *items;
    uint32_t count;
} cells_polygons;

/* Builds the cells of a layer in `arena`; temporary arrays are in `scratch`. The number of entries
 * is at most about nine times the number of polygons. Returns false when out of memory. */
bool cells_build(const cells_polygons *input, uint32_t layer, map_cells *out, memory_arena *arena,
                 memory_arena *scratch);

typedef struct cells_segment {
    wend_vec2 a, b;
    uint32_t layer;
} cells_segment;

/* Builds one grid for each of `layer_count` layers. The cells list indices of segments instead of
 * polygons. Returns NULL when out of memory. */
map_cells *cells_build_for_segments(const cells_segment *segments, uint32_t count,
                                    uint32_t layer_count, memory_arena *arena, memory *heap);

/* Return the column that contains `x` and the row that contains `y`; for a coordinate outside the
 * grid, the nearest column or row. */
uint32_t cells_column(const map_cells *cells, float x);
uint32_t cells_row(const map_cells *cells, float y);

#endif
