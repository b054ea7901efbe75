/* What a picture of a run is made of. */
#ifndef DRAW_CROWD_PICTURE_H
#define DRAW_CROWD_PICTURE_H

#include "draw/crowd/heat.h"
#include "draw/crowd/trails.h"
#include "draw/map/overlay.h"
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
    draw_overlay overlay;
    double begin, time; /* s: what is shown happened from `begin` to `time` */
    draw_style style;
} draw_picture;

/* How far a goal has moved at the time of the picture, or where its carrier is; false if that is
 * not there. */
bool picture_goal_shift(const draw_picture *picture, const wend_goal_def *goal, wend_point *shift);

#endif
