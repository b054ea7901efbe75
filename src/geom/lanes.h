/* geom/lanes.h: eight floats at a time.
 *
 * Include it where LANES_AVX2 or LANES_SSE2 is defined, in a file compiled for that machine. Every
 * operation is the correctly rounded one of a single float, so wide code agrees with scalar code
 * that does the same in the same order, bit for bit. A comparison gives a mask (all bits or none),
 * for lanes_select, lanes_and and lanes_bits. */
#ifndef GEOM_LANES_H
#define GEOM_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 8, LANES_ALL = 0xff };

#if defined LANES_AVX2

typedef __m256 lanes;

#define LANES_UNARY(name, op)                                                                      \
    static inline lanes name(lanes a) {                                                            \
        return _mm256_##op(a);                                                                     \
    }
#define LANES_BINARY(name, op)                                                                     \
    static inline lanes name(lanes a, lanes b) {                                                   \
        return _mm256_##op(a, b);                                                                  \
    }
#define LANES_COMPARE(name, op, code)                                                              \
    static inline lanes name(lanes a, lanes b) {                                                   \
        return _mm256_cmp_ps(a, b, code);                                                          \
    }

static inline lanes lanes_set(float value) {
    return _mm256_set1_ps(value);
}

static inline lanes lanes_load(const float *from) {
    return _mm256_loadu_ps(from);
}

static inline void lanes_store(float *to, lanes a) {
    _mm256_storeu_ps(to, a);
}

/* b where the mask is set, else a. */
static inline lanes lanes_select(lanes mask, lanes a, lanes b) {
    return _mm256_blendv_ps(a, b, mask);
}

/* One bit for each lane of a mask. */
static inline uint32_t lanes_bits(lanes mask) {
    return (uint32_t)_mm256_movemask_ps(mask);
}

/* A mask: where a and b are the same bits. */
static inline lanes lanes_same(lanes a, lanes b) {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/* The mask of these lanes, one bit for each. */
static inline lanes lanes_mask(uint32_t bits) {
    __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, each));
}

/* a + b as whole numbers. */
static inline lanes lanes_add_bits(lanes a, lanes b) {
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/* The lower and the higher of numbers that are not negative. */
static inline lanes lanes_lower(lanes a, lanes b) {
    return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
static inline lanes lanes_higher(lanes a, lanes b) {
    return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

static inline __m128 lanes_load_two_pairs(const char *from, size_t stride) {
    __m128 one = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)from));
    return _mm_loadh_pi(one, (const __m64 *)(const void *)(from + stride));
}

/* The first two floats of eight records that lie `stride` bytes apart. */
static inline void lanes_load_pairs(const void *from, size_t stride, lanes *x, lanes *y) {
    const char *at = from;
    __m128 a = lanes_load_two_pairs(at, stride), b = lanes_load_two_pairs(at + 2 * stride, stride);
    __m128 c = lanes_load_two_pairs(at + 4 * stride, stride);
    __m128 d = lanes_load_two_pairs(at + 6 * stride, stride);
    lanes even = _mm256_set_m128(c, a), odd = _mm256_set_m128(d, b);
    *x = _mm256_shuffle_ps(even, odd, 0x88);
    *y = _mm256_shuffle_ps(even, odd, 0xdd);
}

/* The two halves. */
static inline __m128 lanes_low(lanes a) {
    return _mm256_castps256_ps128(a);
}
static inline __m128 lanes_high(lanes a) {
    return _mm256_extractf128_ps(a, 1);
}

/* Four columns as eight rows. */
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

/* The first eight floats of eight rows, as eight columns. */
static inline void lanes_transpose(const void *const rows[LANES], lanes columns[LANES]) {
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

#elif defined LANES_SSE2

typedef struct lanes {
    __m128 low, high;
} lanes;

#define LANES_UNARY(name, op)                                                                      \
    static inline lanes name(lanes a) {                                                            \
        return (lanes){_mm_##op(a.low), _mm_##op(a.high)};                                         \
    }
#define LANES_BINARY(name, op)                                                                     \
    static inline lanes name(lanes a, lanes b) {                                                   \
        return (lanes){_mm_##op(a.low, b.low), _mm_##op(a.high, b.high)};                          \
    }
#define LANES_COMPARE(name, op, code)                                                              \
    static inline lanes name(lanes a, lanes b) {                                                   \
        return (lanes){_mm_##op(a.low, b.low), _mm_##op(a.high, b.high)};                          \
    }

static inline lanes lanes_set(float value) {
    return (lanes){_mm_set1_ps(value), _mm_set1_ps(value)};
}

static inline lanes lanes_load(const float *from) {
    return (lanes){_mm_loadu_ps(from), _mm_loadu_ps(from + 4)};
}

static inline void lanes_store(float *to, lanes a) {
    _mm_storeu_ps(to, a.low);
    _mm_storeu_ps(to + 4, a.high);
}

static inline __m128 lanes_select_half(__m128 mask, __m128 a, __m128 b) {
    return _mm_or_ps(_mm_and_ps(mask, b), _mm_andnot_ps(mask, a));
}

/* b where the mask is set, else a. */
static inline lanes lanes_select(lanes mask, lanes a, lanes b) {
    return (lanes){lanes_select_half(mask.low, a.low, b.low),
                   lanes_select_half(mask.high, a.high, b.high)};
}

/* One bit for each lane of a mask. */
static inline uint32_t lanes_bits(lanes mask) {
    return (uint32_t)(_mm_movemask_ps(mask.low) | _mm_movemask_ps(mask.high) << 4);
}

static inline __m128 lanes_same_half(__m128 a, __m128 b) {
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

/* A mask: where a and b are the same bits. */
static inline lanes lanes_same(lanes a, lanes b) {
    return (lanes){lanes_same_half(a.low, b.low), lanes_same_half(a.high, b.high)};
}

/* The mask of these lanes, one bit for each. */
static inline lanes lanes_mask(uint32_t bits) {
    __m128i low = _mm_setr_epi32(1, 2, 4, 8), high = _mm_setr_epi32(16, 32, 64, 128);
    __m128i all = _mm_set1_epi32((int)bits);
    return (lanes){_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, low), low)),
                   _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, high), high))};
}

