/* step/skin.h: the skin, a margin for rounding between bodies and walls. */
#ifndef STEP_SKIN_H
#define STEP_SKIN_H

#include <math.h>

#include <wend/base.h>

#define SKIN_LEAST 1e-5F             /* m: smallest skin */
#define SKIN_SHARE (4.0F * 0x1p-24F) /* skin as a fraction of the largest coordinate */

/* Returns the skin (m) of a body at a position: a few units in the last place of the position's
 * largest coordinate, but at least 0.01 mm. A body that aims to keep this distance from a wall
 * never touches the wall, regardless of rounding. */
static inline float skin_at(wend_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    float skin = (x > y ? x : y) * SKIN_SHARE;
    return skin > SKIN_LEAST ? skin : SKIN_LEAST;
}

#endif
