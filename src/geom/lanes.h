/* geom/lanes.h: SIMD operations on eight floats, or on sixteen (LANES_AVX512).
 *
 * Include this header where LANES_AVX512, LANES_AVX2 or LANES_SSE2 is defined, in a file that is
 * compiled for that instruction set. Code for sixteen lanes uses the type lane_mask for masks, and
 * mask_and, mask_or and lanes_keep.
 *
 * Every operation rounds correctly, like the same operation on a single float, so SIMD code agrees
 * bit for bit with scalar code that does the same operations in the same order. A comparison
 * returns a mask in which each lane has either all of its bits set or all of them clear; masks are
 * used with lanes_select, lanes_and and lanes_bits.
 *
 * Eight floats take LANE_PARTS registers. Code that uses many values at once is written for one
 * part, with the same operations (part_add for lanes_add), and processes one part after the other,
 * so that the values stay in registers. */
#ifndef GEOM_LANES_H
#define GEOM_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef LANES_AVX512

#include "geom/lanes_avx512.h"

#else

enum { LANES = 8, LANES_ALL = 0xff };

/* For functions that are called with different constants, so that each call has code of its own. */
#define LANES_INLINE static inline __attribute__((always_inline))

#if defined LANES_AVX2

typedef __m256 lane_part;
typedef lane_part lanes;
enum { LANE_PARTS = 1 };

#define PART_UNARY(name, op)                                                                       \
    static inline lane_part part_##name(lane_part a) {                                             \
        return _mm256_##op(a);                                                                     \
    }
#define PART_BINARY(name, op)                                                                      \
    static inline lane_part part_##name(lane_part a, lane_part b) {                                \
        return _mm256_##op(a, b);                                                                  \
    }
#define PART_COMPARE(name, op, code)                                                               \
    static inline lane_part part_##name(lane_part a, lane_part b) {                                \
        return _mm256_cmp_ps(a, b, code);                                                          \
    }
#define LANES_UNARY(name)                                                                          \
    static inline lanes lanes_##name(lanes a) {                                                    \
        return part_##name(a);                                                                     \
    }
#define LANES_BINARY(name)                                                                         \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return part_##name(a, b);                                                                  \
    }

static inline lane_part part_set(float value) {
    return _mm256_set1_ps(value);
}
static inline lanes lanes_set(float value) {
    return part_set(value);
}

static inline lane_part part_load(const float *from) {
    return _mm256_loadu_ps(from);
}
static inline lanes lanes_load(const float *from) {
    return part_load(from);
}

static inline void part_store(float *to, lane_part a) {
    _mm256_storeu_ps(to, a);
}
static inline void lanes_store(float *to, lanes a) {
    part_store(to, a);
}

/* Returns b in the lanes where the mask is set, and a in the others. */
static inline lane_part part_select(lane_part mask, lane_part a, lane_part b) {
    return _mm256_blendv_ps(a, b, mask);
}
static inline lanes lanes_select(lanes mask, lanes a, lanes b) {
    return part_select(mask, a, b);
}
/* Returns b in the lanes where `by` is less than zero, and a in the others; `by` is never -0. */
static inline lane_part part_select_negative(lane_part by, lane_part a, lane_part b) {
    return part_select(by, a, b); /* the instruction looks at sign bits only */
}

/* Returns a mask as an integer with one bit for each lane. */
static inline uint32_t part_bits(lane_part mask) {
    return (uint32_t)_mm256_movemask_ps(mask);
}
static inline uint32_t lanes_bits(lanes mask) {
    return part_bits(mask);
}

/* Returns the mask of the lanes in which a and b have the same bits. */
static inline lane_part part_same(lane_part a, lane_part b) {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/* Returns a mask with lane i set if bit i of `bits` is set. */
static inline lanes lanes_mask(uint32_t bits) {
    __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, each));
}

/* Return or store the integer parts of numbers with magnitudes below 2^31. */
static inline lanes lanes_truncate(lanes a) {
    return _mm256_cvtepi32_ps(_mm256_cvttps_epi32(a));
}
static inline void lanes_store_truncated(uint32_t *to, lanes a) {
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvttps_epi32(a));
}

