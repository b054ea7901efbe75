/* The forces of collision prediction, against values computed from the equations. */
#include "published/pedestrian_values.h"
#include "steer/solve/social/zanlungo.h"
#include "support/forces.h"
#include "support/spaces.h"
#include "support/suite.h"

/* The parameters of the tables; the cosine is that of 45 degrees. */
static const zanlungo_law present = {.strength = 1.13F,
                                     .range = 0.71F,
                                     .least_weight = 0.29F,
                                     .cone_cosine = 0.70710678F,
                                     .least_time = 0.05F};

static zanlungo_law predicted(void) {
    zanlungo_law law = present;
    law.by_predicted = true;
    return law;
}

static wend_vec2 relative_of(double x, double y, double u, double v) {
    return (wend_vec2){(float)x - (float)u, (float)y - (float)v};
}

START_TEST(pairs_match_the_equations) {
    zanlungo_law other = predicted();
    for (size_t i = 0; i < FORCES_COUNT(zanlungo_pair_rows); i++) {
        const zanlungo_pair_row *row = &zanlungo_pair_rows[i];
        wend_vec2 velocity = forces_vec(row->velocity_x, row->velocity_y);
        float speed = (float)hypot(row->velocity_x, row->velocity_y);
        wend_vec2 towards = forces_vec(row->neighbour_x, row->neighbour_y);
        wend_vec2 relative = relative_of(row->velocity_x, row->velocity_y,
                                         row->neighbour_velocity_x, row->neighbour_velocity_y);
        float time = zanlungo_time(&present, towards, relative);
        forces_check_number((double)time, row->time, i);
        forces_check(zanlungo_push(&present, speed, time, towards, relative), row->present_x,
                     row->present_y, i);
        forces_check(zanlungo_push(&other, speed, time, towards, relative), row->predicted_x,
                     row->predicted_y, i);
        forces_check_number((double)zanlungo_weight(&present, velocity, towards), row->weight, i);
    }
}
END_TEST

START_TEST(two_neighbours_share_the_smaller_time) {
    zanlungo_law other = predicted();
    for (size_t i = 0; i < FORCES_COUNT(zanlungo_two_rows); i++) {
        const zanlungo_two_row *row = &zanlungo_two_rows[i];
        float speed = (float)hypot(row->velocity_x, row->velocity_y);
        wend_vec2 towards[] = {forces_vec(row->first_x, row->first_y),
                               forces_vec(row->second_x, row->second_y)};
        wend_vec2 relative[] = {relative_of(row->velocity_x, row->velocity_y, row->first_velocity_x,
                                            row->first_velocity_y),
                                relative_of(row->velocity_x, row->velocity_y,
                                            row->second_velocity_x, row->second_velocity_y)};
        float time = fminf(zanlungo_time(&present, towards[0], relative[0]),
                           zanlungo_time(&present, towards[1], relative[1]));
        forces_check_number((double)time, row->time, i);
        wend_vec2 one = zanlungo_push(&present, speed, time, towards[0], relative[0]);
        wend_vec2 two = zanlungo_push(&present, speed, time, towards[1], relative[1]);
        forces_check((wend_vec2){one.x + two.x, one.y + two.y}, row->present_x, row->present_y, i);
        one = zanlungo_push(&other, speed, time, towards[0], relative[0]);
        two = zanlungo_push(&other, speed, time, towards[1], relative[1]);
        forces_check((wend_vec2){one.x + two.x, one.y + two.y}, row->predicted_x, row->predicted_y,
                     i);
    }
}
END_TEST

/* Checks 5a and 5b of the reference sheet. Check 5c is that of another variant, which has the same
 * time, and whose force is longer by the ratio of speeds and of the exponents. */
START_TEST(check_values_match) {
    zanlungo_law other = predicted();
    wend_vec2 towards = {4.0F, 0.5F}, relative = {2.0F, 0.0F};
    ck_assert_float_eq(zanlungo_time(&present, towards, relative), 2.0F);
    forces_check(zanlungo_push(&present, 1.0F, 2.0F, towards, relative), 0, -0.00193321, 1);
    forces_check(zanlungo_push(&other, 1.0F, 2.0F, towards, relative), 0, -0.279388, 2);
    towards = (wend_vec2){2.0F, -1.5F};
    relative = (wend_vec2){1.2F, -1.0F};
    float time = zanlungo_time(&present, towards, relative);
    forces_check_number((double)time, 1.59836, 3);
    forces_check_to(zanlungo_push(&present, 1.2F, time, towards, relative), -0.0160577, -0.0192693,
                    1e-4, 0.0, 3);
    /* 5c: at T 1.8 s, d' is (-0.4, -0.3) and A is 2000 N. Its exponent is that of a gap, 0. */
    zanlungo_law menge = {.strength = 2000.0F, .range = 1e9F, .by_predicted = true};
    forces_check(zanlungo_push(&menge, 2.0F, 1.8F, (wend_vec2){4.0F, 0.3F}, (wend_vec2){2.0F, 0}),
                 -1777.78, -1333.33, 4);
}
END_TEST

