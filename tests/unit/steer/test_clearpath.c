/* Compares the choice among velocities with all velocities of a fine grid and with cases computed
 * by hand. */
#include "steer/solve/programs/clearpath.h"

#include <math.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_trials.h"

START_TEST(no_grid_velocity_beats_the_solution) {
    clearpath_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(1000); seed++) {
        clearpath_trial(seed, &tally);
    }
    /* Each kind of case occurs often enough. */
    ck_assert_uint_ge(tally.preferred, trials_bound(51));
    ck_assert_uint_ge(tally.free, trials_bound(301));
    ck_assert_uint_ge(tally.gave, trials_bound(101));
    ck_assert_uint_ge(tally.unreachable, trials_bound(6));
}
END_TEST

/* ---- By hand --------------------------------------------------------------------------------- */

/* Returns a side (a boundary line) for the set of all velocities above the line y = height. */
static velocity_side above(float height) {
    return (velocity_side){{0, height}, {1, 0}, -INFINITY, INFINITY};
}

/* Returns a side (a boundary line) for the set of all velocities below the line y = height. */
static velocity_side below(float height) {
    return (velocity_side){{0, height}, {-1, 0}, -INFINITY, INFINITY};
}

static velocity_set set_of(const velocity_side *side) {
    return (velocity_set){.sides = side, .side_count = 1};
}

static void expect(const clearpath *problem, bool found, double x, double y,
                   uint32_t active_neighbours) {
    clearpath_choice choice;
    ck_assert_int_eq(clearpath_solve(problem, &choice), found);
    ck_assert_double_eq_tol((double)choice.velocity.x, x, 2e-6);
    ck_assert_double_eq_tol((double)choice.velocity.y, y, 2e-6);
    ck_assert_uint_eq(choice.active_count, active_neighbours);
}

START_TEST(returns_preferred_velocity_without_constraints) {
    expect(&(clearpath){.preferred_velocity = {0.3F, 0.4F}, .max_speed = 1}, true, 0.3, 0.4, 0);
    expect(&(clearpath){.preferred_velocity = {3, 4}, .max_speed = 1}, true, 0.6, 0.8, 0);
    expect(&(clearpath){.preferred_velocity = {0, 0}, .max_speed = 0}, true, 0.0, 0.0, 0);
    expect(&(clearpath){.preferred_velocity = {1, 0}, .max_speed = 0}, true, 0.0, 0.0, 0);
}
END_TEST

START_TEST(avoids_forbidden_half_planes) {
    velocity_side sides[] = {above(0.2F), below(0.2F), above(0.1F)};
    velocity_set sets[] = {set_of(&sides[0]), set_of(&sides[1]), set_of(&sides[2])};
    clearpath problem = {.preferred_velocity = {0.1F, 0.9F},
                         .max_speed = 1,
                         .forbidden = sets,
                         .forbidden_count = 1};
    expect(&problem, true, 0.1, 0.2, 1);
    /* A velocity on both boundaries is free. A third set would leave no free velocity, so that set
     * is ignored. */
    problem.forbidden_count = 2;
    expect(&problem, true, 0.1, 0.2, 2);
    problem.forbidden_count = 3;
    expect(&problem, false, 0.1, 0.2, 2);
    /* The most important set comes first. */
    problem.forbidden = sets + 1;
    problem.forbidden_count = 2;
    expect(&problem, false, 0.1, 0.9, 1);
    /* The answer is on the line, at the maximum speed. */
    problem = (clearpath){.preferred_velocity = {0.95F, 0.3F},
                          .max_speed = 1,
                          .forbidden = sets,
                          .forbidden_count = 1};
    expect(&problem, true, 0.95, 0.2, 1);
    problem.preferred_velocity = (wend_vec2){2, 0.9F};
    expect(&problem, true, sqrt(0.96), 0.2, 1);
}
END_TEST

/* The answer is the nearest point on the edge of the disc. If the preferred velocity is the disc's
 * centre, the answer may be any point on the edge. */
START_TEST(leaves_forbidden_disc_at_nearest_point) {
    velocity_arc halves[] = {{{0.5F, 0}, 0.25F, {1, 0}, {-1, 0}},
                             {{0.5F, 0}, 0.25F, {-1, 0}, {1, 0}}};
    velocity_set disc = {.arcs = halves, .arc_count = 2};
    clearpath problem = {.preferred_velocity = {0.5F, 0.1F},
                         .max_speed = 1,
                         .forbidden = &disc,
                         .forbidden_count = 1};
    expect(&problem, true, 0.5, 0.25, 1);
    problem.preferred_velocity = (wend_vec2){0.5F, 0};
    clearpath_choice choice;
    ck_assert(clearpath_solve(&problem, &choice));
    double far = hypot((double)choice.velocity.x - 0.5, (double)choice.velocity.y);
    ck_assert_double_eq_tol(far, 0.25, 1e-6);
    /* All reachable velocities lie in the disc. */
    problem.max_speed = 0.1F;
    problem.preferred_velocity = (wend_vec2){0.1F, 0};
    halves[0].radius = halves[1].radius = 0.75F;
    expect(&problem, false, 0.1, 0.0, 0);
}
END_TEST

