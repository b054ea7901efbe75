/* steer/solve/social/ellipse.h: the elliptical potential of social forces.
 *
 *     2 b = sqrt((|d| + |d - y|)^2 - |y|^2)
 *
 * b is the semi-minor axis of the ellipse through the agent, with foci at the neighbour and at y
 * from it. d leads from the neighbour to the agent. Helbing and Molnar (1995), Johansson, Helbing
 * and Shukla (2007). */
#ifndef STEER_SOLVE_SOCIAL_ELLIPSE_H
#define STEER_SOLVE_SOCIAL_ELLIPSE_H

#include "geom/vec.h"

/* m: b is at least this, because the gradient is infinite on the segment between the foci. */
#define SOCIAL_LEAST_AXIS 1e-3F

typedef struct social_ellipse {
    float axis;         /* b, in m */
    wend_vec2 gradient; /* of b with respect to d; zero at the middle between the foci */
} social_ellipse;

static inline social_ellipse social_ellipse_at(wend_vec2 offset, wend_vec2 reach) {
    wend_vec2 beyond = vec_sub(offset, reach);
    float near = vec_length(offset), far = vec_length(beyond), sum = near + far;
    /* (|d| + |d - y|)^2 - |y|^2 = 2 (|d| |d - y| + d . (d - y)): no cancellation for long y. */
    float squared = 0.5F * (near * far + vec_dot(offset, beyond));
    float axis = squared > 0.0F ? sqrtf(squared) : 0.0F;
    axis = axis > SOCIAL_LEAST_AXIS ? axis : SOCIAL_LEAST_AXIS;
    wend_vec2 units = vec_add(vec_normalized(offset), vec_normalized(beyond));
    return (social_ellipse){axis, vec_scale(units, 0.25F * sum / axis)};
}

#endif
