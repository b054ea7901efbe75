/* geom/quad.h: SIMD operations on four floats, for two vectors stored side by side (a position and
 * a velocity).
 *
 * Every operation rounds correctly, like the same operation on a single float, so the two variants
 * agree bit for bit. The plain variant is for machines without SSE2, and for tests (QUAD_PLAIN). */
#ifndef GEOM_QUAD_H
#define GEOM_QUAD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <wend/base.h>

/* The two integers that quad_index returns. */
typedef struct quad_pair {
    uint64_t first, second;
} quad_pair;

#if defined __SSE2__ && !defined QUAD_PLAIN

#include <emmintrin.h>

typedef __m128 quad;
typedef __m128i quad_factors;

static inline quad quad_of(float a, float b, float c, float d) {
    return _mm_setr_ps(a, b, c, d);
}

static inline quad quad_load(const float *from) {
    return _mm_loadu_ps(from);
}

static inline void quad_store(float *to, quad a) {
    _mm_storeu_ps(to, a);
}

/* Returns (y, x, y, x). */
static inline quad quad_of_position(wend_vec2 point) {
    quad xy = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)&point));
    return _mm_shuffle_ps(xy, xy, _MM_SHUFFLE(0, 1, 0, 1));
}

static inline quad quad_add(quad a, quad b) {
    return _mm_add_ps(a, b);
}

static inline quad quad_sub(quad a, quad b) {
    return _mm_sub_ps(a, b);
}

static inline quad quad_mul(quad a, quad b) {
    return _mm_mul_ps(a, b);
}

/* Returns, in each lane, a if it is less than b, else b. */
static inline quad quad_min(quad a, quad b) {
    return _mm_min_ps(a, b);
}

/* Returns, in each lane, a if it is greater than b, else b. */
static inline quad quad_max(quad a, quad b) {
    return _mm_max_ps(a, b);
}

/* Returns (a2, a3, a2, a3). */
static inline quad quad_upper(quad a) {
    return _mm_movehl_ps(a, a);
}

/* Returns (a0, a1, b0, b1). */
static inline quad quad_join(quad a, quad b) {
    return _mm_movelh_ps(a, b);
}

/* True if no lane of `a` exceeds its limit in magnitude; false if any lane is NaN. */
static inline bool quad_within(quad a, quad limit) {
    quad magnitude = _mm_andnot_ps(_mm_set1_ps(-0.0F), a);
    return _mm_movemask_ps(_mm_cmple_ps(magnitude, limit)) == 0xf;
}

static inline quad_factors quad_factors_of(uint32_t first, uint32_t second) {
    return _mm_setr_epi32((int)first, 0, (int)second, 0);
}

/* Rounds `a` down and returns a0 * first + a1 and a2 * second + a3, where `first` and `second` are
 * the factors. The numbers in `a` must be non-negative and less than 2^31. */
static inline quad_pair quad_index(quad a, quad_factors factors) {
    __m128i whole = _mm_cvttps_epi32(a);
    __m128i sums = _mm_add_epi64(_mm_mul_epu32(whole, factors), _mm_srli_epi64(whole, 32));
    return (quad_pair){(uint64_t)_mm_cvtsi128_si64(sums),
                       (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums))};
}

#else

typedef struct quad {
    float at[4];
} quad;

typedef quad_pair quad_factors;

static inline quad quad_of(float a, float b, float c, float d) {
    return (quad){{a, b, c, d}};
}

static inline quad quad_load(const float *from) {
    return quad_of(from[0], from[1], from[2], from[3]);
}

static inline void quad_store(float *to, quad a) {
    for (int i = 0; i < 4; i++) {
        to[i] = a.at[i];
    }
}

static inline quad quad_of_position(wend_vec2 point) {
    return quad_of(point.y, point.x, point.y, point.x);
}

#define QUAD_BINARY(name, expression)                                                              \
    static inline quad name(quad left, quad right) {                                               \
        quad out;                                                                                  \
        for (int i = 0; i < 4; i++) {                                                              \
            float a = left.at[i], b = right.at[i];                                                 \
            out.at[i] = expression;                                                                \
        }                                                                                          \
        return out;                                                                                \
    }

QUAD_BINARY(quad_add, a + b)
QUAD_BINARY(quad_sub, a - b)
QUAD_BINARY(quad_mul, a *b)
QUAD_BINARY(quad_min, a < b ? a : b)
QUAD_BINARY(quad_max, a > b ? a : b)

#undef QUAD_BINARY

static inline quad quad_upper(quad a) {
    return quad_of(a.at[2], a.at[3], a.at[2], a.at[3]);
}

static inline quad quad_join(quad a, quad b) {
    return quad_of(a.at[0], a.at[1], b.at[0], b.at[1]);
}

static inline bool quad_within(quad a, quad limit) {
    bool within = true;
    for (int i = 0; i < 4; i++) {
        within = within && fabsf(a.at[i]) <= limit.at[i];
    }
    return within;
}

static inline quad_factors quad_factors_of(uint32_t first, uint32_t second) {
    return (quad_factors){first, second};
}

static inline quad_pair quad_index(quad a, quad_factors factors) {
    return (quad_pair){(uint64_t)(int32_t)a.at[0] * factors.first + (uint64_t)(int32_t)a.at[1],
                       (uint64_t)(int32_t)a.at[2] * factors.second + (uint64_t)(int32_t)a.at[3]};
}

#endif

#endif
