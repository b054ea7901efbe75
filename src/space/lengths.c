/* Measures how much of a segment lies on each terrain type, and what it costs by weights of types:
 * adds up the parts that march.c finds. Cost: that of march.c, and O(types) for each part. */
#include "space/lengths.h"

#include <math.h>

#include "base/error.h"
#include "space/march.h"

/* The terrain types found so far, with their lengths, ordered by type. If the list is full, the
 * highest types are dropped. */
typedef struct length_list {
    wend_terrain_length *items;
    uint32_t kept, capacity;
} length_list;

static bool add_length(void *context, uint32_t type, double length) {
    length_list *list = context;
    uint32_t at = 0;
    while (at < list->kept && list->items[at].type < type) {
        at++;
    }
    if (at < list->kept && list->items[at].type == type) {
        list->items[at].length += length;
        return true;
    }
    if (at == list->capacity) {
        return true;
    }
    list->kept += list->kept < list->capacity;
    for (uint32_t i = list->kept - 1; i > at; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[at] = (wend_terrain_length){type, length};
    return true;
}

/* A search for the lowest terrain type that is higher than `above`, or for the lowest of all if
 * `any` is true. */
typedef struct type_search {
    uint32_t above, lowest;
    bool any;
} type_search;

static bool find_lower(void *context, uint32_t type, double length) {
    type_search *search = context;
    bool counts = length > 0.0 && (search->any || type > search->above);
    search->lowest = counts && type < search->lowest ? type : search->lowest;
    return true;
}

/* Counts the types without memory: one pass over the segment for each. */
static uint32_t count_types(march_segment *s) {
    type_search search = {.any = true};
    s->receive = find_lower;
    s->context = &search;
    for (uint32_t count = 0;; count++) {
        search.lowest = WEND_NO_TERRAIN;
        march_measure(s);
        if (search.lowest == WEND_NO_TERRAIN) {
            return count;
        }
        search = (type_search){.above = search.lowest};
    }
}

uint32_t wend_space_segment_terrain(const wend_space *space, wend_location from, wend_vec2 to,
                                    wend_terrain_length *out, uint32_t capacity) {
    WEND_ASSERT(space != NULL && (out != NULL || capacity == 0));
    march_segment s;
    length_list list = {out, 0, capacity};
    if (!march_make(space, from, to, &s)) {
        return 0;
    }
    if (s.length == 0.0) {
        if (capacity > 0) {
            out[0] = (wend_terrain_length){wend_space_terrain(space, from), 0.0};
        }
        return 1;
    }
    s.receive = add_length;
    s.context = &list;
    march_measure(&s);
    return list.kept < capacity ? list.kept : count_types(&s);
}

/* ---- Cost ------------------------------------------------------------------------------------ */

typedef struct cost_sum {
    const space_weights *weights;
    double cost, left; /* left: m of the segment without cost so far */
    double limit;
} cost_sum;

static bool add_cost(void *context, uint32_t type, double length) {
    cost_sum *sum = context;
    sum->cost += space_weight_of(sum->weights, type) * length;
    sum->left -= length;
    return sum->cost + sum->weights->least * fmax(sum->left, 0.0) <= sum->limit;
}

double space_segment_cost(const wend_space *space, wend_location from, wend_vec2 to,
                          const space_weights *weights, double limit) {
    march_segment s;
    if (!march_make(space, from, to, &s)) {
        return (double)INFINITY;
    }
    if (s.length == 0.0) {
        return 0.0;
    }
    cost_sum sum = {.weights = weights, .left = s.length, .limit = limit};
    s.receive = add_cost;
    s.context = &sum;
    march_measure(&s);
    return s.ends ? (double)INFINITY : sum.cost;
}
