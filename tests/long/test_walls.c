/* Runs ten million agent-steps (multiplied by WEND_TRIALS) among walls with the model `direct`, and
 * as many with a model that chooses wild displacements, in worlds that the unit tests do not use.
 */
/* cost: 76 */
#include <check.h>
#include <stdlib.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/wall_trials.h"

/* Runs worlds of one kind. Each kind has an equal share of the ten million agent-steps. */
static void run_steps(trial_kind kind, bool wild) {
    uint64_t steps = 0, share = trials(10000000) / TRIAL_KIND_COUNT + 1;
    for (uint64_t seed = 1000; steps < share; seed++) {
        steps += trial_run(kind, seed, wild, 250, 100).agent_steps;
    }
    ck_assert_uint_ge(steps, share);
}

START_TEST(direct_steering_crosses_no_wall_in_ten_million_steps) {
    run_steps((trial_kind)_i, false);
}
END_TEST

START_TEST(random_displacements_cross_no_wall_in_ten_million_steps) {
    run_steps((trial_kind)_i, true);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("long/walls");
    TCase *cases = tcase_create("trials");
    tcase_set_timeout(cases, 3600.0);
    tcase_add_loop_test(cases, direct_steering_crosses_no_wall_in_ten_million_steps, 0,
                        TRIAL_KIND_COUNT);
    tcase_add_loop_test(cases, random_displacements_cross_no_wall_in_ten_million_steps, 0,
                        TRIAL_KIND_COUNT);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
