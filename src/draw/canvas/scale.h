/* The scale that maps values to the colours of a picture, and its colour bar. */
#ifndef DRAW_CANVAS_SCALE_H
#define DRAW_CANVAS_SCALE_H

#include "base/ticks.h"
#include "draw/canvas/colour_map.h"
#include "library/cairo.h"
#include <stdbool.h>

typedef struct canvas_scale {
    colour_map map;
    bool used;
    const char *title;    /* title of the colour bar */
    double top;           /* value at the dark end of the colour bar */
    double step;          /* difference in value between two ticks */
    double skipped_share; /* unused fraction of the colour map at its light end, which keeps lines
                             visible */
    bool beyond;          /* some values are larger than `top` */
} canvas_scale;

/* The `skipped_share` for thin lines on white. */
#define CANVAS_LINE_STRENGTH 0.25

uint32_t canvas_value_colour(const canvas_scale *values, double value);
/* Draws the colour bar with its upper left corner at (x, y); it is CANVAS_BAR_HEIGHT px high. */
#define CANVAS_BAR_HEIGHT 56.0
void canvas_draw_colour_bar(cairo_t *cr, const canvas_scale *values, double x, double y,
                            double wide);

#endif
