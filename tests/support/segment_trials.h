/* Random programs of velocity segments, solved and compared with all velocities of a fine
 * grid. */
#ifndef TESTS_SUPPORT_SEGMENT_TRIALS_H
#define TESTS_SUPPORT_SEGMENT_TRIALS_H

#include <stdint.h>

typedef struct segment_tally {
    uint64_t on_wish;    /* answers on the segment itself */
    uint64_t off_wish;   /* beside it */
    uint64_t dropped;    /* answers beside the goal */
    uint64_t infeasible; /* programs without a solution */
} segment_tally;

/* Solves what `seed` draws and fails the test where a velocity of the grid is better than the
 * answer: nearer to the segment, or as near and closer to the bias. */
void segment_trial(uint64_t seed, segment_tally *tally);

#endif
