/* Whether many segments cross so often that an overlay of them would take too long. */
#ifndef CLEAN_TANGLE_H
#define CLEAN_TANGLE_H

#include "read/shapes.h"

typedef struct tangle_segment {
    wend_point a, b;
} tangle_segment;

typedef enum tangle_verdict { TANGLE_FINE, TANGLE_TOO_MUCH, TANGLE_NO_MEMORY } tangle_verdict;

/* Too much are more crossings than twice the segments and ten thousand, or more overlaps of
 * segments on one line than eight times the segments and ten thousand. */
tangle_verdict tangle_check(const tangle_segment *segments, uint32_t count, memory *heap);

#endif
