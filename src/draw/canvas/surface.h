/* A drawing surface that becomes a PNG or an SVG file. */
#ifndef DRAW_CANVAS_SURFACE_H
#define DRAW_CANVAS_SURFACE_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <wend/base.h>

typedef enum draw_format { DRAW_PNG, DRAW_SVG } draw_format;

typedef struct draw_surface {
    cairo_t *cr; /* never NULL; in an error state if the surface could not be created */
    cairo_surface_t *surface;
    draw_format format;
    FILE *stream;
    bool out_of_memory; /* set if something was not drawn for lack of memory */
} draw_surface;

/* Opens a surface; sizes in px. It must be finished even after a failure. */
draw_surface surface_open(draw_format format, int width, int height, FILE *stream);
/* Writes the picture unless something failed, and frees the surface. Lack of memory during drawing
 * is a failure. */
wend_result surface_finish(draw_surface *sheet, wend_error *error);

#endif
