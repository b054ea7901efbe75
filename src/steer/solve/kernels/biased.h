/* steer/solve/kernels/biased.h: the choice of a velocity by an agent that would rather turn than
 * slow down. */
#ifndef STEER_SOLVE_KERNELS_BIASED_H
#define STEER_SOLVE_KERNELS_BIASED_H

#include "steer/solve/kernels/segment.h"

/* Data shared by all agents of a call. */
typedef struct biased_call {
    segment_call segment;
    float bias; /* turning bias, above 0; 1: off */
} biased_call;

/* Returns the half-plane in a velocity space that is scaled by 1 / bias across the unit vector
 * `ahead`. */
velocity_plane biased_plane(velocity_plane plane, wend_vec2 ahead, float bias);

/* Chooses a velocity for one agent (a planes_choice); `call` is a biased_call. */
wend_solve_status biased_choose(const void *call, uint32_t index, const wend_intent *intent,
                                velocity_program *program, wend_vec2 *out);

/* Chooses velocities for all bodies of a call, one by one. */
void biased_steer(const biased_call *call, const wend_intent *intents, wend_outcome *outcomes);

#endif
