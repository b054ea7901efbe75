/* Measuring people in a periodic corridor: known motions give known figures, and the seam of the
 * period cannot be noticed. */
#include "paper/models/data.h"
#include "paper/models/ring.h"
#include "unit/paper/models_lab.h"
#include <wend/random.h>

/* Runs a corridor. */
static ring_outcome measure(const models_context *context, const ring_scene *scene) {
    ring_outcome out = {0};
    lab_check(ring_measure(context, scene, &out, &lab_error));
    return out;
}

START_TEST(constant_speed_is_measured_exactly) {
    static const double steps[] = {0.01, 0.05, 0.1};
    for (int i = 0; i < 3; i++) {
        models_context context = lab_context("direct", 0.2, steps[i]);
        ring_scene scene = {
            .width = 3.0, .people = 40, .relaxation = 2.0, .measure = 2.0 * RING_LENGTH / 1.34};
        ring_outcome out = measure(&context, &scene);
        ck_assert_double_eq_tol(out.speed, DATA_FREE_SPEED, 2e-3);
        ck_assert_double_eq_tol(out.seam_speed, 1.0, 1e-3);
        /* Two whole periods: everybody spends the same time near the seam, up to one sample of
         * 0.5 s each time that one of them enters or leaves it. */
        ck_assert_double_eq_tol(out.seam_density, 1.0, 0.1);
        ck_assert(isnan(out.order));
    }
}
END_TEST

START_TEST(both_directions_walk_at_their_speed) {
    models_context context = lab_context("direct", 0.2, 0.05);
    ring_scene scene = {
        .width = 3.0, .people = 41, .two_way = true, .relaxation = 1.0, .measure = 25.0};
    ring_outcome out = measure(&context, &scene);
    ck_assert_double_eq_tol(out.speed, DATA_FREE_SPEED, 2e-3);
    ck_assert_double_eq_tol(out.seam_speed, 1.0, 1e-3);
    ck_assert_double_le(out.order_start, 1.0);
    /* Without avoidance people walk straight through each other, and keep their rows. */
    ck_assert_uint_gt(out.through, 10);
    ck_assert_double_eq_tol(out.order, out.order_start, 0.05);
}
END_TEST

START_TEST(people_see_each_other_across_the_seam) {
    /* A dense single file: without ghosts, people would enter on top of others. The density near
     * the seam is not uniform here, because people queue behind the slowest one. */
    models_context context = lab_context("orca", 0.2, 0.05);
    lab_setup.speed_spread = 0.26;
    ring_scene scene = {.width = 0.55, .people = 40, .relaxation = 30.0, .measure = 40.0};
    ring_outcome out = measure(&context, &scene);
    ck_assert_double_gt(out.clearance, -0.05);
    ck_assert_uint_eq(out.through, 0);
    ck_assert_double_eq_tol(out.seam_speed, 1.0, 0.05);
    ck_assert_double_lt(out.speed, DATA_FREE_SPEED);
}
END_TEST

START_TEST(a_crowd_is_uniform_along_the_corridor) {
    models_context context = lab_context("orca", 0.2, 0.05);
    lab_setup.speed_spread = 0.26;
    ring_scene scene = {.width = 3.0, .people = 156, .relaxation = 20.0, .measure = 40.0};
    ring_outcome out = measure(&context, &scene);
    ck_assert_double_eq_tol(out.seam_speed, 1.0, 0.03);
    ck_assert_double_eq_tol(out.seam_density, 1.0, 0.08);
}
END_TEST

/* ---- Order ----------------------------------------------------------------------------------- */

START_TEST(lanes_have_order_1) {
    ring_walker walkers[30];
    for (int i = 0; i < 30; i++) {
        walkers[i] = (ring_walker){i < 15 ? 1.0 : 2.0, i < 15};
    }
    ck_assert_double_eq_tol(ring_order(walkers, 30), 1.0, 1e-12);
}
END_TEST

