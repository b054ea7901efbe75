/* geom/lanes_avx2.h: SIMD operations on eight floats in one register. geom/lanes.h includes this
 * header where LANES_AVX2 is defined. */
#ifndef GEOM_LANES_AVX2_H
#define GEOM_LANES_AVX2_H

#include <immintrin.h>

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
#define PART_COMPARE(name, code)                                                                   \
    static inline lane_part part_##name(lane_part a, lane_part b) {                                \
        return _mm256_cmp_ps(a, b, code);                                                          \
    }
PART_BINARY(add, add_ps)
PART_BINARY(sub, sub_ps)
PART_BINARY(mul, mul_ps)
PART_BINARY(div, div_ps)
PART_UNARY(sqrt, sqrt_ps)
PART_BINARY(min, min_ps)
PART_BINARY(max, max_ps)
PART_BINARY(and, and_ps)
PART_BINARY(or, or_ps)
PART_BINARY(xor, xor_ps)
PART_BINARY(without, andnot_ps)
PART_COMPARE(less, _CMP_LT_OQ)
PART_COMPARE(less_equal, _CMP_LE_OQ)
PART_COMPARE(equal, _CMP_EQ_OQ)

#undef PART_UNARY
#undef PART_BINARY
#undef PART_COMPARE

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

/* Return the lower or the upper four floats. */
static inline quad lanes_low(lanes a) {
    return _mm256_castps256_ps128(a);
}
static inline quad lanes_high(lanes a) {
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

#endif
