/* steer/solve/speeds/sum_lanes.h: eight sums at once, the SIMD version of sum.h. A file that
 * includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_SPEEDS_SUM_LANES_H
#define STEER_SOLVE_SPEEDS_SUM_LANES_H

#include "geom/lanes.h"
#include "steer/solve/speeds/sum.h"

#ifdef LANES_AVX2

typedef struct lane_sums {
    __m256d low, high;
} lane_sums;

static inline lane_sums lane_sums_zero(void) {
    return (lane_sums){_mm256_setzero_pd(), _mm256_setzero_pd()};
}

static inline __m256d lane_sums_add_four(__m256d sum, __m128 terms) {
    __m256d rounding = _mm256_set1_pd(SPEED_SUM_ROUNDING);
    __m256d raised = _mm256_add_pd(_mm256_cvtps_pd(terms), rounding);
    return _mm256_add_pd(sum, _mm256_sub_pd(raised, rounding));
}

static inline void lane_sums_add(lane_sums *sums, lanes terms) {
    sums->low = lane_sums_add_four(sums->low, lanes_low(terms));
    sums->high = lane_sums_add_four(sums->high, lanes_high(terms));
}

static inline lanes lane_sums_value(lane_sums sums) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(sums.low)),
                                _mm256_cvtpd_ps(sums.high), 1);
}

#else

typedef struct lane_sums {
    quad_doubles pairs[4];
} lane_sums;

static inline lane_sums lane_sums_zero(void) {
    quad_doubles zero = quad_doubles_set(0.0);
    return (lane_sums){{zero, zero, zero, zero}};
}

static inline quad_doubles lane_sums_add_two(quad_doubles sum, quad terms) {
    quad_doubles rounding = quad_doubles_set(SPEED_SUM_ROUNDING);
    quad_doubles raised = quad_doubles_add(quad_doubles_of(terms), rounding);
    return quad_doubles_add(sum, quad_doubles_sub(raised, rounding));
}

static inline void lane_sums_add(lane_sums *sums, lanes terms) {
    quad halves[2] = {lanes_low(terms), lanes_high(terms)};
    for (int i = 0; i < 2; i++) {
        quad_doubles *pairs = &sums->pairs[2 * i];
        pairs[0] = lane_sums_add_two(pairs[0], halves[i]);
        pairs[1] = lane_sums_add_two(pairs[1], quad_upper(halves[i]));
    }
}

static inline lanes lane_sums_value(lane_sums sums) {
    return (lanes){quad_of_doubles(sums.pairs[0], sums.pairs[1]),
                   quad_of_doubles(sums.pairs[2], sums.pairs[3])};
}

#endif

#endif
