/* Where things of the world go on a picture: panels side by side, one for each layer. */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include "draw/picture.h"
#include <cairo/cairo.h>

typedef struct canvas {
    cairo_t *cr;
    const draw_picture *picture;
    wend_point low, high; /* what is shown of the world */
    double scale;         /* px per m */
    uint32_t columns, rows;
    double panel_width, panel_height; /* px, without the name of the layer */
    double width, height;             /* px, of the whole picture */
    bool named_panels;
} canvas;

/* Chooses bounds, panels and the size; `legend_height` is left free at the bottom. */
void canvas_layout(canvas *c, const draw_picture *picture, double legend_height);

/* The upper left corner of a layer's panel. */
wend_point canvas_panel(const canvas *c, uint32_t layer);
/* A place of the world on the panel of its layer, px. */
wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world);
/* Limits drawing to a panel until cairo_restore. */
void canvas_clip(const canvas *c, uint32_t layer);

/* The parts of a picture, from the ground up. */
void canvas_draw_ground(const canvas *c, uint32_t layer);
void canvas_draw_goals(const canvas *c, uint32_t layer);
void canvas_draw_overlay(const canvas *c, uint32_t layer);
void canvas_draw_starts(const canvas *c, uint32_t layer);
void canvas_draw_trails(const canvas *c, uint32_t layer, const trail_sample *samples,
                        uint32_t count);
void canvas_draw_agents(const canvas *c, uint32_t layer);
void canvas_draw_frame(const canvas *c, uint32_t layer);
void canvas_draw_header(const canvas *c);
void canvas_draw_legend(const canvas *c);
/* Rows of the legend at this width. */
double canvas_legend_height(const draw_picture *picture);

/* A five-pointed star around (x, y), as a path. */
void canvas_star(cairo_t *cr, double x, double y, double radius);

#endif
