/* geom/quad_sse2.h: operations on four floats with SSE2. geom/quad.h includes this header, and
 * describes the operations. */
#ifndef GEOM_QUAD_SSE2_H
#define GEOM_QUAD_SSE2_H

#include <emmintrin.h>

typedef __m128 quad;
typedef __m128i quad_factors;

#define QUAD_BINARY(name, op)                                                                      \
    static inline quad quad_##name(quad a, quad b) {                                               \
        return _mm_##op(a, b);                                                                     \
    }

QUAD_BINARY(add, add_ps)
QUAD_BINARY(sub, sub_ps)
QUAD_BINARY(mul, mul_ps)
QUAD_BINARY(div, div_ps)
QUAD_BINARY(min, min_ps)
QUAD_BINARY(max, max_ps)
QUAD_BINARY(and, and_ps)
QUAD_BINARY(or, or_ps)
QUAD_BINARY(xor, xor_ps)
QUAD_BINARY(without, andnot_ps)
QUAD_BINARY(less, cmplt_ps)
QUAD_BINARY(less_equal, cmple_ps)
QUAD_BINARY(equal, cmpeq_ps)

#undef QUAD_BINARY

/* ---- Loads, stores and shuffles -------------------------------------------------------------- */

static inline quad quad_of(float a, float b, float c, float d) {
    return _mm_setr_ps(a, b, c, d);
}

static inline quad quad_set(float a) {
    return _mm_set1_ps(a);
}

static inline quad quad_load(const float *from) {
    return _mm_loadu_ps(from);
}

static inline void quad_store(float *to, quad a) {
    _mm_storeu_ps(to, a);
}

static inline quad quad_of_position(wend_vec2 point) {
    quad xy = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)&point));
    return _mm_shuffle_ps(xy, xy, _MM_SHUFFLE(0, 1, 0, 1));
}

static inline quad quad_load_two_pairs(const void *from, size_t stride) {
    quad one = _mm_castpd_ps(_mm_load_sd(from));
    return _mm_loadh_pi(one, (const __m64 *)(const void *)((const char *)from + stride));
}

static inline float quad_first(quad a) {
    return _mm_cvtss_f32(a);
}

static inline quad quad_upper(quad a) {
    return _mm_movehl_ps(a, a);
}

static inline quad quad_join(quad a, quad b) {
    return _mm_movelh_ps(a, b);
}

static inline quad quad_swap(quad a) {
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1));
}

static inline quad quad_least_pairs(quad a, quad b) {
    return _mm_min_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
}

static inline void quad_transpose(quad rows[4]) {
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
}

/* ---- Numbers and bits ------------------------------------------------------------------------ */

static inline quad quad_sqrt(quad a) {
    return _mm_sqrt_ps(a);
}

static inline quad quad_add_bits(quad a, quad b) {
    return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

static inline quad quad_shift_left(quad a, int count) {
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_castps_si128(a), count));
}

static inline quad quad_truncate(quad a) {
    return _mm_cvtepi32_ps(_mm_cvttps_epi32(a));
}

static inline void quad_store_truncated(uint32_t *to, quad a) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm_cvttps_epi32(a));
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static inline quad quad_same(quad a, quad b) {
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

static inline quad quad_select(quad mask, quad a, quad b) {
    return _mm_or_ps(_mm_and_ps(mask, b), _mm_andnot_ps(mask, a));
}

static inline uint32_t quad_bits(quad mask) {
    return (uint32_t)_mm_movemask_ps(mask);
}

static inline uint32_t quad_pair_bits(quad mask) {
    return (uint32_t)_mm_movemask_pd(_mm_castps_pd(mask));
}

static inline quad quad_mask(uint32_t bits, int first) {
    __m128i each = _mm_setr_epi32(1 << first, 2 << first, 4 << first, 8 << first);
    __m128i set = _mm_and_si128(_mm_set1_epi32((int)bits), each);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(set, each));
}

static inline bool quad_within(quad a, quad limit) {
    quad magnitude = quad_without(quad_set(-0.0F), a);
    return quad_bits(quad_less_equal(magnitude, limit)) == 0xf;
}

/* ---- Pairs of doubles ------------------------------------------------------------------------ */

typedef __m128d quad_doubles;

static inline quad_doubles quad_doubles_set(double a) {
    return _mm_set1_pd(a);
}

static inline quad_doubles quad_doubles_of(quad a) {
    return _mm_cvtps_pd(a);
}

static inline quad_doubles quad_doubles_add(quad_doubles a, quad_doubles b) {
    return _mm_add_pd(a, b);
}

static inline quad_doubles quad_doubles_sub(quad_doubles a, quad_doubles b) {
    return _mm_sub_pd(a, b);
}

static inline quad quad_of_doubles(quad_doubles a, quad_doubles b) {
    return _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
}

/* ---- Indices --------------------------------------------------------------------------------- */

static inline quad_factors quad_factors_of(uint32_t first, uint32_t second) {
    return _mm_setr_epi32((int)first, 0, (int)second, 0);
}

static inline quad_pair quad_index(quad a, quad_factors factors) {
    __m128i whole = _mm_cvttps_epi32(a);
    __m128i sums = _mm_add_epi64(_mm_mul_epu32(whole, factors), _mm_srli_epi64(whole, 32));
    return (quad_pair){(uint64_t)_mm_cvtsi128_si64(sums),
                       (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums))};
}

#endif
