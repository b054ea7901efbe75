/* Internal functions that draw the parts of a picture of a run: goals, agents, the legend and the
 * heat map. */
#ifndef DRAW_CROWD_VIEW_H
#define DRAW_CROWD_VIEW_H

#include "draw/canvas/canvas.h"
#include "draw/crowd/picture.h"

/* If there are more samples than this, an SVG contains the trails as a pixel image. The second
 * limit is for trails that are coloured by speed. */
enum { CROWD_MOST_LINES = 250000, CROWD_MOST_SPEEDS = 50000 };

typedef struct crowd_view {
    canvas c;
    const draw_picture *picture;
    trail_sample *samples; /* ordered by agent */
    uint32_t sample_count;
    uint32_t trail_count; /* number of agents that have samples */
} crowd_view;

/* Sorts the trails of a picture and counts its layers, before the layout. crowd_draw draws
 * everything, after the layout. crowd_close frees the sorted trails (sheet.c). */
wend_result crowd_open(crowd_view *v, const draw_picture *picture, wend_error *error);
void crowd_draw(crowd_view *v);
void crowd_close(crowd_view *v);

/* Extends the panels to show everything that is drawn (bounds.c). */
void crowd_add_bounds(crowd_view *v);
/* Determines the number of layers from the trails if there is no space. */
void crowd_count_layers(crowd_view *v);

/* Draws the places of queues as circles; those where agents are served are filled (goals.c). */
void crowd_draw_places(const canvas *c, const wend_recording *recording, uint32_t layer);
/* The first function draws the regions of goals. The second draws a star in the middle of each
 * goal, on top of the agents that have reached it (goals.c). */
void crowd_draw_goals(const canvas *c, const draw_picture *picture, uint32_t layer);
void crowd_draw_stars(const canvas *c, const draw_picture *picture, uint32_t layer);
/* These draw the start positions, the trails and the current positions of agents (agents.c). */
void crowd_draw_starts(const crowd_view *v, uint32_t layer);
void crowd_draw_trails(const crowd_view *v, uint32_t layer);
void crowd_draw_agents(const crowd_view *v, uint32_t layer);

/* These draw the title, with the time and the number of agents, and the legend (legend.c). */
void crowd_draw_header(const crowd_view *v);
void crowd_draw_legend(const crowd_view *v);
/* Returns the height (px) of the legend, including the colour bar, for the width of the picture. */
double crowd_legend_height(const crowd_view *v);

/* Chooses the colour scale `v->c.values` for the content of the picture. Call this after the layout
 * (values.c). */
void crowd_choose_values(crowd_view *v);
/* Returns an image of the heat map of a layer, with the size of the layer's panel. The caller
 * destroys the image. Returns NULL for a picture without a heat map. */
cairo_surface_t *crowd_heat_image(const crowd_view *v, uint32_t layer);

#endif
