/* The common sheet of pictures of maps and routes: title, scale bar, layers, legend, and a colour
 * bar if the picture shows values such as clearance. */
#ifndef DRAW_MAP_SHEET_H
#define DRAW_MAP_SHEET_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/surface.h"
#include "draw/map/overlay.h"

typedef struct map_sheet {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const char *line;   /* text below the name of the scenario */
    const char *values; /* title of the colour bar; NULL: no colour bar */
    double most;        /* the largest value */
    double limit;       /* larger values have the darkest colour; 0: no limit */
    draw_overlay overlay;
    /* Extends the box by what is shown in addition to the recording; may be NULL. */
    void (*add_extent)(canvas_box *box, void *user);
    /* Draw the content of a layer above its ground, and the items of its legend. */
    void (*draw_layer)(const canvas *c, uint32_t layer, void *user);
    void (*draw_legend_items)(flow *f, void *user);
    void *user;
} map_sheet;

/* Draws the sheet with the recording, allocator, format and stream of `drawing`. */
wend_result map_sheet_draw(const map_sheet *sheet, const wend_map_drawing *drawing,
                           wend_error *error);
/* Draws the sheet and writes it to the stream. */
wend_result map_sheet_write(const map_sheet *sheet, draw_format format, FILE *stream,
                            wend_error *error);

#endif
