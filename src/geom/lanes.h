/* geom/lanes.h: SIMD operations on eight floats, or on sixteen (LANES_AVX512).
 *
 * Include this header where LANES_AVX512, LANES_AVX2, LANES_QUADS is defined, in a
 * file that is compiled for that instruction set. Code for sixteen lanes uses the type lane_mask
 * for masks, and mask_and, mask_or and lanes_keep. SSE2 and WebAssembly share the code for two
 * quads (geom/quad.h).
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

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef LANES_AVX512

#include "geom/lanes_avx512.h"

#else

#include "geom/quad.h"

enum { LANES = 8, LANES_ALL = 0xff };

/* For functions that are called with different constants, so that each call has code of its own. */
#define LANES_INLINE static inline __attribute__((always_inline))

#if defined LANES_AVX2
#include "geom/lanes_avx2.h"
#elif defined LANES_QUADS
#include "geom/lanes_quads.h"
#else
#error "geom/lanes.h needs LANES_AVX512, LANES_AVX2, LANES_QUADS"
#endif

LANES_BINARY(add)
LANES_BINARY(sub)
LANES_BINARY(mul)
LANES_BINARY(div)
LANES_UNARY(sqrt)
LANES_BINARY(min) /* a < b ? a : b; the result is b if a or b is NaN */
LANES_BINARY(max) /* a > b ? a : b; the result is b if a or b is NaN */
LANES_BINARY(and)
LANES_BINARY(or)
LANES_BINARY(xor)
LANES_BINARY(without) /* ~a & b */
LANES_BINARY(less)
LANES_BINARY(less_equal)
LANES_BINARY(equal)
LANES_BINARY(same)
LANES_BINARY(add_bits)
LANES_BINARY(lower)
LANES_BINARY(higher)

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
    quad four = quad_max(lanes_low(a), lanes_high(a));
    quad two = quad_max(four, quad_upper(four));
    return quad_first(quad_max(two, quad_swap(two)));
}

/* Returns the smallest of the eight numbers. */
static inline float lanes_least(lanes a) {
    quad four = quad_min(lanes_low(a), lanes_high(a));
    quad two = quad_min(four, quad_upper(four));
    return quad_first(quad_min(two, quad_swap(two)));
}

/* Sets least[i] to the smallest of the eight numbers in a[i]. */
static inline void lanes_least_of_four(const lanes a[4], float least[4]) {
    quad half[4];
    for (int i = 0; i < 4; i++) {
        half[i] = quad_min(lanes_low(a[i]), lanes_high(a[i]));
    }
    quad front = quad_least_pairs(half[0], half[1]), back = quad_least_pairs(half[2], half[3]);
    quad_store(least,
               quad_min(quad_join(front, back), quad_join(quad_upper(front), quad_upper(back))));
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
