/* steer/solve/programs/velocity_set.h: what lies in a convex set of velocities, and what is
 * nearest. */
#ifndef STEER_SOLVE_PROGRAMS_VELOCITY_SET_H
#define STEER_SOLVE_PROGRAMS_VELOCITY_SET_H

#include <stdbool.h>

#include "steer/solve/programs/velocity_shape.h"

/* The velocities base + along * t of a line that lie in a set: one interval, low < high, whose ends
 * may be infinite. False if none does, or if the line touches the set only. */
bool velocity_set_cut(const velocity_set *set, wend_vec2 base, wend_vec2 along, float *low,
                      float *high);

/* Whether a velocity lies in a set, its boundary included (closed) or not (open). */
bool velocity_set_contains(const velocity_set *set, wend_vec2 velocity, bool closed);

/* The velocity of a set nearest to `velocity`: itself, if it lies in it. */
wend_vec2 velocity_set_nearest(const velocity_set *set, wend_vec2 velocity);

#endif
