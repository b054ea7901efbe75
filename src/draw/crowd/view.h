/* Internal functions that draw the parts of a picture of a run: bounds, goals, agents, legend, heat
 * map. */
#ifndef DRAW_CROWD_VIEW_H
#define DRAW_CROWD_VIEW_H

#include "draw/canvas/canvas.h"
#include "draw/crowd/picture.h"

/* Above this number of samples, an SVG contains the trails as an image. */
enum { CROWD_MOST_LINES = 250000, CROWD_MOST_SPEEDS = 50000 };

typedef struct crowd_view {
    canvas c;
    const draw_picture *picture;
    const trail_sample *samples; /* ordered by agent */
    uint32_t sample_count;
    uint32_t trail_count; /* agents that have samples */
} crowd_view;

/* Returns the box around everything that is drawn (bounds.c). */
canvas_box crowd_bounds(const crowd_view *v);
/* Finds the number of layers from the trails if there is no space. */
void crowd_count_layers(crowd_view *v);

/* Draw goals as regions, and a star in the middle of each, above the agents that reached it
 * (goals.c). */
void crowd_draw_goals(const canvas *c, const draw_picture *picture, uint32_t layer);
void crowd_draw_stars(const canvas *c, const draw_picture *picture, uint32_t layer);
/* Draw the start positions, trails and current positions of agents (agents.c). */
void crowd_draw_starts(const crowd_view *v, uint32_t layer);
void crowd_draw_trails(const crowd_view *v, uint32_t layer);
void crowd_draw_agents(const crowd_view *v, uint32_t layer);

/* Draw the title, with the time and the number of agents, and the legend (legend.c). */
void crowd_draw_header(const crowd_view *v);
void crowd_draw_legend(const crowd_view *v);
/* Returns the height of the legend at the picture's width, including the colour bar, px. */
double crowd_legend_height(const crowd_view *v);

/* Sets v->c.values for the content of the picture; call it after the layout (values.c). */
void crowd_choose_values(crowd_view *v);
/* Returns an image of a panel's size with the heat map of a layer; the caller destroys it. NULL for
 * a picture without a heat map. */
cairo_surface_t *crowd_heat_image(const crowd_view *v, uint32_t layer);

#endif
