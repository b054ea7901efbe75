/* Draws the corridor of a route: its area, its boundary and its backbone. */
#ifndef DRAW_MAP_CORRIDOR_H
#define DRAW_MAP_CORRIDOR_H

#include "draw/canvas/canvas.h"

enum {
    CORRIDOR_COLOUR = 0xe6f0dc,
    CORRIDOR_EDGE_COLOUR = 0x6f9a4a,
    CORRIDOR_BACKBONE_COLOUR = 0x7a8fa6
};

#define CORRIDOR_LINE_WIDTH 1.5 /* px */

/* These draw the part of a corridor that is on a layer: the first draws its area, the second its
 * boundary and backbone. */
void draw_corridor_ground(const canvas *c, const wend_corridor_disc *discs, uint32_t count,
                          uint32_t layer);
void draw_corridor_lines(const canvas *c, const wend_corridor_disc *discs, uint32_t count,
                         uint32_t layer);

#endif
