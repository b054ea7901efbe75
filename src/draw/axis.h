/* A picture of a corridor map. */
#ifndef DRAW_AXIS_H
#define DRAW_AXIS_H

#include "draw/picture.h"

typedef struct draw_axis {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const wend_map *map;
} draw_axis;

/* Draws it and writes it to the stream. */
wend_result draw_axis_write(const draw_axis *axis, draw_format format, FILE *stream,
                            wend_error *error);

#endif
