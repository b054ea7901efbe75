/* Draws level lines: curves along which a quantity has the same value. */
#ifndef DRAW_MAP_LEVELS_H
#define DRAW_MAP_LEVELS_H

#include "draw/canvas/canvas.h"

/* A quantity on the ground. */
typedef struct draw_levels {
    /* Gets the value at a location. Returns false where there is none. */
    bool (*sample)(void *context, wend_location at, float *out);
    /* True if values between two locations may be interpolated: no wall lies between them. */
    bool (*is_joined)(void *context, wend_location a, wend_location b);
    void *context;
    wend_vec2 low, high; /* the box that is drawn, in local coordinates */
    double spacing;      /* px: distance between two samples */
    double interval;     /* difference between two lines, above 0 */
} draw_levels;

/* Draws the lines at all multiples of the interval, in the current colour of cairo. Sets
 * canvas.out_of_memory if out of memory. */
void levels_draw(canvas *c, uint32_t layer, const draw_levels *levels);

#endif
