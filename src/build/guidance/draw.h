/* build/guidance/draw.h: draws a guidance field. */
#ifndef BUILD_GUIDANCE_DRAW_H
#define BUILD_GUIDANCE_DRAW_H

#include <wend/kit.h>

/* See wend_map_builder.draw. */
wend_result guidance_draw(const wend_map_drawing *drawing, void *user, wend_error *error);

#endif
