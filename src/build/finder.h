/* build/finder.h: which of many segments come near a box. */
#ifndef BUILD_FINDER_H
#define BUILD_FINDER_H

#include "base/memory.h"
#include "map/cells.h"

typedef struct finder {
    map_cells *cells; /* of each layer */
    uint32_t count;
    uint32_t *found; /* what was found last */
    uint32_t *seen;  /* of each segment: the number of the query that met it last */
    uint32_t query;
} finder;

/* An index of segments that lie on layers below `layer_count`; lives in `kept`. False when memory
 * ran out. */
bool finder_make(finder *out, const cells_segment *segments, uint32_t count, uint32_t layer_count,
                 memory_arena *kept, memory *heap);

/* The segments of a layer that may come into a box, ascending, in from->found; returns how many. */
uint32_t finder_find(finder *from, uint32_t layer, wend_vec2 low, wend_vec2 high);

#endif
