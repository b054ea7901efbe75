/* A* (P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum
 * cost paths", 1968).
 *
 *     g(n)   cost of the path to node n
 *     h(n)   estimate(n), at most the remaining cost
 *     f(n)   g(n) + h(n): nodes are taken in ascending order of f
 *
 * Departures: a cheaper path to a vertex makes a new node, instead of changing the old node and its
 * position in the heap; the old node is discarded when it is taken. So a vertex is expanded again
 * if it is reached at lower cost later, and the bound need not be consistent. Among nodes of equal
 * f, the one that was made first is taken first, so the result depends only on the graph and the
 * order in which it reports its edges.
 *
 * Cost: O(n log n) for n edges that improve a vertex, with one node and one heap entry for each. */
#include "plan/graph/astar.h"

#include "step/worker_buffers.h"

enum { MIN_ROOM = 64 };

/* Returns how many items of `size` bytes fit into a buffer of `bytes` bytes. The result is less
 * than ASTAR_NONE, which is not a valid index. */
static uint32_t room_for(size_t bytes, size_t size) {
    size_t count = bytes / size;
    return count < ASTAR_NONE ? (uint32_t)count : ASTAR_NONE - 1;
}

/* Makes room for at least one more node and heap entry. Uses the whole capacity of the buffers. */
static bool grow(astar *search) {
    const wend_view *view = search->view;
    size_t wanted = search->node_count < MIN_ROOM ? MIN_ROOM : search->node_count + (size_t)1;
    search->nodes =
        worker_buffer_take(view, search->worker, BUFFER_NODES, wanted * sizeof *search->nodes);
    search->heap =
        worker_buffer_take(view, search->worker, BUFFER_HEAP, wanted * sizeof *search->heap);
    if (search->nodes == NULL || search->heap == NULL) {
        search->failed = true;
        return false;
    }
    uint32_t nodes =
        room_for(worker_buffer_size(view, search->worker, BUFFER_NODES), sizeof *search->nodes);
    uint32_t items =
        room_for(worker_buffer_size(view, search->worker, BUFFER_HEAP), sizeof *search->heap);
    search->node_room = nodes < items ? nodes : items;
    return true;
}

static void add(astar *search, astar_node node, double f) {
    if (search->failed || (search->node_count == search->node_room && !grow(search))) {
        return;
    }
    search->nodes[search->node_count] = node;
    queue_push(search->heap, &search->heap_count, (queue_item){f, search->node_count++});
}

bool astar_begin(astar *search) {
    search->nodes = NULL;
    search->heap = NULL;
    search->node_count = search->node_room = search->heap_count = 0;
    search->marks =
        search_marks(search->view, search->worker, search->vertex_count, &search->stamp);
    search->failed = search->marks == NULL;
    return !search->failed;
}

void astar_reach(astar *search, uint32_t parent, uint32_t vertex, uint32_t label, double g) {
    if (!astar_improves(search, vertex, g)) {
        return;
    }
    search->marks[vertex] = (search_mark){g, search->stamp};
    astar_node node = {g, vertex, parent, label};
    add(search, node, g + search->graph->estimate(search, &node));
}

void astar_reach_goal(astar *search, uint32_t parent, uint32_t label, double g) {
    add(search, (astar_node){g, ASTAR_NONE, parent, label}, g);
}

/* Handles a node taken from the heap. Returns true if the path ends there; otherwise expands the
 * node. */
static bool take(astar *search, uint32_t index) {
    astar_node at = search->nodes[index];
    if (at.vertex == ASTAR_NONE) {
        return true;
    }
    if (at.g > search->marks[at.vertex].g) {
        return false; /* the vertex has since been reached at a lower cost */
    }
    if (search->graph->is_goal != NULL && search->graph->is_goal(search, &at)) {
        return true;
    }
    search->graph->expand(search, index, at);
    return false;
}

search_outcome astar_find(astar *search, uint32_t *last) {
    search_outcome outcome = SEARCH_NONE;
    while (search->heap_count > 0 && !search->failed && outcome == SEARCH_NONE) {
        *last = queue_pop(search->heap, &search->heap_count).index;
        outcome = take(search, *last) ? SEARCH_FOUND : SEARCH_NONE;
        bool limited = search->node_limit > 0 && search->node_count > search->node_limit;
        outcome = outcome == SEARCH_NONE && limited ? SEARCH_LIMIT : outcome;
    }
    wend_view_count_nodes(search->view, search->worker, search->node_count);
    return search->failed ? SEARCH_NO_MEMORY : outcome;
}

const uint32_t *astar_path(astar *search, uint32_t last, uint32_t *count) {
    uint32_t *path = (uint32_t *)(void *)search->heap, at = last;
    *count = 1;
    while ((at = search->nodes[at].parent) != ASTAR_NONE) {
        ++*count;
    }
    at = last;
    for (uint32_t i = *count; i-- > 0; at = search->nodes[at].parent) {
        path[i] = at;
    }
    return path;
}
