/* The forces of predictive collision avoidance, against values computed from the equations. */
#include "published/pedestrian_values.h"
#include "steer/solve/social/karamouzas.h"
#include "support/forces.h"
#include "support/spaces.h"
#include "support/suite.h"

/* The parameters of the tables; the cosine is that of 100 degrees. */
static const karamouzas_law law = {.personal_space = 1.0F,
                                   .anticipation = 3.0F,
                                   .sight_cosine = -0.17364818F,
                                   .strength = 3.0F,
                                   .near = 1.0F,
                                   .middle = 8.0F,
                                   .far = 10.0F,
                                   .decay = 0.8F,
                                   .most = 5,
                                   .wall_distance = 2.0F,
                                   .wall_exponent = 2.0F};

START_TEST(pairs_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_pair_rows); i++) {
        const karamouzas_pair_row *row = &karamouzas_pair_rows[i];
        karamouzas_threat threat;
        ck_assert(karamouzas_meets(&law, forces_vec(row->velocity_x, row->velocity_y),
                                   (float)row->radius,
                                   forces_vec(row->neighbour_x, row->neighbour_y),
                                   forces_vec(row->neighbour_velocity_x, row->neighbour_velocity_y),
                                   (float)row->neighbour_radius, &threat));
        forces_check_number((double)threat.time, row->time, i);
        forces_check_number((double)threat.distance, row->distance, i);
        forces_check(threat.force, row->acceleration_x, row->acceleration_y, i);
    }
}
END_TEST

static void add(karamouzas_threats *list, const karamouzas_three_row *row, double x, double y,
                double u, double v, double radius) {
    karamouzas_threat threat;
    if (karamouzas_meets(&law, forces_vec(row->velocity_x, row->velocity_y), (float)row->radius,
                         forces_vec(x, y), forces_vec(u, v), (float)radius, &threat)) {
        karamouzas_add(&law, &threat, list);
    }
}

START_TEST(three_neighbours_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_three_rows); i++) {
        const karamouzas_three_row *row = &karamouzas_three_rows[i];
        karamouzas_threats list = {.count = 0};
        add(&list, row, row->first_x, row->first_y, row->first_velocity_x, row->first_velocity_y,
            row->first_radius);
        add(&list, row, row->second_x, row->second_y, row->second_velocity_x,
            row->second_velocity_y, row->second_radius);
        add(&list, row, row->third_x, row->third_y, row->third_velocity_x, row->third_velocity_y,
            row->third_radius);
        forces_check(karamouzas_sum(&law, &list), row->acceleration_x, row->acceleration_y, i);
    }
}
END_TEST

/* Returns the force of a wall whose nearest point is (x, y). */
static wend_vec2 wall(double radius, double x, double y) {
    double distance = hypot(x, y);
    wend_vec2 normal = distance > 0 ? forces_vec(-x / distance, -y / distance) : (wend_vec2){1, 0};
    return karamouzas_wall(&law, (float)radius, (float)distance, normal);
}

START_TEST(walls_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_wall_rows); i++) {
        const karamouzas_wall_row *row = &karamouzas_wall_rows[i];
        wend_vec2 force = wall(row->radius, row->point_x, row->point_y);
        forces_check(force, row->acceleration_x, row->acceleration_y, i);
    }
}
END_TEST

/* Checks 4a to 4d of the reference sheet. */
START_TEST(check_values_match) {
    karamouzas_threat threat;
    wend_vec2 desired = {1.3F, 0.0F};
    ck_assert(karamouzas_meets(&law, desired, 0.25F, forces_vec(6, 0.4), forces_vec(-1.3, 0), 0.25F,
                               &threat));
    forces_check_number((double)threat.time, 1.85220, 1);
    forces_check_number((double)threat.distance, 3.15786, 1);
    forces_check(threat.force, -2.84225, -0.96, 1);
    ck_assert(karamouzas_meets(&law, desired, 0.25F, forces_vec(2, 1.8), forces_vec(0, -1), 0.25F,
                               &threat));
    forces_check_number((double)threat.time, 0.884103, 2);
    forces_check_number((double)threat.distance, 1.89933, 2);
    forces_check(threat.force, -2.04160, -2.19815, 2);
    const float distances[] = {0.5F, 4.0F, 9.0F, 11.0F}, sizes[] = {6.0F, 3.0F, 1.5F, 0.0F};
    for (size_t i = 0; i < 4; i++) {
        ck_assert_float_eq_tol(karamouzas_size(&law, distances[i]), sizes[i], 1e-6F);
    }
    forces_check(wall(0.25, 0, -1.25), 0, 1, 3);
    forces_check(wall(0.25, 0, -0.5), 0, 28, 4);
}
END_TEST

