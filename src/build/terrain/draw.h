/* build/terrain/draw.h: draws a picture of a level of a terrain map. */
#ifndef BUILD_TERRAIN_DRAW_H
#define BUILD_TERRAIN_DRAW_H

#include <wend/kit.h>

/* Draws the level and writes the picture to the stream. */
wend_result terrain_map_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
