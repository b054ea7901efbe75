/* plan/weighted/open_list.h: the open list of a search over a net: a heap whose nodes have four
 * children (D. B. Johnson, "Priority queues with update and finding minimum spanning trees", Inf.
 * Process. Lett. 4, 1975). It returns the item with the smallest f first; among items with equal f,
 * the one with the lowest index. O(log n) per operation.
 *
 * An item is one number: the bits of f, then the index. The bits of numbers that are not negative
 * have the order of the numbers (IEEE 754). Items of 8 bytes and four children make a pop read
 * fewer cache lines than plan/graph/queue.h does; a third of a search was spent there. */
#ifndef PLAN_WEIGHTED_OPEN_LIST_H
#define PLAN_WEIGHTED_OPEN_LIST_H

#include <stdint.h>
#include <string.h>

typedef uint64_t open_item;

/* Returns the item of an index. `f` must be 0 or more. */
static inline open_item open_item_of(float f, uint32_t index) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (open_item)bits << 32 | index;
}

static inline float open_item_f(open_item item) {
    uint32_t bits = (uint32_t)(item >> 32);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t open_item_index(open_item item) {
    return (uint32_t)item;
}

/* Pushes an item. The heap must have room for it. */
static inline void open_list_push(open_item *heap, uint32_t *count, open_item item) {
    uint32_t at = (*count)++;
    for (; at > 0 && item < heap[(at - 1) / 4]; at = (at - 1) / 4) {
        heap[at] = heap[(at - 1) / 4];
    }
    heap[at] = item;
}

/* Returns the least of four children. Sums of comparisons, because branches on random data are
 * often mispredicted. */
static inline uint32_t open_list_least(const open_item *heap, uint32_t child) {
    uint32_t left = child + (heap[child + 1] < heap[child]);
    uint32_t right = child + 2 + (heap[child + 3] < heap[child + 2]);
    return heap[right] < heap[left] ? right : left;
}

/* Returns the least of the last children, of which there are fewer than four. */
static inline uint32_t open_list_least_of_few(const open_item *heap, uint32_t child, uint32_t end) {
    uint32_t least = child;
    for (uint32_t other = child + 1; other < end; other++) {
        least = heap[other] < heap[least] ? other : least;
    }
    return least;
}

/* Pops the first item. The heap must not be empty. */
static inline open_item open_list_pop(open_item *heap, uint32_t *count) {
    open_item top = heap[0], last = heap[--*count];
    uint32_t at = 0, child = 1;
    for (; child < *count; child = 4 * at + 1) {
        child = child + 4 <= *count ? open_list_least(heap, child)
                                    : open_list_least_of_few(heap, child, *count);
        if (last <= heap[child]) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

#endif
