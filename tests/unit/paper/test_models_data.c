/* The measured data with which steering models are compared: formula, tables and bands. */
#include "paper/models/data.h"
#include "unit/scenario/lab.h"
#include <math.h>

START_TEST(matches_weidmann_formula) {
    /* Values of the formula, computed by hand to four digits. */
    static const data_point expected[] = {
        {0.5, 1.2984}, {1.0, 1.0581}, {2.0, 0.6062}, {4.0, 0.1563}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        ck_assert_double_eq_tol(data_weidmann_speed(expected[i].x), expected[i].y, 5e-5);
    }
}
END_TEST

START_TEST(weidmann_speed_falls_from_free_speed_to_zero) {
    ck_assert_double_eq(data_weidmann_speed(0.0), DATA_FREE_SPEED);
    ck_assert_double_eq(data_weidmann_speed(5.4), 0.0);
    ck_assert_double_eq(data_weidmann_speed(9.0), 0.0);
    double before = DATA_FREE_SPEED;
    for (double density = 0.3; density < 5.4; density += 0.1) {
        double speed = data_weidmann_speed(density);
        ck_assert_double_lt(speed, before);
        before = speed;
    }
}
END_TEST

START_TEST(weidmann_flow_is_largest_at_1_75) {
    double at = 0.0, most = 0.0;
    for (double density = 0.5; density < 5.0; density += 0.01) {
        double flow = density * data_weidmann_speed(density);
        at = flow > most ? density : at;
        most = flow > most ? flow : most;
    }
    ck_assert_double_eq_tol(at, 1.75, 0.03);
    ck_assert_double_eq_tol(most, 1.225, 5e-4);
}
END_TEST

START_TEST(bands_are_found_by_nearest_density) {
    ck_assert_double_eq(data_single_file(0.5).middle, 1.091);
    ck_assert_double_eq(data_single_file(0.59).middle, 1.091);
    ck_assert_double_eq(data_single_file(0.61).middle, 0.975);
    ck_assert_double_eq(data_single_file(0.0).middle, 1.186);
    ck_assert_double_eq(data_single_file(2.5).middle, 0.102);
    ck_assert_double_eq(data_single_file(99.0).middle, 0.102);
}
END_TEST

START_TEST(bands_are_ordered) {
    data_band before = data_single_file(0.1);
    for (double density = 0.1; density < 2.6; density += 0.2) {
        data_band band = data_single_file(density);
        ck_assert_double_lt(band.low, band.middle);
        ck_assert_double_lt(band.middle, band.high);
        ck_assert_double_le(band.middle, before.middle);
        ck_assert_double_eq_tol(band.density, density, 0.01);
        before = band;
    }
}
END_TEST

START_TEST(reports_the_distance_to_a_band) {
    data_band band = {1.0, 0.4, 0.5, 0.8};
    ck_assert_double_eq(data_outside_band(&band, 0.4), 0.0);
    ck_assert_double_eq(data_outside_band(&band, 0.8), 0.0);
    ck_assert_double_eq_tol(data_outside_band(&band, 0.9), 0.1, 1e-12);
    ck_assert_double_eq_tol(data_outside_band(&band, 0.1), -0.3, 1e-12);
}
END_TEST

START_TEST(bottlenecks_carry_more_the_wider_they_are) {
    for (int i = 1; i < DATA_BOTTLENECKS; i++) {
        ck_assert_double_gt(data_bottlenecks[i].x, data_bottlenecks[i - 1].x);
        ck_assert_double_gt(data_bottlenecks[i].y, data_bottlenecks[i - 1].y);
    }
    /* The specific flow, 1/(m s), lies between 1.8 and 2.35 at all widths. */
    for (int i = 0; i < DATA_BOTTLENECKS; i++) {
        double specific = data_bottlenecks[i].y / data_bottlenecks[i].x;
        ck_assert_double_gt(specific, 1.8);
        ck_assert_double_lt(specific, 2.35);
    }
    ck_assert_double_eq_tol(data_long_bottlenecks[0].y, 1.52, 1e-12);
    ck_assert_double_eq_tol(data_long_bottlenecks[2].y, 2.28, 1e-12);
}
END_TEST

LAB_MAIN("models data", matches_weidmann_formula, weidmann_speed_falls_from_free_speed_to_zero,
         weidmann_flow_is_largest_at_1_75, bands_are_found_by_nearest_density, bands_are_ordered,
         reports_the_distance_to_a_band, bottlenecks_carry_more_the_wider_they_are)
