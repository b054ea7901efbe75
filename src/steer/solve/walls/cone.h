/* steer/solve/walls/cone.h: one wall as seen by an agent, and the plane of the wall. */
#ifndef STEER_SOLVE_WALLS_CONE_H
#define STEER_SOLVE_WALLS_CONE_H

#include "space/space.h"
#include "steer/solve/programs/program.h"

/* A wall near an agent, or the part of the wall that is relevant. */
typedef struct near_wall {
    wend_vec2 a, b;     /* ends of the wall, relative to the agent */
    space_line line;    /* the line from a to b */
    wend_vec2 velocity; /* velocity of the wall */
    uint32_t wall;      /* index of the wall; walls of the overlay come after those of the space */
    float distance_squared; /* squared distance from the agent to the wall's nearest point */
    float margin; /* m: added to the agent's radius: how far the wall's rotation may move it towards
                     the agent until the next choice, and see set_radius in near.c */
    bool movable; /* true: a wall of an obstacle that can move */
    bool own_end_a, own_end_b; /* true: an end of the wall itself, not a cut at a link */
} near_wall;

/* The agent that avoids the wall. */
typedef struct wall_viewer {
    const wend_space *space;
    wend_vec2 velocity;
    float radius, rate; /* radius in m; rate is 1 / tau */
} wall_viewer;

/* The kind of plane that a wall gives. */
typedef enum wall_plane_kind {
    WALL_PLANE_NONE,
    WALL_PLANE_SHARED, /* needed only if the planes of other walls do not hide this wall */
    WALL_PLANE_OWN
} wall_plane_kind;

/* Makes the plane of a wall. Writes nothing if the wall gives no plane. */
wall_plane_kind wall_cone_plane(const wall_viewer *viewer, const near_wall *wall,
                                velocity_plane *out);

#endif
