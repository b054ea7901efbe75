/* Comparison of forces with expected values. */
#ifndef SUPPORT_FORCES_H
#define SUPPORT_FORCES_H

#include <math.h>
#include <stddef.h>

#include <check.h>

#include <wend/base.h>

#define FORCES_COUNT(rows) (sizeof(rows) / sizeof *(rows))

static inline wend_vec2 forces_vec(double x, double y) {
    return (wend_vec2){(float)x, (float)y};
}

/* Checks a vector to `share` of the length of the expected one, plus `least`. */
static inline void forces_check_to(wend_vec2 found, double x, double y, double share, double least,
                                   size_t row) {
    double error = hypot((double)found.x - x, (double)found.y - y);
    ck_assert_msg(error <= share * hypot(x, y) + least,
                  "row %zu: (%.9g, %.9g), expected (%.9g, %.9g)", row, (double)found.x,
                  (double)found.y, x, y);
}

/* Checks a vector to 1e-5 of its length, as published/pedestrian_values.h asks. */
static inline void forces_check(wend_vec2 found, double x, double y, size_t row) {
    forces_check_to(found, x, y, 1e-5, 0.0, row);
}

/* Checks a number to 1e-5 of itself. */
static inline void forces_check_number(double found, double expected, size_t row) {
    ck_assert_msg(fabs(found - expected) <= 1e-5 * fabs(expected), "row %zu: %.9g, expected %.9g",
                  row, found, expected);
}

#endif
