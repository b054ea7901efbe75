/* A picture of a run, by cairo. */
#ifndef DRAW_PICTURE_H
#define DRAW_PICTURE_H

#include "draw/trails.h"
#include <stdio.h>
#include <wend/kit.h>

/* An agent at the end. */
typedef struct draw_agent {
    wend_point position;
    float radius;
    uint32_t layer, group;
    bool arrived;
} draw_agent;

typedef struct draw_picture {
    const wend_recording *recording;
    const draw_trails *trails; /* may be NULL */
    const draw_agent *agents;
    uint32_t agent_count;
    const wend_wall_hit *walls; /* of the overlay */
    const uint32_t *wall_layers;
    uint32_t wall_count;
    double time; /* s */
    int width;   /* px */
} draw_picture;

/* Draws it and writes a PNG. Fails when memory or disk space runs out. */
wend_result draw_picture_png(const draw_picture *picture, FILE *stream, wend_error *error);

#endif
