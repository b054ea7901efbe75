/* Random velocity sets, given both by their meaning (which body is hit, and when) and by their
 * boundary, as the segments and arcs that the solver uses. */
#ifndef TESTS_SUPPORT_VELOCITY_TRIALS_H
#define TESTS_SUPPORT_VELOCITY_TRIALS_H

#include "steer/solve/programs/clearpath.h"
#include "support/spaces.h"

typedef enum shape_kind { SHAPE_DISC, SHAPE_CAPSULE, SHAPE_PLANE } shape_kind;

/* The set of the velocities v with which an agent hits a body at a time between 1 / high and 1 /
 * low. The body is a disc at a, or all discs from a to b, and moves at velocity `apex`. For
 * SHAPE_PLANE, the set is a half-plane instead: the velocities v with dot(a, v) > b.x. */
typedef struct velocity_shape {
    shape_kind kind;
    wend_point apex, a, b;
    double radius, low, high;
} velocity_shape;

enum { SHAPE_SIDES = 3, SHAPE_ROUNDS = 3 };

typedef struct built_set {
    velocity_side sides[SHAPE_SIDES];
    velocity_arc arcs[SHAPE_ROUNDS];
} built_set;

/* Samples a forbidden set. It is the velocity obstacle of a body that the agent does not touch
 * (with or without a horizon), the velocity obstacle of a wall, or a half-plane as for agents that
 * overlap. */
velocity_shape velocity_sample_forbidden(dice *from);
/* Samples an allowed set: velocities that lead to a disc, at any time or in a time window. */
velocity_shape velocity_sample_allowed(dice *from);

/* True if the shape contains a velocity. Computed in closed form, without the boundary. */
bool velocity_shape_has(const velocity_shape *shape, double x, double y);
/* True if all velocities at a distance of about `depth` from (x, y) belong to the shape (has_deep),
 * or if none of them does (is_far). */
bool velocity_shape_has_deep(const velocity_shape *shape, double x, double y, double depth);
bool velocity_shape_is_far(const velocity_shape *shape, double x, double y, double depth);

/* Builds the shape as a set; `out` stores its pieces. */
velocity_set velocity_build(const velocity_shape *shape, built_set *out);

typedef struct clearpath_tally {
    uint64_t preferred;   /* problems in which the preferred velocity was free */
    uint64_t free;        /* problems in which another velocity was free */
    uint64_t gave;        /* problems in which constraints had to be ignored */
    uint64_t unreachable; /* problems in which no allowed velocity is within reach */
} clearpath_tally;

/* Solves the random problem of `seed`. Fails the test if the answer does not have the status that
 * it reports, or if a velocity of a fine grid is better. */
void clearpath_trial(uint64_t seed, clearpath_tally *tally);

#endif
