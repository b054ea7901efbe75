/* Finds the bounding box of everything that a picture shows: a space and its contents. */
#ifndef DRAW_MAP_EXTENT_H
#define DRAW_MAP_EXTENT_H

#include "draw/canvas/canvas.h"
#include "draw/map/overlay.h"

/* Returns an empty box. */
canvas_box extent_none(void);
/* Extends the box so that it contains a disc. The radius is in m. */
void extent_add(canvas_box *box, wend_point point, double radius);
/* Extends the box so that it contains the space of a recording, and the recording's agents and
 * obstacles at their start positions. */
void extent_add_recording(canvas_box *box, const wend_recording *recording);
/* Extends the box so that it contains a goal at its translated position. */
void extent_add_goal(canvas_box *box, const wend_goal_def *goal, wend_point translation);
void extent_add_overlay(canvas_box *box, const canvas *c, const draw_overlay *overlay);
/* Returns the box, or a box that contains only the origin if nothing was added to `box` or a
 * coordinate is not finite. */
canvas_box extent_or_origin(canvas_box box);

#endif
