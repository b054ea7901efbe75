/* Random choices among velocity obstacles, solved and compared with all velocities of a grid. */
#ifndef TESTS_SUPPORT_CLEARPATH_TRIALS_H
#define TESTS_SUPPORT_CLEARPATH_TRIALS_H

#include "steer/solve/programs/clearpath.h"
#include "support/spaces.h"
#include "support/velocity_oracle.h"

enum { CLEARPATH_FORBIDDEN = 24, CLEARPATH_ALLOWED = 4 };

/* A choice, by its boundaries and by definition. */
typedef struct clearpath_trial {
    uint64_t seed;
    clearpath problem;
    oracle_cone forbidden[CLEARPATH_FORBIDDEN], allowed[CLEARPATH_ALLOWED];
    oracle_boundary boundaries[CLEARPATH_FORBIDDEN + CLEARPATH_ALLOWED];
    velocity_set forbidden_sets[CLEARPATH_FORBIDDEN], allowed_sets[CLEARPATH_ALLOWED];
    double slack; /* m/s: what single precision may cost */
} clearpath_trial;

typedef struct clearpath_tally {
    uint64_t wished;      /* answers that are the wish itself */
    uint64_t free;        /* others that heed everything */
    uint64_t least_bad;   /* that do not */
    uint64_t unreachable; /* nothing allowed in reach */
    uint64_t matched;     /* the grid's best was within 1 % of max_speed of the answer's distance */
} clearpath_tally;

/* Any set of the kinds that models make: wedges, cones of discs and segments cut off in front, or
 * at both ends, discs, half-planes; with `thin` ones also those without an inside. Velocities up to
 * about `speed`. */
void clearpath_draw_cone(dice *from, double speed, bool thin, oracle_cone *out);

/* Draws a choice, degenerate ones among them. */
void clearpath_draw(clearpath_trial *trial, uint64_t seed);
/* Fills in the boundaries and the problem's sets once the cones and their counts are set. */
void clearpath_prepare(clearpath_trial *trial);

/* Solves it and fails the test unless the answer is what it says it is, and no velocity of a grid,
 * refined around its best, is better. What only rounding decides counts for the answer. */
void clearpath_check(const clearpath_trial *trial, clearpath_tally *tally);

#endif
