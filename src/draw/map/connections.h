/* Connections of a space: ladders, jumps, turnstiles, one-way doors. */
#ifndef DRAW_MAP_CONNECTIONS_H
#define DRAW_MAP_CONNECTIONS_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"

/* What a layer has of them: rings at their ends; a dashed line, with an arrow head where agents
 * come out, if both lie on it; else the name of the other layer beside the ring. */
void connections_draw(const canvas *c, uint32_t layer);

/* Their row of a legend, if the space has some. */
void connections_flow(flow *f, const wend_space_def *def);

#endif
