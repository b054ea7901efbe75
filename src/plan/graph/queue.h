/* plan/graph/queue.h: what a search has yet to look at: a binary heap, the least f first, of equal
 * ones the lowest index. O(log n) each. */
#ifndef PLAN_GRAPH_QUEUE_H
#define PLAN_GRAPH_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct queue_item {
    double f;
    uint32_t index;
} queue_item;

static inline bool queue_comes_first(queue_item a, queue_item b) {
    return a.f != b.f ? a.f < b.f : a.index < b.index;
}

/* The heap has room for one more. */
void queue_push(queue_item *heap, uint32_t *count, queue_item item);

/* The heap is not empty. */
queue_item queue_pop(queue_item *heap, uint32_t *count);

#endif
