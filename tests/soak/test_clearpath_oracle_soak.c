/* Solves 100,000 random velocity-obstacle problems, and compares the solutions with a grid of
 * velocities that are judged by the definition of velocity obstacles. */
#include <check.h>

#include "support/clearpath_trials.h"
#include "support/suite.h"

enum { PARTS = 10, CHOICES = 10000 };

START_TEST(no_grid_velocity_beats_the_solution) {
    static clearpath_trial trial;
    clearpath_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * CHOICES;
    for (uint64_t seed = first; seed < first + CHOICES; seed++) {
        clearpath_sample(&trial, seed);
        clearpath_check(&trial, &tally);
    }
    ck_assert_uint_eq(tally.preferred + tally.free + tally.least_bad + tally.unreachable, CHOICES);
}
END_TEST

int main(void) {
    return suite_run_soak("clearpath oracle soak", no_grid_velocity_beats_the_solution, PARTS);
}
