/* The sheet of a map that is drawn in the colour of its clearance: title, scale, layers, legend. */
#ifndef DRAW_MAP_SHEET_H
#define DRAW_MAP_SHEET_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/surface.h"
#include "draw/map/overlay.h"

typedef struct map_sheet {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const char *line;   /* below the name of the scenario */
    const char *values; /* what the colours stand for; NULL: there is no scale of colours */
    double most;        /* the largest value */
    double limit;       /* larger values have the darkest colour; 0: there is none */
    draw_overlay overlay;
    /* What is shown besides the recording; may be NULL. */
    void (*add_extent)(canvas_box *box, void *user);
    /* What lies on the ground of a layer; and the words for it. */
    void (*draw_layer)(const canvas *c, uint32_t layer, void *user);
    void (*draw_words)(flow *f, void *user);
    void *user;
} map_sheet;

/* Draws the map that `drawing` has: recording, heap, format and stream come from there. */
wend_result map_sheet_draw(const map_sheet *sheet, const wend_map_drawing *drawing,
                           wend_error *error);
/* Draws it and writes it to the stream. */
wend_result map_sheet_write(const map_sheet *sheet, draw_format format, FILE *stream,
                            wend_error *error);

#endif
