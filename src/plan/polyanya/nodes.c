/* Stores the nodes of the search for shortest paths. All nodes are in an array; the open ones are
 * also in a binary heap, ordered by f. Among nodes with equal f, the newest comes first. The best
 * node opened since a node was last taken stays outside the heap, because it is usually the next to
 * be taken. Cost: O(log n) per operation. */
#include "plan/polyanya/nodes.h"
#include "step/worker_buffers.h"

enum { MIN_ROOM = 1024 };

static bool grow_nodes(search *s) {
    uint32_t room = s->node_room ? 2 * s->node_room : MIN_ROOM;
    room = room > s->node_limit ? s->node_limit : room;
    node *nodes =
        worker_buffer_take(s->ground->view, s->ground->worker, BUFFER_NODES, room * sizeof *nodes);
    if (nodes == NULL || room == s->node_room) {
        s->outcome = nodes == NULL ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
        return false;
    }
    s->nodes = nodes;
    s->node_room = room;
    return true;
}

uint32_t seek_store(search *s, const node *n) {
    if (s->node_count == s->node_room && !grow_nodes(s)) {
        return NO_NODE;
    }
    s->nodes[s->node_count] = *n;
    return s->node_count++;
}

/* Among nodes with equal f, the queue takes the lowest index first. Indices are inverted, so that
 * it takes the newest node. */
static queue_item item_of(double f, uint32_t index) {
    return (queue_item){f, ~index};
}

static bool grow_heap(search *s) {
    uint32_t room = s->heap_room ? 2 * s->heap_room : MIN_ROOM;
    s->heap =
        worker_buffer_take(s->ground->view, s->ground->worker, BUFFER_HEAP, room * sizeof *s->heap);
    s->heap_room = s->heap != NULL ? room : 0;
    s->outcome = s->heap != NULL ? s->outcome : SEARCH_NO_MEMORY;
    return s->heap != NULL;
}

static void push(search *s, queue_item item) {
    if (s->heap_count < s->heap_room || grow_heap(s)) {
        queue_push(s->heap, &s->heap_count, item);
    }
}

void seek_open(search *s, double f, uint32_t index) {
    queue_item item = item_of(f, index);
    if (index == NO_NODE) {
        return;
    }
    if (!s->has_next) {
        s->next = item;
        s->has_next = true;
        return;
    }
    if (queue_comes_first(item, s->next)) {
        queue_item swap = s->next;
        s->next = item;
        item = swap;
    }
    push(s, item);
}

uint32_t seek_take(search *s) {
    bool has_next = s->has_next;
    s->has_next = false;
    if (s->outcome != SEARCH_FOUND) {
        return NO_NODE;
    }
    if (s->heap_count == 0 || (has_next && queue_comes_first(s->next, s->heap[0]))) {
        return has_next ? ~s->next.index : NO_NODE;
    }
    queue_item top = queue_pop(s->heap, &s->heap_count);
    if (has_next) {
        push(s, s->next);
    }
    return ~top.index;
}
