/* near/pace.h: the walking speed for which the space ahead of an agent suffices. */
#ifndef NEAR_PACE_H
#define NEAR_PACE_H

#include <wend/model.h>

/* How speed depends on space; see pace.c. */
typedef struct pace_rules {
    float stride; /* alpha: stride factor */
    float buffer; /* beta: share of the stride that agents keep free in addition */
    float share;  /* share of the space that a speed takes; 1: as published */
} pace_rules;

/* The space ahead of one agent, while neighbours and walls are added. */
typedef struct pace_sum {
    wend_vec2 ahead;     /* m: the point 1 m ahead */
    wend_vec2 direction; /* unit vector */
    float density;       /* 1/m */
} pace_sum;

/* Begins a sum for an agent at `position` that prefers a direction (a unit vector). */
pace_sum pace_begin(wend_vec2 position, wend_vec2 direction);

/* Adds an agent at a position. */
void pace_add_agent(pace_sum *sum, wend_vec2 position);
/* Adds a wall at a distance (m) from the point ahead. */
void pace_add_wall(pace_sum *sum, float distance);

/* Returns the space (m) per agent along the direction for a density (1/m). */
float pace_space(float density);

/* Returns the speed (m/s) that a space (m) allows. */
float pace_speed(const pace_rules *rules, float space);

/* Returns the speed (m/s) that the space ahead of body `index` allows in a direction. `others` are
 * the bodies of the neighbours that count. */
float pace_limit(const wend_view *view, const pace_rules *rules, uint32_t index,
                 wend_vec2 direction, const uint32_t *others, uint32_t count);

#endif
