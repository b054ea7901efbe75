/* Axes of a panel: ticks at round coordinates along its left and lower edges, with numbers in m. */
#ifndef DRAW_CANVAS_AXES_H
#define DRAW_CANVAS_AXES_H

#include "draw/canvas/panels.h"
#include "library/cairo.h"

/* Height (px) of the numbers and ticks below a panel. */
#define AXES_BELOW 22.0

/* The panels of a picture. */
typedef struct axes_panels {
    const world_panel *panels;
    uint32_t count;
    double scale; /* px per m */
} axes_panels;

/* Returns the width (px) of the numbers and ticks to the left of the panels, as they are arranged
 * now. */
double axes_left(const axes_panels *all);
/* Draws the axes of one of the panels. No number extends beyond the ends of its axis, and no two
 * overlap; where numbers do not fit, only ticks are drawn. */
void axes_draw(cairo_t *cr, const axes_panels *all, const world_panel *shown);

#endif
