/* Draws the connections of a space: ladders, jumps, turnstiles and one-way doors. */
#ifndef DRAW_MAP_CONNECTIONS_H
#define DRAW_MAP_CONNECTIONS_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"

/* Draws the connections of a layer, with a ring at each end. If both ends are on this layer, a
 * dashed line joins them, with an arrow head at each end where agents can come out. Otherwise the
 * name of the other layer is written next to the ring. */
void connections_draw(const canvas *c, uint32_t layer);

/* Adds an item for connections to a legend, if the space has any. */
void connections_flow(flow *f, const wend_space_def *def);

#endif
