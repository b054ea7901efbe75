/* steer/solve/kernels/segment.h: the choice of a velocity in the model orca_segment. */
#ifndef STEER_SOLVE_KERNELS_SEGMENT_H
#define STEER_SOLVE_KERNELS_SEGMENT_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/programs/arc.h"
#include "steer/solve/programs/segment.h"

typedef struct segment_params {
    orca_params orca;
    int32_t bound; /* kind of error bound: 0 relative, 1 absolute */
    double error;  /* sigma in the paper */
    double detour, deviation;
    double rest_speed_share;
} segment_params;

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

/* Chooses a velocity for one agent (a planes_choice). Sets the program's preferred velocity. */
wend_solve_status segment_choose(const void *call, uint32_t index, const wend_intent *intent,
                                 velocity_program *program, wend_vec2 *out);

/* The versions of the model. Each chooses velocities for all bodies of a call: one by one, or eight
 * at a time (built for x86-64 only). */
typedef void (*segment_kernel)(const segment_call *call, const wend_intent *intents,
                               wend_outcome *outcomes);

void segment_steer_scalar(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes);
void segment_steer_sse2(const segment_call *call, const wend_intent *intents,
                        wend_outcome *outcomes);
void segment_steer_avx2(const segment_call *call, const wend_intent *intents,
                        wend_outcome *outcomes);
void segment_steer_avx512(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes);

#endif
