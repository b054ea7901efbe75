/* build/noding.h: segments on a grid, cut so that they meet in common ends alone. */
#ifndef BUILD_NODING_H
#define BUILD_NODING_H

#include "base/memory.h"
#include "geom/pairs.h"

/* Grown; each from its lower end (by x, then y) to the other. */
typedef struct noding_segments {
    pairs_segment *items;
    uint32_t count, capacity;
} noding_segments;

typedef enum noding_outcome {
    NODING_DONE,
    NODING_CROSSING, /* some go on crossing, however they are rounded */
    NODING_CROWDED,  /* they cross so often that there would be far more pieces than segments */
    NODING_NO_MEMORY
} noding_outcome;

/* By x, then y: negative, 0 or positive. */
int noding_compare(wend_vec2 p, wend_vec2 q);

/* Adds a segment, unless it has no length. False without memory. */
bool noding_add(noding_segments *out, wend_vec2 p, wend_vec2 q, memory *heap);

/* Nodes the segments, whose ends lie on the grid of `unit` (m): each comes once, in order, and
 * meets others in common ends alone. Two that cross are both led through the nearest point of the
 * grid. */
noding_outcome noding_make(noding_segments *all, double unit, memory *heap);

void noding_free(noding_segments *all, memory *heap);

#endif
