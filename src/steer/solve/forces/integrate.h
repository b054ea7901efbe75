/* steer/solve/forces/integrate.h: moves a character by forces through a corridor, for one step. */
#ifndef STEER_SOLVE_FORCES_INTEGRATE_H
#define STEER_SOLVE_FORCES_INTEGRATE_H

#include "steer/solve/forces/corridor.h"

typedef struct corridor_motion {
    wend_vec2 position, velocity;
    uint32_t cursor;                /* the cursor for force_bound */
    wend_solve_status solve_status; /* relaxed after a contact, infeasible if stuck */
} corridor_motion;

/* Moves the character for `duration` s in parts of at most `longest` s. */
void corridor_path(const force_scene *scene, float duration, float longest,
                   corridor_motion *motion);

#endif
