/* step/skin.h: how much room is left to rounding between bodies and walls. */
#ifndef STEP_SKIN_H
#define STEP_SKIN_H

#include <math.h>

#include <wend/base.h>

#define SKIN_LEAST 1e-5F             /* m */
#define SKIN_SHARE (4.0F * 0x1p-24F) /* of the largest coordinate */

/* The skin of a body at a place, m: some units in the last place of its largest coordinate, at
 * least 0.01 mm. Who means to pass a wall at that distance passes it clear, whatever is rounded. */
static inline float skin_at(wend_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    float skin = (x > y ? x : y) * SKIN_SHARE;
    return skin > SKIN_LEAST ? skin : SKIN_LEAST;
}

#endif
