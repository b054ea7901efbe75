/* steer/solve/cells/choose.h: the choice of one agent among its options. */
#ifndef STEER_SOLVE_CELLS_CHOOSE_H
#define STEER_SOLVE_CELLS_CHOOSE_H

#include "steer/solve/cells/others.h"

/* Draws one of the options that no other agent occupies, by the transition probabilities. Returns
 * its index and writes its probability to `p`; returns options->count if none is free. */
uint32_t cells_choose(const cells_call *call, const cells_agent *agent,
                      const cells_options *options, double *p);

/* Writes the transition probabilities of all options, given the mask of free ones. */
void cells_weigh(const cells_options *options, uint32_t free, double p[MOST_OPTIONS]);

/* Returns a uniform random number in [0, 1) for an agent in this step. */
double cells_random(const wend_view *view, uint32_t index, uint32_t purpose);

enum { CELLS_RANDOM_CHOICE = 0x0ce11, CELLS_RANDOM_RANK, CELLS_RANDOM_FRICTION };

#endif
