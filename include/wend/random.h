/* wend/random.h: random numbers without state.
 *
 * A number does not depend on the order in which agents are visited, on the thread, or on how many
 * numbers were sampled before. Every number is a function of these four values:
 *     seed     the seed of the run
 *     key      the key of the agent (or of another object that samples numbers)
 *     step     the time step, or the index of the sample
 *     purpose  what the number is for; two independent uses must have different purposes
 * The numbers are in effect part of the library's file formats: the same four values give the same
 * bits in every version. They are not suitable for cryptography. */
#ifndef WEND_RANDOM_H
#define WEND_RANDOM_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 64 uniformly distributed bits. */
WEND_API uint64_t wend_random_bits(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

/* Returns a number that is uniformly distributed in [0, 1) and a multiple of 2^-53. */
WEND_API double wend_random_uniform(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

/* Returns a normally distributed number with mean 0 and variance 1; always within [-8.6, 8.6]. */
WEND_API double wend_random_normal(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

#ifdef __cplusplus
}
#endif

#endif
