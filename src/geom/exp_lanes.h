/* geom/exp_lanes.h: the exponential function of eight numbers at once, the SIMD version of exp.h
 * with the same operations in the same order. A file that includes this header defines LANES_AVX2
 * or LANES_QUADS. */
#ifndef GEOM_EXP_LANES_H
#define GEOM_EXP_LANES_H

#include "geom/exp.h"
#include "geom/lanes.h"

static inline lanes fast_exp_lanes(lanes x) {
    x = lanes_clamp(x, lanes_set(FAST_EXP_LEAST), lanes_set(FAST_EXP_MOST));
    lanes round = lanes_set(12582912.0F);
    lanes n = lanes_sub(lanes_add(lanes_mul(x, lanes_set(1.44269504F)), round), round);
    lanes r = lanes_add(lanes_sub(x, lanes_mul(n, lanes_set(0.693359375F))),
                        lanes_mul(n, lanes_set(2.12194440e-4F)));
    static const float factors[] = {1.0F / 720.0F, 1.0F / 120.0F, 1.0F / 24.0F, 1.0F / 6.0F,
                                    0.5F,          1.0F,          1.0F};
    lanes p = lanes_set(1.0F / 5040.0F);
    for (int i = 0; i < 7; i++) {
        p = lanes_add(lanes_mul(p, r), lanes_set(factors[i]));
    }
    return lanes_mul(p, lanes_shift_left(lanes_add(n, lanes_set(8388735.0F)), 23));
}

#endif
