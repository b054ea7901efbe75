/* build/noding.h: cuts segments on a grid so that they meet only at common ends. */
#ifndef BUILD_NODING_H
#define BUILD_NODING_H

#include "base/memory.h"
#include "geom/pairs.h"

/* A growable list of segments. Each segment runs from its lower end (by x, then y) to its higher
 * end. */
typedef struct noding_segments {
    pairs_segment *items;
    uint32_t count, capacity;
} noding_segments;

typedef enum noding_outcome {
    NODING_DONE,
    NODING_CROSSING, /* some segments still cross after the last round */
    NODING_CROWDED,  /* too many crossings: there would be far more pieces than segments */
    NODING_NO_MEMORY
} noding_outcome;

/* Compares points by x, then y. Returns a negative number, 0 or a positive number. */
int noding_compare(wend_vec2 p, wend_vec2 q);

/* Adds a segment unless its length is zero. Returns false if out of memory. */
bool noding_add(noding_segments *out, wend_vec2 p, wend_vec2 q, memory *heap);

/* Cuts segments at their common points. Their ends lie on a grid with the given `unit` (m).
 * Afterwards the segments are sorted and unique, and meet only at common ends. Two segments that
 * cross are both routed through the nearest grid point. */
noding_outcome noding_make(noding_segments *all, double unit, memory *heap);

void noding_free(noding_segments *all, memory *heap);

#endif
