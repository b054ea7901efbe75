/* geom/pairs.h: which of many segments come close enough to touch. */
#ifndef GEOM_PAIRS_H
#define GEOM_PAIRS_H

#include "base/memory.h"

#include <wend/base.h>

typedef struct pairs_segment {
    wend_vec2 a, b;
} pairs_segment;

/* Called with two different segments, first < second; a pair may come more than once. */
typedef void pairs_visit(void *context, uint32_t first, uint32_t second);

/* Visits at least every pair of segments that have a point in common. The order is fixed by the
 * input. Returns false when memory runs out. */
bool pairs_find(const pairs_segment *segments, uint32_t count, pairs_visit *visit, void *context,
                memory *source);

#endif
