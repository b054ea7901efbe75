/* How many random trials a test makes: one factor for all tests, so that a slow build makes fewer
 * and a soak more. Seeds count up from a fixed first one, so that a run with a small factor makes
 * the first trials of one with a large factor. */
#ifndef SUPPORT_TRIALS_H
#define SUPPORT_TRIALS_H

#include <stdint.h>

/* The factor: the environment variable WEND_TRIALS if that is a positive number, otherwise that of
 * the build (the CMake variable WEND_TRIALS: 1, less in slow builds). */
double trials_factor(void);

/* How many trials to make where `usual` are made with the factor 1: at least one. */
uint32_t trials(uint32_t usual);

/* The same, but no fewer than `least`, for properties of a mean; or no more than `usual`, for those
 * that only hold for chosen seeds. */
uint32_t trials_at_least(uint32_t usual, uint32_t least);
uint32_t trials_at_most(uint32_t usual);

/* How many cases the trials must have met where `usual` is the bound with the factor 1. A smaller
 * factor asks for half of its share, because few trials scatter; a larger one for no more. */
uint32_t trials_bound(uint32_t usual);

#endif
