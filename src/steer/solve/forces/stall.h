/* steer/solve/forces/stall.h: detects local minima of forces, and leads characters out of them. */
#ifndef STEER_SOLVE_FORCES_STALL_H
#define STEER_SOLVE_FORCES_STALL_H

#include "steer/solve/forces/integrate.h"

/* State that is kept for a character from step to step, initially all zero. */
typedef struct corridor_stall {
    wend_vec2 mean;       /* recent mean velocity, in m/s */
    float stalled;        /* s: time for which the character has barely moved */
    float pushed;         /* s: duration of the current push so far; 0 if there is none */
    float walked;         /* s: time since the last push */
    float side;           /* 1 left, -1 right, 0 not chosen yet */
    uint32_t tries;       /* number of pushes since the character last escaped */
    uint32_t had_contact; /* 1 if the character had a contact in the previous step */
} corridor_stall;

/* Updates the state at the start of a step of `dt` s: detects stalls, and starts and ends pushes.
 */
void corridor_stall_update(const force_scene *scene, const corridor_motion *motion, float dt,
                           corridor_stall *stall);

/* Returns the force that pushes the character out, in m/s2. */
wend_vec2 corridor_stall_push(const force_scene *scene, wend_vec2 x, const corridor_stall *stall);

#endif
