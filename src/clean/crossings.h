/* Checks whether segments cross so often that an overlay of them would take too long. */
#ifndef CLEAN_CROSSINGS_H
#define CLEAN_CROSSINGS_H

#include "read/shapes.h"

typedef struct crossings_segment {
    wend_point a, b;
} crossings_segment;

typedef enum crossings_verdict {
    CROSSINGS_FEW,
    CROSSINGS_TOO_MANY,
    CROSSINGS_NO_MEMORY
} crossings_verdict;

/* Returns CROSSINGS_TOO_MANY if there are more than `2 * n + 10000` crossings, or more than `8 * n
 * + 10000` overlaps of collinear segments, where n is the number of segments. */
crossings_verdict crossings_check(const crossings_segment *segments, uint32_t count, memory *heap);

#endif
