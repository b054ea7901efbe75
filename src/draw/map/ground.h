/* The ground of a layer and what stands on it for good. */
#ifndef DRAW_MAP_GROUND_H
#define DRAW_MAP_GROUND_H

#include "draw/canvas/canvas.h"

/* `heat`, which may be NULL, is an image of the panel's size that is painted on walkable ground. */
void ground_draw(canvas *c, uint32_t layer, cairo_surface_t *heat);

#endif
