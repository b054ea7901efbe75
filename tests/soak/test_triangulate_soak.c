/* A hundred times as many random shapes as in the unit tests, triangulated and merged. */
#include <check.h>
#include <stdlib.h>

#include "support/plane_trials.h"

enum { SHAPES = 6000 };

START_TEST(shapes_of_one_kind) {
    static plane_shape shape;
    uint64_t triangles = 0;
    for (uint64_t seed = 0; seed < SHAPES; seed++) {
        plane_draw_shape((plane_kind)_i, 1000000 + seed, 3 + (uint32_t)seed % 40, &shape);
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
    Suite *suite = suite_create("triangulate soak");
    TCase *trials = tcase_create("trials");
    tcase_set_timeout(trials, 3600.0);
    tcase_add_loop_test(trials, shapes_of_one_kind, 0, PLANE_KIND_COUNT);
    suite_add_tcase(suite, trials);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
