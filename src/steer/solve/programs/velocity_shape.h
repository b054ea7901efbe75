/* steer/solve/programs/velocity_shape.h: a convex set of velocities, either forbidden (a velocity
 * obstacle) or allowed (a goal velocity obstacle).
 *
 * Every such set consists of the points apex + t * b, where b is a point of a convex body (a disc,
 * a capsule, a rounded polygon) and the factor t lies between two limits. It is a cone, possibly
 * with its tip and its base cut off. Its boundary consists of straight sides and arcs. Both are
 * listed in no particular order; the set lies to the left of each side and arc. The set is the
 * union of
 *
 *     - the points that lie to the left of all sides and of the chords of all arcs, and
 *     - the discs of all arcs.
 *
 * This union is convex. A half-plane is a set with one side, an infinite cone has two sides, and
 * the set of all velocities has none. */
#ifndef STEER_SOLVE_PROGRAMS_VELOCITY_SHAPE_H
#define STEER_SOLVE_PROGRAMS_VELOCITY_SHAPE_H

#include <stdint.h>

#include <wend/base.h>

/* A straight piece of the boundary: from + along * t with low <= t <= high; the limits may be
 * infinite. */
typedef struct velocity_side {
    wend_vec2 from, along; /* a point, in m/s; a unit vector */
    float low, high;       /* m/s */
} velocity_side;

/* An arc of the boundary: centre + radius * u for the unit vectors u from `from` counter-clockwise
 * to `to`, at most half a turn. */
typedef struct velocity_arc {
    wend_vec2 centre; /* m/s */
    float radius;     /* m/s, positive */
    wend_vec2 from, to;
} velocity_arc;

typedef struct velocity_set {
    const velocity_side *sides;
    const velocity_arc *arcs;
    uint32_t side_count, arc_count;
} velocity_set;

#endif
