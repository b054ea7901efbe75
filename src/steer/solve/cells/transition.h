/* steer/solve/cells/transition.h: the random choices of a floor-field automaton. */
#ifndef STEER_SOLVE_CELLS_TRANSITION_H
#define STEER_SOLVE_CELLS_TRANSITION_H

#include <stdint.h>

/* Computes the transition probabilities p_k = N exp(score_k) of the options in the mask `free` (bit
 * k: option k), where score = k_S S + k_D D. The others have p_k = 0. If none is free, all are 0.
 * At most 32 options. */
void transition_probabilities(const double *scores, uint32_t count, uint32_t free, double *p);

/* Returns the option that the uniform number u, in [0, 1), selects by probability. Returns `count`
 * if all probabilities are 0. */
uint32_t transition_draw(const double *p, uint32_t count, double u);

/* Returns the rank of a proposal with probability p, for the uniform number u in [0, 1). The
 * proposal with the lowest rank wins, so that each wins with a chance proportional to its p. */
double transition_rank(double p, double u);

/* The fate of one boson of the dynamic field in one update. */
enum { BOSON_GONE = -2, BOSON_STAYS = -1 }; /* 0 and above: it moves across that side */

/* Returns the fate that the uniform number u, in [0, 1), selects: gone with probability `decay`,
 * else across one of `sides` sides with probability `diffusion`. */
int32_t transition_boson(double decay, double diffusion, uint32_t sides, double u);

#endif
