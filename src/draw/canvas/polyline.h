/* Line simplification: draws a line with fewer points that looks the same. */
#ifndef DRAW_CANVAS_POLYLINE_H
#define DRAW_CANVAS_POLYLINE_H

#include "library/cairo.h"
#include <stdbool.h>
#include <wend/base.h>

/* Largest distance between the drawn line and the given line, px. */
#define POLYLINE_TOLERANCE 0.25

/* A line that is being drawn with cairo. To start, zero the struct and set `cr`. */
typedef struct polyline {
    cairo_t *cr;
    bool begun;
    wend_point anchor; /* the last point drawn */
    wend_point last;   /* the last point given */
    double reach;      /* distance from the anchor to the last point */
    /* The wedge contains the directions from the anchor whose lines pass within the tolerance of
     * all later points. It extends counter-clockwise from `right` to `left`. */
    wend_point left, right;
    bool narrowed;
} polyline;

/* Starts a new line at a point. The previous line, if any, must have been ended. */
void polyline_begin(polyline *line, wend_point point);
void polyline_add(polyline *line, wend_point point);
/* Draws the line to its last point. */
void polyline_end(polyline *line);

/* Snaps a point to a grid of 1/8 px, so that its coordinates need few digits in an SVG file. */
wend_point polyline_snap(wend_point point);

#endif
