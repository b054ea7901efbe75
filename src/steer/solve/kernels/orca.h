/* steer/solve/kernels/orca.h: the choice of a velocity in the model orca, and the parts that it
 * shares with models that prefer more than one velocity. */
#ifndef STEER_SOLVE_KERNELS_ORCA_H
#define STEER_SOLVE_KERNELS_ORCA_H

#include <wend/model.h>

#include "steer/solve/goals/preferred.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/program.h"

/* The first field of the parameters of every orca model. */
typedef struct orca_params {
    planes_params planes;
    double symmetry_bias;
    double right_of_way;
} orca_params;

/* The first rows of the parameter tables of these models, with default horizons in s. */
#define ORCA_ROWS_WITH(agent_time, wall_time)                                                      \
    PLANES_ROWS_WITH(agent_time, wall_time, 1000.0, "time horizon for avoiding agents"),           \
        {"symmetry_bias",                                                                          \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(orca_params, symmetry_bias),                                                     \
         0.01,                                                                                     \
         0.0,                                                                                      \
         0.5,                                                                                      \
         "rad",                                                                                    \
         "angle by which an agent that must give way turns to the right; 0: off",                  \
         NULL},                                                                                    \
    {                                                                                              \
        "right_of_way", WEND_PARAM_NUMBER, offsetof(orca_params, right_of_way), 1.0, 0.0, 1.0,     \
            "1", "right of way for each unit by which the priority value of another is higher",    \
            NULL                                                                                   \
    }

#define ORCA_ROWS ORCA_ROWS_WITH(2.0, 0.5)

_Static_assert(offsetof(orca_params, planes) == 0, "PLANES_ROWS counts from the start");

/* Data shared by all agents of a call. */
typedef struct orca_call {
    planes_call planes;
    symmetry_turn turn; /* the small turn that breaks symmetry */
} orca_call;

orca_call orca_begin(const wend_view *view, const wend_agents *agents, const orca_params *params);

/* Chooses a velocity for one agent, and sets the program's preferred velocity. This function is a
 * planes_choice callback. */
wend_solve_status orca_choose(const void *call, uint32_t index, const wend_intent *intent,
                              velocity_program *program, wend_vec2 *out);

/* The versions of the model. Each chooses velocities for all bodies of a call: one by one, or eight
 * at a time (built for x86-64 only). */
typedef void (*orca_kernel)(const orca_call *call, const wend_intent *intents,
                            wend_outcome *outcomes);

void orca_steer_scalar(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_quads(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_avx2(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_avx512(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);

#endif
