/* build/corridor/draw.h: a picture of a corridor map. */
#ifndef BUILD_CORRIDOR_DRAW_H
#define BUILD_CORRIDOR_DRAW_H

#include <wend/kit.h>

/* Draws it and writes it to the stream. */
wend_result corridor_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error);

#endif
