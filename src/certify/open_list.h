/* certify/open_list.h: the open list of a search: a binary heap (J. W. J. Williams 1964) that holds
 * each node at most once. A dense graph improves the distance of a node many times before it is
 * settled, so nodes move up in the heap instead of being pushed again. O(log n) per operation. */
#ifndef CERTIFY_OPEN_LIST_H
#define CERTIFY_OPEN_LIST_H

#include <stdint.h>

#define OPEN_LIST_OUTSIDE UINT32_MAX

typedef struct open_item {
    double key;
    uint32_t node;
} open_item;

typedef struct open_list {
    open_item *items;    /* has room for all nodes */
    uint32_t *positions; /* indexed by node: its index in `items`, or OPEN_LIST_OUTSIDE */
    uint32_t count;
} open_list;

static inline void open_list_set(open_list *list, uint32_t at, open_item item) {
    list->items[at] = item;
    list->positions[item.node] = at;
}

/* Inserts a node, or moves it up if it is there. Its key must not be above the one that it has. */
static inline void open_list_push(open_list *list, uint32_t node, double key) {
    uint32_t at = list->positions[node];
    at = at == OPEN_LIST_OUTSIDE ? list->count++ : at;
    for (; at > 0 && key < list->items[(at - 1) / 2].key; at = (at - 1) / 2) {
        open_list_set(list, at, list->items[(at - 1) / 2]);
    }
    open_list_set(list, at, (open_item){key, node});
}

/* Removes and returns the node with the smallest key. The list must not be empty. */
static inline uint32_t open_list_pop(open_list *list) {
    uint32_t top = list->items[0].node, at = 0;
    open_item last = list->items[--list->count];
    list->positions[top] = OPEN_LIST_OUTSIDE;
    if (list->count == 0) {
        return top;
    }
    for (uint32_t child = 1; child < list->count; child = 2 * at + 1) {
        child += child + 1 < list->count && list->items[child + 1].key < list->items[child].key;
        if (last.key <= list->items[child].key) {
            break;
        }
        open_list_set(list, at, list->items[child]);
        at = child;
    }
    open_list_set(list, at, last);
    return top;
}

#endif
