/* Solves 100,000 random problems with a preferred arc of velocities, and compares the solutions
 * with a grid of velocities. */
#include <check.h>

#include "support/arc_trials.h"
#include "support/suite.h"

enum { PARTS = 10, PROGRAMS = 10000 };

START_TEST(no_grid_velocity_is_nearer_to_the_arc) {
    arc_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * PROGRAMS;
    for (uint64_t seed = first; seed < first + PROGRAMS; seed++) {
        arc_trial(seed, &tally);
    }
    ck_assert_uint_eq(tally.on_arc + tally.off_arc + tally.infeasible, PROGRAMS);
}
END_TEST

int main(void) {
    return suite_run_soak("arc soak", no_grid_velocity_is_nearer_to_the_arc, PARTS);
}
