/* step/ground/belts.h: belts, which are parts of the ground that move, such as conveyors and
 * escalators. */
#ifndef STEP_GROUND_BELTS_H
#define STEP_GROUND_BELTS_H

#include <wend/world.h>

typedef struct belt_record {
    wend_vec2 points[WEND_MAX_POLYGON];
    uint32_t point_count, layer;
    wend_vec2 low, high;
    wend_vec2 velocity; /* m/s */
} belt_record;

typedef struct belt_table {
    belt_record *items;
    uint32_t count, capacity;
    bool any_moves;
    float fastest; /* m/s: largest speed of a belt */
} belt_table;

/* Returns the belt that moves the ground at a location, or WEND_NONE. Where belts overlap, the one
 * added last counts. */
uint32_t belts_find(const belt_table *table, wend_location at);

#endif
