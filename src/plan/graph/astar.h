/* plan/graph/astar.h: finds the cheapest path through an abstract graph, from one or several starts
 * to one or several goals (A*).
 *
 * A planner describes its graph by an astar_graph: two or three functions and the number of
 * vertices. Only these functions know what a vertex and an edge are, and which edges are open for
 * this agent now; nothing is built or copied before a search. A search is
 *
 *     astar search = {.view = view, .worker = worker, .graph = &graph, .user = &mine};
 *     if (!astar_begin(&search)) ...                     // memory ran out
 *     astar_reach(&search, ASTAR_NONE, vertex, label, cost);   // each start
 *     uint32_t last;
 *     search_outcome outcome = astar_find(&search, &last);
 *     const uint32_t *path = astar_path(&search, last, &count);
 *
 * where `expand` calls astar_reach for each open edge that leaves a vertex. More edges (stairs,
 * jumps, one-way doors) are more calls there; the label identifies them in the path.
 *
 * Goals are declared in one of two forms: `is_goal` tests a vertex when it is taken from the queue;
 * astar_reach_goal, called like astar_reach, is an edge to a goal that is not a vertex of the
 * graph, such as a point in the middle of an edge. With several goals the cheapest one is found. */
#ifndef PLAN_GRAPH_ASTAR_H
#define PLAN_GRAPH_ASTAR_H

#include "plan/graph/marks.h"
#include "plan/graph/queue.h"

#define ASTAR_NONE UINT32_MAX

/* One path to a vertex. A vertex that is reached again at a lower cost has several nodes. */
typedef struct astar_node {
    double g;        /* cost of the path */
    uint32_t vertex; /* ASTAR_NONE: a goal that is not a vertex */
    uint32_t parent; /* the node before; ASTAR_NONE: a start */
    uint32_t label;  /* of the edge to the vertex, or of the goal; defined by the graph */
} astar_node;

typedef struct astar astar;

typedef struct astar_graph {
    /* Calls astar_reach and astar_reach_goal for everything that can be reached from node `index`.
     * `at` is a copy of the node: the array may move during these calls. */
    void (*expand)(astar *search, uint32_t index, astar_node at);

    /* Returns a lower bound of the remaining cost from a vertex to the nearest goal. With a bound
     * of 0 this is Dijkstra's search; if the bound is too high, the path may not be the cheapest.
     */
    double (*estimate)(const astar *search, const astar_node *at);

    /* True if a path may end at a vertex. NULL: only astar_reach_goal ends paths. */
    bool (*is_goal)(astar *search, const astar_node *at);
} astar_graph;

/* The caller sets the first group of fields and zeroes the rest; astar_begin sets the second group.
 */
struct astar {
    const wend_view *view;
    const astar_graph *graph;
    void *user; /* passed to the functions of the graph */
    uint32_t worker, vertex_count;

    astar_node *nodes; /* in order of creation; in worker buffers, like: */
    queue_item *heap;
    search_mark *marks; /* by vertex */
    uint64_t stamp;
    uint32_t node_count, node_room, heap_count;
    bool failed; /* memory ran out */
};

/* Prepares a search. Returns false when out of memory. The buffers belong to this search until the
 * next one of the same worker begins. */
bool astar_begin(astar *search);

/* Adds a path to a vertex: from node `parent` along an edge, at a cost of `g`. Ignored if a path
 * that costs no more is known, or when out of memory. `g` is the cost of the whole path: not
 * negative, and not less than that of `parent`. */
void astar_reach(astar *search, uint32_t parent, uint32_t vertex, uint32_t label, double g);

/* Adds a path to a goal that is not a vertex. */
void astar_reach_goal(astar *search, uint32_t parent, uint32_t label, double g);

/* True if astar_reach would keep such a path. For graphs where checking whether an edge is open is
 * costly. */
static inline bool astar_improves(const astar *search, uint32_t vertex, double g) {
    const search_mark *mark = &search->marks[vertex];
    return mark->stamp != search->stamp || mark->g > g;
}

/* Searches from the starts reached so far. On SEARCH_FOUND, *last is the last node of the cheapest
 * path; among equally cheap paths, of the one whose last node was created first. Otherwise returns
 * SEARCH_NONE or SEARCH_NO_MEMORY. */
search_outcome astar_find(astar *search, uint32_t *last);

/* Returns the nodes of the path found, from its start to `last`; in worker buffers, where they
 * replace the heap. */
const uint32_t *astar_path(astar *search, uint32_t last, uint32_t *count);

#endif