/* Adds the bits of a and b as integers. */
static inline lane_part part_add_bits(lane_part a, lane_part b) {
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/* Return the smaller (part_lower) or the larger (part_higher) of two non-negative numbers. */
static inline lane_part part_lower(lane_part a, lane_part b) {
    return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
static inline lane_part part_higher(lane_part a, lane_part b) {
    return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/* Returns a with the bytes that are set in the mask replaced by those of b. */
static inline lane_part part_replace_bytes(lane_part mask, lane_part a, lane_part b) {
    return _mm256_castsi256_ps(_mm256_blendv_epi8(_mm256_castps_si256(a), _mm256_castps_si256(b),
                                                  _mm256_castps_si256(mask)));
}

/* Shifts the bits to the left. */
static inline lane_part part_shift_left(lane_part a, int count) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(a), count));
}
static inline lanes lanes_shift_left(lanes a, int count) {
    return part_shift_left(a, count);
}

/* Copies eight words (32 bytes). */
static inline void lanes_copy_eight(void *to, const void *from) {
    _mm256_storeu_ps(to, _mm256_loadu_ps(from));
}

/* Loads the first two floats of two records that are `stride` bytes apart. */
static inline __m128 lanes_load_two_pairs(const char *from, size_t stride) {
    __m128 one = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)from));
    return _mm_loadh_pi(one, (const __m64 *)(const void *)(from + stride));
}

/* Return the lower or the upper four floats. */
static inline __m128 lanes_low(lanes a) {
    return _mm256_castps256_ps128(a);
}
static inline __m128 lanes_high(lanes a) {
    return _mm256_extractf128_ps(a, 1);
}

/* Stores four columns of eight numbers as eight rows of four. */
static inline void lanes_store_quads(void *const rows[LANES], const lanes columns[4]) {
    lanes s[4], r[4];
    s[0] = _mm256_unpacklo_ps(columns[0], columns[1]);
    s[1] = _mm256_unpackhi_ps(columns[0], columns[1]);
    s[2] = _mm256_unpacklo_ps(columns[2], columns[3]);
    s[3] = _mm256_unpackhi_ps(columns[2], columns[3]);
    r[0] = _mm256_shuffle_ps(s[0], s[2], 0x44);
    r[1] = _mm256_shuffle_ps(s[0], s[2], 0xee);
    r[2] = _mm256_shuffle_ps(s[1], s[3], 0x44);
    r[3] = _mm256_shuffle_ps(s[1], s[3], 0xee);
    for (int i = 0; i < 4; i++) {
        _mm_storeu_ps(rows[i], _mm256_castps256_ps128(r[i]));
        _mm_storeu_ps(rows[i + 4], _mm256_extractf128_ps(r[i], 1));
    }
}

/* Loads the first four floats of each row of a part and returns them as four columns. */
static inline void part_transpose_four(const void *const rows[LANES], lane_part columns[4]) {
    lanes r[4], s[4];
    for (int i = 0; i < 4; i++) {
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[i])),
                                    _mm_loadu_ps(rows[i + 4]), 1);
    }
    s[0] = _mm256_unpacklo_ps(r[0], r[1]);
    s[1] = _mm256_unpackhi_ps(r[0], r[1]);
    s[2] = _mm256_unpacklo_ps(r[2], r[3]);
    s[3] = _mm256_unpackhi_ps(r[2], r[3]);
    columns[0] = _mm256_shuffle_ps(s[0], s[2], 0x44);
    columns[1] = _mm256_shuffle_ps(s[0], s[2], 0xee);
    columns[2] = _mm256_shuffle_ps(s[1], s[3], 0x44);
    columns[3] = _mm256_shuffle_ps(s[1], s[3], 0xee);
}

/* Loads the first eight floats of each row of a part and returns them as eight columns. */
static inline void part_transpose(const void *const rows[LANES], lane_part columns[8]) {
    lanes r[LANES], s[LANES];
    for (int i = 0; i < LANES; i++) {
        r[i] = _mm256_loadu_ps(rows[i]);
    }
    for (int i = 0; i < LANES; i += 2) {
        s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < LANES; i += 4) {
        r[i] = _mm256_shuffle_ps(s[i], s[i + 2], 0x44);
        r[i + 1] = _mm256_shuffle_ps(s[i], s[i + 2], 0xee);
        r[i + 2] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0x44);
        r[i + 3] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0xee);
    }
    for (int i = 0; i < 4; i++) {
        columns[i] = _mm256_permute2f128_ps(r[i], r[i + 4], 0x20);
        columns[i + 4] = _mm256_permute2f128_ps(r[i], r[i + 4], 0x31);
    }
}
static inline void lanes_transpose(const void *const rows[LANES], lanes columns[LANES]) {
    part_transpose(rows, columns);
}
static inline void lanes_transpose_four(const void *const rows[LANES], lanes columns[4]) {
    part_transpose_four(rows, columns);
}

