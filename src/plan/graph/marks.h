/* plan/graph/marks.h: what all searches share: how they end, and marks of what they have reached.
 */
#ifndef PLAN_GRAPH_MARKS_H
#define PLAN_GRAPH_MARKS_H

#include <wend/model.h>

typedef enum search_outcome {
    SEARCH_FOUND,
    SEARCH_NONE,  /* there is none: everything that can be reached was looked at */
    SEARCH_LIMIT, /* the search reached its limit of nodes before it found one */
    SEARCH_NO_MEMORY
} search_outcome;

/* What a search knows of a vertex or polygon; only valid with the stamp of that search. */
typedef struct search_mark {
    double
        g; /* the least cost with which it was reached so far; m, unless a graph says otherwise */
    uint64_t stamp;
} search_mark;

/* Marks for `count` vertices, and a stamp that none of them has; NULL when memory ran out. They lie
 * in the worker's buffers: one search at a time. O(1), since nothing is cleared. */
search_mark *search_marks(const wend_view *view, uint32_t worker, size_t count, uint64_t *stamp);

#endif
