/* Solves 100,000 random problems with forbidden and allowed sets of velocities, and compares the
 * solutions with a grid of velocities. */
#include <check.h>

#include "support/suite.h"
#include "support/velocity_trials.h"

enum { PARTS = 10, PROBLEMS = 10000 };

START_TEST(no_grid_velocity_beats_the_solution) {
    clearpath_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * PROBLEMS;
    for (uint64_t seed = first; seed < first + PROBLEMS; seed++) {
        clearpath_trial(seed, &tally);
    }
    ck_assert_uint_eq(tally.preferred + tally.free + tally.gave + tally.unreachable, PROBLEMS);
}
END_TEST

int main(void) {
    return suite_run_soak("clearpath soak", no_grid_velocity_beats_the_solution, PARTS);
}