START_TEST(chooses_nearest_allowed_set) {
    velocity_side sides[] = {above(0.5F), below(-0.2F), above(2.0F)};
    velocity_set sets[] = {set_of(&sides[0]), set_of(&sides[1]), set_of(&sides[2])};
    clearpath problem = {
        .preferred_velocity = {0.3F, 0}, .max_speed = 1, .allowed = sets, .allowed_count = 2};
    clearpath_choice choice;
    ck_assert(clearpath_solve(&problem, &choice));
    ck_assert_uint_eq(choice.allowed, 1);
    expect(&problem, true, 0.3, -0.2, 0);
    /* Two sets are equally near: the first one is chosen. */
    sides[0] = above(0.2F);
    ck_assert(clearpath_solve(&problem, &choice));
    ck_assert_uint_eq(choice.allowed, 0);
    /* The allowed set is out of reach. */
    problem.allowed = sets + 2;
    problem.allowed_count = 1;
    ck_assert(!clearpath_solve(&problem, &choice));
    ck_assert_uint_eq(choice.allowed, CLEARPATH_NONE);
    expect(&problem, false, 0.3, 0.0, 0);
    /* The answer is on the common boundary of the allowed and the forbidden set. */
    sides[1] = below(0.2F);
    problem = (clearpath){.preferred_velocity = {0.3F, 0},
                          .max_speed = 1,
                          .allowed = sets,
                          .allowed_count = 1,
                          .forbidden = sets,
                          .forbidden_count = 2};
    expect(&problem, true, 0.3, 0.2, 2);
}
END_TEST

/* With distant apexes, tiny radii and coincident cones, answers are finite and have the reported
 * properties. */
START_TEST(degenerate_cones_give_finite_velocities) {
    for (uint64_t seed = 1; seed <= trials(3000); seed++) {
        dice from = {seed};
        velocity_shape shapes[3];
        built_set pieces[3];
        velocity_set sets[3];
        for (int i = 0; i < 3; i++) {
            shapes[i] = velocity_sample_forbidden(&from);
            shapes[i].radius *= dice_below(&from, 2) ? 1.0 : 1e-4;
            double far = dice_below(&from, 2) ? 1.0 : 1e4;
            shapes[i].apex.x *= far;
            shapes[i].apex.y *= far;
            shapes[i].low *= dice_below(&from, 2) ? 1.0 : 1e-4;
            shapes[i] = i > 0 && dice_below(&from, 3) == 0 ? shapes[0] : shapes[i];
            sets[i] = velocity_build(&shapes[i], &pieces[i]);
        }
        clearpath problem = {.preferred_velocity = {(float)dice_between(&from, -2, 2), 0.5F},
                             .max_speed = 2,
                             .forbidden = sets,
                             .forbidden_count = 3};
        clearpath_choice choice;
        bool found = clearpath_solve(&problem, &choice);
        double x = (double)choice.velocity.x, y = (double)choice.velocity.y;
        ck_assert_msg(isfinite(x) && isfinite(y), "seed %llu", (unsigned long long)seed);
        ck_assert_double_le(hypot(x, y), 2.0 * (1.0 + 1e-5));
        for (uint32_t i = 0; found && i < 3; i++) {
            double scale = 1.0 + hypot(shapes[i].apex.x, shapes[i].apex.y);
            ck_assert_msg(!velocity_shape_has_deep(&shapes[i], x, y, 1e-5 * scale),
                          "seed %llu: set %u", (unsigned long long)seed, i);
        }
    }
}
END_TEST

START_TEST(allows_only_velocities_that_satisfy_all_sets) {
    velocity_side sides[] = {above(0.2F), below(-0.2F)};
    velocity_set sets[] = {set_of(&sides[0]), set_of(&sides[1])};
    clearpath problem = {.max_speed = 1,
                         .forbidden = sets,
                         .forbidden_count = 1,
                         .allowed = sets + 1,
                         .allowed_count = 1};
    ck_assert(clearpath_allows(&problem, (wend_vec2){0, -0.5F}));
    ck_assert(!clearpath_allows(&problem, (wend_vec2){0, 0}));
    ck_assert(!clearpath_allows(&problem, (wend_vec2){0.8F, -0.8F}));
    problem.allowed_count = 0;
    ck_assert(clearpath_allows(&problem, (wend_vec2){0, 0}));
    ck_assert(clearpath_allows(&problem, (wend_vec2){0, 0.2F}));
    ck_assert(!clearpath_allows(&problem, (wend_vec2){0, 0.3F}));
}
END_TEST

int main(void) {
    SUITE("steer/clearpath", no_grid_velocity_beats_the_solution,
          returns_preferred_velocity_without_constraints, avoids_forbidden_half_planes,
          leaves_forbidden_disc_at_nearest_point, chooses_nearest_allowed_set,
          degenerate_cones_give_finite_velocities, allows_only_velocities_that_satisfy_all_sets);
}
