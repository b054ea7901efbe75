/* step/skin.h: the margin for rounding between bodies and walls. */
#ifndef STEP_SKIN_H
#define STEP_SKIN_H

#include <math.h>

#include <wend/base.h>

#define SKIN_LEAST 1e-5F             /* m */
#define SKIN_SHARE (4.0F * 0x1p-24F) /* of the largest coordinate */

/* Returns the skin of a body at a position, m: a few units in the last place of its largest
 * coordinate, at least 0.01 mm. A body that aims to pass a wall at that distance does not touch it,
 * whatever the rounding. */
static inline float skin_at(wend_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    float skin = (x > y ? x : y) * SKIN_SHARE;
    return skin > SKIN_LEAST ? skin : SKIN_LEAST;
}

#endif
