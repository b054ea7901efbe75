/* modify/yield/heading.h: replaces the regions of an intent with a direction. */
#ifndef MODIFY_YIELD_HEADING_H
#define MODIFY_YIELD_HEADING_H

#include <math.h>

#include <wend/model.h>

/* Replaces the regions of an intent with a direction (a unit vector) and a speed in m/s. Keeps the
 * flags that report a lost route or the start of a rescue to the world, and the flag for shortcuts,
 * because the agent is still outside the corridor of its route. */
static inline void set_heading(wend_intent *intent, wend_vec2 direction, float speed) {
    uint8_t kept_flags =
        intent->region.flags & (WEND_REGION_LOST | WEND_REGION_RESCUE | WEND_REGION_SHORTCUT);
    intent->region = (wend_region){.shape = WEND_SHAPE_DIRECTION,
                                   .flags = kept_flags,
                                   .id = intent->region.id,
                                   .a = direction,
                                   .opens = -INFINITY,
                                   .closes = INFINITY};
    intent->more_count = 0;
    intent->speed = speed;
}

#endif
