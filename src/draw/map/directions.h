/* Draws a field of directions as arrows and as streamlines. */
#ifndef DRAW_MAP_DIRECTIONS_H
#define DRAW_MAP_DIRECTIONS_H

#include "draw/canvas/canvas.h"

/* A field of directions. `sample` gets the direction at a location (any length above 0), and
 * returns false where there is none. */
typedef struct draw_directions {
    bool (*sample)(void *context, wend_location at, wend_vec2 *out);
    void *context;
    wend_vec2 low, high; /* the box that is drawn, in local coordinates */
    double spacing;      /* px: distance between arrows, and between streamlines */
} draw_directions;

/* Draws an arrow at each point of a raster, in the current colour of cairo. */
void directions_draw_arrows(const canvas *c, uint32_t layer, const draw_directions *field);

/* Draws streamlines: curves that follow the field in both directions from points of a raster until
 * they come close to another one, leave the field, or stop moving. Uses the current colour of
 * cairo. Sets canvas.out_of_memory if out of memory. */
void directions_draw_streamlines(canvas *c, uint32_t layer, const draw_directions *field);

#endif
