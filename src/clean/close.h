/* Which of many chains of points come close to each other or to themselves. */
#ifndef CLEAN_CLOSE_H
#define CLEAN_CLOSE_H

#include "read/shapes.h"

typedef struct close_chain {
    const wend_point *points;
    uint32_t count;
    bool closed;
    bool close; /* the answer */
} close_chain;

/* A chain is close if one of its vertices lies within `reach` (m) of an edge that does not end
 * there, its own or another chain's, or if that holds for one of its edges and another chain's
 * vertex. Chains so dense that finding out would take long all count as close. False without
 * memory. */
bool close_find(close_chain *chains, uint32_t count, double reach, memory *heap);

#endif
