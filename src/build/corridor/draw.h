/* build/corridor/draw.h: draws a picture of a corridor map. */
#ifndef BUILD_CORRIDOR_DRAW_H
#define BUILD_CORRIDOR_DRAW_H

#include <wend/kit.h>

/* Draws the map and writes the picture to the stream. */
wend_result corridor_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