static inline __m128 lanes_add_bits_half(__m128 a, __m128 b) {
    return _mm_castsi128_ps(_mm_add_epi32(_mm_castps_si128(a), _mm_castps_si128(b)));
}

/* a + b as whole numbers. */
static inline lanes lanes_add_bits(lanes a, lanes b) {
    return (lanes){lanes_add_bits_half(a.low, b.low), lanes_add_bits_half(a.high, b.high)};
}

/* The lower and the higher of numbers that are not negative. */
static inline lanes lanes_lower(lanes a, lanes b) {
    return (lanes){_mm_min_ps(a.low, b.low), _mm_min_ps(a.high, b.high)};
}
static inline lanes lanes_higher(lanes a, lanes b) {
    return (lanes){_mm_max_ps(a.low, b.low), _mm_max_ps(a.high, b.high)};
}

static inline __m128 lanes_load_two_pairs(const char *from, size_t stride) {
    __m128 one = _mm_castpd_ps(_mm_load_sd((const double *)(const void *)from));
    return _mm_loadh_pi(one, (const __m64 *)(const void *)(from + stride));
}

/* The first two floats of eight records that lie `stride` bytes apart. */
static inline void lanes_load_pairs(const void *from, size_t stride, lanes *x, lanes *y) {
    const char *at = from;
    __m128 a = lanes_load_two_pairs(at, stride), b = lanes_load_two_pairs(at + 2 * stride, stride);
    __m128 c = lanes_load_two_pairs(at + 4 * stride, stride);
    __m128 d = lanes_load_two_pairs(at + 6 * stride, stride);
    *x = (lanes){_mm_shuffle_ps(a, b, 0x88), _mm_shuffle_ps(c, d, 0x88)};
    *y = (lanes){_mm_shuffle_ps(a, b, 0xdd), _mm_shuffle_ps(c, d, 0xdd)};
}

/* The two halves. */
static inline __m128 lanes_low(lanes a) {
    return a.low;
}
static inline __m128 lanes_high(lanes a) {
    return a.high;
}

/* Four columns as eight rows. */
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

/* The first eight floats of eight rows, as eight columns. */
static inline void lanes_transpose(const void *const rows[LANES], lanes columns[LANES]) {
    for (int half = 0; half < 2; half++) {
        __m128 r[LANES];
        for (int i = 0; i < LANES; i++) {
            r[i] = _mm_loadu_ps((const float *)rows[i] + 4 * half);
        }
        _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
        _MM_TRANSPOSE4_PS(r[4], r[5], r[6], r[7]);
        for (int i = 0; i < 4; i++) {
            columns[4 * half + i] = (lanes){r[i], r[i + 4]};
        }
    }
}

#else
#error "geom/lanes.h needs LANES_AVX2 or LANES_SSE2"
#endif

LANES_BINARY(lanes_add, add_ps)
LANES_BINARY(lanes_sub, sub_ps)
LANES_BINARY(lanes_mul, mul_ps)
LANES_BINARY(lanes_div, div_ps)
LANES_UNARY(lanes_sqrt, sqrt_ps)
LANES_BINARY(lanes_min, min_ps) /* a < b ? a : b, also for what is not a number */
LANES_BINARY(lanes_max, max_ps) /* a > b ? a : b */
LANES_BINARY(lanes_and, and_ps)
LANES_BINARY(lanes_or, or_ps)
LANES_BINARY(lanes_xor, xor_ps)
LANES_BINARY(lanes_without, andnot_ps) /* b, but for the bits of a */
LANES_COMPARE(lanes_less, cmplt_ps, _CMP_LT_OQ)
LANES_COMPARE(lanes_less_equal, cmple_ps, _CMP_LE_OQ)
LANES_COMPARE(lanes_equal, cmpeq_ps, _CMP_EQ_OQ)

#undef LANES_UNARY
#undef LANES_BINARY
#undef LANES_COMPARE

/* The same bits in every lane. */
static inline lanes lanes_set_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return lanes_set(value);
}

/* The greatest of the eight. */
static inline float lanes_greatest(lanes a) {
    __m128 four = _mm_max_ps(lanes_low(a), lanes_high(a));
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}

static inline lanes lanes_zero(void) {
    return lanes_set(0.0F);
}

static inline __m128 lanes_least_pairs(__m128 a, __m128 b) {
    return _mm_min_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
}

/* The least of each of four. */
static inline void lanes_least_of_four(const lanes a[4], float least[4]) {
    __m128 half[4];
    for (int i = 0; i < 4; i++) {
        half[i] = _mm_min_ps(lanes_low(a[i]), lanes_high(a[i]));
    }
    __m128 front = lanes_least_pairs(half[0], half[1]), back = lanes_least_pairs(half[2], half[3]);
    _mm_storeu_ps(least, _mm_min_ps(_mm_movelh_ps(front, back), _mm_movehl_ps(back, front)));
}

static inline lanes lanes_negative(lanes a) {
    return lanes_sub(lanes_set_bits(0x80000000U), a);
}

static inline lanes lanes_dot(lanes ax, lanes ay, lanes bx, lanes by) {
    return lanes_add(lanes_mul(ax, bx), lanes_mul(ay, by));
}

static inline bool lanes_any(lanes mask) {
    return lanes_bits(mask) != 0;
}

#endif
