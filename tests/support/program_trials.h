/* Random half-plane problems. Each is solved and compared with all velocities of a fine grid. */
#ifndef TESTS_SUPPORT_PROGRAM_TRIALS_H
#define TESTS_SUPPORT_PROGRAM_TRIALS_H

#include <stdint.h>

#include "steer/solve/programs/program.h"
#include "support/spaces.h"

enum { PROGRAM_TRIAL_PLANES = 24, PROGRAM_GRID = 81 };

/* Samples a problem with one or more planes: an easy, a tight or an infeasible one. */
void program_sample(dice *from, velocity_plane *planes, velocity_program *program);
/* Returns the largest violation of any plane, or 0 if there is none. */
double program_violation(const velocity_plane *planes, uint32_t count, double x, double y);
/* Computes velocity i of the grid. Returns false if it exceeds the maximum speed. */
bool program_grid(const velocity_program *program, int i, double *x, double *y);

typedef struct program_tally {
    uint64_t free;   /* problems with a solution */
    uint64_t gave;   /* problems in which soft planes were relaxed */
    uint64_t broken; /* problems in which hard planes contradicted each other */
} program_tally;

/* Solves a random problem, which `seed` determines. Fails the test if a grid of sampled velocities
 * contains a better velocity than the answer: one that is nearer to the preferred velocity, or that
 * has a smaller violation. */
void program_trial(uint64_t seed, program_tally *tally);

#endif
