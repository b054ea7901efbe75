/* contour/levels.h: level lines, curves along which a quantity on the ground has the same value. */
#ifndef CONTOUR_LEVELS_H
#define CONTOUR_LEVELS_H

#include <wend/space.h>

#include "base/memory.h"

/* A quantity on one layer, and what receives its lines. */
typedef struct contour_levels {
    /* Gets the value at a location. Returns false where there is none. */
    bool (*sample)(void *context, wend_location at, float *out);
    /* True if values between two locations may be interpolated: no wall lies between them. */
    bool (*is_joined)(void *context, wend_location a, wend_location b);
    /* Receives a straight piece of a line. Returns false to stop. */
    bool (*line)(void *context, wend_vec2 a, wend_vec2 b);
    void *context;
    wend_vec2 low, high; /* the box that is sampled, in local coordinates */
    uint32_t layer;
    double step;     /* m: distance between two samples; larger if there were too many */
    double interval; /* difference between two lines, above 0 */
} contour_levels;

/* Finds the lines at all multiples of the interval. Returns false if out of memory. */
bool contour_trace_levels(const contour_levels *levels, memory *heap);

#endif
