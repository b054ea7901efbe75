/* build/navmesh/draw.h: a picture of a level of a navigation mesh. */
#ifndef BUILD_NAVMESH_DRAW_H
#define BUILD_NAVMESH_DRAW_H

#include <wend/kit.h>

/* Draws it and writes it to the stream. */
wend_result navmesh_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
