/* plan/graph/marks.h: the outcomes of searches, and the marks in which a search records the
 * vertices or polygons that it has reached. */
#ifndef PLAN_GRAPH_MARKS_H
#define PLAN_GRAPH_MARKS_H

#include <wend/model.h>

typedef enum search_outcome {
    SEARCH_FOUND,
    SEARCH_NONE,  /* no path exists: everything reachable has been searched */
    SEARCH_LIMIT, /* the search reached its node limit before it found a path */
    SEARCH_NO_MEMORY
} search_outcome;

/* What a search knows about a vertex or polygon. A mark is valid only if it has the stamp of that
 * search. */
typedef struct search_mark {
    double g; /* lowest cost so far, in m unless a graph documents another unit */
    uint64_t stamp;
} search_mark;

/* Returns marks for `count` vertices, and a stamp that none of them has yet. Returns NULL when out
 * of memory. The marks are in worker buffers, so a worker can run only one search at a time. O(1),
 * because nothing is cleared. */
search_mark *search_marks(const wend_view *view, uint32_t worker, size_t count, uint64_t *stamp);

#endif
