/* A picture of the route of one agent. */
#ifndef DRAW_MAP_PATH_H
#define DRAW_MAP_PATH_H

#include "draw/canvas/surface.h"
#include "draw/map/overlay.h"

/* A disc on a layer. */
typedef struct draw_disc {
    wend_point position;
    float radius; /* m */
    uint32_t layer;
} draw_disc;

/* A walked part of the route, between connections. */
typedef struct draw_leg {
    uint32_t first, count; /* range in `vertices` */
    uint32_t first_disc, disc_count;
} draw_leg;

typedef struct draw_route {
    const wend_recording *recording; /* space and def */
    memory *heap;
    wend_route_status status;
    const draw_disc
        *vertices; /* the disc at the start, the corners and the end; none if there is no route */
    uint32_t vertex_count;
    const draw_leg *legs; /* cover all vertices and discs, in order */
    uint32_t leg_count;
    const wend_portal *portals;
    uint32_t portal_count;
    const wend_corridor_disc *discs; /* its corridor */
    uint32_t disc_count;
    double radius;        /* m, of the disc */
    draw_overlay overlay; /* doors and moving obstacles */
} draw_route;

/* Draws the route and writes the picture to the stream. */
wend_result draw_route_write(const draw_route *route, draw_format format, FILE *stream,
                             wend_error *error);

#endif
