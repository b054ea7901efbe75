/* Finds what the panels of a picture must show: a space and its contents, layer by layer. */
#ifndef DRAW_MAP_EXTENT_H
#define DRAW_MAP_EXTENT_H

#include "draw/canvas/canvas.h"
#include "draw/map/overlay.h"

/* Extends the panel of a layer so that it shows a disc. The radius is in m. A layer that the canvas
 * does not have is ignored. */
void extent_add(canvas *c, uint32_t layer, wend_point point, double radius);
/* Extends the panels so that they show the space of a recording, and the recording's agents and
 * obstacles at their start positions. */
void extent_add_recording(canvas *c, const wend_recording *recording);
/* Extends the panel of a goal's layer so that it shows the goal at its translated position. */
void extent_add_goal(canvas *c, const wend_goal_def *goal, wend_point translation);
void extent_add_overlay(canvas *c, const draw_overlay *overlay);

#endif
