/* Nodes of the search for shortest paths: kept in an array, the open ones in a binary heap by f, of
 * equal ones the latest first. The best node that was opened since one was taken waits outside the
 * heap: most often it is the next. O(log n) each. */
#include "plan/polyanya/nodes.h"
#include "step/rooms.h"

enum { FEWEST_ROOM = 1024 };

static bool grow_nodes(search *s) {
    uint32_t room = s->node_room ? 2 * s->node_room : FEWEST_ROOM;
    room = room > s->node_limit ? s->node_limit : room;
    node *nodes = rooms_take(s->ground->view, s->ground->worker, ROOM_NODES, room * sizeof *nodes);
    if (nodes == NULL || room == s->node_room) {
        s->outcome = nodes == NULL ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
        return false;
    }
    s->nodes = nodes;
    s->node_room = room;
    return true;
}

uint32_t seek_keep(search *s, const node *n) {
    if (s->node_count == s->node_room && !grow_nodes(s)) {
        return NO_NODE;
    }
    s->nodes[s->node_count] = *n;
    return s->node_count++;
}

static bool item_before(heap_item a, heap_item b) {
    return a.f != b.f ? a.f < b.f : a.index > b.index;
}

static bool grow_heap(search *s) {
    uint32_t room = s->heap_room ? 2 * s->heap_room : FEWEST_ROOM;
    s->heap = rooms_take(s->ground->view, s->ground->worker, ROOM_HEAP, room * sizeof *s->heap);
    s->heap_room = s->heap != NULL ? room : 0;
    s->outcome = s->heap != NULL ? s->outcome : SEARCH_NO_MEMORY;
    return s->heap != NULL;
}

static void heap_push(search *s, double f, uint32_t index) {
    if (index == NO_NODE || (s->heap_count == s->heap_room && !grow_heap(s))) {
        return;
    }
    heap_item item = {f, index};
    uint32_t at = s->heap_count++;
    for (; at > 0 && item_before(item, s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = item;
}

void seek_open(search *s, double f, uint32_t index) {
    heap_item item = {f, index};
    if (index == NO_NODE) {
        return;
    }
    if (s->next.index == NO_NODE || item_before(item, s->next)) {
        heap_item swap = s->next;
        s->next = item;
        item = swap;
    }
    heap_push(s, item.f, item.index);
}

static uint32_t heap_pop(search *s) {
    uint32_t top = s->heap[0].index, at = 0;
    heap_item item = s->heap[--s->heap_count];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap_count) {
            break;
        }
        child += child + 1 < s->heap_count && item_before(s->heap[child + 1], s->heap[child]);
        if (!item_before(s->heap[child], item)) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = item;
    return top;
}

uint32_t seek_take(search *s) {
    heap_item next = s->next;
    s->next.index = NO_NODE;
    if (s->outcome != SEARCH_FOUND) {
        return NO_NODE;
    }
    if (s->heap_count == 0 || (next.index != NO_NODE && item_before(next, s->heap[0]))) {
        return next.index;
    }
    uint32_t top = heap_pop(s);
    heap_push(s, next.f, next.index);
    return top;
}
