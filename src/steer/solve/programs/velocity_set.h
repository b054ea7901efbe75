/* steer/solve/programs/velocity_set.h: finds the velocity in a convex set that is nearest to a
 * given velocity. */
#ifndef STEER_SOLVE_PROGRAMS_VELOCITY_SET_H
#define STEER_SOLVE_PROGRAMS_VELOCITY_SET_H

#include "steer/solve/programs/velocity_shape.h"

/* Returns the velocity of a set that is nearest to `velocity`; this is `velocity` itself if it lies
 * in the set. */
wend_vec2 velocity_set_nearest(const velocity_set *set, wend_vec2 velocity);

#endif
