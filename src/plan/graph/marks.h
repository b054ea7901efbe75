/* plan/graph/marks.h: the outcomes of searches, and the marks in which a search records the
 * vertices or polygons that it has reached. */
#ifndef PLAN_GRAPH_MARKS_H
#define PLAN_GRAPH_MARKS_H

#include <wend/model.h>

typedef enum search_outcome {
    SEARCH_FOUND,
    SEARCH_NONE,  /* no path exists: everything reachable was searched */
    SEARCH_LIMIT, /* the search reached its node limit first */
    SEARCH_NO_MEMORY
} search_outcome;

/* What a search knows of a vertex or polygon. Valid only with the stamp of that search. */
typedef struct search_mark {
    double g; /* the least cost so far; m, unless a graph documents another unit */
    uint64_t stamp;
} search_mark;

/* Returns marks for `count` vertices, and a stamp that none of them has; NULL when out of memory.
 * They are in worker buffers: one search at a time. O(1), since nothing is cleared. */
search_mark *search_marks(const wend_view *view, uint32_t worker, size_t count, uint64_t *stamp);

#endif
