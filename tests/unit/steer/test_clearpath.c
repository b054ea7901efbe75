/* The choice among velocities against all velocities of a fine grid, and cases worked out by hand.
 */
#include "steer/solve/clearpath.h"

#include <math.h>

#include "support/suite.h"
#include "support/velocity_trials.h"

START_TEST(no_velocity_of_a_grid_is_better) {
    clearpath_tally tally = {0};
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        clearpath_trial(seed, &tally);
    }
    ck_assert_uint_gt(tally.wished, 50); /* the draws are of all kinds */
    ck_assert_uint_gt(tally.free, 300);
    ck_assert_uint_gt(tally.gave, 100);
    ck_assert_uint_gt(tally.unreachable, 5);
}
END_TEST

int main(void) {
    SUITE("steer/clearpath", no_velocity_of_a_grid_is_better);
}
