/* Draws the polygons of a navigation mesh or a terrain map. */
#ifndef LIVE_OVERLAYS_MESH_H
#define LIVE_OVERLAYS_MESH_H

#include "live/overlay.h"

/* Draws each portal of a level once, as a line; and the sides without a neighbour as strong lines,
 * on all levels but the first, where they are walls. */
wend_result overlay_draw_mesh(const live_overlay_call *call, live_sketch *out, wend_error *error);

#endif
