/* The parts of a picture of a run, on its canvas. */
#ifndef DRAW_CROWD_VIEW_H
#define DRAW_CROWD_VIEW_H

#include "draw/canvas/canvas.h"
#include "draw/crowd/picture.h"

/* Samples of trails, beyond which an SVG holds them as an image. */
enum { CROWD_MOST_LINES = 250000, CROWD_MOST_SPEEDS = 50000 };

typedef struct crowd_view {
    canvas c;
    const draw_picture *picture;
    const trail_sample *samples; /* by agent */
    uint32_t sample_count;
    uint32_t trail_count; /* agents that left samples */
} crowd_view;

/* The box around all that is drawn (bounds.c). */
canvas_box crowd_bounds(const crowd_view *v);
/* Without a space, takes the number of layers from the trails. */
void crowd_count_layers(crowd_view *v);

/* Goals as regions, and a star in the middle of each, which goes over the agents that reached it
 * (goals.c). */
void crowd_draw_goals(const canvas *c, const draw_picture *picture, uint32_t layer);
void crowd_draw_stars(const canvas *c, const draw_picture *picture, uint32_t layer);
/* Where agents started, how they went, where they are (agents.c). */
void crowd_draw_starts(const crowd_view *v, uint32_t layer);
void crowd_draw_trails(const crowd_view *v, uint32_t layer);
void crowd_draw_agents(const crowd_view *v, uint32_t layer);

/* The title, with the time and the number of agents, and the legend (legend.c). */
void crowd_draw_header(const crowd_view *v);
void crowd_draw_legend(const crowd_view *v);
/* Rows of the legend at the picture's width, the colour bar included; px. */
double crowd_legend_height(const crowd_view *v);

/* Sets v->c.values for what the picture shows; layout comes first (values.c). */
void crowd_choose_values(crowd_view *v);
/* An image of a panel's size with the heat of a layer; the caller destroys it. NULL for a picture
 * without. */
cairo_surface_t *crowd_heat_image(const crowd_view *v, uint32_t layer);

#endif
