/* Compares the velocity found by the half-plane program with all velocities of a fine grid, and
 * with results computed by hand. */
#include "steer/solve/programs/program.h"

#include <math.h>

#include "support/program_trials.h"
#include "support/suite.h"
#include "support/trials.h"

START_TEST(no_grid_velocity_beats_the_solution) {
    program_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(1000); seed++) {
        program_trial(seed, &tally);
    }
    ck_assert_uint_ge(tally.free, trials_bound(201)); /* each kind of case occurs often enough */
    ck_assert_uint_ge(tally.gave, trials_bound(201));
    ck_assert_uint_ge(tally.broken, trials_bound(6));
}
END_TEST

static void check(velocity_program program, wend_solve_status solve_status, double x, double y) {
    wend_vec2 out;
    ck_assert_int_eq(program_solve(&program, &out), solve_status);
    ck_assert_double_eq_tol((double)out.x, x, 1e-6);
    ck_assert_double_eq_tol((double)out.y, y, 1e-6);
}

START_TEST(matches_hand_computed_cases) {
    velocity_plane up[] = {{{0.0F, 1.0F}, 0.5F}};
    velocity_plane corner[] = {{{-1.0F, 0.0F}, -0.3F}, {{0.0F, -1.0F}, -0.4F}};
    velocity_plane squeeze[] = {{{1.0F, 0.0F}, 0.2F}, {{-1.0F, 0.0F}, 0.4F}};
    /* No constraint; then a preferred velocity that exceeds the maximum speed. */
    check((velocity_program){up, 0, 0, {0.3F, 0.2F}, 1.0F, 0}, WEND_SOLVE_FREE, 0.3, 0.2);
    check((velocity_program){up, 0, 0, {3.0F, 4.0F}, 1.0F, 0}, WEND_SOLVE_FREE, 0.6, 0.8);
    /* One line; a line that touches only the boundary of the disc; a corner of two lines. */
    check((velocity_program){up, 1, 0, {0.3F, 0.2F}, 1.0F, 0}, WEND_SOLVE_FREE, 0.3, 0.5);
    check((velocity_program){up, 1, 0, {2.0F, 0.0F}, 1.0F, 0}, WEND_SOLVE_FREE, sqrt(0.75), 0.5);
    check((velocity_program){corner, 2, 0, {1.0F, 1.0F}, 2.0F, 0}, WEND_SOLVE_FREE, 0.3, 0.4);
    /* Contradictory planes are violated equally, each by 0.3. */
    wend_vec2 out;
    velocity_program program = {squeeze, 2, 0, {0.0F, 0.0F}, 1.0F, 0};
    ck_assert_int_eq(program_solve(&program, &out), WEND_SOLVE_INFEASIBLE);
    ck_assert_double_eq_tol((double)out.x, -0.1, 1e-6);
    /* If the first plane is hard, only the second is violated. */
    program.hard = 1;
    ck_assert_int_eq(program_solve(&program, &out), WEND_SOLVE_INFEASIBLE);
    ck_assert_double_eq_tol((double)out.x, 0.2, 1e-6);
}
END_TEST

START_TEST(plane_beyond_max_speed_is_infeasible) {
    velocity_plane far[] = {{{0.6F, 0.8F}, 1.5F}};
    check((velocity_program){far, 1, 0, {0.0F, 0.0F}, 1.0F, 0}, WEND_SOLVE_INFEASIBLE, 0.6, 0.8);
    check((velocity_program){far, 1, 1, {0.0F, 0.0F}, 1.0F, 0}, WEND_SOLVE_INFEASIBLE, 0.6, 0.8);
}
END_TEST

START_TEST(opposite_planes_on_one_line_allow_only_that_line) {
    velocity_plane twice[] = {{{0.0F, 1.0F}, 0.5F}, {{0.0F, 1.0F}, 0.5F}, {{0.0F, -1.0F}, -0.5F}};
    check((velocity_program){twice, 3, 0, {0.3F, 0.0F}, 1.0F, 0}, WEND_SOLVE_FREE, 0.3, 0.5);
    velocity_plane nested[] = {{{0.0F, 1.0F}, 0.2F}, {{0.0F, 1.0F}, 0.5F}, {{0.0F, 1.0F}, 0.1F}};
    check((velocity_program){nested, 3, 1, {0.3F, 0.0F}, 1.0F, 0}, WEND_SOLVE_FREE, 0.3, 0.5);
}
END_TEST

int main(void) {
    SUITE("steer/program", no_grid_velocity_beats_the_solution, matches_hand_computed_cases,
          plane_beyond_max_speed_is_infeasible, opposite_planes_on_one_line_allow_only_that_line);
}
