/* steer/solve/kernels/segment.h: the choice of a velocity in the model orca_segment. */
#ifndef STEER_SOLVE_KERNELS_SEGMENT_H
#define STEER_SOLVE_KERNELS_SEGMENT_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/planes/steer.h"
#include "steer/solve/programs/arc.h"
#include "steer/solve/programs/segment.h"

typedef struct segment_params {
    orca_params orca;
    int32_t bound; /* kind of error bound: 0 relative, 1 absolute */
    double error;  /* sigma in the paper */
    double detour, deviation;
    double rest_speed_share;
} segment_params;

extern const char *const segment_bounds[]; /* the choices of segment_params.bound */

/* The rows of these models' parameter tables that follow ORCA_ROWS. */
#define SEGMENT_ROWS                                                                               \
    {"error_bound",                                                                                \
     WEND_PARAM_CHOICE,                                                                            \
     offsetof(segment_params, bound),                                                              \
     0.0,                                                                                          \
     0.0,                                                                                          \
     0.0,                                                                                          \
     "",                                                                                           \
     "unit of the error: a share of the preferred speed, or m/s",                                  \
     segment_bounds},                                                                              \
        {"error",                                                                                  \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(segment_params, error),                                                          \
         0.1,                                                                                      \
         0.0,                                                                                      \
         10.0,                                                                                     \
         "1",                                                                                      \
         "how much slower than the arc the segment may be, which limits its angle",                \
         NULL},                                                                                    \
        {"detour",                                                                                 \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(segment_params, detour),                                                         \
         1.0,                                                                                      \
         0.0,                                                                                      \
         1000.0,                                                                                   \
         "m",                                                                                      \
         "length of detour for which the agent may leave the direction of a far goal; 0: never",   \
         NULL},                                                                                    \
        {"deviation",                                                                              \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(segment_params, deviation),                                                      \
         1.01,                                                                                     \
         1.0,                                                                                      \
         2.0,                                                                                      \
         "1",                                                                                      \
         "factor by which such a detour may lengthen the path",                                    \
         NULL},                                                                                    \
    {                                                                                              \
        "rest_speed_share", WEND_PARAM_NUMBER, offsetof(segment_params, rest_speed_share), 0.1,    \
            0.0, 1.0, "1",                                                                         \
            "share of the preferred speed below which the sides of the goal are ignored", NULL     \
    }

/* Data shared by all agents of a call. */
typedef struct segment_call {
    orca_call orca;
    goal_arc_rules rules;
    arc_margin margin; /* used for agents that a wall blocks: see reach.h */
    float rest;        /* the parameter rest_speed_share */
} segment_call;

segment_call segment_begin(const wend_view *view, const wend_agents *agents);

/* Returns the segment of velocities for an arc, with the goal's half-planes. `program` contains all
 * planes of the agent. */
segment_program segment_program_of(const segment_call *call, const goal_arc *goal,
                                   const velocity_program *program);

/* Returns the preferred velocities of an agent. `program` contains its planes. */
goal_arc segment_goal_of(const segment_call *call, uint32_t index, const wend_intent *intent,
                         const velocity_program *program);

/* Makes the segment program of an agent, and sets its preferred velocity. Returns false if that
 * velocity is allowed, and writes it to `out`; there is then no program to solve. */
bool segment_prepare(const segment_call *call, uint32_t index, const wend_intent *intent,
                     velocity_program *program, segment_program *segment, wend_vec2 *out);

/* Adds the marks for the goal of an agent and for the chosen velocity to the sketch. */
void segment_explain(const segment_call *call, uint32_t index, const wend_intent *intent,
                     planes_choice choose, const void *model, wend_sketch *sketch);

/* Chooses a velocity for one agent (a planes_choice). Sets the program's preferred velocity. */
wend_solve_status segment_choose(const void *call, uint32_t index, const wend_intent *intent,
                                 velocity_program *program, wend_vec2 *out);

/* Chooses velocities for all bodies of a call with the kernel selected by the view. */
void segment_steer(const segment_call *call, const wend_intent *intents, wend_outcome *outcomes);

/* The versions of the model. Each chooses velocities for all bodies of a call: one by one, or eight
 * at a time (built for x86-64 only). */
typedef void (*segment_kernel)(const segment_call *call, const wend_intent *intents,
                               wend_outcome *outcomes);

void segment_steer_scalar(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes);
void segment_steer_quads(const segment_call *call, const wend_intent *intents,
                         wend_outcome *outcomes);
void segment_steer_avx2(const segment_call *call, const wend_intent *intents,
                        wend_outcome *outcomes);
void segment_steer_avx512(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes);

#endif
