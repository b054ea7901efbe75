/* plan/graph/astar.h: the cheapest path through an abstract graph, from one or several starts to
 * one or several goals (A*).
 *
 * A planner describes its graph by an astar_graph: two or three functions and the number of
 * vertices. What a vertex and an edge are, and which edges are open for this agent now, only these
 * functions know; nothing is built or copied before a search. A search is
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
 * Goals are declared in one of two forms: `is_goal` tests a vertex when it is taken;
 * astar_reach_goal, called like astar_reach, is an edge to a goal that is no vertex of the graph,
 * such as a point in the middle of an edge. With several goals the cheapest to reach is found. */
#ifndef PLAN_GRAPH_ASTAR_H
#define PLAN_GRAPH_ASTAR_H

#include "plan/graph/marks.h"
#include "plan/graph/queue.h"

#define ASTAR_NONE UINT32_MAX

/* One path to a vertex. A vertex that is reached again at less cost has several nodes. */
typedef struct astar_node {
    double g;        /* cost of the path */
    uint32_t vertex; /* ASTAR_NONE: a goal that is no vertex */
    uint32_t before; /* the node before; ASTAR_NONE: a start */
    uint32_t label;  /* of the edge that leads there, or of the goal; the graph's own */
} astar_node;

typedef struct astar astar;

typedef struct astar_graph {
    /* Calls astar_reach and astar_reach_goal for what can be reached from node `index`. `at` is a
     * copy of it: nodes move while others are reached. */
    void (*expand)(astar *search, uint32_t index, astar_node at);

    /* A lower bound of the cost that is left from a vertex to the nearest goal. With a bound of 0
     * this is Dijkstra's search; with one that is too high the path may not be the cheapest. */
    double (*estimate)(const astar *search, const astar_node *at);

    /* Whether a path may end at a vertex; NULL: only astar_reach_goal ends paths. */
    bool (*is_goal)(astar *search, const astar_node *at);
} astar_graph;

/* The caller sets the first group, zero the rest; astar_begin does the second. */
struct astar {
    const wend_view *view;
    const astar_graph *graph;
    void *user; /* for the functions of the graph */
    uint32_t worker, vertex_count;

    astar_node *nodes; /* in the order in which they were made; in the worker's buffers, as are: */
    queue_item *heap;
    search_mark *marks; /* by vertex */
    uint64_t stamp;
    uint32_t node_count, node_room, heap_count;
    bool failed; /* memory ran out */
};

/* Makes ready. False when memory ran out. The buffers belong to the search until the next one of
 * that worker begins. */
bool astar_begin(astar *search);

/* A path to a vertex of cost `g` that comes from node `before` along an edge. Ignored if a path
 * that costs no more is known, or once memory ran out. `g` is the cost of the whole path: not
 * negative, and not less than that of `before`. */
void astar_reach(astar *search, uint32_t before, uint32_t vertex, uint32_t label, double g);

/* A path to a goal that is no vertex. */
void astar_reach_goal(astar *search, uint32_t before, uint32_t label, double g);

/* Whether astar_reach would keep such a path: for graphs in which it is costly to find out whether
 * an edge is open. */
static inline bool astar_improves(const astar *search, uint32_t vertex, double g) {
    const search_mark *mark = &search->marks[vertex];
    return mark->stamp != search->stamp || mark->g > g;
}

/* Searches from what was reached so far. SEARCH_FOUND: *last is the last node of the cheapest path,
 * of equally cheap ones that whose node was made first. Otherwise SEARCH_NONE or SEARCH_NO_MEMORY.
 */
search_outcome astar_find(astar *search, uint32_t *last);

/* The nodes of a path that was found, from its start to `last`; in the worker's buffers, where they
 * replace the heap. */
const uint32_t *astar_path(astar *search, uint32_t last, uint32_t *count);

#endif
