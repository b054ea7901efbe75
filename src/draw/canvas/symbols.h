/* Draws small symbols on a picture: stars, dots, arrows. Sizes are in px. */
#ifndef DRAW_CANVAS_SYMBOLS_H
#define DRAW_CANVAS_SYMBOLS_H

#include "library/cairo.h"
#include <wend/base.h>

/* Adds a five-pointed star around (x, y) to cairo's path. */
void canvas_star(cairo_t *cr, double x, double y, double radius);
/* canvas_dot adds a disc to cairo's path as a segment of zero length; canvas_stroke_dots strokes
 * these segments with round caps as wide as the disc. In an SVG file, this takes a tenth of the
 * bytes of a circle. */
void canvas_dot(cairo_t *cr, wend_point at);
void canvas_stroke_dots(cairo_t *cr, uint32_t colour, double opacity, double radius);
/* Draws an arrow with a filled head from one point to the other. Draws nothing if the points are
 * equal. */
void canvas_arrow(cairo_t *cr, wend_point from, wend_point to, double line_width);

#endif
