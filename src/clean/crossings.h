/* Checks whether many segments cross so often that an overlay of them would take too long. */
#ifndef CLEAN_CROSSINGS_H
#define CLEAN_CROSSINGS_H

#include "read/shapes.h"

typedef struct tangle_segment {
    wend_point a, b;
} tangle_segment;

typedef enum tangle_verdict { TANGLE_FINE, TANGLE_TOO_MUCH, TANGLE_NO_MEMORY } tangle_verdict;

/* Returns TANGLE_TOO_MUCH for more crossings than twice the number of segments plus ten thousand,
 * or for more overlaps of segments on one line than eight times that number plus ten thousand. */
tangle_verdict tangle_check(const tangle_segment *segments, uint32_t count, memory *heap);

#endif
