/* Compares the forces of the model `helbing_molnar` with the equations of the paper. */
#include <math.h>

#include "published/pedestrian_values.h"
#include "support/force_lab.h"
#include "support/suite.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Allowed error as a share of a force. */
static const double rounding = 1e-5;

START_TEST(pair_forces_match_the_equations) {
    for (uint32_t i = 0; i < COUNT(helbing_molnar_pair_rows); i++) {
        const helbing_molnar_pair_row *row = &helbing_molnar_pair_rows[i];
        wend_setting time = {"anticipation", {.number = {.a = row->time}}};
        force_body body = {{0, 0}, {row->velocity_x, row->velocity_y}, 0.01};
        force_body other = {{row->neighbour_x, row->neighbour_y},
                            {row->neighbour_velocity_x, row->neighbour_velocity_y},
                            0.01};
        force_lab_check(force_lab_once(worlds_open(), "helbing_molnar", &time, 1, body, &other,
                                       atan2(row->direction_y, row->direction_x), "neighbour"),
                        row->acceleration_x, row->acceleration_y, rounding);
    }
}
END_TEST

/* The wall lies along x = 0, and the agent at the distance of the table's point from it. */
START_TEST(wall_forces_match_the_equations) {
    for (uint32_t i = 0; i < COUNT(helbing_molnar_wall_rows); i++) {
        const helbing_molnar_wall_row *row = &helbing_molnar_wall_rows[i];
        force_body body = {{hypot(row->point_x, row->point_y), 10}, {0, 0}, 0.01};
        force_lab_check(
            force_lab_once(worlds_room(20, 20), "helbing_molnar", NULL, 0, body, NULL, 0.0, "wall"),
            hypot(row->acceleration_x, row->acceleration_y), 0.0, rounding);
    }
}
END_TEST

/* A neighbour behind counts half as much as the same neighbour ahead. */
START_TEST(neighbour_ahead_weighs_more) {
    force_body body = {{0, 0}, {1.34, 0}, 0.25}, ahead = {{1, 0}, {0, 0}, 0.25};
    force_body behind = {{-1, 0}, {0, 0}, 0.25};
    wend_vec2 front =
        force_lab_once(worlds_open(), "helbing_molnar", NULL, 0, body, &ahead, 0.0, "neighbour");
    wend_vec2 back =
        force_lab_once(worlds_open(), "helbing_molnar", NULL, 0, body, &behind, 0.0, "neighbour");
    ck_assert_float_eq_tol(front.x, -0.249718F, 1e-5F); /* check 1c of the reference values */
    ck_assert_float_eq_tol(back.x, 0.124859F, 1e-5F);
}
END_TEST

/* Agents are never faster than 1.3 v0, even if others push them. */
START_TEST(speed_is_limited_to_a_multiple_of_the_preferred_speed) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "helbing_molnar");
    wend_agent agents[20];
    for (uint32_t i = 0; i < 20; i++) {
        wend_point at = {0.5 * (i % 5), 0.5 * (i / 5)};
        agents[i] = worlds_agent(world, at.x, at.y, worlds_direction(world, i));
    }
    float fastest = 0;
    for (int step = 0; step < 50; step++) {
        worlds_step(world, 1);
        for (uint32_t i = 0; i < 20; i++) {
            wend_vec2 v = worlds_state(world, agents[i]).velocity;
            fastest = fmaxf(fastest, hypotf(v.x, v.y));
        }
    }
    ck_assert_float_le(fastest, 1.3F * 1.3F + 1e-5F);
    ck_assert_float_gt(fastest, 1.3F);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("steer/helbing_molnar", pair_forces_match_the_equations, wall_forces_match_the_equations,
          neighbour_ahead_weighs_more, speed_is_limited_to_a_multiple_of_the_preferred_speed);
}
