/* geom/pairs.h: finds, among many segments, the pairs that may touch because their bounding boxes
 * meet. The caller tests these pairs exactly. */
#ifndef GEOM_PAIRS_H
#define GEOM_PAIRS_H

#include "base/memory.h"

#include <wend/base.h>

typedef struct pairs_segment {
    wend_vec2 a, b;
} pairs_segment;

/* Called with the indices of two different segments, first < second. A pair may be visited more
 * than once. */
typedef void pairs_visit(void *context, uint32_t first, uint32_t second);

/* Visits every pair of segments that have a point in common. Also visits some other pairs, but only
 * if their bounding boxes meet. The order depends only on the input. Returns false if out of
 * memory. */
bool pairs_find(const pairs_segment *segments, uint32_t count, pairs_visit *visit, void *context,
                memory *source);

#endif
