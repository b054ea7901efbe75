/* steer/solve/cones/cone.h: the velocity obstacle of one body. */
#ifndef STEER_SOLVE_CONES_CONE_H
#define STEER_SOLVE_CONES_CONE_H

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/program.h"
#include "steer/solve/programs/velocity_set.h"
#include "steer/solve/walls/cone.h"

enum { CONE_SIDES = 3, CONE_ARCS = 2 };

/* If the sine of the angle between two legs is smaller than this, they are treated as parallel. */
#define CONE_LEAST_SINE 1e-6F

/* The pieces of a cone's boundary. The right leg comes first, then the left leg, as seen from the
 * apex. */
typedef struct cone {
    velocity_side sides[CONE_SIDES];
    velocity_arc arcs[CONE_ARCS];
    uint32_t side_count, arc_count;
} cone;

/* A point (m/s) on the line of each leg. The apex is where the two lines meet. */
typedef struct cone_legs {
    wend_vec2 left, right;
} cone_legs;

/* These functions return the legs of a cone. A leg starts where it touches the front of the cone.
 * `along` is a unit vector away from the apex. */
static inline velocity_side cone_right_leg(wend_vec2 on, wend_vec2 along, float touch) {
    return (velocity_side){on, along, touch, INFINITY};
}

static inline velocity_side cone_left_leg(wend_vec2 on, wend_vec2 along, float touch) {
    return (velocity_side){on, {-along.x, -along.y}, -INFINITY, -touch};
}

/* Makes the cone of the velocities that, relative to the apex, lead to a disc at `apart` within `1
 * / rate` seconds; a rate of 0 means at any time. The disc must not contain the origin. */
static inline void cone_of_disc(wend_vec2 apart, float radius, float rate, cone_legs on,
                                cone *out) {
    float squared = vec_length_squared(apart), room = squared - radius * radius;
    float length = room > 0.0F ? sqrtf(room) : 0.0F, inverse = 1.0F / squared;
    float along = length * inverse, across = radius * inverse;
    wend_vec2 ahead = vec_scale(apart, along), aside = vec_scale(vec_perp(apart), across);
    wend_vec2 left = vec_add(ahead, aside), right = vec_sub(ahead, aside);
    /* on.left + left * left_at = on.right + right * right_at */
    wend_vec2 gap = vec_sub(on.left, on.right);
    float sine = 2.0F * length * across; /* sine of the angle between the legs */
    float scale = 1.0F / (sine > CONE_LEAST_SINE ? sine : CONE_LEAST_SINE);
    float left_at = vec_cross(gap, right) * scale, right_at = vec_cross(gap, left) * scale;
    float touch = length * rate;
    out->sides[0] = cone_right_leg(on.right, right, right_at + touch);
    out->sides[1] = cone_left_leg(on.left, left, left_at + touch);
    out->side_count = 2;
    out->arc_count = rate > 0.0F;
    out->arcs[0].centre =
        vec_add(vec_add(on.left, vec_scale(left, left_at)), vec_scale(apart, rate));
    out->arcs[0].radius = radius * rate;
    out->arcs[0].from = vec_perp(left);
    out->arcs[0].to = (wend_vec2){right.y, -right.x};
}

/* Makes the cone of the velocities that bring a body of radius `radius` to a wall within `1 / rate`
 * seconds, with rate > 0. If the body touches the wall, makes the set of the velocities that bring
 * it nearer to the wall. */
void cone_of_wall(const near_wall *wall, float radius, float rate, cone *out);

/* Makes the set of the velocities that lie outside a half-plane. */
void cone_of_plane(velocity_plane plane, cone *out);

static inline velocity_set cone_set(const cone *of) {
    return (velocity_set){of->sides, of->arcs, of->side_count, of->arc_count};
}

#endif
