/* wend/random.h: random numbers without state.
 *
 * Every number is a function of four values, so it does not depend on the order in which agents
 * are visited, on the thread that visits them or on how many numbers were drawn before:
 *   seed     the run
 *   key      the agent (or any other thing that draws)
 *   step     the time step, or the index of the draw
 *   purpose  what the number is for; two uses that must be independent differ in it
 * The numbers are part of the library's file formats in effect: the same four values give the same
 * bits in every version. They are not fit for cryptography. */
#ifndef WEND_RANDOM_H
#define WEND_RANDOM_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 64 uniformly distributed bits. */
WEND_API uint64_t wend_random_bits(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

/* A multiple of 2^-53, uniform in [0, 1). */
WEND_API double wend_random_uniform(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

/* Normally distributed with mean 0 and variance 1; always within [-8.6, 8.6]. */
WEND_API double wend_random_normal(uint64_t seed, uint64_t key, uint64_t step, uint32_t purpose);

#ifdef __cplusplus
}
#endif

#endif
