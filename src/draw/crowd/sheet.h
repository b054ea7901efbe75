/* Draws a picture of a run with cairo and writes it as PNG or SVG. */
#ifndef DRAW_CROWD_SHEET_H
#define DRAW_CROWD_SHEET_H

#include "draw/canvas/surface.h"
#include "draw/crowd/picture.h"

/* Draws the picture and writes it to the stream. Fails if out of memory or disk space. */
wend_result draw_picture_write(const draw_picture *picture, draw_format format, FILE *stream,
                               wend_error *error);

#endif
