/* Draws connections of a space: ladders, jumps, turnstiles, one-way doors. */
#ifndef DRAW_MAP_CONNECTIONS_H
#define DRAW_MAP_CONNECTIONS_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"

/* Draws the connections of a layer with rings at their ends. If both ends lie on the layer, a
 * dashed line joins them, with an arrow head where agents come out. Otherwise the name of the other
 * layer is beside the ring. */
void connections_draw(const canvas *c, uint32_t layer);

/* Adds a legend row for connections, if the space has any. */
void connections_flow(flow *f, const wend_space_def *def);

#endif
