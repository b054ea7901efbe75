/* The number of random trials that a test makes. One factor applies to all tests: it is small in
 * slow builds, and large in soak tests. Seeds count up from a fixed first seed, so the trials of a
 * run with a small factor are the first trials of a run with a large factor. */
#ifndef SUPPORT_TRIALS_H
#define SUPPORT_TRIALS_H

#include <stdint.h>

/* Returns the factor: the environment variable WEND_TRIALS if it is a positive number, otherwise
 * the factor of the build (the CMake variable WEND_TRIALS, which is 1, or less in slow builds). */
double trials_factor(void);

/* Returns the number of trials, at least 1; `usual` is the number with factor 1. */
uint32_t trials(uint32_t usual);

/* Variants of trials(). trials_at_least returns at least `least`; it is for tests of a mean.
 * trials_at_most returns at most `usual`; it is for properties that hold only for chosen seeds. */
uint32_t trials_at_least(uint32_t usual, uint32_t least);
uint32_t trials_at_most(uint32_t usual);

/* Returns how many cases of some kind the trials must contain; `usual` is this number with factor
 * 1. With a smaller factor it is half of the proportional number, because the results of few trials
 * vary more; with a larger factor it is `usual`. */
uint32_t trials_bound(uint32_t usual);

#endif