#elif defined LANES_SSE2

typedef __m128 lane_part;
typedef struct lanes {
    lane_part low, high;
} lanes;
enum { LANE_PARTS = 2 };

#define PART_UNARY(name, op)                                                                       \
    static inline lane_part part_##name(lane_part a) {                                             \
        return _mm_##op(a);                                                                        \
    }
#define PART_BINARY(name, op)                                                                      \
    static inline lane_part part_##name(lane_part a, lane_part b) {                                \
        return _mm_##op(a, b);                                                                     \
    }
#define PART_COMPARE(name, op, code) PART_BINARY(name, op)
#define LANES_UNARY(name)                                                                          \
    static inline lanes lanes_##name(lanes a) {                                                    \
        return (lanes){part_##name(a.low), part_##name(a.high)};                                   \
    }
#define LANES_BINARY(name)                                                                         \
    static inline lanes lanes_##name(lanes a, lanes b) {                                           \
        return (lanes){part_##name(a.low, b.low), part_##name(a.high, b.high)};                    \
    }

static inline lane_part part_set(float value) {
    return _mm_set1_ps(value);
}
static inline lanes lanes_set(float value) {
    return (lanes){part_set(value), part_set(value)};
}

static inline lane_part part_load(const float *from) {
    return _mm_loadu_ps(from);
}
static inline lanes lanes_load(const float *from) {
    return (lanes){part_load(from), part_load(from + 4)};
}

static inline void part_store(float *to, lane_part a) {
    _mm_storeu_ps(to, a);
}
static inline void lanes_store(float *to, lanes a) {
    part_store(to, a.low);
    part_store(to + 4, a.high);
}

/* Returns b in the lanes where the mask is set, and a in the others. */
static inline lane_part part_select(lane_part mask, lane_part a, lane_part b) {
    return _mm_or_ps(_mm_and_ps(mask, b), _mm_andnot_ps(mask, a));
}
/* Returns b in the lanes where `by` is less than zero, and a in the others; `by` is never -0. */
static inline lane_part part_select_negative(lane_part by, lane_part a, lane_part b) {
    return part_select(_mm_cmplt_ps(by, _mm_setzero_ps()), a, b);
}
static inline lanes lanes_select(lanes mask, lanes a, lanes b) {
    return (lanes){part_select(mask.low, a.low, b.low), part_select(mask.high, a.high, b.high)};
}

/* Returns a mask as an integer with one bit for each lane. */
static inline uint32_t part_bits(lane_part mask) {
    return (uint32_t)_mm_movemask_ps(mask);
}
static inline uint32_t lanes_bits(lanes mask) {
    return part_bits(mask.low) | part_bits(mask.high) << 4;
}

/* Returns the mask of the lanes in which a and b have the same bits. */
static inline lane_part part_same(lane_part a, lane_part b) {
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

/* Returns a mask with lane i set if bit i of `bits` is set. */
static inline lanes lanes_mask(uint32_t bits) {
    __m128i low = _mm_setr_epi32(1, 2, 4, 8), high = _mm_setr_epi32(16, 32, 64, 128);
    __m128i all = _mm_set1_epi32((int)bits);
    return (lanes){_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, low), low)),
                   _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, high), high))};
}

/* Return or store the integer parts of numbers with magnitudes below 2^31. */
static inline lanes lanes_truncate(lanes a) {
    return (lanes){_mm_cvtepi32_ps(_mm_cvttps_epi32(a.low)),
                   _mm_cvtepi32_ps(_mm_cvttps_epi32(a.high))};
}
static inline void lanes_store_truncated(uint32_t *to, lanes a) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm_cvttps_epi32(a.low));
    _mm_storeu_si128((__m128i *)(void *)(to + 4), _mm_cvttps_epi32(a.high));
}

/* Adds the bits of a and b as integers. */
static inline lane_part part_add_bits(lane_part a, lane_part b) {
    return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

/* Return the smaller (part_lower) or the larger (part_higher) of two non-negative numbers. */
static inline lane_part part_lower(lane_part a, lane_part b) {
    return _mm_min_ps(a, b);
}
static inline lane_part part_higher(lane_part a, lane_part b) {
    return _mm_max_ps(a, b);
}

/* Returns a with the bytes that are set in the mask replaced by those of b. */
static inline lane_part part_replace_bytes(lane_part mask, lane_part a, lane_part b) {
    return part_select(mask, a, b);
}

/* Shifts the bits to the left. */
static inline lane_part part_shift_left(lane_part a, int count) {
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_castps_si128(a), count));
}
static inline lanes lanes_shift_left(lanes a, int count) {
    return (lanes){part_shift_left(a.low, count), part_shift_left(a.high, count)};
}