/* Two agents on an exact collision course both turn to their right, and so to opposite sides. */
START_TEST(exact_collision_courses_turn_to_the_right) {
    for (int i = 0; i < 64; i++) {
        double angle = 0.1 * i;
        wend_vec2 towards = forces_vec(3.0 * cos(angle), 3.0 * sin(angle));
        wend_vec2 relative = {towards.x * 0.7F, towards.y * 0.7F};
        float time = zanlungo_time(&present, towards, relative);
        wend_vec2 force = zanlungo_push(&present, 1.0F, time, towards, relative);
        float size = hypotf(force.x, force.y);
        ck_assert_float_gt(size, 0.0F);
        float turn = (towards.x * force.y - towards.y * force.x) / 3.0F;
        ck_assert_msg(turn < -0.999F * size, "angle %g: (%g, %g)", angle, (double)force.x,
                      (double)force.y);
    }
}
END_TEST

START_TEST(neighbours_outside_the_cone_have_no_time) {
    wend_vec2 relative = {1.0F, 0.0F};
    ck_assert(isinf(zanlungo_time(&present, (wend_vec2){-2.0F, 0.1F}, relative)));
    ck_assert(isinf(zanlungo_time(&present, (wend_vec2){2.0F, 2.1F}, relative)));
    ck_assert(isinf(zanlungo_time(&present, (wend_vec2){2.0F, 0.0F}, (wend_vec2){0.0F, 0.0F})));
    ck_assert(isinf(zanlungo_time(&present, (wend_vec2){0.0F, 0.0F}, relative)));
    ck_assert(!isinf(zanlungo_time(&present, (wend_vec2){2.0F, 1.9F}, relative)));
}
END_TEST

/* A wall pushes as a neighbour straight ahead would, by the gap to the disc; only if the agent
 * approaches it. */
START_TEST(walls_push_by_the_time_to_the_contact) {
    float push = zanlungo_wall(&present, 1.3F, 0.5F, 1.0F);
    forces_check_number((double)push, 1.13 * 1.3 / 0.5 * exp(-0.5 / 0.71), 1);
    push = zanlungo_wall(&present, 1.3F, 0.0F, 1.0F); /* the time counts as 0.05 s */
    forces_check_number((double)push, 1.13 * 1.3 / 0.05, 2);
    ck_assert_float_eq(zanlungo_wall(&present, 1.3F, -0.2F, 1.0F), push);
    ck_assert_float_eq(zanlungo_wall(&present, 1.3F, 0.5F, 0.0F), 0.0F);
    ck_assert_float_eq(zanlungo_wall(&present, 1.3F, 0.5F, -1.0F), 0.0F);
}
END_TEST

/* A neighbour ahead weighs more than one behind (some implementations have the sign wrong). */
START_TEST(neighbours_ahead_weigh_more) {
    wend_vec2 ahead = {2.0F, 0.0F}, behind = {-2.0F, 0.0F}, velocity = {1.3F, 0.0F};
    ck_assert_float_eq_tol(zanlungo_weight(&present, velocity, ahead), 1.0F, 1e-6F);
    ck_assert_float_eq_tol(zanlungo_weight(&present, velocity, behind), 0.29F, 1e-6F);
    ck_assert_float_eq(zanlungo_weight(&present, (wend_vec2){0.0F, 0.0F}, behind), 1.0F);
}
END_TEST

START_TEST(forces_are_finite) {
    dice from = {5};
    uint32_t counted = 0;
    for (int i = 0; i < 20000; i++) {
        double range = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 0.5 : 8.0;
        wend_vec2 towards =
            forces_vec(dice_between(&from, -range, range), dice_between(&from, -range, range));
        wend_vec2 relative =
            i % 5 ? forces_vec(dice_between(&from, -3, 3), dice_between(&from, -3, 3))
                  : (wend_vec2){0.0F, 0.0F};
        float time = zanlungo_time(&present, towards, relative);
        if (isfinite(time)) {
            wend_vec2 force = zanlungo_push(&present, 1.3F, time, towards, relative);
            ck_assert(isfinite(force.x) && isfinite(force.y));
            ck_assert_float_le(hypotf(force.x, force.y), 1.0001F * 1.13F * 1.3F / 0.05F);
            counted++;
        }
    }
    ck_assert_uint_gt(counted, 2000);
}
END_TEST

int main(void) {
    SUITE("steer/zanlungo_law", pairs_match_the_equations, two_neighbours_share_the_smaller_time,
          check_values_match, exact_collision_courses_turn_to_the_right,
          neighbours_outside_the_cone_have_no_time, walls_push_by_the_time_to_the_contact,
          neighbours_ahead_weigh_more, forces_are_finite);
}
