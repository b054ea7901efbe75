/* plan/graph/queue.h: the open list of a search. It is a binary heap that returns the item with the
 * smallest f first; among items with equal f, the one with the lowest index. O(log n) per
 * operation. */
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

/* Pushes an item. The heap must have room for it. */
void queue_push(queue_item *heap, uint32_t *count, queue_item item);

/* Pops the first item. The heap must not be empty. */
queue_item queue_pop(queue_item *heap, uint32_t *count);

#endif
