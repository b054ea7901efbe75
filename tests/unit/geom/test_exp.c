/* The fast exponential function against that of the C library in double precision. */
#include <math.h>

#include "geom/exp.h"
#include "support/suite.h"

/* From -87 to 60, the range to which arguments are clamped. */
START_TEST(exponential_is_accurate) {
    double worst = 0;
    for (int i = 0; i <= 147000; i++) {
        float x = -87.0F + 0.001F * (float)i;
        double exact = exp((double)x);
        worst = fmax(worst, fabs((double)fast_exp(x) / exact - 1.0));
    }
    ck_assert_double_lt(worst, 2e-7);
    ck_assert_float_eq(fast_exp(0.0F), 1.0F);
    ck_assert(isfinite(1e9F * fast_exp(1e9F)) && fast_exp(-1e9F) >= 0.0F);
}
END_TEST

int main(void) {
    SUITE("geom/exp", exponential_is_accurate);
}
