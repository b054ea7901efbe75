/* Random velocity-obstacle problems. Each is solved and compared with all velocities of a grid. */
#ifndef TESTS_SUPPORT_CLEARPATH_TRIALS_H
#define TESTS_SUPPORT_CLEARPATH_TRIALS_H

#include "steer/solve/programs/clearpath.h"
#include "support/spaces.h"
#include "support/velocity_oracle.h"

enum { CLEARPATH_FORBIDDEN = 24, CLEARPATH_ALLOWED = 4 };

/* A problem. Its sets are given both by their boundaries and by their definition. */
typedef struct clearpath_trial {
    uint64_t seed;
    clearpath problem;
    oracle_cone forbidden[CLEARPATH_FORBIDDEN], allowed[CLEARPATH_ALLOWED];
    oracle_boundary boundaries[CLEARPATH_FORBIDDEN + CLEARPATH_ALLOWED];
    velocity_set forbidden_sets[CLEARPATH_FORBIDDEN], allowed_sets[CLEARPATH_ALLOWED];
    double slack; /* m/s: the error that single precision may cause */
} clearpath_trial;

typedef struct clearpath_tally {
    uint64_t preferred;   /* answers that equal the preferred velocity */
    uint64_t free;        /* other answers that satisfy every constraint */
    uint64_t least_bad;   /* answers that violate a constraint */
    uint64_t unreachable; /* problems in which no allowed velocity is within reach */
    uint64_t matched; /* problems in which the grid's best velocity was as far from the preferred
                         velocity as the answer, within 1 % of max_speed */
} clearpath_tally;

/* Samples a set of one of the kinds that models make: wedges, cones of discs and segments
 * (truncated in front or at both ends), discs and half-planes. With `thin` it may also be a set
 * without an interior. Velocities reach up to about `speed`. */
void clearpath_sample_cone(dice *from, double speed, bool thin, oracle_cone *out);

/* Samples a problem, sometimes a degenerate one. */
void clearpath_sample(clearpath_trial *trial, uint64_t seed);
/* Fills in the boundaries and sets of a problem. The cones and their counts must already be set. */
void clearpath_prepare(clearpath_trial *trial);

/* Solves the problem. Fails the test if the answer does not have the status that it reports, or if
 * there is a better velocity on a grid that is refined around its best velocity. Cases that depend
 * on rounding are decided in favour of the answer. */
void clearpath_check(const clearpath_trial *trial, clearpath_tally *tally);

/* Samples a number; half of them are at the limits of single precision, or close to 0 or 1. */
float clearpath_sample_number(dice *from);

/* Samples sides and arcs of arbitrary sizes, which do not bound any set. */
void clearpath_sample_pieces(dice *from, velocity_side *sides, uint32_t side_count,
                             velocity_arc *arcs, uint32_t arc_count);

#endif
