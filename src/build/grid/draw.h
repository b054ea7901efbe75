/* build/grid/draw.h: draws a picture of a grid. */
#ifndef BUILD_GRID_DRAW_H
#define BUILD_GRID_DRAW_H

#include <wend/kit.h>

/* Draws the map and writes the picture to the stream. */
wend_result grid_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
