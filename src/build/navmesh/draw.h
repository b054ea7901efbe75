/* build/navmesh/draw.h: draws a picture of a level of a navigation mesh. */
#ifndef BUILD_NAVMESH_DRAW_H
#define BUILD_NAVMESH_DRAW_H

#include <wend/kit.h>

/* Draws the level and writes the picture to the stream. */
wend_result navmesh_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
