/* steer/solve/orca.h: how the model orca sets up its programs, for one agent or for eight. */
#ifndef STEER_SOLVE_ORCA_H
#define STEER_SOLVE_ORCA_H

#include <wend/model.h>

#include "steer/solve/planes.h"
#include "steer/solve/program.h"

typedef struct orca_params {
    planes_params planes;
    double symmetry_bias;
} orca_params;

/* What is the same for all agents of a call. */
typedef struct orca_call {
    planes_call planes;
    float turn_cosine, turn_sine; /* of the symmetry bias */
} orca_call;

orca_call orca_begin(const wend_view *view, const wend_agents *agents);

/* The whole program of one agent; `planes` has room for PLANES_MOST. *crowded tells whether
 * someone who could touch the agent before it chooses again is not among its neighbours. */
velocity_program orca_program(const orca_call *call, uint32_t index, const wend_intent *intent,
                              velocity_plane *planes, bool *crowded);

/* Solves it. Who cannot have its wish turns it a little to the right: see orca.c. */
wend_freedom orca_solve(const orca_call *call, const velocity_program *program, wend_vec2 *out);

/* Chooses for bodies [begin, end) of a run, one by one. */
void orca_steer_scalar(const orca_call *call, wend_run run, const wend_intent *intents,
                       wend_outcome *outcomes);

#endif
