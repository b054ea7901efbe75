/* The data from which a picture of a run is drawn: trails or a heat map, the last state of the
 * agents and obstacles, and the style. */
#ifndef DRAW_CROWD_PICTURE_H
#define DRAW_CROWD_PICTURE_H

#include "draw/crowd/heat.h"
#include "draw/crowd/trails.h"
#include "draw/map/overlay.h"
#include <wend/kit.h>

/* An agent at the end of the run. */
typedef struct draw_agent {
    wend_point position;
    float radius;
    uint32_t layer, group;
    bool arrived;
    uint64_t key;
} draw_agent;

typedef enum draw_show { DRAW_TRAILS, DRAW_DENSITY, DRAW_USE, DRAW_SPEED } draw_show;

/* The style of a picture. */
typedef struct draw_style {
    int width; /* width of the picture, px */
    draw_show show;
    bool by_speed; /* colour trails by speed instead of group */
    bool
        while_occupied; /* density maps: density around the agents in a cell, while there are any */
    bool coarsen;       /* heat maps: enlarge cells until they are clearly visible */
    double top;         /* value at the dark end of the colour bar; 0 to choose it automatically */
    bool no_legend, no_starts, no_goals;
    bool axes; /* axes with coordinates */
} draw_style;

/* Everything that a picture shows. If the recording comes from a trajectory file, the space, its
 * definition, the agents, the goals or the groups may be missing. */
typedef struct draw_picture {
    const wend_recording *recording;
    memory *heap;
    const draw_trails *trails; /* may be NULL */
    draw_heat *heat;           /* needed only for heat maps; drawing may coarsen its cells */
    const draw_agent *agents;
    uint32_t agent_count;
    draw_overlay overlay;
    double begin, time; /* s; the picture shows the period from `begin` to `time` */
    draw_style style;
} draw_picture;

/* Finds the translation of a goal at the time of the picture. For a goal that an agent carries,
 * this is the agent's position. Returns false if that agent is absent. */
bool picture_goal_translation(const draw_picture *picture, const wend_goal_def *goal,
                              wend_point *translation);

#endif
