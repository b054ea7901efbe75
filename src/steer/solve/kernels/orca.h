/* steer/solve/kernels/orca.h: how the model orca chooses, and what it shares with those that want
 * more than one velocity. */
#ifndef STEER_SOLVE_KERNELS_ORCA_H
#define STEER_SOLVE_KERNELS_ORCA_H

#include <wend/model.h>

#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/program.h"

/* The first field of the parameters of every model of the family. */
typedef struct orca_params {
    planes_params planes;
    double symmetry_bias;
} orca_params;

/* The first rows of their tables. */
#define ORCA_ROWS                                                                                  \
    PLANES_ROWS(1000.0, "for how long to keep clear of others"), {                                 \
        "symmetry_bias", WEND_PARAM_NUMBER, offsetof(orca_params, symmetry_bias), 0.01, 0.0, 0.5,  \
            "rad", "by how much who must give way turns to the right; 0: off", NULL                \
    }

_Static_assert(offsetof(orca_params, planes) == 0, "PLANES_ROWS counts from the start");

/* What is the same for all agents of a call. */
typedef struct orca_call {
    planes_call planes;
    float turn_cosine, turn_sine; /* of the symmetry bias */
} orca_call;

orca_call orca_begin(const wend_view *view, const wend_agents *agents, const orca_params *params);

/* What walls alone leave of the program's preferred velocity; itself where they allow it, or allow
 * nothing. */
wend_vec2 orca_slid(const velocity_program *program);

/* The preferred velocity of an agent that cannot have it: a little to the right of it. */
wend_vec2 orca_turned(const orca_call *call, wend_vec2 wish);

/* A planes_choice; writes the program's wish. */
wend_freedom orca_choose(const void *call, uint32_t index, const wend_intent *intent,
                         velocity_program *program, wend_vec2 *out);

#endif
