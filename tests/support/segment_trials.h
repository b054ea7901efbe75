/* Random velocity-segment problems. Each is solved and compared with all velocities of a fine grid.
 */
#ifndef TESTS_SUPPORT_SEGMENT_TRIALS_H
#define TESTS_SUPPORT_SEGMENT_TRIALS_H

#include <stdint.h>

typedef struct segment_tally {
    uint64_t on_preferred;  /* answers on the segment */
    uint64_t off_preferred; /* answers that are not on the segment */
    uint64_t dropped;       /* answers that ignore the goal's planes */
    uint64_t infeasible;    /* problems without a solution */
} segment_tally;

/* Solves a random problem, which `seed` determines. Fails the test if a grid of sampled velocities
 * contains a better velocity than the answer: one that is nearer to the segment, or equally near to
 * the segment and nearer to the bias. */
void segment_trial(uint64_t seed, segment_tally *tally);

#endif
