/* Where things of the world go on a picture: panels side by side, one for each layer. */
#ifndef DRAW_CANVAS_CANVAS_H
#define DRAW_CANVAS_CANVAS_H

#include "draw/canvas/colour_map.h"
#include "draw/canvas/ticks.h"
#include "draw/crowd/picture.h"
#include <cairo/cairo.h>

/* What the colour map stands for. */
typedef struct canvas_scale {
    colour_map map;
    bool used;
    const char *title; /* of the colour bar */
    double top;        /* the value at its dark end */
    double step;       /* between two marks */
    double first;      /* share of the map left out at its light end: lines need some strength */
    bool beyond;       /* there are values above the top */
} canvas_scale;

/* Samples of trails, beyond which an SVG holds them as an image. */
enum { CANVAS_MOST_LINES = 250000, CANVAS_MOST_SPEEDS = 50000 };

typedef struct canvas {
    cairo_t *cr;
    const draw_picture *picture;
    const trail_sample *samples; /* by agent */
    uint32_t sample_count;
    uint32_t trail_count; /* agents that left samples */
    canvas_scale values;
    wend_point low, high; /* what is shown of the world */
    double scale;         /* px per m */
    wend_point corner;    /* of the first panel, px */
    uint32_t layers, columns, rows;
    double panel_width, panel_height; /* px, without the name of the layer */
    double width, height;             /* px, of the whole picture */
    bool named_panels;
    bool vector;    /* lines are written as lines: an SVG */
    bool one_panel; /* all layers lie on the same panel */
    bool out_of_memory;
} canvas;

/* Chooses bounds, panels and the size; `legend_height` is left free at the bottom. */
void canvas_layout(canvas *c, const draw_picture *picture, double legend_height);
/* How many layers a picture has, at least 1. */
uint32_t canvas_layer_count(const draw_picture *picture);
/* The def of a layer, or NULL if it has none; its name, or "". */
const wend_layer_def *canvas_layer_def(const canvas *c, uint32_t layer);
const char *canvas_layer_name(const canvas *c, uint32_t layer);
/* The box around all that is drawn. */
void canvas_bounds(const draw_picture *picture, wend_point *low, wend_point *high);
/* How far a goal has moved at the time of the picture, or where its carrier is; false if that is
 * not there. */
bool canvas_goal_shift(const draw_picture *picture, const wend_goal_def *goal, wend_point *shift);

/* The upper left corner of a layer's panel. */
wend_point canvas_panel(const canvas *c, uint32_t layer);
/* A place of the world on the panel of its layer, px. */
wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world);
/* From local coordinates to the user's; without a space they are the same. */
wend_point canvas_from_local(const draw_picture *picture, wend_vec2 local);
/* Limits drawing to a panel until cairo_restore. */
void canvas_clip(const canvas *c, uint32_t layer);
/* Adds a chain or ring to the path. */
void canvas_trace(const canvas *c, uint32_t layer, const wend_point *points, uint32_t count,
                  bool closed);

/* The parts of a picture, from the ground up. `heat`, which may be NULL, is painted on the ground
 * that can be walked on. */
void canvas_draw_ground(canvas *c, uint32_t layer, cairo_surface_t *heat);
/* Goals as regions, and a star in the middle of each, which goes over the agents that reached it.
 */
void canvas_draw_goals(const canvas *c, uint32_t layer);
void canvas_draw_stars(const canvas *c, uint32_t layer);
void canvas_draw_overlay(const canvas *c, uint32_t layer);
void canvas_draw_starts(const canvas *c, uint32_t layer);
void canvas_draw_trails(const canvas *c, uint32_t layer);
void canvas_draw_agents(const canvas *c, uint32_t layer);
void canvas_draw_frame(const canvas *c, uint32_t layer);
void canvas_draw_header(const canvas *c);
void canvas_draw_scale_bar(const canvas *c, double right, double bottom);
void canvas_draw_legend(const canvas *c);
/* Rows of the legend at this width, the colour bar included. */
double canvas_legend_height(const canvas *c, const draw_picture *picture);

/* Sets c->values for what the picture shows; layout comes first. */
void canvas_choose_values(canvas *c);
uint32_t canvas_value_colour(const canvas_scale *values, double value);
/* An image of a panel's size with the heat of a layer; the caller destroys it. NULL for a picture
 * without. */
cairo_surface_t *canvas_heat_image(const canvas *c, uint32_t layer);
/* The colour bar with its upper left corner there; CANVAS_BAR_HEIGHT px high. */
#define CANVAS_BAR_HEIGHT 56.0
void canvas_draw_colour_bar(const canvas *c, double x, double y, double wide);

/* A five-pointed star around (x, y), as a path. */
void canvas_star(cairo_t *cr, double x, double y, double radius);
/* A disc as a path of no length, to be stroked with round caps as wide as the disc: a tenth of the
 * bytes of a circle. */
void canvas_dot(cairo_t *cr, wend_point at);
void canvas_stroke_dots(cairo_t *cr, uint32_t colour, double opacity, double radius);
/* An arrow between two places, with a filled head; nothing if they are the same. */
void canvas_arrow(cairo_t *cr, wend_point from, wend_point to, double line_width);

#endif
