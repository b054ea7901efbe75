/* Guards against a compiler error: two adjacent numbers that are converted to single precision must
 * be rounded, even if they are converted back to double precision immediately. */
#include <check.h>

#include "support/suite.h"
#include <wend/base.h>

/* Not inlined, so that the compiler knows nothing about the numbers. */
__attribute__((noinline)) static wend_point narrowed(wend_point p) {
    return (wend_point){(double)(float)p.x, (double)(float)p.y};
}

static wend_vec2 narrow(wend_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

__attribute__((noinline)) static wend_point through_a_struct(wend_point p) {
    wend_vec2 single = narrow(p);
    return (wend_point){(double)single.x, (double)single.y};
}

/* Rounds one number at a time, through memory. */
static double rounded(double number) {
    volatile float single = (float)number;
    return (double)single;
}

START_TEST(adjacent_conversions_to_float_are_rounded) {
    for (int i = 1; i <= 100; i++) {
        wend_point p = {0.1 * i, -0.3 * i};
        wend_point one = narrowed(p), two = through_a_struct(p);
        ck_assert_double_eq(one.x, rounded(p.x));
        ck_assert_double_eq(one.y, rounded(p.y));
        ck_assert_double_eq(two.x, rounded(p.x));
        ck_assert_double_eq(two.y, rounded(p.y));
    }
}
END_TEST

int main(void) {
    SUITE("base/rounding", adjacent_conversions_to_float_are_rounded);
}
