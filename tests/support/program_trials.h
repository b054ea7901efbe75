/* Random programs of half-planes, solved and compared with all velocities of a fine grid. */
#ifndef TESTS_SUPPORT_PROGRAM_TRIALS_H
#define TESTS_SUPPORT_PROGRAM_TRIALS_H

#include <stdint.h>

#include "steer/solve/programs/program.h"
#include "support/spaces.h"

enum { PROGRAM_TRIAL_PLANES = 24, PROGRAM_GRID = 81 };

/* Between one plane and many; easy ones, tight ones, hard ones among them. */
void program_draw(dice *from, velocity_plane *planes, velocity_program *program);
/* The largest violation of planes, 0 if there is none. */
double program_violation(const velocity_plane *planes, uint32_t count, double x, double y);
/* Velocity i of the grid; false if it is beyond the top speed. */
bool program_grid(const velocity_program *program, int i, double *x, double *y);

typedef struct program_tally {
    uint64_t free;   /* programs with a solution */
    uint64_t gave;   /* soft planes gave way */
    uint64_t broken; /* hard planes contradicted each other */
} program_tally;

/* Solves the program that `seed` draws and fails the test where a velocity of the grid is better
 * than the answer: nearer to the wish, or less of a violation. */
void program_trial(uint64_t seed, program_tally *tally);

#endif
