/* build/roadmap/draw.h: draws a picture of a roadmap. */
#ifndef BUILD_ROADMAP_DRAW_H
#define BUILD_ROADMAP_DRAW_H

#include <wend/kit.h>

/* Draws the map and writes the picture to the stream. */
wend_result roadmap_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
