/* Draws a picture of a run with cairo and writes it as PNG or SVG. */
#ifndef DRAW_CROWD_SHEET_H
#define DRAW_CROWD_SHEET_H

#include "draw/canvas/surface.h"
#include "draw/crowd/picture.h"

/* Checks that a picture of what is known so far (the space and the groups, before a run begins) is
 * not too large for the format. */
wend_result draw_picture_check(const draw_picture *picture, draw_format format, wend_error *error);
/* Draws the picture and writes it to the stream. Fails if out of memory or disk space, or
 * if the picture is too large for the format. */
wend_result draw_picture_write(const draw_picture *picture, draw_format format, FILE *stream,
                               wend_error *error);

#endif
