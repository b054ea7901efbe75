/* Compares operations on four floats with those on single floats, for each variant of
 * geom/quad.h. */
#ifndef UNIT_GEOM_QUADS_H
#define UNIT_GEOM_QUADS_H

#include <float.h>
#include <string.h>

#include "geom/quad.h"
#include "support/spaces.h"
#include "support/suite.h"

static const float special[] = {0.0F,    -0.0F,    1.0F,      -1.0F,  FLT_MAX,  -FLT_MAX,
                                FLT_MIN, INFINITY, -INFINITY, 1e-40F, 32768.0F, 32769.0F};

static float draw(dice *from) {
    uint32_t which = dice_below(from, 20);
    return which < sizeof special / sizeof *special ? special[which]
                                                    : (float)dice_between(from, -1e5, 1e5);
}

static void draw_four(dice *from, float out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = draw(from);
    }
}

/* Checks that two floats have the same bits; any two NaNs count as the same. */
static void check_same(float found, float expected) {
    ck_assert((isnan(found) && isnan(expected)) || memcmp(&found, &expected, sizeof found) == 0);
}

static void check_four(quad found, float a, float b, float c, float d) {
    float at[4];
    quad_store(at, found);
    check_same(at[0], a);
    check_same(at[1], b);
    check_same(at[2], c);
    check_same(at[3], d);
}

#define CHECK_BINARY(function, expression)                                                         \
    do {                                                                                           \
        float found[4];                                                                            \
        quad_store(found, function(quad_load(left), quad_load(right)));                            \
        for (int k = 0; k < 4; k++) {                                                              \
            float a = left[k], b = right[k];                                                       \
            check_same(found[k], expression);                                                      \
        }                                                                                          \
    } while (0)

START_TEST(arithmetic_matches_that_of_single_floats) {
    dice random = {1};
    for (int i = 0; i < 20000; i++) {
        float left[4], right[4];
        draw_four(&random, left);
        draw_four(&random, right);
        CHECK_BINARY(quad_add, a + b);
        CHECK_BINARY(quad_sub, a - b);
        CHECK_BINARY(quad_mul, a * b);
        CHECK_BINARY(quad_min, a < b ? a : b);
        CHECK_BINARY(quad_max, a > b ? a : b);
    }
}
END_TEST

START_TEST(shuffles_lanes) {
    quad a = quad_of(1, 2, 3, 4), b = quad_of(5, 6, 7, 8);
    check_four(a, 1, 2, 3, 4);
    check_four(quad_upper(a), 3, 4, 3, 4);
    check_four(quad_join(a, b), 1, 2, 5, 6);
    check_four(quad_of_position((wend_vec2){8, 9}), 9, 8, 9, 8);
}
END_TEST

START_TEST(compares_each_magnitude_with_its_limit) {
    dice random = {2};
    uint32_t within = 0;
    for (int i = 0; i < 20000; i++) {
        float a[4], limit[4] = {32768.0F, 40000.0F, FLT_MAX, FLT_MAX};
        draw_four(&random, a);
        a[dice_below(&random, 4)] = dice_below(&random, 50) ? 1.0F : NAN;
        bool expected = true;
        for (int k = 0; k < 4; k++) {
            expected = expected && a[k] <= limit[k] && a[k] >= -limit[k];
        }
        ck_assert_int_eq(quad_within(quad_load(a), quad_load(limit)), expected);
        within += expected;
    }
    ck_assert_uint_gt(within, 1000);
    ck_assert_uint_lt(within, 19000);
}
END_TEST

START_TEST(combines_row_and_column_into_an_index) {
    dice random = {3};
    for (int i = 0; i < 20000; i++) {
        uint32_t row[2] = {dice_below(&random, 3000), dice_below(&random, 1000000)};
        uint32_t rest[2] = {dice_below(&random, 3000), dice_below(&random, 1000000)};
        uint32_t width[2] = {dice_below(&random, 100000), dice_below(&random, 4000)};
        float part = (float)dice_between(&random, 0.0, 0.9);
        quad a =
            quad_of((float)row[0] + part, (float)rest[0] + part, (float)row[1], (float)rest[1]);
        quad_pair found = quad_index(a, quad_factors_of(width[0], width[1]));
        ck_assert_uint_eq(found.first, (uint64_t)row[0] * width[0] + rest[0]);
        ck_assert_uint_eq(found.second, (uint64_t)row[1] * width[1] + rest[1]);
    }
}
END_TEST

#define QUAD_TESTS                                                                                 \
    arithmetic_matches_that_of_single_floats, shuffles_lanes,                                      \
        compares_each_magnitude_with_its_limit, combines_row_and_column_into_an_index

#endif
