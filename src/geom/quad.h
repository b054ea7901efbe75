/* geom/quad.h: operations on four floats: two vectors side by side (a position and a velocity), or
 * half of the lanes of geom/lanes.h.
 *
 * Every operation rounds correctly, like the same operation on a single float, so the variants
 * agree bit for bit. There is one for SSE2, one for WebAssembly, and one in plain C for other
 * machines and for tests (QUAD_PLAIN).
 *
 *     quad_of(a, b, c, d)         (a, b, c, d)
 *     quad_load, quad_store       from or to four floats, at any address
 *     quad_of_position(p)         (y, x, y, x)
 *     quad_add, quad_sub, quad_mul
 *     quad_min(a, b)              in each lane, a if it is less than b, else b
 *     quad_max(a, b)              in each lane, a if it is greater than b, else b
 *     quad_upper(a)               (a2, a3, a2, a3)
 *     quad_join(a, b)             (a0, a1, b0, b1)
 *     quad_within(a, limit)       true if no lane of `a` exceeds its limit in magnitude; false if
 *                                 any lane is NaN
 *     quad_index(a, factors)      rounds `a` down and returns a0 * first + a1 and a2 * second + a3,
 *                                 where quad_factors_of(first, second) are the factors. The numbers
 *                                 in `a` must be non-negative and less than 2^31
 *
 * The SIMD variants (QUAD_SIMD) also have what geom/lanes.h needs. A comparison returns a mask in
 * which each lane has either all of its bits set or all of them clear.
 *
 *     quad_set(a)                 (a, a, a, a)
 *     quad_first(a)               a0
 *     quad_swap(a)                (a1, a0, a3, a2)
 *     quad_div, quad_sqrt
 *     quad_and, quad_or, quad_xor, quad_without (~a & b)      on bits
 *     quad_add_bits, quad_shift_left                          on 32-bit integers
 *     quad_less, quad_less_equal, quad_equal                  compare numbers; false if one is NaN
 *     quad_same                   compares bits
 *     quad_select(mask, a, b)     b in the lanes where the mask is set, and a in the others
 *     quad_bits(mask)             the mask as an integer with one bit for each lane
 *     quad_pair_bits(mask)        two bits: the masks of lane 1 and of lane 3
 *     quad_mask(bits, first)      the mask of the lanes i for which bit first + i is set
 *     quad_truncate(a)            the integer parts of numbers with magnitudes below 2^31
 *     quad_store_truncated        the same, as integers
 *     quad_load_two_pairs(p, n)   two floats from `p` and two from `p` + `n` bytes
 *     quad_least_pairs(a, b)      (min(a0, a2), min(b0, b2), min(a1, a3), min(b1, b3))
 *     quad_transpose(rows)        four rows of four become four columns
 *     quad_doubles_of(a)          a0 and a1 as doubles
 *     quad_of_doubles(a, b)       (a0, a1, b0, b1), rounded to floats
 *     quad_doubles_set, quad_doubles_add, quad_doubles_sub    on pairs of doubles */
#ifndef GEOM_QUAD_H
#define GEOM_QUAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wend/base.h>

/* The two integers that quad_index returns. */
typedef struct quad_pair {
    uint64_t first, second;
} quad_pair;

#if defined __SSE2__ && !defined QUAD_PLAIN
#define QUAD_SIMD
#include "geom/quad_sse2.h"
#elif defined __wasm_simd128__ && !defined QUAD_PLAIN
#define QUAD_SIMD
#include "geom/quad_wasm.h"
#else
#include "geom/quad_plain.h"
#endif

#endif
