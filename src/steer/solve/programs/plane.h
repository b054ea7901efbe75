/* steer/solve/programs/plane.h: half-planes of velocities. */
#ifndef STEER_SOLVE_PROGRAMS_PLANE_H
#define STEER_SOLVE_PROGRAMS_PLANE_H

#include <wend/base.h>

#include "geom/vec.h"

/* The half-plane of the velocities v with normal . v >= offset; the normal has length 1. */
typedef struct velocity_plane {
    wend_vec2 normal;
    float offset; /* m/s */
} velocity_plane;

static inline bool plane_violated(velocity_plane plane, wend_vec2 v) {
    return vec_dot(plane.normal, v) < plane.offset;
}

#endif
