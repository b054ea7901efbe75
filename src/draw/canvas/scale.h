/* The scale between values and colours of a picture, and its colour bar. */
#ifndef DRAW_CANVAS_SCALE_H
#define DRAW_CANVAS_SCALE_H

#include "draw/canvas/colour_map.h"
#include "draw/canvas/ticks.h"
#include <cairo/cairo.h>
#include <stdbool.h>

typedef struct canvas_scale {
    colour_map map;
    bool used;
    const char *title;    /* of the colour bar */
    double top;           /* the value at the dark end */
    double step;          /* between two ticks */
    double skipped_share; /* at the light end of the map, to keep lines visible */
    bool beyond;          /* some values are above the top */
} canvas_scale;

/* Value of `skipped_share` for thin lines on white. */
#define CANVAS_LINE_STRENGTH 0.25

uint32_t canvas_value_colour(const canvas_scale *values, double value);
/* Draws the colour bar with its upper left corner at (x, y); it is CANVAS_BAR_HEIGHT px high. */
#define CANVAS_BAR_HEIGHT 56.0
void canvas_draw_colour_bar(cairo_t *cr, const canvas_scale *values, double x, double y,
                            double wide);

#endif
