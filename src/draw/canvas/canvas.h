/* Panels and coordinates: maps points of a space to a picture with panels side by side, one for
 * each layer. */
#ifndef DRAW_CANVAS_CANVAS_H
#define DRAW_CANVAS_CANVAS_H

#include "base/memory.h"
#include "draw/canvas/scale.h"
#include "draw/canvas/symbols.h"
#include <wend/kit.h>

/* A part of the world, m. */
typedef struct canvas_box {
    wend_point low, high;
} canvas_box;

typedef struct canvas {
    cairo_t *cr;
    const wend_space *space;         /* the space shown; NULL in a picture of a trajectory file */
    const wend_space_def *space_def; /* its def; may be NULL */
    memory *heap;                    /* memory for drawing */
    canvas_scale values;
    wend_point low, high; /* the part of the world that is shown */
    double scale;         /* px per m */
    wend_point corner;    /* upper left corner of the first panel, px */
    uint32_t layers, columns, rows;
    double panel_width, panel_height; /* px, without the name of the layer */
    double width, height;             /* px, of the whole picture */
    bool named_panels;
    bool vector;    /* the picture is an SVG */
    bool one_panel; /* all layers lie on the same panel */
    bool out_of_memory;
} canvas;

/* Returns a canvas for the space of a recording, with its number of layers, at least 1. */
canvas canvas_of(const wend_recording *recording, memory *heap);
/* Chooses the arrangement of panels, and the picture's height for a width (px). `legend_height` is
 * left free at the bottom. The number of layers must be set. */
void canvas_layout(canvas *c, canvas_box shown, double width, double legend_height);
/* Return the def of a layer, or NULL if there is none; and its name, or "". */
const wend_layer_def *canvas_layer_def(const canvas *c, uint32_t layer);
const char *canvas_layer_name(const canvas *c, uint32_t layer);

/* Returns the upper left corner of a layer's panel, px. */
wend_point canvas_panel(const canvas *c, uint32_t layer);
/* Converts a point of the world to px on the panel of its layer. */
wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world);
/* Converts local coordinates to the user's; without a space they are the same. */
wend_point canvas_from_local(const canvas *c, wend_vec2 local);
/* Clips drawing to a panel until cairo_restore. */
void canvas_clip(const canvas *c, uint32_t layer);
/* Adds an open line or a closed ring to cairo's current path. */
void canvas_trace(const canvas *c, uint32_t layer, const wend_point *points, uint32_t count,
                  bool closed);

/* ---- Around the panels (header.c) ------------------------------------------------------------ */

/* Longest scale bar, px. */
#define CANVAS_LONGEST_BAR 160.0
/* Draws the background, a title, a line of text below it and the scale bar. The text leaves
 * `bar_room` px for the bar. Pass "" for no text. */
void canvas_draw_title(const canvas *c, const char *title, const char *line, double bar_room);
void canvas_draw_scale_bar(const canvas *c, double right, double bottom);
/* Draws the frame of a layer's panel, and the layer's name. */
void canvas_draw_frame(const canvas *c, uint32_t layer);

#endif
