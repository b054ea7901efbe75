/* build/noding.h: cuts segments on a grid so that they meet only in common ends. */
#ifndef BUILD_NODING_H
#define BUILD_NODING_H

#include "base/memory.h"
#include "geom/pairs.h"

/* A growable list of segments, each from its lower end (by x, then y) to the other. */
typedef struct noding_segments {
    pairs_segment *items;
    uint32_t count, capacity;
} noding_segments;

typedef enum noding_outcome {
    NODING_DONE,
    NODING_CROSSING, /* some still cross after all rounds of rounding */
    NODING_CROWDED,  /* so many crossings that there would be far more pieces than segments */
    NODING_NO_MEMORY
} noding_outcome;

/* Compares points by x, then y: negative, 0 or positive. */
int noding_compare(wend_vec2 p, wend_vec2 q);

/* Adds a segment, unless it has no length. Returns false if out of memory. */
bool noding_add(noding_segments *out, wend_vec2 p, wend_vec2 q, memory *heap);

/* Nodes segments whose ends lie on the grid of `unit` (m). Afterwards they are sorted and
 * unique, and meet only in common ends. Two segments that cross are both routed through the nearest
 * grid point. */
noding_outcome noding_make(noding_segments *all, double unit, memory *heap);

void noding_free(noding_segments *all, memory *heap);

#endif
