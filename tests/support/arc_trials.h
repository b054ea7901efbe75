/* Random programs of velocity arcs, solved and compared with all velocities of a fine grid. */
#ifndef TESTS_SUPPORT_ARC_TRIALS_H
#define TESTS_SUPPORT_ARC_TRIALS_H

#include <stdint.h>

typedef struct arc_tally {
    uint64_t wish;       /* answers that are the wish itself */
    uint64_t on_arc;     /* on the arc */
    uint64_t off_arc;    /* beside it */
    uint64_t infeasible; /* programs without a solution */
} arc_tally;

/* Solves what `seed` draws and fails the test where a velocity of the grid is better than the
 * answer by more than the margin: nearer to the arc, or on it and nearer to the wish. */
void arc_trial(uint64_t seed, arc_tally *tally);

#endif
