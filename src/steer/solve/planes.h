/* steer/solve/planes.h: all half-planes that one agent must heed: limits, walls, neighbours. */
#ifndef STEER_SOLVE_PLANES_H
#define STEER_SOLVE_PLANES_H

#include <wend/model.h>

#include "steer/solve/agent_plane.h"
#include "steer/solve/program.h"
#include "steer/solve/wall_planes.h"

enum {
    PLANES_MOST_NEIGHBOURS = 64,
    PLANES_MOST_GIANTS = 8,
    PLANES_ACCELERATION = 16,
    PLANES_MOST =
        PLANES_ACCELERATION + WALL_PLANES_MOST + PLANES_MOST_NEIGHBOURS + PLANES_MOST_GIANTS
};

_Static_assert((int)PLANES_MOST <= (int)PROGRAM_MOST_PLANES, "a program has room for all planes");

/* Parameters of every model that keeps clear by half-planes. */
typedef struct planes_params {
    int64_t neighbours;
    wend_column neighbour_distance, horizon, wall_horizon;
} planes_params;

/* What is the same for all agents of a call. */
typedef struct planes_call {
    const wend_view *view;
    const wend_agents *agents;
    const planes_params *params;
    bool has_walls; /* the space or the overlay has some */
    bool has_limit; /* of acceleration */
    bool has_hard;  /* there may be hard planes: walls or limits of acceleration */
} planes_call;

planes_call planes_begin(const wend_view *view, const wend_agents *agents,
                         const planes_params *params);

/* Hard planes of body `index`: its acceleration limit, then walls. Returns how many. */
uint32_t planes_hard(const planes_call *call, uint32_t index, velocity_plane *planes);

/* Whether someone at that squared distance could touch the agent before both choose again. */
bool planes_could_touch(const planes_call *call, const wend_body *body, float distance_squared);

/* All planes of one agent and its top speed, without a wish; `planes` has room for PLANES_MOST.
 * *crowded tells whether someone who could touch the agent before it chooses again is not among its
 * neighbours. */
velocity_program planes_program(const planes_call *call, uint32_t index, velocity_plane *planes,
                                bool *crowded);

#endif
