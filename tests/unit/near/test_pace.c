/* Compares densities, spaces and speeds with values computed from the published equations. */
#include <math.h>

#include "near/pace.h"
#include "published/pedestrian_values.h"
#include "support/suite.h"

static const pace_rules menge = {1.57F, 0.9F, 0.5F}, published = {1.57F, 0.9F, 1.0F};

static void check(double found, double expected, double relative) {
    ck_assert_double_le(fabs(found - expected), relative * fabs(expected));
}

static void add(pace_sum *sum, double x, double y) {
    pace_add_agent(sum, (wend_vec2){(float)x, (float)y});
}

START_TEST(speeds_match_published_equations) {
    for (size_t i = 0; i < sizeof fundamental_diagram_rows / sizeof *fundamental_diagram_rows;
         i++) {
        const fundamental_diagram_row *row = &fundamental_diagram_rows[i];
        wend_vec2 direction = {(float)row->direction_x, (float)row->direction_y};
        pace_sum sum = pace_begin((wend_vec2){0.0F, 0.0F}, direction);
        add(&sum, row->first_x, row->first_y);
        add(&sum, row->second_x, row->second_y);
        add(&sum, row->third_x, row->third_y);
        pace_add_wall(&sum, (float)row->obstacle);
        check((double)sum.density, row->density, 1e-5);
        float space = pace_space(sum.density);
        check((double)space, row->space, 1e-5);
        check((double)pace_speed(&menge, space), row->cap, 2e-5);
    }
}
END_TEST

/* Values 10b to 10d: one neighbour, three, and five with an obstacle, at another position. */
START_TEST(crowds_match_published_values) {
    static const double neighbours[5][2] = {
        {1.0, 0.0}, {1.0, 0.5}, {1.0, -0.5}, {1.5, 0.25}, {0.5, -0.25}};
    static const struct {
        int count;
        double density, space, speed;
    } cases[] = {{1, 0.265962, 1.80477, 8.89604},
                 {3, 0.641844, 0.747845, 1.52748},
                 {5, 1.31615, 0.364700, 0.363265}};
    for (int k = 0; k < 3; k++) {
        pace_sum sum = pace_begin((wend_vec2){4.0F, -2.0F}, (wend_vec2){0.0F, 1.0F});
        for (int i = 0; i < cases[k].count; i++) { /* turned to the left by a quarter turn */
            add(&sum, 4.0 - neighbours[i][1], -2.0 + neighbours[i][0]);
        }
        if (k == 2) {
            pace_add_wall(&sum, 0.5F);
        }
        check((double)sum.density, cases[k].density, 1e-5);
        check((double)pace_space(sum.density), cases[k].space, 1e-5);
        check((double)pace_speed(&menge, pace_space(sum.density)), cases[k].speed, 1e-5);
    }
}
END_TEST

/* Values 10a and 10e. */
START_TEST(strides_match_published_values) {
    pace_rules nearer = {1.57F, 0.5F, 0.5F};
    check((double)pace_speed(&menge, 1.0F), 2.73119, 1e-5);
    check((double)pace_speed(&nearer, 1.0F), 4.38204, 1e-5);
    check((double)pace_speed(&menge, 0.605096F), 1.0, 1e-5);
    check((double)pace_speed(&published, 0.5F), 0.170699, 1e-5);
    check((double)pace_speed(&published, 1.0F), 0.682798, 1e-5);
    check((double)pace_speed(&published, 1.5F), 1.53630, 1e-5);
}
END_TEST

START_TEST(empty_space_is_free) {
    pace_sum sum = pace_begin((wend_vec2){0.0F, 0.0F}, (wend_vec2){1.0F, 0.0F});
    add(&sum, 1e6, 1e6); /* the exponential would be 0 */
    pace_add_wall(&sum, INFINITY);
    ck_assert_float_eq(sum.density, 0.0F);
    ck_assert_float_eq(pace_space(sum.density), 100.0F);
    ck_assert_float_eq(pace_space(0.00099F), 100.0F);
    ck_assert_float_lt(pace_space(0.00101F), 480.0F);
}
END_TEST

/* The terms are exp(-x) to a relative 1e-6, up to the distance beyond which they are 0. */
START_TEST(terms_match_the_exponential) {
    for (int i = 0; i < 4000; i++) {
        double distance = 0.001 * i;
        pace_sum sum = pace_begin((wend_vec2){0.0F, 0.0F}, (wend_vec2){1.0F, 0.0F});
        pace_add_wall(&sum, (float)distance);
        double d = (double)(float)distance;
        double expected = 0.265961520 * exp(-d * d / (2.0 * 0.75 * 0.75));
        ck_assert_double_le(fabs((double)sum.density - expected), 2e-6 * expected);
    }
    pace_sum sum = pace_begin((wend_vec2){0.0F, 0.0F}, (wend_vec2){1.0F, 0.0F});
    pace_add_wall(&sum, 4.25F);
    ck_assert_float_eq(sum.density, 0.0F);
}
END_TEST

/* A neighbour behind slows the agent down less than one at the same distance ahead. */
START_TEST(neighbours_ahead_count_more) {
    pace_sum ahead = pace_begin((wend_vec2){0.0F, 0.0F}, (wend_vec2){1.0F, 0.0F});
    pace_sum behind = ahead, beside = ahead;
    add(&ahead, 1.0, 0.0);
    add(&behind, -1.0, 0.0);
    add(&beside, 0.0, 1.0);
    ck_assert_float_gt(ahead.density, 2.0F * behind.density);
    ck_assert_float_gt(behind.density, beside.density);
}
END_TEST

int main(void) {
    SUITE("near/pace", speeds_match_published_equations, crowds_match_published_values,
          strides_match_published_values, empty_space_is_free, terms_match_the_exponential,
          neighbours_ahead_count_more);
}
