/* Compares the forces of the model `johansson` with the equations of the paper. */
#include <math.h>

#include "published/pedestrian_values.h"
#include "support/force_lab.h"
#include "support/suite.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Allowed error as a share of a force. */
static const double rounding = 1e-5;

static wend_setting specification(const char *name) {
    return (wend_setting){"specification", {.kind = WEND_VALUE_TEXT, .text = name}};
}

START_TEST(pair_forces_match_the_equations) {
    for (uint32_t i = 0; i < COUNT(johansson_pair_rows); i++) {
        const johansson_pair_row *row = &johansson_pair_rows[i];
        wend_setting form =
            specification(row->specification > 1.5 ? "elliptical_2" : "elliptical_1");
        force_body body = {{0, 0}, {row->velocity_x, row->velocity_y}, 0.01};
        force_body other = {{row->neighbour_x, row->neighbour_y},
                            {row->neighbour_velocity_x, row->neighbour_velocity_y},
                            0.01};
        force_lab_check(
            force_lab_once(worlds_open(), "johansson", &form, 1, body, &other, 1.0, "neighbour"),
            row->acceleration_x, row->acceleration_y, rounding);
    }
}
END_TEST

/* A 0.42 m/s^2, B 1.65 m, lambda 0.12: exp of (0.5 - 2) / 1.65, and the weights 1 and 0.12. */
START_TEST(circular_force_matches_the_equation) {
    wend_setting form = specification("circular");
    force_body body = {{0, 0}, {1, 0}, 0.25}, ahead = {{2, 0}, {0, 0}, 0.25};
    force_body behind = {{-2, 0}, {0, 0}, 0.25};
    double size = 0.42 * exp(-1.5 / 1.65);
    force_lab_check(
        force_lab_once(worlds_open(), "johansson", &form, 1, body, &ahead, 0.0, "neighbour"), -size,
        0, rounding);
    force_lab_check(
        force_lab_once(worlds_open(), "johansson", &form, 1, body, &behind, 0.0, "neighbour"),
        0.12 * size, 0, rounding);
}
END_TEST

/* With settings, constants other than the fitted ones, and forces of bodies that touch. */
START_TEST(constants_can_be_set) {
    const wend_setting settings[] = {specification("circular"),
                                     {"strength", {.number = {.a = 3}}},
                                     {"range", {.number = {.a = 0.5}}},
                                     {"least_weight", {.number = {.a = 0}}},
                                     {"stiffness", {.number = {.a = 1500}}},
                                     {"friction", {.number = {.a = 3000}}}};
    force_body body = {{0, 0}, {1, 0}, 0.25}, behind = {{-0.45, 0}, {0, 0.2}, 0.25};
    force_lab_check(
        force_lab_once(worlds_open(), "johansson", settings, 6, body, &behind, 0.0, "neighbour"),
        1500 * 0.05, 0, 2e-5);
    force_lab_check(
        force_lab_once(worlds_open(), "johansson", settings, 6, body, &behind, 0.0, "friction"), 0,
        3000 * 0.05 * 0.2, 2e-5);
}
END_TEST

/* Exactly head-on, no force acts sideways; slightly to the side, it does. */
START_TEST(exactly_head_on_no_force_acts_sideways) {
    force_body body = {{0, 0}, {1, 0}, 0.25}, ahead = {{3, 0}, {-1, 0}, 0.25};
    wend_vec2 exact =
        force_lab_once(worlds_open(), "johansson", NULL, 0, body, &ahead, 0.0, "neighbour");
    ahead.position.y = 0.1;
    wend_vec2 aside =
        force_lab_once(worlds_open(), "johansson", NULL, 0, body, &ahead, 0.0, "neighbour");
    ck_assert_float_lt(exact.x, 0);
    ck_assert_float_eq(exact.y, 0);
    ck_assert_float_lt(aside.y, 0);
}
END_TEST

int main(void) {
    SUITE("steer/johansson", pair_forces_match_the_equations, circular_force_matches_the_equation,
          constants_can_be_set, exactly_head_on_no_force_acts_sideways);
}
