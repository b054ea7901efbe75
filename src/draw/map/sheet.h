/* The sheet that pictures of maps and routes share: a title, a scale bar, the layers, a legend, and
 * a colour bar if the picture shows values such as clearance. */
#ifndef DRAW_MAP_SHEET_H
#define DRAW_MAP_SHEET_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/surface.h"
#include "draw/map/overlay.h"

typedef struct map_sheet {
    const wend_recording *recording; /* provides the space and its definition */
    memory *heap;
    uint32_t width; /* px */
    bool axes;      /* axes with coordinates */
    bool no_legend;
    const char *line;   /* line of text below the name of the scenario */
    const char *values; /* title of the colour bar; NULL for no colour bar */
    double most;        /* largest value in the picture */
    double limit;       /* values above this limit have the darkest colour; 0 for no limit */
    draw_overlay overlay;
    /* Extends the panels to show everything that is drawn in addition to the recording. May be
     * NULL. */
    void (*add_extent)(canvas *c, void *user);
    /* The first function draws the content of a layer on top of its ground; the second draws the
     * items of the legend. */
    void (*draw_layer)(const canvas *c, uint32_t layer, void *user);
    flow_items draw_legend_items;
    void *user;
} map_sheet;

/* Draws the sheet, with the recording, allocator, format and stream given in `drawing`. */
wend_result map_sheet_draw(const map_sheet *sheet, const wend_map_drawing *drawing,
                           wend_error *error);
/* Draws the sheet and writes it to the stream. */
wend_result map_sheet_write(const map_sheet *sheet, draw_format format, FILE *stream,
                            wend_error *error);

#endif
