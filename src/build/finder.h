/* build/finder.h: an index that finds the segments near a box. */
#ifndef BUILD_FINDER_H
#define BUILD_FINDER_H

#include "base/memory.h"
#include "map/cells.h"

typedef struct finder {
    map_cells *cells; /* per layer */
    uint32_t count;
    uint32_t *found; /* result of the last query */
    uint32_t *seen;  /* per segment: the number of the last query that found it */
    uint32_t query;
} finder;

/* Makes an index of segments on the layers 0 to `layer_count - 1`, in memory from `kept`. Returns
 * false if out of memory. */
bool finder_make(finder *out, const cells_segment *segments, uint32_t count, uint32_t layer_count,
                 memory_arena *kept, memory *heap);

/* Finds the segments of a layer that may meet a box, and stores their indices in from->found, in
 * ascending order. Returns the number of segments. */
uint32_t finder_find(finder *from, uint32_t layer, wend_vec2 low, wend_vec2 high);

#endif
