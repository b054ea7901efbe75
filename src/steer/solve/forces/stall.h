/* steer/solve/forces/stall.h: detects local minima of forces and leads out of them. */
#ifndef STEER_SOLVE_FORCES_STALL_H
#define STEER_SOLVE_FORCES_STALL_H

#include "steer/solve/forces/integrate.h"

/* The memory of a character, initially zero. */
typedef struct corridor_stall {
    wend_vec2 mean;       /* recent mean velocity, m/s */
    float stalled;        /* time for which it has hardly moved, s */
    float pushed;         /* time for which it has been pushed, s; 0 if it is not */
    float walked;         /* time since the last push, s */
    float side;           /* 1 left, -1 right, 0 not chosen yet */
    uint32_t tries;       /* pushes since it last escaped */
    uint32_t had_contact; /* 1 if it had a contact in the last step */
} corridor_stall;

/* Updates the memory at the start of a step of dt s: detects stalls, starts and ends pushes. */
void corridor_stall_update(const force_scene *scene, const corridor_motion *motion, float dt,
                           corridor_stall *stall);

/* Returns the force that pushes the character out, m/s2. */
wend_vec2 corridor_stall_push(const force_scene *scene, wend_vec2 x, const corridor_stall *stall);

#endif
