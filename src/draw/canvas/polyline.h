/* Lines with fewer points that look the same. */
#ifndef DRAW_CANVAS_POLYLINE_H
#define DRAW_CANVAS_POLYLINE_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <wend/base.h>

/* How far a line drawn may lie from the line given, px. */
#define POLYLINE_TOLERANCE 0.25

/* A line on its way to cairo. Zero it and set `cr`. */
typedef struct polyline {
    cairo_t *cr;
    bool begun;
    wend_point anchor; /* the last point drawn */
    wend_point last;   /* the last one given */
    double reach;      /* from the anchor to the last one */
    /* The directions from the anchor whose lines pass all points since within the tolerance: those
     * between `right` and `left`, counter-clockwise. */
    wend_point left, right;
    bool narrowed;
} polyline;

/* Starts a new line there; a line begun before must have been ended. */
void polyline_begin(polyline *line, wend_point point);
void polyline_add(polyline *line, wend_point point);
/* Draws the line to its last point. */
void polyline_end(polyline *line);

/* A place on a grid of 1/8 px, which is written with few digits. */
wend_point polyline_snap(wend_point point);

#endif
