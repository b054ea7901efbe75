/* Random sets of velocities, told by what they mean (who meets what, and when), and as the sides
 * and rounds that the solver takes. */
#ifndef TESTS_SUPPORT_VELOCITY_TRIALS_H
#define TESTS_SUPPORT_VELOCITY_TRIALS_H

#include "steer/solve/programs/clearpath.h"
#include "support/spaces.h"

typedef enum shape_kind { SHAPE_DISC, SHAPE_CAPSULE, SHAPE_PLANE } shape_kind;

/* Who moves at v meets the body (a disc at a, or all discs from a to b, moving at `apex`) at a time
 * between 1 / high and 1 / low. Or the velocities with a . v > b.x. */
typedef struct velocity_shape {
    shape_kind kind;
    wend_point apex, a, b;
    double radius, low, high;
} velocity_shape;

enum { SHAPE_SIDES = 3, SHAPE_ROUNDS = 3 };

typedef struct built_set {
    velocity_side sides[SHAPE_SIDES];
    velocity_round rounds[SHAPE_ROUNDS];
} built_set;

/* What one must not choose: bodies that are not touched, within a horizon or none; walls; and
 * half-planes, as of those who overlap. */
velocity_shape velocity_draw_forbidden(dice *from);
/* What one may choose: the way to a disc, at any time or in a window. */
velocity_shape velocity_draw_allowed(dice *from);

/* In closed form, without the boundary. */
bool velocity_shape_has(const velocity_shape *shape, double x, double y);
/* Whether all velocities about `depth` from this one belong to it, or none of them does. */
bool velocity_shape_has_deep(const velocity_shape *shape, double x, double y, double depth);
bool velocity_shape_is_far(const velocity_shape *shape, double x, double y, double depth);

/* The same as a set; `out` holds its pieces. */
velocity_set velocity_build(const velocity_shape *shape, built_set *out);

typedef struct clearpath_tally {
    uint64_t wished;      /* the wish was free */
    uint64_t free;        /* another velocity was */
    uint64_t gave;        /* something had to give way */
    uint64_t unreachable; /* nothing that is allowed is within reach */
} clearpath_tally;

/* Solves the problem that `seed` draws, and fails the test where the answer is not what it says it
 * is, or a velocity of a fine grid is better. */
void clearpath_trial(uint64_t seed, clearpath_tally *tally);

#endif
