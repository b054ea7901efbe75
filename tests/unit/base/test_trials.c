/* Tests the factor that scales the number of random trials (support/trials.h). */
#define _POSIX_C_SOURCE 200809L
#include "support/trials.h"

#include <stdlib.h>

#include "support/suite.h"

static void set_factor(const char *text) {
    ck_assert_int_eq(setenv("WEND_TRIALS", text, 1), 0);
}

START_TEST(environment_variable_sets_the_factor) {
    set_factor("0.25");
    ck_assert_double_eq(trials_factor(), 0.25);
    ck_assert_uint_eq(trials(200), 50);
    ck_assert_uint_eq(trials(10), 3); /* 2.5, rounded up */
    set_factor("10");
    ck_assert_uint_eq(trials(200), 2000);
}
END_TEST

START_TEST(invalid_values_leave_the_build_factor_unchanged) {
    static const char *const wrong[] = {"", "0", "-1", "many", "nan"};
    ck_assert_int_eq(unsetenv("WEND_TRIALS"), 0);
    double built = trials_factor();
    ck_assert(built > 0.0 && built <= 1.0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        set_factor(wrong[i]);
        ck_assert_double_eq(trials_factor(), built);
    }
}
END_TEST

START_TEST(every_test_makes_at_least_one_trial) {
    set_factor("1e-9");
    ck_assert_uint_eq(trials(1), 1);
    ck_assert_uint_eq(trials(20000), 1);
    ck_assert_uint_eq(trials_at_least(20000, 6), 6);
    ck_assert_uint_eq(trials_at_most(40), 1);
}
END_TEST

START_TEST(trial_counts_are_capped_for_large_factors) {
    set_factor("1e9");
    ck_assert_uint_eq(trials_at_most(40), 40);
    ck_assert_uint_eq(trials(40000), UINT32_MAX);
}
END_TEST

START_TEST(bounds_shrink_if_the_factor_is_below_one) {
    set_factor("1");
    ck_assert_uint_eq(trials_bound(301), 301);
    set_factor("7");
    ck_assert_uint_eq(trials_bound(301), 301);
    set_factor("0.1");
    ck_assert_uint_eq(trials_bound(300), 15);
    ck_assert_uint_eq(trials_bound(1), 0);
}
END_TEST

int main(void) {
    SUITE("base/trials", environment_variable_sets_the_factor,
          invalid_values_leave_the_build_factor_unchanged, every_test_makes_at_least_one_trial,
          trial_counts_are_capped_for_large_factors, bounds_shrink_if_the_factor_is_below_one);
}
