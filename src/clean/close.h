/* Finds which of many chains of points come close to each other or to themselves. */
#ifndef CLEAN_CLOSE_H
#define CLEAN_CLOSE_H

#include "read/shapes.h"

typedef struct close_chain {
    const wend_point *points;
    uint32_t count;
    bool closed;
    bool close; /* the result */
} close_chain;

/* Marks chains that are close. A chain is close if one of its vertices lies within `reach` (m) of
 * an edge that does not end there, its own or another chain's, or if one of its edges is that near
 * to another chain's vertex. If the chains are so dense that the tests would take long, all count
 * as close. Returns false if out of memory. */
bool close_find(close_chain *chains, uint32_t count, double reach, memory *heap);

#endif
