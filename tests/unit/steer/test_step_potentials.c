/* Compares the potentials of optimal steps with values computed from the published equations. */
#include <math.h>

#include "published/pedestrian_values.h"
#include "steer/solve/steps/potential.h"
#include "support/suite.h"

static const steps_shell soft = {.personal_width = 1.2,
                                 .intimate_width = 0.45,
                                 .height = 50.0,
                                 .intimate_factor = 1.2,
                                 .core_exponent = 4.0,
                                 .wall_width = 0.8,
                                 .wall_height = 6.0};
static const steps_shell of_2012 = {.kind = STEPS_2012};

static void check(double found, double expected) {
    ck_assert_double_le(fabs(found - expected), 1e-5 * fabs(expected));
}

START_TEST(potentials_match_published_equations) {
    steps_shell square = soft;
    square.core_exponent = 2.0;
    for (size_t i = 0; i < sizeof optimal_steps_rows / sizeof *optimal_steps_rows; i++) {
        const optimal_steps_row *row = &optimal_steps_rows[i];
        double contact = 2.0 * row->radius;
        check(steps_agent_potential(&soft, row->distance, contact), row->agent);
        check(steps_agent_potential(&square, row->distance, contact), row->agent_2);
        check(steps_wall_potential(&soft, row->distance, row->radius), row->wall);
        check(steps_agent_potential(&of_2012, row->distance + contact, contact), row->agent_2012);
        check(steps_wall_potential(&of_2012, row->distance + row->radius, row->radius),
              row->wall_2012);
    }
}
END_TEST

/* Values 11b to 11d. */
START_TEST(potentials_match_published_values) {
    steps_shell square = soft;
    square.core_exponent = 2.0;
    check(steps_agent_potential(&soft, 0.3, 0.4), 232.797);
    check(steps_agent_potential(&square, 0.3, 0.4), 102.925);
    check(steps_agent_potential(&soft, 0.6, 0.4), 0.490281);
    check(steps_agent_potential(&soft, 1.0, 0.4), 0.0705044);
    check(steps_wall_potential(&soft, 0.1, 0.2), 26360.5);
    check(steps_wall_potential(&soft, 0.3, 0.2), 0.585369);
    check(steps_wall_potential(&soft, 0.6, 0.2), 0.0620590);
    check(steps_agent_potential(&of_2012, 0.5, 0.4), 0.166053);
    check(steps_agent_potential(&of_2012, 0.9, 0.4), 0.0397387);
    check(steps_wall_potential(&of_2012, 0.7, 0.2), 0.00950094);
}
END_TEST

/* The ends of the shells would divide by zero. */
START_TEST(potentials_are_finite_and_end) {
    static const double distances[] = {0.0, 1e-9, 0.4, 0.85, 1.6, 0.8, 0.2, 1.4, 1e9};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        ck_assert(isfinite(steps_agent_potential(&soft, distances[i], 0.4)));
        ck_assert(isfinite(steps_wall_potential(&soft, distances[i], 0.2)));
        ck_assert(isfinite(steps_agent_potential(&of_2012, distances[i], 0.4)));
        ck_assert(isfinite(steps_wall_potential(&of_2012, distances[i], 0.2)));
    }
    ck_assert_double_eq(steps_agent_potential(&soft, 1.6, 0.4), 0.0);
    ck_assert_double_gt(steps_agent_potential(&soft, 1.3, 0.4), 0.0);
    ck_assert_double_eq(steps_agent_reach(&soft), 1.2);
    ck_assert_double_eq(steps_wall_potential(&soft, 0.8, 0.2), 0.0);
    ck_assert_double_eq(steps_wall_reach(&soft), 0.8);
    ck_assert_double_eq(steps_agent_potential(&of_2012, 1.41, 0.4), 0.0);
    ck_assert_double_eq(steps_agent_reach(&of_2012), 1.0);
    ck_assert_double_eq(steps_wall_potential(&of_2012, 6.21, 0.2), 0.0);
    ck_assert_double_eq(steps_wall_reach(&of_2012), 6.0);
    ck_assert_double_eq(steps_agent_potential(&of_2012, 0.4, 0.4), 1000.0);
    ck_assert_double_eq(steps_wall_potential(&of_2012, 0.1, 0.2), 10000.0);
}
END_TEST

START_TEST(nearer_repels_more) {
    for (double d = 0.02; d < 1.6; d += 0.01) {
        ck_assert_double_le(steps_agent_potential(&soft, d, 0.4),
                            steps_agent_potential(&soft, d - 0.01, 0.4));
        ck_assert_double_le(steps_wall_potential(&soft, d, 0.2),
                            steps_wall_potential(&soft, d - 0.01, 0.2));
        ck_assert_double_le(steps_agent_potential(&of_2012, d, 0.4),
                            steps_agent_potential(&of_2012, d - 0.01, 0.4));
    }
}
END_TEST

int main(void) {
    SUITE("steer/step_potentials", potentials_match_published_equations,
          potentials_match_published_values, potentials_are_finite_and_end, nearer_repels_more);
}
