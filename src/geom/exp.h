/* geom/exp.h: a fast exponential function in single precision.
 *
 * exp(x) = 2^n exp(r) with n the integer nearest to x / ln 2, so |r| <= ln 2 / 2, and the Taylor
 * polynomial of degree 7 for exp(r). The relative error is below 2e-7 (a test checks this), which
 * is less than that of the distances that forces depend on; wend_expf is correctly rounded in
 * nearly all cases, and takes about five times as long. It uses only operations that are exact or
 * correctly rounded, so the result is the same on all machines. */
#ifndef GEOM_EXP_H
#define GEOM_EXP_H

#include <stdint.h>
#include <string.h>

/* Arguments are clamped to this range, in which 2^n is a normal number, and the product of the
 * result and any parameters is finite. */
#define FAST_EXP_LEAST (-87.0F)
#define FAST_EXP_MOST  60.0F

static inline float fast_exp(float x) {
    x = x > FAST_EXP_LEAST ? x : FAST_EXP_LEAST;
    x = x < FAST_EXP_MOST ? x : FAST_EXP_MOST;
    /* Adding 1.5 * 2^23 rounds to an integer. ln 2 is split, so that n * 0.693359375 is exact. */
    float n = (x * 1.44269504F + 12582912.0F) - 12582912.0F;
    float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.0F / 5040.0F;
    p = p * r + 1.0F / 720.0F;
    p = p * r + 1.0F / 120.0F;
    p = p * r + 1.0F / 24.0F;
    p = p * r + 1.0F / 6.0F;
    p = p * r + 0.5F;
    p = p * r + 1.0F;
    p = p * r + 1.0F;
    /* The low bits of 2^23 + 127 + n are the biased exponent of 2^n. */
    float biased = n + 8388735.0F;
    uint32_t bits;
    memcpy(&bits, &biased, sizeof bits);
    bits <<= 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

#endif
