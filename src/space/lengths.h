/* space/lengths.h: what a segment costs by weights of terrain types. */
#ifndef SPACE_LENGTHS_H
#define SPACE_LENGTHS_H

#include <wend/space.h>

/* The weight of a terrain type: cost of one metre, in m; INFINITY: forbidden. */
typedef struct space_weight {
    uint32_t type;
    double weight;
} space_weight;

/* The weights of types; those that are not listed have the weight 1. */
typedef struct space_weights {
    const space_weight *items;
    uint32_t count;
    double least; /* at most the weight of any type */
} space_weights;

/* Returns the weight of a type. O(listed types). */
static inline double space_weight_of(const space_weights *weights, uint32_t type) {
    for (uint32_t i = 0; i < weights->count; i++) {
        if (weights->items[i].type == type) {
            return weights->items[i].weight;
        }
    }
    return 1.0;
}

/* Returns the sum of weight * length over the terrain of the segment between two positions, in m;
 * INFINITY if this is more than `limit`, which may be found before the end of the segment. The
 * segment changes its layer at each link that it crosses. */
double space_segment_cost(const wend_space *space, wend_location from, wend_vec2 to,
                          const space_weights *weights, double limit);

#endif
