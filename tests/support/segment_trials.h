/* Random velocity-segment problems. Each is solved and compared with all velocities of a fine grid.
 */
#ifndef TESTS_SUPPORT_SEGMENT_TRIALS_H
#define TESTS_SUPPORT_SEGMENT_TRIALS_H

#include <stdint.h>

typedef struct segment_tally {
    uint64_t on_preferred;  /* answers on the segment */
    uint64_t off_preferred; /* answers off the segment */
    uint64_t dropped;       /* answers that ignore the goal's planes */
    uint64_t infeasible;    /* problems without a solution */
} segment_tally;

/* Solves the random problem of `seed`. Fails the test if a velocity of the grid is better than the
 * answer: nearer to the segment, or equally near and closer to the bias. */
void segment_trial(uint64_t seed, segment_tally *tally);

#endif
