/* A binary heap (J. W. J. Williams 1964). O(log n) per operation. */
#include "plan/graph/queue.h"

void queue_push(queue_item *heap, uint32_t *count, queue_item item) {
    uint32_t at = (*count)++;
    for (; at > 0 && queue_comes_first(item, heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = item;
}

queue_item queue_pop(queue_item *heap, uint32_t *count) {
    queue_item top = heap[0], last = heap[--*count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < *count; child = 2 * at + 1) {
        child += child + 1 < *count && queue_comes_first(heap[child + 1], heap[child]);
        if (!queue_comes_first(heap[child], last)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}
