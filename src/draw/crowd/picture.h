/* A picture of a run, by cairo. */
#ifndef DRAW_CROWD_PICTURE_H
#define DRAW_CROWD_PICTURE_H

#include "draw/canvas/surface.h"
#include "draw/crowd/heat.h"
#include "draw/crowd/trails.h"
#include <stdio.h>
#include <wend/kit.h>

/* An agent at the end. */
typedef struct draw_agent {
    wend_point position;
    float radius;
    uint32_t layer, group;
    bool arrived;
    uint64_t key;
} draw_agent;

typedef enum draw_show { DRAW_TRAILS, DRAW_DENSITY, DRAW_USE, DRAW_SPEED } draw_show;

/* How it is to look. */
typedef struct draw_style {
    int width; /* px */
    draw_show show;
    bool by_speed;       /* colour of trails: the speed; else the group */
    bool while_occupied; /* density: mean over the time in which somebody was there */
    bool coarsen;        /* heat maps: cells may grow until they can be seen */
    double top;          /* value at the dark end of the colour bar; 0: chosen */
    bool no_legend, no_starts, no_goals;
} draw_style;

/* What was recorded. The recording may be that of a trajectory: without a space, its def, agents,
 * goals or groups. */
typedef struct draw_picture {
    const wend_recording *recording;
    memory *heap;
    const draw_trails *trails; /* may be NULL */
    draw_heat *heat;           /* needed for heat maps alone; its cells may be coarsened */
    const draw_agent *agents;
    uint32_t agent_count;
    const wend_wall_hit *walls; /* of the overlay */
    const uint32_t *wall_layers;
    uint32_t wall_count;
    double begin, time; /* s: what is shown happened from `begin` to `time` */
    draw_style style;
} draw_picture;

/* Draws it and writes it to the stream. Fails when memory or disk space runs out. */
wend_result draw_picture_write(const draw_picture *picture, draw_format format, FILE *stream,
                               wend_error *error);

#endif
