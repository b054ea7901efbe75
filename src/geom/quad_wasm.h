/* geom/quad_wasm.h: operations on four floats with the 128-bit SIMD instructions of WebAssembly.
 * geom/quad.h includes this header, and describes the operations.
 *
 * The instructions pmin(a, b) and pmax(a, b) return b < a ? b : a and a < b ? b : a. With swapped
 * arguments they are the minimum and the maximum of SSE2, which differ for NaN and for zeros. The
 * relaxed instructions are not used: their results depend on the machine. */
#ifndef GEOM_QUAD_WASM_H
#define GEOM_QUAD_WASM_H

#include <wasm_simd128.h>

typedef v128_t quad;
typedef v128_t quad_factors;

#define QUAD_BINARY(name, op)                                                                      \
    static inline quad quad_##name(quad a, quad b) {                                               \
        return wasm_##op(a, b);                                                                    \
    }

QUAD_BINARY(add, f32x4_add)
QUAD_BINARY(sub, f32x4_sub)
QUAD_BINARY(mul, f32x4_mul)
QUAD_BINARY(div, f32x4_div)
QUAD_BINARY(and, v128_and)
QUAD_BINARY(or, v128_or)
QUAD_BINARY(xor, v128_xor)
QUAD_BINARY(less, f32x4_lt)
QUAD_BINARY(less_equal, f32x4_le)
QUAD_BINARY(equal, f32x4_eq)
QUAD_BINARY(same, i32x4_eq)
QUAD_BINARY(add_bits, i32x4_add)

#undef QUAD_BINARY

/* ---- Loads, stores and shuffles -------------------------------------------------------------- */

static inline quad quad_of(float a, float b, float c, float d) {
    return wasm_f32x4_make(a, b, c, d);
}

static inline quad quad_set(float a) {
    return wasm_f32x4_splat(a);
}

static inline quad quad_load(const float *from) {
    return wasm_v128_load(from);
}

static inline void quad_store(float *to, quad a) {
    wasm_v128_store(to, a);
}

static inline quad quad_of_position(wend_vec2 point) {
    quad xy = wasm_v128_load64_splat(&point);
    return wasm_i32x4_shuffle(xy, xy, 1, 0, 1, 0);
}

static inline quad quad_load_two_pairs(const void *from, size_t stride) {
    return wasm_v128_load64_lane((const char *)from + stride, wasm_v128_load64_zero(from), 1);
}

static inline float quad_first(quad a) {
    return wasm_f32x4_extract_lane(a, 0);
}

static inline quad quad_upper(quad a) {
    return wasm_i32x4_shuffle(a, a, 2, 3, 2, 3);
}

static inline quad quad_join(quad a, quad b) {
    return wasm_i32x4_shuffle(a, b, 0, 1, 4, 5);
}

static inline quad quad_swap(quad a) {
    return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2);
}

static inline quad quad_min(quad a, quad b) {
    return wasm_f32x4_pmin(b, a);
}

static inline quad quad_max(quad a, quad b) {
    return wasm_f32x4_pmax(b, a);
}

static inline quad quad_least_pairs(quad a, quad b) {
    return quad_min(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
}

static inline void quad_transpose(quad rows[4]) {
    quad a = wasm_i32x4_shuffle(rows[0], rows[1], 0, 4, 1, 5);
    quad b = wasm_i32x4_shuffle(rows[0], rows[1], 2, 6, 3, 7);
    quad c = wasm_i32x4_shuffle(rows[2], rows[3], 0, 4, 1, 5);
    quad d = wasm_i32x4_shuffle(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = wasm_i32x4_shuffle(a, c, 0, 1, 4, 5);
    rows[1] = wasm_i32x4_shuffle(a, c, 2, 3, 6, 7);
    rows[2] = wasm_i32x4_shuffle(b, d, 0, 1, 4, 5);
    rows[3] = wasm_i32x4_shuffle(b, d, 2, 3, 6, 7);
}

/* ---- Numbers and bits ------------------------------------------------------------------------ */

static inline quad quad_sqrt(quad a) {
    return wasm_f32x4_sqrt(a);
}

static inline quad quad_without(quad a, quad b) {
    return wasm_v128_andnot(b, a); /* the instruction clears the bits of its second argument */
}

static inline quad quad_shift_left(quad a, int count) {
    return wasm_i32x4_shl(a, (uint32_t)count);
}

static inline quad quad_truncate(quad a) {
    return wasm_f32x4_convert_i32x4(wasm_i32x4_trunc_sat_f32x4(a));
}

static inline void quad_store_truncated(uint32_t *to, quad a) {
    wasm_v128_store(to, wasm_i32x4_trunc_sat_f32x4(a));
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static inline quad quad_select(quad mask, quad a, quad b) {
    return wasm_v128_bitselect(b, a, mask);
}

static inline uint32_t quad_bits(quad mask) {
    return (uint32_t)wasm_i32x4_bitmask(mask);
}

static inline uint32_t quad_pair_bits(quad mask) {
    return (uint32_t)wasm_i64x2_bitmask(mask);
}

static inline quad quad_mask(uint32_t bits, int first) {
    quad each = wasm_i32x4_make(1 << first, 2 << first, 4 << first, 8 << first);
    return wasm_i32x4_eq(wasm_v128_and(wasm_i32x4_splat((int)bits), each), each);
}

static inline bool quad_within(quad a, quad limit) {
    return quad_bits(quad_less_equal(wasm_f32x4_abs(a), limit)) == 0xf;
}

/* ---- Pairs of doubles ------------------------------------------------------------------------ */

typedef v128_t quad_doubles;

static inline quad_doubles quad_doubles_set(double a) {
    return wasm_f64x2_splat(a);
}

static inline quad_doubles quad_doubles_of(quad a) {
    return wasm_f64x2_promote_low_f32x4(a);
}

static inline quad_doubles quad_doubles_add(quad_doubles a, quad_doubles b) {
    return wasm_f64x2_add(a, b);
}

static inline quad_doubles quad_doubles_sub(quad_doubles a, quad_doubles b) {
    return wasm_f64x2_sub(a, b);
}

static inline quad quad_of_doubles(quad_doubles a, quad_doubles b) {
    return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(b), 0,
                              2);
}

/* ---- Indices --------------------------------------------------------------------------------- */

static inline quad_factors quad_factors_of(uint32_t first, uint32_t second) {
    return wasm_i32x4_make((int)first, (int)second, 0, 0);
}

static inline quad_pair quad_index(quad a, quad_factors factors) {
    quad whole = wasm_i32x4_trunc_sat_f32x4(a);
    quad rows = wasm_i32x4_shuffle(whole, whole, 0, 2, 0, 2);
    quad rest = wasm_u64x2_shr(whole, 32);
    quad sums = wasm_i64x2_add(wasm_u64x2_extmul_low_u32x4(rows, factors), rest);
    return (quad_pair){(uint64_t)wasm_i64x2_extract_lane(sums, 0),
                       (uint64_t)wasm_i64x2_extract_lane(sums, 1)};
}

#endif
