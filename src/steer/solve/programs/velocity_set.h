/* steer/solve/programs/velocity_set.h: the nearest velocity of a convex set of them. */
#ifndef STEER_SOLVE_PROGRAMS_VELOCITY_SET_H
#define STEER_SOLVE_PROGRAMS_VELOCITY_SET_H

#include "steer/solve/programs/velocity_shape.h"

/* The velocity of a set nearest to `velocity`: itself, if it lies in it. */
wend_vec2 velocity_set_nearest(const velocity_set *set, wend_vec2 velocity);

#endif
