/* Checks whether many segments cross so often that an overlay of them would take too long. */
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

/* Returns CROSSINGS_TOO_MANY for more crossings than twice the number of segments plus ten
 * thousand, or for more overlaps of segments on one line than eight times that number plus ten
 * thousand. */
crossings_verdict crossings_check(const crossings_segment *segments, uint32_t count, memory *heap);

#endif
