/* Compares the operations on four floats that only the SIMD variants have (geom/quad.h) with those
 * on single floats, for all pairs of special values and for random ones. */
#include "support/suite.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#include <float.h>
#include <math.h>
#include <string.h>

#include "support/spaces.h"

static const float special[] = {0.0F,     -0.0F,   1.0F,     -1.0F,      FLT_MAX,
                                -FLT_MAX, FLT_MIN, INFINITY, -INFINITY,  1e-40F,
                                -1e-40F,  NAN,     3.0F,     16777217.0F};
enum { SPECIAL = sizeof special / sizeof *special, PAIRS = SPECIAL * SPECIAL, ROUNDS = 20000 };

/* Fills two quads: first with all pairs of special values, then with random ones. */
static void draw_pair(dice *from, int round, float left[4], float right[4]) {
    for (int i = 0; i < 4; i++) {
        int pair = 4 * round + i;
        left[i] = pair < PAIRS ? special[pair / SPECIAL] : (float)dice_between(from, -1e5, 1e5);
        right[i] = pair < PAIRS ? special[pair % SPECIAL] : (float)dice_between(from, -1e5, 1e5);
        if (pair >= PAIRS && dice_below(from, 10) == 0) {
            right[i] = left[i];
        }
    }
}

static uint32_t bits_of(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* Checks a lane; any two NaNs that arithmetic gives count as the same. */
static void check_number(quad found, int lane, float expected) {
    float at[4];
    quad_store(at, found);
    ck_assert((isnan(at[lane]) && isnan(expected)) || bits_of(at[lane]) == bits_of(expected));
}

static void check_bits(quad found, int lane, uint32_t expected) {
    float at[4];
    quad_store(at, found);
    ck_assert_uint_eq(bits_of(at[lane]), expected);
}

static void check_mask(quad found, int lane, bool expected) {
    check_bits(found, lane, expected ? UINT32_MAX : 0);
}

START_TEST(arithmetic_and_order_match_those_of_single_floats) {
    dice random = {1};
    for (int i = 0; i < ROUNDS; i++) {
        float left[4], right[4];
        draw_pair(&random, i, left, right);
        quad a = quad_load(left), b = quad_load(right);
        for (int k = 0; k < 4; k++) {
            float x = left[k], y = right[k];
            check_number(quad_div(a, b), k, x / y);
            check_number(quad_sqrt(a), k, sqrtf(x));
            check_number(quad_min(a, b), k, x < y ? x : y);
            check_number(quad_max(a, b), k, x > y ? x : y);
            check_mask(quad_less(a, b), k, x < y);
            check_mask(quad_less_equal(a, b), k, x <= y);
            check_mask(quad_equal(a, b), k, x == y);
            check_mask(quad_same(a, b), k, bits_of(x) == bits_of(y));
        }
    }
}
END_TEST

START_TEST(operations_on_bits_match_those_of_integers) {
    dice random = {2};
    for (int i = 0; i < ROUNDS; i++) {
        float left[4], right[4];
        draw_pair(&random, i, left, right);
        quad a = quad_load(left), b = quad_load(right), mask = quad_mask((uint32_t)i, 0);
        for (int k = 0; k < 4; k++) {
            uint32_t x = bits_of(left[k]), y = bits_of(right[k]);
            check_bits(quad_and(a, b), k, x & y);
            check_bits(quad_or(a, b), k, x | y);
            check_bits(quad_xor(a, b), k, x ^ y);
            check_bits(quad_without(a, b), k, ~x & y);
            check_bits(quad_add_bits(a, b), k, x + y);
            check_bits(quad_shift_left(a, i % 32), k, x << i % 32);
            check_bits(quad_select(mask, a, b), k, (i >> k & 1) != 0 ? y : x);
        }
    }
}
END_TEST

START_TEST(masks_become_integers_and_back) {
    for (uint32_t bits = 0; bits < 256; bits++) {
        quad low = quad_mask(bits, 0), high = quad_mask(bits, 4);
        ck_assert_uint_eq(quad_bits(low) | quad_bits(high) << 4, bits);
        ck_assert_uint_eq(quad_pair_bits(low), (bits >> 1 & 1) | (bits >> 3 & 1) << 1);
        for (int k = 0; k < 4; k++) {
            check_mask(low, k, (bits >> k & 1) != 0);
            check_mask(high, k, (bits >> (k + 4) & 1) != 0);
        }
    }
}
END_TEST

START_TEST(truncates_towards_zero) {
    dice random = {3};
    for (int i = 0; i < ROUNDS; i++) {
        float from[4];
        uint32_t whole[4];
        for (int k = 0; k < 4; k++) {
            double most = k < 2 ? 100.0 : 2147483520.0; /* the largest float below 2^31 */
            from[k] = (float)dice_between(&random, -most, most);
        }
        quad_store_truncated(whole, quad_load(from));
        for (int k = 0; k < 4; k++) {
            ck_assert_int_eq((int32_t)whole[k], (int32_t)from[k]);
            check_number(quad_truncate(quad_load(from)), k, (float)(int32_t)from[k]);
        }
    }
}
END_TEST

START_TEST(moves_lanes) {
    const float eight[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    quad a = quad_load(eight), b = quad_load(eight + 4);
    ck_assert_float_eq(quad_first(b), 5.0F);
    quad pairs = quad_load_two_pairs(eight + 1, 5 * sizeof(float));
    quad least = quad_least_pairs(quad_of(1, 6, 3, 4), quad_of(7, 8, 5, 2));
    const float swapped[4] = {2, 1, 4, 3}, two[4] = {2, 3, 7, 8}, lowest[4] = {1, 5, 4, 2};
    for (int k = 0; k < 4; k++) {
        check_number(quad_set(7.5F), k, 7.5F);
        check_number(quad_swap(a), k, swapped[k]);
        check_number(pairs, k, two[k]);
        check_number(least, k, lowest[k]);
    }
}
END_TEST

START_TEST(transposes_rows) {
    float cells[16];
    for (int i = 0; i < 16; i++) {
        cells[i] = (float)i;
    }
    quad rows[4] = {quad_load(cells), quad_load(cells + 4), quad_load(cells + 8),
                    quad_load(cells + 12)};
    quad_transpose(rows);
    for (int i = 0; i < 16; i++) {
        check_number(rows[i % 4], i / 4, cells[i]);
    }
}
END_TEST

/* A sum that is rounded to multiples of 1/2 by a large number, and back to floats. */
START_TEST(pairs_of_doubles_match_single_doubles) {
    dice random = {2};
    const double large = 0x1p51;
    for (int i = 0; i < ROUNDS; i++) {
        float left[4], right[4];
        draw_pair(&random, i, left, right);
        quad_doubles raised[2];
        quad halves[2] = {quad_load(left), quad_upper(quad_load(left))};
        for (int k = 0; k < 2; k++) {
            raised[k] = quad_doubles_add(quad_doubles_of(halves[k]), quad_doubles_set(large));
            raised[k] = quad_doubles_sub(raised[k], quad_doubles_set(large));
        }
        quad found = quad_of_doubles(raised[0], raised[1]);
        quad same = quad_of_doubles(quad_doubles_of(halves[0]), quad_doubles_of(halves[1]));
        for (int k = 0; k < 4; k++) {
            check_number(found, k, (float)(((double)left[k] + large) - large));
            check_number(same, k, left[k]);
        }
    }
}
END_TEST

int main(void) {
    SUITE("geom/quad_simd", arithmetic_and_order_match_those_of_single_floats,
          operations_on_bits_match_those_of_integers, masks_become_integers_and_back,
          truncates_towards_zero, moves_lanes, transposes_rows,
          pairs_of_doubles_match_single_doubles);
}
#else
int main(void) { /* there are no SIMD instructions on this machine */
    return 0;
}
#endif
