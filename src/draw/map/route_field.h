/* Draws the guiding field of a route: level lines of its distance, or streamlines if it has no
 * potential, and arrows in the direction in which to walk. */
#ifndef DRAW_MAP_ROUTE_FIELD_H
#define DRAW_MAP_ROUTE_FIELD_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"

typedef struct draw_field {
    const wend_view *view; /* NULL: there is no field */
    uint32_t field;        /* wend_route.field */
    double interval;       /* m: difference between two level lines; 0: it has no potential */
} draw_field;

/* Returns the field as it is drawn on the way from a location: with at least fifteen level
 * lines from there to the goal. */
draw_field route_field_of(const wend_view *view, uint32_t field, wend_location from);
/* Does nothing without a field. */
void route_field_draw(const canvas *c, uint32_t layer, const draw_field *field);
/* Adds the items of the legend. */
void route_field_legend(flow *f, const draw_field *field);

#endif