START_TEST(a_mixed_row_has_no_order) {
    ring_walker walkers[30];
    for (int i = 0; i < 30; i++) {
        walkers[i] = (ring_walker){1.0, i % 2 == 0};
    }
    /* Of 29 others, 14 walk in the same direction and 15 in the opposite one. */
    double phi = 1.0 / (29.0 * 29.0), random = 1.0 / 29.0;
    ck_assert_double_eq_tol(ring_order(walkers, 30), (phi - random) / (1.0 - random), 1e-12);
}
END_TEST

START_TEST(random_directions_have_order_0_on_average) {
    enum { PEOPLE = 60, TRIALS = 400 };
    ring_walker walkers[PEOPLE];
    double sum = 0.0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        for (uint64_t i = 0; i < PEOPLE; i++) {
            walkers[i] = (ring_walker){3.6 * wend_random_uniform(trial, i, 0, 1),
                                       wend_random_uniform(trial, i, 0, 2) < 0.5};
        }
        sum += ring_order(walkers, PEOPLE);
    }
    /* The mean of a trial scatters by about 0.05. */
    ck_assert_double_eq_tol(sum / TRIALS, 0.0, 4.0 * 0.05 / 20.0);
}
END_TEST

START_TEST(rows_without_others_have_no_order) {
    ring_walker walkers[3] = {{0.0, false}, {1.0, true}, {2.0, false}};
    ck_assert(isnan(ring_order(walkers, 3)));
    ck_assert(isnan(ring_order(walkers, 0)));
}
END_TEST

START_TEST(a_file_is_measured_at_any_density) {
    /* Discs that touch each other: there is room for no step. */
    models_context context = lab_context("orca", 0.2, 0.05);
    ring_scene scene = {
        .width = 0.55, .people = 65, .in_file = true, .relaxation = 2.0, .measure = 5.0};
    ring_outcome dense = measure(&context, &scene);
    ck_assert_double_gt(dense.clearance, -0.1);
    ck_assert_uint_eq(dense.through, 0);
    scene.people = 13;
    ring_outcome sparse = measure(&context, &scene);
    ck_assert(isnan(sparse.clearance) || sparse.clearance > 0.0); /* NAN: no two came near */
    ck_assert_double_lt(dense.speed, sparse.speed);
}
END_TEST

START_TEST(the_radius_of_a_profile_is_found) {
    double radius = 0.0;
    models_context context = lab_context("orca", 0.17, 0.05);
    lab_check(models_get_radius(&context, &radius, &lab_error));
    ck_assert_double_eq_tol(radius, 0.17, 1e-9);
    snprintf(lab_setup.profile, sizeof lab_setup.profile, "radius: {uniform: [0.1, 0.3]}");
    lab_check(models_get_radius(&context, &radius, &lab_error));
    ck_assert_double_eq_tol(radius, 0.3, 1e-9);
    snprintf(lab_setup.profile, sizeof lab_setup.profile, "steer: unknown");
    ck_assert_int_ne(models_get_radius(&context, &radius, &lab_error), WEND_OK);
}
END_TEST

START_TEST(reports_people_that_find_no_room) {
    models_context context = lab_context("orca", 0.25, 0.05);
    ring_scene scene = {.width = 0.55, .people = 90, .relaxation = 1.0, .measure = 1.0};
    ring_outcome out;
    ck_assert_int_ne(ring_measure(&context, &scene, &out, &lab_error), WEND_OK);
    ck_assert_uint_gt(strlen(lab_error.message), 10);
}
END_TEST

LAB_MAIN("models ring", constant_speed_is_measured_exactly, both_directions_walk_at_their_speed,
         people_see_each_other_across_the_seam, a_crowd_is_uniform_along_the_corridor,
         lanes_have_order_1, a_mixed_row_has_no_order, random_directions_have_order_0_on_average,
         rows_without_others_have_no_order, a_file_is_measured_at_any_density,
         the_radius_of_a_profile_is_found, reports_people_that_find_no_room)
