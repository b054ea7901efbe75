/* steer/solve/walls/cone.h: one wall as an agent sees it, and the plane it gives. */
#ifndef STEER_SOLVE_WALLS_CONE_H
#define STEER_SOLVE_WALLS_CONE_H

#include "space/space.h"
#include "steer/solve/programs/program.h"

/* A wall near an agent, or the part of it that counts. */
typedef struct near_wall {
    wend_vec2 a, b;         /* relative to the agent */
    space_line line;        /* from a to b */
    wend_vec2 velocity;     /* of the wall */
    uint32_t wall;          /* index; those of the overlay follow the space's */
    float distance_squared; /* to its nearest point */
    float sway;             /* m: how much nearer it may come, until the next choice, as it turns */
    bool whole_a, whole_b;  /* the end is the wall's own, not where it is cut at a link */
} near_wall;

/* The agent that sees it. */
typedef struct wall_viewer {
    const wend_space *space;
    wend_vec2 velocity;
    float radius, rate; /* 1 / tau */
} wall_viewer;

/* Whether a wall gives a plane. */
typedef enum wall_gives {
    GIVES_NONE,
    GIVES_SHARED, /* one that is needed only if the next wall gives none that hides this one */
    GIVES_PLANE
} wall_gives;

wall_gives wall_cone_plane(const wall_viewer *viewer, const near_wall *wall, velocity_plane *out);

#endif
