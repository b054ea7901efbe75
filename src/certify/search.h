/* certify/search.h: distances in the graph of a net: see search.c. */
#ifndef CERTIFY_SEARCH_H
#define CERTIFY_SEARCH_H

#include "base/watch.h"
#include "certify/arcs.h"
#include "certify/open_list.h"

/* Which intervals to divide. They are marked during a search from the goal. */
typedef struct search_marks {
    const double *from_start; /* indexed by node: distances from the start */
    double threshold;         /* paths of at least this cost need no attention */
    double loss;              /* arcs that lose at most this need no attention */
    uint8_t *pieces;          /* indexed by slot */
    uint32_t marked;          /* the number of intervals to divide */
} search_marks;

typedef struct search {
    const net *n;
    memory *heap;
    double *distances; /* indexed by node; INFINITY if not reached */
    double *lengths;   /* indexed by node: the weighted length of the path that gives its distance;
                          this is a path on the ground */
    bool *settled;
    open_list open;
    arc_costs arcs;
    search_marks *marks; /* NULL: mark nothing */
    bool plain;    /* true: arcs cost as much as the segments that they stand for. The distances are
                      then lengths of paths, which bound the optimum from above */
    uint64_t work; /* the number of arcs considered so far */
} search;

/* Takes the arrays for a net, which must not change until they are freed. Returns false when out of
 * memory. */
bool search_begin(search *s, const net *n, memory *heap);
void search_end(search *s);

/* Finds the distances from a node. Ends when `to` is settled or, with marks, when all paths below
 * the threshold are. Nodes that are not settled then get the distance of `to` if theirs is larger.
 * Returns false if cancelled. */
bool search_run(search *s, uint32_t from, uint32_t to, const watcher *progress);

#endif
