/* Headings: angles are wrapped, and a heading turns in the shorter direction, by no more than the
 * limit. */
#include <math.h>

#include <wend/math.h>
#include <wend/random.h>

#include "step/heading.h"
#include "support/suite.h"

/* Returns the angle between two directions, computed from their vectors. */
static double between(double a, double b) {
    double x = cos(a) * cos(b) + sin(a) * sin(b), y = cos(a) * sin(b) - sin(a) * cos(b);
    return fabs(atan2(y, x));
}

START_TEST(turns_towards_the_velocity_by_at_most_the_limit) {
    for (uint64_t i = 0; i < 20000; i++) {
        double from = WEND_PI * (2.0 * wend_random_uniform(1, i, 0, 0) - 1.0);
        double to = WEND_PI * (2.0 * wend_random_uniform(1, i, 0, 1) - 1.0);
        double most = 2.0 * wend_random_uniform(1, i, 0, 2);
        wend_vec2 velocity = {(float)cos(to), (float)sin(to)};
        float turned = heading_turn((float)from, velocity, (float)most);
        double gap = between(from, to);
        ck_assert(fabsf(turned) <= (float)WEND_PI);
        ck_assert_double_eq_tol(between(from, (double)turned), fmin(gap, most), 1e-5);
        ck_assert_double_eq_tol(between((double)turned, to), fmax(0.0, gap - most), 1e-5);
    }
    ck_assert_float_eq(heading_turn(1.25F, (wend_vec2){0.0F, -0.0F}, 1.0F), 1.25F);
    /* Tiny velocities in any direction do not turn an agent; 1 mm/s is the threshold. */
    ck_assert_float_eq(heading_turn(1.25F, (wend_vec2){-6e-4F, 6e-4F}, 1.0F), 1.25F);
    ck_assert_float_eq(heading_turn(1.25F, (wend_vec2){0.0F, -9.9e-4F}, INFINITY), 1.25F);
    ck_assert_float_eq_tol(heading_turn(1.25F, (wend_vec2){0.0F, -1.1e-3F}, INFINITY),
                           (float)(-WEND_PI / 2.0), 1e-6F);
    ck_assert_float_eq_tol(heading_turn(1.25F, (wend_vec2){-1.0F, 0.0F}, INFINITY), 3.1415927F,
                           1e-6F);
}
END_TEST

START_TEST(wraps_every_finite_angle) {
    for (uint64_t i = 0; i < 20000; i++) {
        double angle = 1000.0 * (2.0 * wend_random_uniform(2, i, 0, 0) - 1.0);
        float wrapped = heading_wrap(angle);
        ck_assert(fabsf(wrapped) <= (float)WEND_PI);
        ck_assert_double_eq_tol(between(angle, (double)wrapped), 0.0, 1e-6);
    }
    ck_assert(fabsf(heading_wrap(1e300)) <= (float)WEND_PI);
}
END_TEST

int main(void) {
    SUITE("step/heading", turns_towards_the_velocity_by_at_most_the_limit,
          wraps_every_finite_angle);
}
