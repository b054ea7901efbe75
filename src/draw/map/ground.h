/* Draws the ground of a layer and the static parts on it. */
#ifndef DRAW_MAP_GROUND_H
#define DRAW_MAP_GROUND_H

#include "draw/canvas/canvas.h"

/* Draws a layer. `heat`, which may be NULL, is an image of the panel's size that is painted on
 * walkable ground. */
void ground_draw(canvas *c, uint32_t layer, cairo_surface_t *heat);

#endif
