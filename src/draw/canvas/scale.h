/* What the colours of a picture stand for. */
#ifndef DRAW_CANVAS_SCALE_H
#define DRAW_CANVAS_SCALE_H

#include "draw/canvas/colour_map.h"
#include "draw/canvas/ticks.h"
#include <cairo/cairo.h>
#include <stdbool.h>

typedef struct canvas_scale {
    colour_map map;
    bool used;
    const char *title; /* of the colour bar */
    double top;        /* the value at its dark end */
    double step;       /* between two marks */
    double first;      /* share of the map left out at its light end: lines need some strength */
    bool beyond;       /* there are values above the top */
} canvas_scale;

/* Of the light end of the colours, for lines on white, which are thin. */
#define CANVAS_LINE_STRENGTH 0.25

uint32_t canvas_value_colour(const canvas_scale *values, double value);
/* The colour bar with its upper left corner there; CANVAS_BAR_HEIGHT px high. */
#define CANVAS_BAR_HEIGHT 56.0
void canvas_draw_colour_bar(cairo_t *cr, const canvas_scale *values, double x, double y,
                            double wide);

#endif
