/* Line simplification: draws lines with fewer points that look the same. */
#ifndef DRAW_CANVAS_POLYLINE_H
#define DRAW_CANVAS_POLYLINE_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <wend/base.h>

/* Largest distance between the drawn and the given line, px. */
#define POLYLINE_TOLERANCE 0.25

/* A line that is being drawn with cairo. Zero it and set `cr`. */
typedef struct polyline {
    cairo_t *cr;
    bool begun;
    wend_point anchor; /* the last point drawn */
    wend_point last;   /* the last point given */
    double reach;      /* distance from the anchor to the last point */
    /* Bounds of the wedge: of the directions from the anchor whose lines pass all later points
     * within the tolerance, counter-clockwise from `right` to `left`. */
    wend_point left, right;
    bool narrowed;
} polyline;

/* Starts a new line at a point; any earlier line must have been ended. */
void polyline_begin(polyline *line, wend_point point);
void polyline_add(polyline *line, wend_point point);
/* Draws the line to its last point. */
void polyline_end(polyline *line);

/* Snaps a point to a grid of 1/8 px, so that a file needs few digits. */
wend_point polyline_snap(wend_point point);

#endif
