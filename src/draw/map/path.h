/* A picture of the route of one agent. */
#ifndef DRAW_MAP_PATH_H
#define DRAW_MAP_PATH_H

#include "draw/canvas/surface.h"
#include "draw/map/overlay.h"
#include "draw/map/route_field.h"

/* A disc on a layer. */
typedef struct draw_disc {
    wend_point position;
    float radius; /* m */
    uint32_t layer;
} draw_disc;

/* A part of the route that is walked, from one connection to the next. */
typedef struct draw_leg {
    uint32_t first, count; /* range of indices in `vertices` */
    uint32_t first_disc, disc_count;
} draw_leg;

typedef struct draw_route {
    const wend_recording *recording; /* provides the space and its definition */
    memory *heap;
    wend_route_status status;
    const draw_disc *vertices; /* the agent's disc at the start, at each corner and at the end;
                                  empty if there is no route */
    uint32_t vertex_count;
    const draw_leg *legs; /* in order; together they contain all vertices and corridor discs */
    uint32_t leg_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* the corridor of the route */
    uint32_t disc_count;
    double radius;        /* m, radius of the agent's disc */
    draw_overlay overlay; /* walls of doors and moving obstacles */
    draw_field field;     /* the field that the route follows */
    uint32_t width;       /* px */
    bool axes, no_legend;
} draw_route;

/* Draws the route and writes the picture to the stream. */
wend_result draw_route_write(const draw_route *route, draw_format format, FILE *stream,
                             wend_error *error);

#endif
