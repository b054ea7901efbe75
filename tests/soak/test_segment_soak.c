/* Compares 100,000 random velocity-segment problems with a grid of velocities. */
#include <check.h>

#include "support/segment_trials.h"
#include "support/suite.h"

enum { PARTS = 10, PROGRAMS = 10000 };

START_TEST(no_velocity_of_a_grid_is_nearer_to_a_segment) {
    segment_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * PROGRAMS;
    for (uint64_t seed = first; seed < first + PROGRAMS; seed++) {
        segment_trial(seed, &tally);
    }
    ck_assert_uint_eq(tally.on_preferred + tally.off_preferred + tally.infeasible, PROGRAMS);
}
END_TEST

int main(void) {
    return suite_run_soak("segment soak", no_velocity_of_a_grid_is_nearer_to_a_segment, PARTS);
}
