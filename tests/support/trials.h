/* The number of random trials that a test makes. One factor applies to all tests: a slow build
 * makes fewer trials and a soak more. Seeds count up from a fixed first seed, so a run with a small
 * factor makes the first trials of a run with a large factor. */
#ifndef SUPPORT_TRIALS_H
#define SUPPORT_TRIALS_H

#include <stdint.h>

/* Returns the factor: the environment variable WEND_TRIALS if it is a positive number, otherwise
 * that of the build (the CMake variable WEND_TRIALS: 1, less in slow builds). */
double trials_factor(void);

/* Returns the number of trials, at least 1; `usual` is the number with factor 1. */
uint32_t trials(uint32_t usual);

/* Does the same, but returns at least `least`, for properties of a mean; or at most `usual`, for
 * properties that hold only for chosen seeds. */
uint32_t trials_at_least(uint32_t usual, uint32_t least);
uint32_t trials_at_most(uint32_t usual);

/* Returns how many cases the trials must have met; `usual` is the bound with factor 1. With a
 * smaller factor the bound is half of the proportional number, because few trials scatter; with a
 * larger factor it is `usual`. */
uint32_t trials_bound(uint32_t usual);

#endif
