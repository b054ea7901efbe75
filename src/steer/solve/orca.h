/* steer/solve/orca.h: how the model orca sets up its programs, for one agent or for eight. */
#ifndef STEER_SOLVE_ORCA_H
#define STEER_SOLVE_ORCA_H

#include <wend/model.h>

#include "steer/solve/agent_plane.h"
#include "steer/solve/program.h"
#include "steer/solve/wall_planes.h"

enum {
    ORCA_MOST_NEIGHBOURS = 64,
    ORCA_MOST_GIANTS = 8,
    ORCA_ACCELERATION_PLANES = 16,
    ORCA_MOST_PLANES =
        ORCA_ACCELERATION_PLANES + WALL_PLANES_MOST + ORCA_MOST_NEIGHBOURS + ORCA_MOST_GIANTS
};

_Static_assert((int)ORCA_MOST_PLANES <= (int)PROGRAM_MOST_PLANES,
               "a program has room for all planes");

typedef struct orca_params {
    int64_t neighbours;
    wend_column neighbour_distance, horizon, wall_horizon;
    double symmetry_bias;
} orca_params;

/* What is the same for all agents of a call. */
typedef struct orca_call {
    const wend_view *view;
    const wend_agents *agents;
    const orca_params *params;
    float turn_cosine, turn_sine; /* of the symmetry bias */
    bool has_walls;               /* the space or the overlay has some */
    bool has_hard;                /* there may be hard planes: walls or limits of acceleration */
} orca_call;

orca_call orca_begin(const wend_view *view, const wend_agents *agents);

/* Hard planes of body `index`: its acceleration limit, then walls. Returns how many. */
uint32_t orca_hard_planes(const orca_call *call, uint32_t index, velocity_plane *planes);

/* Whether someone at that squared distance could touch the agent before both choose again. */
bool orca_could_touch(const orca_call *call, const wend_body *body, float distance_squared);

/* The whole program of one agent; `planes` has room for ORCA_MOST_PLANES. *crowded tells whether
 * someone who could touch the agent before it chooses again is not among its neighbours. */
velocity_program orca_program(const orca_call *call, uint32_t index, const wend_intent *intent,
                              velocity_plane *planes, bool *crowded);

/* Solves it. Who cannot have its wish turns it a little to the right: see orca.c. */
wend_freedom orca_solve(const orca_call *call, const velocity_program *program, wend_vec2 *out);

/* Chooses for bodies [begin, end) of a run, one by one. */
void orca_steer_scalar(const orca_call *call, wend_run run, const wend_intent *intents,
                       wend_outcome *outcomes);

#endif
