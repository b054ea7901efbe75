/* steer/solve/social/motion.h: moves an agent by forces for one step. */
#ifndef STEER_SOLVE_SOCIAL_MOTION_H
#define STEER_SOLVE_SOCIAL_MOTION_H

#include "steer/solve/social/scene.h"

typedef struct social_motion {
    wend_vec2 displacement; /* m */
    wend_vec2 velocity;     /* m/s */
} social_motion;

/* Starts a moment at the beginning of the step, in which parts take `duration` s. */
void social_begin_moment(const social_scene *scene, float duration, social_moment *now);

/* Moves the agent for `view->dt` in parts of at most `max_step` s. The neighbours of the scene move
 * with it. */
social_motion social_move(social_scene *scene, social_forces forces, float max_step);

#endif
