/* A drawing surface that is written as a PNG or an SVG file. */
#ifndef DRAW_CANVAS_SURFACE_H
#define DRAW_CANVAS_SURFACE_H

#include "library/cairo.h"
#include <stdbool.h>
#include <stdio.h>
#include <wend/base.h>

typedef enum draw_format { DRAW_PNG, DRAW_SVG } draw_format;

typedef struct draw_surface {
    cairo_t *cr; /* never NULL; in an error state if the surface could not be created */
    cairo_surface_t *surface;
    draw_format format;
    FILE *stream;
    bool out_of_memory; /* set if something could not be drawn because memory ran out */
} draw_surface;

/* Loads cairo. Call it before anything else that draws or measures text, and before a file for the
 * picture is opened. Fails if cairo is missing. */
wend_result surface_load(wend_error *error);
/* Checks that a picture of this size (px) can be written: the sides of a PNG are at most 32767 px,
 * because cairo cannot create a larger one. */
wend_result surface_check_size(draw_format format, double width, double height, wend_error *error);
/* Opens a surface, after surface_load; sizes are in px. Call surface_finish even after a failure.
 */
draw_surface surface_open(draw_format format, int width, int height, FILE *stream);
/* Writes the picture unless something has failed, and frees the surface. Running out of memory
 * while drawing is a failure. */
wend_result surface_finish(draw_surface *sheet, wend_error *error);

#endif
