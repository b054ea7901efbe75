/* Random velocity-arc problems. Each is solved and compared with all velocities of a fine grid. */
#ifndef TESTS_SUPPORT_ARC_TRIALS_H
#define TESTS_SUPPORT_ARC_TRIALS_H

#include <stdint.h>

typedef struct arc_tally {
    uint64_t preferred_velocity; /* answers that equal the preferred velocity */
    uint64_t on_arc;             /* other answers on the arc */
    uint64_t off_arc;            /* answers off the arc */
    uint64_t infeasible;         /* problems without a solution */
} arc_tally;

/* Solves the random problem of `seed`. Fails the test if a velocity of the grid is better than the
 * answer by more than the margin: nearer to the arc, or on it and nearer to the preferred velocity.
 */
void arc_trial(uint64_t seed, arc_tally *tally);

#endif
