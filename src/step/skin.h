/* step/skin.h: how much room is left to rounding between bodies and walls. */
#ifndef STEP_SKIN_H
#define STEP_SKIN_H

#include <math.h>

#include <wend/base.h>

/* The skin of a body at a place, m: some units in the last place of its largest coordinate, at
 * least 0.01 mm. Who means to pass a wall at that distance passes it clear, whatever is rounded. */
static inline float skin_at(wend_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    float skin = (x > y ? x : y) * (4.0F * 0x1p-24F);
    return skin > 1e-5F ? skin : 1e-5F;
}

#endif
