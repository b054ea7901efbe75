/* Triangulates and merges a hundred times as many random shapes as the unit tests do. */
#include <check.h>

#include "support/plane_trials.h"
#include "support/suite.h"

enum { SHAPES = 6000 };

START_TEST(triangulations_of_random_shapes_pass_all_checks) {
    static plane_shape shape;
    uint64_t triangles = 0;
    for (uint64_t seed = 0; seed < SHAPES; seed++) {
        plane_make_shape((plane_kind)_i, 1000000 + seed, 3 + (uint32_t)seed % 40, &shape);
        triangles += plane_trial_triangles(&shape);
        plane_trial_parts(&shape);
        plane_trial_part_count(&shape);
    }
    if (_i == PLANE_LINE) {
        ck_assert_uint_eq(triangles, 0);
    } else {
        ck_assert_uint_gt(triangles, 5 * SHAPES);
    }
}
END_TEST

int main(void) {
    return suite_run_soak("triangulate soak", triangulations_of_random_shapes_pass_all_checks,
                          PLANE_KIND_COUNT);
}
