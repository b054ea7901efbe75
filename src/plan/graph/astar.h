/* plan/graph/astar.h: finds the cheapest path through an abstract graph, from one or several starts
 * to one or several goals (A*).
 *
 * A planner describes its graph by an astar_graph: two or three functions and the number of
 * vertices. Only these functions know what a vertex and an edge are, and which edges are open for
 * this agent now; nothing is built or copied before a search. A search looks like this:
 *
 *     astar search = {.view = view, .worker = worker, .graph = &graph, .user = &mine};
 *     if (!astar_begin(&search)) ...                     // out of memory
 *     astar_reach(&search, ASTAR_NONE, vertex, label, cost);   // each start
 *     uint32_t last;
 *     search_outcome outcome = astar_find(&search, &last);
 *     const uint32_t *path = astar_path(&search, last, &count);
 *
 * The function `expand` calls astar_reach for each open edge that leaves a vertex. To add other
 * edges (stairs, jumps, one-way doors), it makes more such calls; the label identifies these edges
 * in the path.
 *
 * Goals are declared in one of two forms: `is_goal` tests a vertex when it is taken from the queue;
 * astar_reach_goal, called like astar_reach, adds an edge to a goal that is not a vertex of the
 * graph, such as a point in the middle of an edge. If there are several goals, the cheapest one is
 * found. */
#ifndef PLAN_GRAPH_ASTAR_H
#define PLAN_GRAPH_ASTAR_H

#include "plan/graph/marks.h"
#include "plan/graph/queue.h"

#define ASTAR_NONE UINT32_MAX

/* One path to a vertex. A vertex that is reached again at a lower cost has several nodes. */
typedef struct astar_node {
    double g;        /* cost of the path */
    uint32_t vertex; /* ASTAR_NONE for a goal that is not a vertex */
    uint32_t parent; /* index of the previous node; ASTAR_NONE at a start */
    uint32_t label;  /* label of the edge to the vertex, or of the goal; its meaning is defined by
                        the graph */
} astar_node;

typedef struct astar astar;

typedef struct astar_graph {
    /* Calls astar_reach and astar_reach_goal for everything that can be reached from node `index`.
     * `at` is a copy of that node, because the array may move during these calls. */
    void (*expand)(astar *search, uint32_t index, astar_node at);

    /* Returns a lower bound on the remaining cost from a vertex to the nearest goal. With a bound
     * of 0, this is Dijkstra's algorithm. If the bound is too high, the path found may not be the
     * cheapest. */
    double (*estimate)(const astar *search, const astar_node *at);

    /* True if a path may end at a vertex. If NULL, only astar_reach_goal ends paths. */
    bool (*is_goal)(astar *search, const astar_node *at);
} astar_graph;

/* The caller sets the first group of members and zeroes the rest; astar_begin sets the second
 * group. */
struct astar {
    const wend_view *view;
    const astar_graph *graph;
    void *user; /* the caller's data, for the functions of the graph */
    uint32_t worker, vertex_count;
    uint32_t node_limit; /* the search ends with SEARCH_LIMIT after so many nodes; 0: no limit */

    astar_node *nodes; /* in order of creation; in worker buffers, like the heap and the marks */
    queue_item *heap;
    search_mark *marks; /* indexed by vertex: the lowest cost so far */
    uint64_t stamp;
    uint32_t node_count, node_room, heap_count;
    bool failed; /* true once memory has run out */
};

/* Prepares a search. Returns false when out of memory. The buffers belong to this search until the
 * same worker begins its next search. */
bool astar_begin(astar *search);

/* Adds a path to a vertex: from node `parent` along an edge, with a total cost of `g`. Does nothing
 * if a path that costs no more is already known, or when out of memory. `g` is the cost of the
 * whole path: it is not negative, and not less than the cost of `parent`. */
void astar_reach(astar *search, uint32_t parent, uint32_t vertex, uint32_t label, double g);

/* Adds a path to a goal that is not a vertex. */
void astar_reach_goal(astar *search, uint32_t parent, uint32_t label, double g);

/* True if astar_reach would keep a path to `vertex` of cost `g`. Use this function if it is
 * expensive to check whether an edge is open. */
static inline bool astar_improves(const astar *search, uint32_t vertex, double g) {
    const search_mark *mark = &search->marks[vertex];
    return mark->stamp != search->stamp || mark->g > g;
}

/* Searches from the starts reached so far. On SEARCH_FOUND, *last is the last node of the cheapest
 * path; among equally cheap paths, the one whose last node was created first is chosen. Otherwise
 * returns SEARCH_NONE, SEARCH_LIMIT or SEARCH_NO_MEMORY. */
search_outcome astar_find(astar *search, uint32_t *last);

/* Returns the nodes of the path found, from its start to `last`. They are in worker buffers, where
 * they overwrite the heap. */
const uint32_t *astar_path(astar *search, uint32_t last, uint32_t *count);

#endif
