/* Solves 100,000 random half-plane problems, and compares the solutions with a grid of velocities.
 */
#include <check.h>

#include "support/program_trials.h"
#include "support/suite.h"

enum { PARTS = 10, PROGRAMS = 10000 };

START_TEST(no_grid_velocity_beats_the_solution) {
    program_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * PROGRAMS;
    for (uint64_t seed = first; seed < first + PROGRAMS; seed++) {
        program_trial(seed, &tally);
    }
    ck_assert_uint_eq(tally.free + tally.gave + tally.broken, PROGRAMS);
}
END_TEST

int main(void) {
    return suite_run_soak("program soak", no_grid_velocity_beats_the_solution, PARTS);
}
