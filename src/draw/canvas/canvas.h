/* Panels and coordinates: maps points of a space to a picture that has one panel for each layer. */
#ifndef DRAW_CANVAS_CANVAS_H
#define DRAW_CANVAS_CANVAS_H

#include "base/memory.h"
#include "draw/canvas/panels.h"
#include "draw/canvas/scale.h"
#include "draw/canvas/symbols.h"
#include <wend/kit.h>

typedef struct canvas {
    cairo_t *cr;
    const wend_space *space;         /* the space shown; NULL in a picture of a trajectory file */
    const wend_space_def *space_def; /* definition of the space; may be NULL */
    const wend_recording *recording; /* what the picture shows; may be NULL */
    memory *heap;                    /* provides memory while drawing */
    canvas_scale values;
    double scale; /* px per m */
    uint32_t layers;
    world_panel panels[WEND_MAX_LAYERS]; /* one for each layer */
    double width, height;                /* size of the whole picture, px */
    bool named_panels;
    bool axes;      /* the panels have axes with coordinates; set before the layout */
    bool vector;    /* the picture is an SVG */
    bool one_panel; /* all layers are drawn on the same panel */
    bool out_of_memory;
} canvas;

/* Returns a canvas for the space of a recording. The canvas has as many layers as the space, but at
 * least one. Its panels are empty. */
canvas canvas_of(const wend_recording *recording, memory *heap);
/* Arranges the panels, and chooses the height of a picture with the given width (px). An area of
 * height `legend_height` is left free at the bottom. Before the call, the number of layers must be
 * set, and each panel must have been extended to what it is to show (panel_add). */
void canvas_layout(canvas *c, double width, double legend_height);
/* The first function returns the definition of a layer, or NULL if the layer has none. The second
 * returns the name of a layer, or "" if it has none. */
const wend_layer_def *canvas_layer_def(const canvas *c, uint32_t layer);
const char *canvas_layer_name(const canvas *c, uint32_t layer);

/* Returns the panel of a layer. */
const world_panel *canvas_panel(const canvas *c, uint32_t layer);
/* Converts a point of the world to px on the panel of `layer`. */
wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world);
/* Converts local coordinates to the user's coordinates. Without a space, the two are the same. */
wend_point canvas_from_local(const canvas *c, wend_vec2 local);
/* Clips all drawing to the panel of a layer until the next cairo_restore. */
void canvas_clip(const canvas *c, uint32_t layer);
/* Adds an open line or a closed ring to cairo's current path. */
void canvas_trace(const canvas *c, uint32_t layer, const wend_point *points, uint32_t count,
                  bool closed);

/* ---- Around the panels (header.c) ------------------------------------------------------------ */

/* Draws the background, a title, a line of text below the title, and the scale bar. The line of
 * text leaves `bar_room` px free for the scale bar. Either text may be "". */
void canvas_draw_title(const canvas *c, const char *title, const char *line, double bar_room);
/* Returns the width of the scale bar, px. The second function draws the bar. */
double canvas_bar_width(const canvas *c);
void canvas_draw_scale_bar(const canvas *c, double right, double bottom);
/* Draws the frame of a layer's panel, its axes, and the layer's name above it. */
void canvas_draw_frame(const canvas *c, uint32_t layer);

#endif
