/* steer/solve/walls/cone.h: one wall from an agent's point of view, and its plane. */
#ifndef STEER_SOLVE_WALLS_CONE_H
#define STEER_SOLVE_WALLS_CONE_H

#include "space/space.h"
#include "steer/solve/programs/program.h"

/* A wall near an agent, or its relevant part. */
typedef struct near_wall {
    wend_vec2 a, b;         /* relative to the agent */
    space_line line;        /* from a to b */
    wend_vec2 velocity;     /* of the wall */
    uint32_t wall;          /* index; walls of the overlay come after the space's */
    float distance_squared; /* to its nearest point */
    float rotation_margin;  /* m: how much nearer its rotation may bring it until the next choice */
    bool own_end_a, own_end_b; /* the wall's own end, not a cut at a link */
} near_wall;

/* The agent that avoids the wall. */
typedef struct wall_viewer {
    const wend_space *space;
    wend_vec2 velocity;
    float radius, rate; /* 1 / tau */
} wall_viewer;

/* The kind of plane that a wall gives. */
typedef enum wall_plane_kind {
    WALL_PLANE_NONE,
    WALL_PLANE_SHARED, /* needed only if no plane of the next wall hides this wall */
    WALL_PLANE_OWN
} wall_plane_kind;

/* Makes the plane of a wall. Writes nothing if the wall gives none. */
wall_plane_kind wall_cone_plane(const wall_viewer *viewer, const near_wall *wall,
                                velocity_plane *out);

#endif