/* Copies eight words (32 bytes). */
static inline void lanes_copy_eight(void *to, const void *from) {
    __m128 low = _mm_loadu_ps(from), high = _mm_loadu_ps((const float *)from + 4);
    _mm_storeu_ps(to, low);
    _mm_storeu_ps((float *)to + 4, high);
}

/* Loads the first two floats of two records that are `stride` bytes apart. */
static inline __m128 lanes_load_two_pairs(const char *from, size_t stride) {
    __m128 one = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)from));
    return _mm_loadh_pi(one, (const __m64 *)(const void *)(from + stride));
}

/* Return the lower or the upper four floats. */
static inline __m128 lanes_low(lanes a) {
    return a.low;
}
static inline __m128 lanes_high(lanes a) {
    return a.high;
}

/* Stores four columns of eight numbers as eight rows of four. */
static inline void lanes_store_quads(void *const rows[LANES], const lanes columns[4]) {
    __m128 a = columns[0].low, b = columns[1].low, c = columns[2].low, d = columns[3].low;
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(rows[0], a);
    _mm_storeu_ps(rows[1], b);
    _mm_storeu_ps(rows[2], c);
    _mm_storeu_ps(rows[3], d);
    __m128 e = columns[0].high, f = columns[1].high, g = columns[2].high, h = columns[3].high;
    _MM_TRANSPOSE4_PS(e, f, g, h);
    _mm_storeu_ps(rows[4], e);
    _mm_storeu_ps(rows[5], f);
    _mm_storeu_ps(rows[6], g);
    _mm_storeu_ps(rows[7], h);
}

/* Loads the first four floats of each row of a part and returns them as four columns. */
static inline void part_transpose_four(const void *const rows[4], lane_part columns[4]) {
    for (int i = 0; i < 4; i++) {
        columns[i] = _mm_loadu_ps(rows[i]);
    }
    _MM_TRANSPOSE4_PS(columns[0], columns[1], columns[2], columns[3]);
}

/* Loads the first eight floats of each row of a part and returns them as eight columns. */
static inline void part_transpose(const void *const rows[4], lane_part columns[8]) {
    for (int i = 0; i < 4; i++) {
        columns[i] = _mm_loadu_ps(rows[i]);
        columns[i + 4] = _mm_loadu_ps((const float *)rows[i] + 4);
    }
    _MM_TRANSPOSE4_PS(columns[0], columns[1], columns[2], columns[3]);
    _MM_TRANSPOSE4_PS(columns[4], columns[5], columns[6], columns[7]);
}
static inline void lanes_transpose(const void *const rows[LANES], lanes columns[LANES]) {
    lane_part low[LANES], high[LANES];
    part_transpose(rows, low);
    part_transpose(rows + 4, high);
    for (int i = 0; i < LANES; i++) {
        columns[i] = (lanes){low[i], high[i]};
    }
}
static inline void lanes_transpose_four(const void *const rows[LANES], lanes columns[4]) {
    lane_part low[4], high[4];
    part_transpose_four(rows, low);
    part_transpose_four(rows + 4, high);
    for (int i = 0; i < 4; i++) {
        columns[i] = (lanes){low[i], high[i]};
    }
}

#else
#error "geom/lanes.h needs LANES_AVX512, LANES_AVX2 or LANES_SSE2"
#endif

PART_BINARY(add, add_ps)
PART_BINARY(sub, sub_ps)
PART_BINARY(mul, mul_ps)
PART_BINARY(div, div_ps)
PART_UNARY(sqrt, sqrt_ps)
PART_BINARY(min, min_ps) /* a < b ? a : b; the result is b if a or b is NaN */
PART_BINARY(max, max_ps) /* a > b ? a : b; the result is b if a or b is NaN */
PART_BINARY(and, and_ps)
PART_BINARY(or, or_ps)
PART_BINARY(xor, xor_ps)
PART_BINARY(without, andnot_ps) /* ~a & b */
PART_COMPARE(less, cmplt_ps, _CMP_LT_OQ)
PART_COMPARE(less_equal, cmple_ps, _CMP_LE_OQ)
PART_COMPARE(equal, cmpeq_ps, _CMP_EQ_OQ)

