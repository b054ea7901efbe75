/* Ten million agent-steps among walls, in worlds that the unit tests do not draw. */
#include <check.h>
#include <stdlib.h>

#include "support/wall_trials.h"

START_TEST(ten_million_steps_keep_off_walls) {
    uint64_t steps = 0;
    for (uint64_t seed = 1000; steps < UINT64_C(10000000) / TRIAL_KIND_COUNT; seed++) {
        trial_result result = trial_run((trial_kind)_i, seed, seed % 4 != 0, 250, 100);
        steps += result.agent_steps;
    }
    ck_assert_uint_ge(steps, UINT64_C(10000000) / TRIAL_KIND_COUNT);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("walls soak");
    TCase *trials = tcase_create("trials");
    tcase_set_timeout(trials, 3600.0);
    tcase_add_loop_test(trials, ten_million_steps_keep_off_walls, 0, TRIAL_KIND_COUNT);
    suite_add_tcase(suite, trials);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
