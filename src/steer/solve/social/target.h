/* steer/solve/social/target.h: where an agent that forces move heads for. */
#ifndef STEER_SOLVE_SOCIAL_TARGET_H
#define STEER_SOLVE_SOCIAL_TARGET_H

#include "steer/solve/social/scene.h"

/* Sets the target of a scene from its intent. The neighbours must have been found. */
void social_find_target(social_scene *scene);

/* Returns v0 e0 (m/s) for an agent at `position`, `time` s after the start of the step. */
wend_vec2 social_desired(const social_target *target, wend_vec2 position, float time);

/* Returns the driving term (v0 e0 - v) / tau, in m/s^2. */
static inline wend_vec2 social_drive(wend_vec2 desired, wend_vec2 velocity, float relaxation_time) {
    return vec_scale(vec_sub(desired, velocity), 1.0F / relaxation_time);
}

#endif
