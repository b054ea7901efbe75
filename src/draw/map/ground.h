/* Draws the ground of a layer, and everything on it that does not move. */
#ifndef DRAW_MAP_GROUND_H
#define DRAW_MAP_GROUND_H

#include "draw/canvas/canvas.h"

/* Draws a layer. `heat` is an image as large as the panel, which is painted on walkable ground; it
 * may be NULL. */
void ground_draw(canvas *c, uint32_t layer, cairo_surface_t *heat);

#endif
