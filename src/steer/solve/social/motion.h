/* steer/solve/social/motion.h: moves an agent by forces for one step. */
#ifndef STEER_SOLVE_SOCIAL_MOTION_H
#define STEER_SOLVE_SOCIAL_MOTION_H

#include "steer/solve/social/scene.h"

/* Starts a moment at the beginning of the step, in which parts take `duration` s. */
void social_begin_moment(const social_scene *scene, float duration, social_moment *now);

/* Returns the number of parts of at most `max_step` s into which the step is divided. */
uint32_t social_part_count(const social_scene *scene, float max_step);

/* Moves the agent for `view->dt` in several parts. The neighbours of the scene move with it. */
social_motion social_move(social_scene *scene, social_forces forces, uint32_t parts);

#endif
