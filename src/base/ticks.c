/* Finds round numbers, and chooses the ticks of a scale. */
#include "base/ticks.h"
#include <math.h>
#include <stdio.h>

static const double MULTIPLES[] = {1.0, 2.0, 5.0, 10.0};

/* Finds the largest power of ten that is at most `limit`, a positive number. The power of ten is
 * the returned number divided by `*divisor`. Both are whole numbers, so that their quotient is
 * correctly rounded: 1 / 10 equals the number parsed from "0.1". */
static double power_below(double limit, double *divisor) {
    double power = 1.0;
    *divisor = 1.0;
    while (power * 10.0 <= limit) {
        power *= 10.0;
    }
    while (power / *divisor > limit && *divisor < 1e15) {
        *divisor *= 10.0;
    }
    return power;
}

double ticks_below(double limit) {
    double divisor, best = 1.0;
    if (!(limit > 0.0) || !isfinite(limit)) {
        return 1.0;
    }
    double power = power_below(limit, &divisor);
    for (size_t i = 0; i < sizeof MULTIPLES / sizeof MULTIPLES[0]; i++) {
        double value = MULTIPLES[i] * power / divisor;
        best = i == 0 || value <= limit ? value : best;
    }
    return best;
}

double ticks_above(double limit) {
    double divisor;
    if (!(limit > 0.0) || !isfinite(limit)) {
        return 1.0;
    }
    double power = power_below(limit, &divisor), value = power / divisor;
    for (size_t i = 0; i < sizeof MULTIPLES / sizeof MULTIPLES[0] && value < limit; i++) {
        value = MULTIPLES[i] * power / divisor;
    }
    return value;
}

ticks ticks_choose(double most, int count) {
    if (!(most > 0.0) || !isfinite(most)) {
        return (ticks){0.5, 1.0};
    }
    double step = ticks_above(most / count);
    /* Subtracting 1e-9 prevents an additional step if the quotient is a whole number except for
     * rounding errors. */
    return (ticks){step, step * ceil(most / step - 1e-9)};
}

const char *ticks_text(double value, const char *unit, char out[TICKS_TEXT_SIZE]) {
    snprintf(out, TICKS_TEXT_SIZE, "%.6g%s%.20s", value, unit[0] != '\0' ? " " : "", unit);
    return out;
}
