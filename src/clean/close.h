/* Finds which of many chains of points come close to each other or to themselves. */
#ifndef CLEAN_CLOSE_H
#define CLEAN_CLOSE_H

#include "read/shapes.h"

typedef struct close_chain {
    const wend_point *points;
    uint32_t count;
    bool closed;
    bool close; /* result: the chain is close to another or to itself */
} close_chain;

/* Marks chains that are close to another chain or to themselves. A chain is close in two cases:
 * either one of its vertices lies within `reach` (m) of an edge that does not end at this vertex
 * (the edge may belong to the same chain or to another one), or one of its edges lies within
 * `reach` of a vertex of another chain. If the chains are so dense that the tests would take too
 * long, all of them count as close. Returns false if out of memory. */
bool close_find(close_chain *chains, uint32_t count, double reach, memory *heap);

#endif
