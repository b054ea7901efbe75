/* 100,000 random programs of velocity segments against a grid of velocities. */
#include <check.h>
#include <stdlib.h>

#include "support/segment_trials.h"

enum { PARTS = 10, PROGRAMS = 10000 };

START_TEST(no_velocity_of_a_grid_is_nearer_to_a_segment) {
    segment_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * PROGRAMS;
    for (uint64_t seed = first; seed < first + PROGRAMS; seed++) {
        segment_trial(seed, &tally);
    }
    ck_assert_uint_eq(tally.on_wish + tally.off_wish + tally.infeasible, PROGRAMS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("segment soak");
    TCase *trials = tcase_create("trials");
    tcase_set_timeout(trials, 3600.0);
    tcase_add_loop_test(trials, no_velocity_of_a_grid_is_nearer_to_a_segment, 0, PARTS);
    suite_add_tcase(suite, trials);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
