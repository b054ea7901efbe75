/* steer/solve/kernels/arc.h: the choice of a velocity in the model orca_arc. */
#ifndef STEER_SOLVE_KERNELS_ARC_H
#define STEER_SOLVE_KERNELS_ARC_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/programs/arc.h"

typedef struct arc_params {
    orca_params orca;
    double max_angle;
    double hysteresis;
    double detour, deviation;
} arc_params;

/* Data shared by all agents of a call. */
typedef struct arc_call {
    orca_call orca;
    goal_arc_rules rules;
    arc_margin margin;
} arc_call;

/* If the squared distance from zero to the preferred point of a chord of the unit circle is smaller
 * than this, the point has no usable direction. */
#define ARC_LEAST_POINT 1e-8F

arc_call arc_begin(const wend_view *view, const wend_agents *agents);

/* Returns the preferred velocities of an agent. The preferred velocity of a wide goal_arc lies on
 * the arc, not on its chord. `program` contains the agent's planes. */
goal_arc arc_goal_of(const arc_call *call, uint32_t index, const wend_intent *intent,
                     const velocity_program *program);

/* Chooses a velocity for one agent (a planes_choice). Sets the program's preferred velocity. */
wend_solve_status arc_choose(const void *call, uint32_t index, const wend_intent *intent,
                             velocity_program *program, wend_vec2 *out);

/* The versions of the model. Each chooses velocities for all bodies of a call: one by one, or eight
 * at a time (built for x86-64 only). */
typedef void (*arc_kernel)(const arc_call *call, const wend_intent *intents,
                           wend_outcome *outcomes);

void arc_steer_scalar(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);
void arc_steer_quads(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);
void arc_steer_avx2(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);
void arc_steer_avx512(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);

#endif