static karamouzas_threat at(float time, uint32_t other) {
    return (karamouzas_threat){.time = time, .force = {1.0F, 0.0F}, .other = other};
}

/* The list keeps the first `most` times; equal times stay in the order in which they came. */
START_TEST(only_the_first_meetings_count) {
    karamouzas_law few = law;
    few.most = 3;
    karamouzas_threats list = {.count = 0};
    const float times[] = {2.0F, 1.0F, 2.0F, 0.5F, 2.5F, 1.0F};
    const uint32_t kept[] = {3, 1, 5};
    for (uint32_t i = 0; i < 6; i++) {
        karamouzas_threat threat = at(times[i], i);
        karamouzas_add(&few, &threat, &list);
    }
    ck_assert_uint_eq(list.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(list.items[i].other, kept[i]);
    }
    ck_assert_float_eq_tol(karamouzas_sum(&few, &list).x, 1.0F + 0.8F + 0.64F, 1e-6F);
}
END_TEST

/* A neighbour inside the personal space displaces all that are met later, and refuses more. */
START_TEST(neighbours_inside_displace_all_others) {
    karamouzas_threats list = {.count = 0};
    const float times[] = {2.0F, 1.0F, 0.0F, 0.5F, 0.0F};
    for (uint32_t i = 0; i < 5; i++) {
        karamouzas_threat threat = at(times[i], i);
        karamouzas_add(&law, &threat, &list);
    }
    ck_assert_uint_eq(list.count, 2);
    ck_assert_uint_eq(list.items[0].other, 2);
    ck_assert_float_eq(karamouzas_weight(&law, &list, 1), 1.0F);
}
END_TEST

START_TEST(neighbours_that_are_not_met_do_not_count) {
    karamouzas_threat threat;
    wend_vec2 desired = {1.3F, 0.0F};
    const wend_vec2 towards[] = {{-3.0F, 0.2F}, {10.0F, 0.0F}, {4.0F, 3.0F}, {4.0F, 0.0F}};
    const wend_vec2 velocity[] = {{3.0F, 0.0F}, {-1.3F, 0.0F}, {0.0F, 0.0F}, {1.3F, 0.0F}};
    for (size_t i = 0; i < 4; i++) { /* behind, too late, passes, never nearer */
        ck_assert_msg(
            !karamouzas_meets(&law, desired, 0.25F, towards[i], velocity[i], 0.25F, &threat), "%zu",
            i);
    }
}
END_TEST

/* No force is infinite or NaN: neighbours at random, overlapping and coincident ones included. */
START_TEST(forces_are_finite) {
    dice from = {4};
    for (int i = 0; i < 20000; i++) {
        double range = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 0.5 : 8.0;
        wend_vec2 towards =
            forces_vec(dice_between(&from, -range, range), dice_between(&from, -range, range));
        wend_vec2 desired = i % 5
                                ? forces_vec(dice_between(&from, -2, 2), dice_between(&from, -2, 2))
                                : (wend_vec2){0.0F, 0.0F};
        karamouzas_threat threat;
        if (karamouzas_meets(&law, desired, 0.25F, towards, forces_vec(0, i % 7 ? 1 : 0), 0.25F,
                             &threat)) {
            ck_assert(isfinite(threat.force.x) && isfinite(threat.force.y));
            ck_assert(isfinite(threat.time) && isfinite(threat.distance));
        }
        wend_vec2 push = wall(0.25, (double)towards.x, (double)towards.y);
        ck_assert(isfinite(push.x) && isfinite(push.y));
    }
}
END_TEST

int main(void) {
    SUITE("steer/karamouzas_law", pairs_match_the_equations, three_neighbours_match_the_equations,
          walls_match_the_equations, check_values_match, only_the_first_meetings_count,
          neighbours_inside_displace_all_others, neighbours_that_are_not_met_do_not_count,
          forces_are_finite);
}
