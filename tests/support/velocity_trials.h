/* Random velocity sets, given both by their meaning (which body is met, and when) and by their
 * boundary, as the segments and arcs that the solver takes. */
#ifndef TESTS_SUPPORT_VELOCITY_TRIALS_H
#define TESTS_SUPPORT_VELOCITY_TRIALS_H

#include "steer/solve/programs/clearpath.h"
#include "support/spaces.h"

typedef enum shape_kind { SHAPE_DISC, SHAPE_CAPSULE, SHAPE_PLANE } shape_kind;

/* The velocities v that meet a body (a disc at a, or all discs from a to b, moving at `apex`) at a
 * time between 1 / high and 1 / low. Or the velocities with a . v > b.x. */
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

/* Samples a forbidden set: a body that is not touched, with or without a horizon; a wall; or a
 * half-plane, as for agents that overlap. */
velocity_shape velocity_sample_forbidden(dice *from);
/* Samples an allowed set: velocities that lead to a disc, at any time or in a time window. */
velocity_shape velocity_sample_allowed(dice *from);

/* True if the shape contains a velocity: a closed form that does not use the boundary. */
bool velocity_shape_has(const velocity_shape *shape, double x, double y);
/* True if all velocities at about `depth` from this one belong to the shape (has_deep), or none
 * does (is_far). */
bool velocity_shape_has_deep(const velocity_shape *shape, double x, double y, double depth);
bool velocity_shape_is_far(const velocity_shape *shape, double x, double y, double depth);

/* Builds the shape as a set; `out` holds its pieces. */
velocity_set velocity_build(const velocity_shape *shape, built_set *out);

typedef struct clearpath_tally {
    uint64_t preferred;   /* the preferred velocity was free */
    uint64_t free;        /* another velocity was */
    uint64_t gave;        /* constraints had to be ignored */
    uint64_t unreachable; /* no allowed velocity is within reach */
} clearpath_tally;

/* Solves the random problem of `seed`. Fails the test if the answer does not have the status that
 * it reports, or if a velocity of a fine grid is better. */
void clearpath_trial(uint64_t seed, clearpath_tally *tally);

#endif
