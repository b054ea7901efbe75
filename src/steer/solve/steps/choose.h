/* steer/solve/steps/choose.h: chooses the position of the next step of an agent. */
#ifndef STEER_SOLVE_STEPS_CHOOSE_H
#define STEER_SOLVE_STEPS_CHOOSE_H

#include <wend/model.h>

#include "steer/solve/steps/potential.h"

enum {
    STEPS_MOST_OTHERS = 96, /* the nearest are kept */
    STEPS_MOST_WALLS = 48,
    STEPS_MOST_DIRECTIONS = 64,
    STEPS_MOST_RINGS = 8
};

/* How agents search for their next position; shared by all agents of a call. */
typedef struct steps_rules {
    steps_shell shell;
    uint32_t directions, rings, refinements;
    float least; /* m: length of the shortest step */
} steps_rules;

/* A neighbour during a step. */
typedef struct steps_other {
    wend_vec2 from, to; /* m: where it is, and where its step ends */
    float contact;      /* m: sum of the radii */
    bool known;         /* it has published where its step ends */
} steps_other;

/* What an agent considers when it chooses its next position. */
typedef struct steps_scene {
    const wend_view *view;
    const wend_region *region; /* the region that it heads for */
    uint32_t field;            /* the guiding field of its route, or WEND_NONE */
    wend_location at;
    float radius, length; /* m: radius, and length of a step */
    float speed;          /* m/s */
    steps_other others[STEPS_MOST_OTHERS];
    wend_wall_hit walls[STEPS_MOST_WALLS];
    uint32_t other_count, wall_count;
} steps_scene;

/* Returns the potential (m) of a position. */
double steps_potential(const steps_rules *rules, const steps_scene *scene, wend_vec2 point);

/* True if no wall and no agent is in the way to a position. */
bool steps_is_free(const steps_scene *scene, wend_vec2 point);

typedef struct steps_choice {
    wend_vec2 end; /* the current position if none is better */
    bool ends;     /* true: if the step is short, it takes less time */
} steps_choice;

/* Returns the position of the next step. */
steps_choice steps_choose(const steps_rules *rules, const steps_scene *scene);

/* Adds positions of the next step, with their potential and 1 if the way to them is free (`c` of
 * the marks), to a sketch. */
void steps_explain(const steps_rules *rules, const steps_scene *scene, wend_sketch *sketch);

#endif