LANES_BINARY(add)
LANES_BINARY(sub)
LANES_BINARY(mul)
LANES_BINARY(div)
LANES_UNARY(sqrt)
LANES_BINARY(min)
LANES_BINARY(max)
LANES_BINARY(and)
LANES_BINARY(or)
LANES_BINARY(xor)
LANES_BINARY(without)
LANES_BINARY(less)
LANES_BINARY(less_equal)
LANES_BINARY(equal)
LANES_BINARY(same)
LANES_BINARY(add_bits)
LANES_BINARY(lower)
LANES_BINARY(higher)

#undef PART_UNARY
#undef PART_BINARY
#undef PART_COMPARE
#undef LANES_UNARY
#undef LANES_BINARY

/* ---- Part by part ---------------------------------------------------------------------------- */

enum { PART_LANES = LANES / LANE_PARTS };

static inline lane_part lanes_part(const lanes *a, uint32_t part) {
    lane_part out;
    memcpy(&out, (const char *)a + part * sizeof out, sizeof out);
    return out;
}

static inline void lanes_put_part(lanes *a, uint32_t part, lane_part value) {
    memcpy((char *)a + part * sizeof value, &value, sizeof value);
}

static inline lane_part part_set_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return part_set(value);
}

static inline lane_part part_zero(void) {
    return part_set(0.0F);
}

static inline lane_part part_negative(lane_part a) {
    return part_sub(part_set_bits(0x80000000U), a);
}

static inline lane_part part_dot(lane_part ax, lane_part ay, lane_part bx, lane_part by) {
    return part_add(part_mul(ax, bx), part_mul(ay, by));
}

static inline bool part_any(lane_part mask) {
    return part_bits(mask) != 0;
}

/* ---- Masks ----------------------------------------------------------------------------------- */

typedef lanes lane_mask;

static inline lane_mask mask_and(lane_mask a, lane_mask b) {
    return lanes_and(a, b);
}

static inline lane_mask mask_or(lane_mask a, lane_mask b) {
    return lanes_or(a, b);
}

/* Returns a in the lanes where the mask is set, and zero in the others. */
static inline lanes lanes_keep(lane_mask mask, lanes a) {
    return lanes_and(mask, a);
}

/* ---- Reductions ------------------------------------------------------------------------------ */

/* Returns the largest of the eight numbers. */
static inline float lanes_greatest(lanes a) {
    __m128 four = _mm_max_ps(lanes_low(a), lanes_high(a));
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}

/* Returns the smallest of the eight numbers. */
static inline float lanes_least(lanes a) {
    __m128 four = _mm_min_ps(lanes_low(a), lanes_high(a));
    __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
}

static inline __m128 lanes_least_pairs(__m128 a, __m128 b) {
    return _mm_min_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
}

/* Sets least[i] to the smallest of the eight numbers in a[i]. */
static inline void lanes_least_of_four(const lanes a[4], float least[4]) {
    __m128 half[4];
    for (int i = 0; i < 4; i++) {
        half[i] = _mm_min_ps(lanes_low(a[i]), lanes_high(a[i]));
    }
    __m128 front = lanes_least_pairs(half[0], half[1]), back = lanes_least_pairs(half[2], half[3]);
    _mm_storeu_ps(least, _mm_min_ps(_mm_movelh_ps(front, back), _mm_movehl_ps(back, front)));
}

#endif

/* ---- All lanes ------------------------------------------------------------------------------- */

/* Returns lanes that all have the given bits. */
static inline lanes lanes_set_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return lanes_set(value);
}

static inline lanes lanes_zero(void) {
    return lanes_set(0.0F);
}

static inline lanes lanes_negative(lanes a) {
    return lanes_sub(lanes_set_bits(0x80000000U), a);
}

static inline lanes lanes_dot(lanes ax, lanes ay, lanes bx, lanes by) {
    return lanes_add(lanes_mul(ax, bx), lanes_mul(ay, by));
}

/* Clamps t to [low, high]; NaN becomes `low`. */
static inline lanes lanes_clamp(lanes t, lanes low, lanes high) {
    return lanes_min(lanes_max(t, low), high);
}

static inline bool lanes_any(lane_mask mask) {
    return lanes_bits(mask) != 0;
}

#endif
