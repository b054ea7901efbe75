/* geom/lanes_avx512.h: SIMD operations on sixteen floats, for code that compares one thing with
 * many. geom/lanes.h includes this header where LANES_AVX512 is defined, and describes the
 * operations. A mask is a number with one bit for each lane. */
#ifndef GEOM_LANES_AVX512_H
#define GEOM_LANES_AVX512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 16, LANES_ALL = 0xffff };

typedef __m512 lanes;
typedef __mmask16 lane_mask;

#define LANES_UNARY(name, op)                                                                      \
    static inline lanes lanes_##name(lanes a) {                                                    \
        return _mm512_##op(a);                                                                     \
    }
#define LANES_BINARY(name, op)                                                                     \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return _mm512_##op(a, b);                                                                  \
    }
#define LANES_COMPARE(name, code)                                                                  \
    static inline lane_mask lanes_##name(lanes a, lanes b) {                                       \
        return _mm512_cmp_ps_mask(a, b, code);                                                     \
    }

LANES_BINARY(add, add_ps)
LANES_BINARY(sub, sub_ps)
LANES_BINARY(mul, mul_ps)
LANES_BINARY(div, div_ps)
LANES_UNARY(sqrt, sqrt_ps)
LANES_BINARY(min, min_ps) /* a < b ? a : b; the result is b if a or b is NaN */
LANES_BINARY(max, max_ps) /* a > b ? a : b; the result is b if a or b is NaN */
LANES_BINARY(and, and_ps)
LANES_BINARY(xor, xor_ps)
LANES_BINARY(without, andnot_ps) /* ~a & b */
LANES_COMPARE(less, _CMP_LT_OQ)
LANES_COMPARE(less_equal, _CMP_LE_OQ)
LANES_COMPARE(equal, _CMP_EQ_OQ)

#undef LANES_UNARY
#undef LANES_BINARY
#undef LANES_COMPARE

static inline lanes lanes_set(float value) {
    return _mm512_set1_ps(value);
}

static inline lanes lanes_load(const float *from) {
    return _mm512_loadu_ps(from);
}

static inline void lanes_store(float *to, lanes a) {
    _mm512_storeu_ps(to, a);
}

/* Returns b in the lanes where the mask is set, and a in the others. */
static inline lanes lanes_select(lane_mask mask, lanes a, lanes b) {
    return _mm512_mask_blend_ps(mask, a, b);
}

/* Returns a in the lanes where the mask is set, and zero in the others. */
static inline lanes lanes_keep(lane_mask mask, lanes a) {
    return _mm512_maskz_mov_ps(mask, a);
}

/* Returns a mask as an integer with one bit for each lane. */
static inline uint32_t lanes_bits(lane_mask mask) {
    return mask;
}

/* Returns a mask with lane i set if bit i of `bits` is set. */
static inline lane_mask lanes_mask(uint32_t bits) {
    return (lane_mask)bits;
}

static inline lane_mask mask_and(lane_mask a, lane_mask b) {
    return (lane_mask)(a & b);
}

static inline lane_mask mask_or(lane_mask a, lane_mask b) {
    return (lane_mask)(a | b);
}

/* Returns the mask of the lanes in which a and b have the same bits. */
static inline lane_mask lanes_same(lanes a, lanes b) {
    return _mm512_cmpeq_epi32_mask(_mm512_castps_si512(a), _mm512_castps_si512(b));
}

/* Returns the largest of the sixteen numbers. */
static inline float lanes_greatest(lanes a) {
    return _mm512_reduce_max_ps(a);
}

/* Returns the smallest of the sixteen numbers. */
static inline float lanes_least(lanes a) {
    return _mm512_reduce_min_ps(a);
}

/* Loads the first eight floats of each row and returns them as eight columns. */
static inline void lanes_transpose(const void *const rows[LANES], lanes columns[8]) {
    const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    lanes r[8], s[8];
    for (int i = 0; i < 8; i++) { /* rows i and i + 8 */
        r[i] = _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(rows[i])),
                                  _mm256_loadu_ps(rows[i + 8]), 1);
    }
    for (int i = 0; i < 8; i += 2) {
        s[i] = _mm512_unpacklo_ps(r[i], r[i + 1]);
        s[i + 1] = _mm512_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        r[i] = _mm512_shuffle_ps(s[i], s[i + 2], 0x44);
        r[i + 1] = _mm512_shuffle_ps(s[i], s[i + 2], 0xee);
        r[i + 2] = _mm512_shuffle_ps(s[i + 1], s[i + 3], 0x44);
        r[i + 3] = _mm512_shuffle_ps(s[i + 1], s[i + 3], 0xee);
    }
    for (int i = 0; i < 4; i++) {
        __m512d a = _mm512_castps_pd(r[i]), b = _mm512_castps_pd(r[i + 4]);
        columns[i] = _mm512_castpd_ps(_mm512_permutex2var_pd(a, even, b));
        columns[i + 4] = _mm512_castpd_ps(_mm512_permutex2var_pd(a, odd, b));
    }
}

#endif
