/* steer/solve/speeds/sum_lanes.h: eight sums at once, the SIMD version of sum.h. A file that
 * includes this header defines LANES_AVX2 or LANES_SSE2. */
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
    __m128d pairs[4];
} lane_sums;

static inline lane_sums lane_sums_zero(void) {
    __m128d zero = _mm_setzero_pd();
    return (lane_sums){{zero, zero, zero, zero}};
}

static inline __m128d lane_sums_add_two(__m128d sum, __m128 terms) {
    __m128d rounding = _mm_set1_pd(SPEED_SUM_ROUNDING);
    __m128d raised = _mm_add_pd(_mm_cvtps_pd(terms), rounding);
    return _mm_add_pd(sum, _mm_sub_pd(raised, rounding));
}

static inline void lane_sums_add(lane_sums *sums, lanes terms) {
    __m128 halves[2] = {lanes_low(terms), lanes_high(terms)};
    for (int i = 0; i < 2; i++) {
        __m128 upper = _mm_movehl_ps(halves[i], halves[i]);
        sums->pairs[2 * i] = lane_sums_add_two(sums->pairs[2 * i], halves[i]);
        sums->pairs[2 * i + 1] = lane_sums_add_two(sums->pairs[2 * i + 1], upper);
    }
}

static inline lanes lane_sums_value(lane_sums sums) {
    __m128 two[4];
    for (int i = 0; i < 4; i++) {
        two[i] = _mm_cvtpd_ps(sums.pairs[i]);
    }
    return (lanes){_mm_movelh_ps(two[0], two[1]), _mm_movelh_ps(two[2], two[3])};
}

#endif

#endif
