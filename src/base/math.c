/* Elementary functions built only from + - * / sqrt, with the same bits on every machine.
 *
 * Each function reduces its argument until a short Taylor series suffices. A second double carries
 * the part of the result that does not fit in the first, so that almost all of the error comes from
 * the last addition:
 *
 *     sin, cos  |x| modulo pi/2: up to 2^20 by subtracting k * (pi/2) in four parts (Cody and
 *               Waite, "Software manual for the elementary functions", 1980), beyond that by
 *               multiplying by the bits of 2/pi that matter (Payne and Hanek, SIGNUM 1983)
 *     exp       x = k * ln(2) / 32 + r, with a table of 2^(j/32) (Tang, TOMS 1989)
 *     log       x = 2^k * m and m * c = 1 + r, with c from a table (Tang, TOMS 1990)
 *     pow       exp(y * log(x)), with the logarithm accurate to about 68 bits
 *     atan2     the table angle atan(i/16) nearest to the vector, then atan of the remaining angle
 *     hypot     sqrt and one correction by the remainder
 *
 * Error-free sums and products: Dekker, "A floating-point technique for extending the available
 * precision", 1971. FMA is not used: results on machines without it would differ.
 *
 * Cost: 10 to 45 ns each. */
#include <wend/math.h>

#include "base/math_tables.h"
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* An unevaluated sum, high + low, in which |low| is at most half an ulp of high. */
typedef struct pair {
    double high, low;
} pair;

static pair add_exactly(double a, double b) {
    double sum = a + b;
    double b_part = sum - a;
    return (pair){sum, (a - (sum - b_part)) + (b - b_part)};
}

/* Same as add_exactly, but requires |a| >= |b| or a == 0. */
static pair add_ordered(double a, double b) {
    double sum = a + b;
    return (pair){sum, b - (sum - a)};
}

/* Splits a number into two halves of 26 bits each, so that products of such halves are exact.
 * Requires |a| < 2^996. */
static pair split(double a) {
    double scaled = a * 0x1.0000002p27;
    double high = scaled - (scaled - a);
    return (pair){high, a - high};
}

static pair multiply_exactly(double a, double b) {
    pair x = split(a), y = split(b);
    double product = a * b;
    double low = ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return (pair){product, low};
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns 2^k, for -1022 <= k <= 1023 (a normal number). */
static double power_of_two(int k) {
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* Returns floor(log2 x) for a finite x > 0, which may be denormal. */
static int exponent_of(double x) {
    uint64_t bits = bits_of(x);
    if (bits >> 52 == 0) {
        return (int)(bits_of(x * 0x1p54) >> 52) - (1023 + 54);
    }
    return (int)(bits >> 52) - 1023;
}

static bool is_nan(double x) {
    return x != x;
}

static bool is_infinite(double x) {
    return fabs(x) == (double)INFINITY;
}

/* ---- Sine and cosine ------------------------------------------------------------------------- */

/* The reduced form of an angle x: x = quarter * pi/2 + rest (modulo 2 pi). |rest| is at most pi/4,
 * or slightly more because of rounding. */
typedef struct reduced {
    pair rest;
    unsigned quarter;
} reduced;

static reduced reduce_small(double x) {
    static const double two_over_pi_rounded = 0x1.45f306dc9c883p-1;
    double k = floor(x * two_over_pi_rounded + 0.5);
    pair a = add_exactly(x - k * half_pi_part[0], -(k * half_pi_part[1]));
    pair b = add_exactly(a.high, -(k * half_pi_part[2]));
    pair rest = add_exactly(b.high, a.low + b.low - k * half_pi_part[3]);
    return (reduced){rest, (unsigned)(int)k & 3};
}

/* Returns bits / 2^128. */
static pair fraction_of(uint128 bits) {
    if (bits == 0) {
        return (pair){0.0, 0.0};
    }
    uint64_t top = (uint64_t)(bits >> 64);
    int shift = top != 0 ? __builtin_clzll(top) : 64 + __builtin_clzll((uint64_t)bits);
    bits <<= shift;
    double unit = power_of_two(-shift);
    double high = (double)(uint64_t)(bits >> 75) * 0x1p-53;
    double low = (double)((uint64_t)(bits >> 22) & ((UINT64_C(1) << 53) - 1)) * 0x1p-106;
    return add_ordered(high * unit, low * unit);
}

/* Reduces a finite x >= 2^20. With x = m * 2^e, the bits of 2/pi above 2^(2-e) contribute only full
 * turns, so they are skipped. The next 192 bits are multiplied by m modulo 2^192. This leaves an
 * error of 2^-139; no double comes closer than 2^-62 to a multiple of pi/2. */
static reduced reduce_large(double x) {
    uint64_t bits = bits_of(x);
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    int first_bit = (int)(bits >> 52) - (1023 + 52) - 2 + 64;
    const uint64_t *word = two_over_pi + first_bit / 64;
    int shift = first_bit % 64;
    uint64_t window[3];
    for (int i = 0; i < 3; i++) {
        window[i] = word[i] << shift | (shift > 0 ? word[i + 1] >> (64 - shift) : 0);
    }
    uint128 product = (uint128)window[2] * m;
    uint64_t low = (uint64_t)product;
    product = (uint128)window[1] * m + (uint64_t)(product >> 64);
    uint64_t middle = (uint64_t)product;
    uint64_t high = window[0] * m + (uint64_t)(product >> 64);

    /* The product is a fraction of a full turn: `quarter` is the nearest quarter turn, and `rest`
     * is the remainder. */
    unsigned quarter = (unsigned)((high >> 62) + (high >> 61 & 1)) & 3;
    uint128 rest = (uint128)(high << 2 | middle >> 62) << 64 | (middle << 2 | low >> 62);
    bool negative = rest >> 127 != 0;
    pair turn = fraction_of(negative ? -rest : rest);
    pair angle = multiply_exactly(turn.high, half_pi_high);
    angle =
        add_ordered(angle.high, angle.low + (turn.high * half_pi_low + turn.low * half_pi_high));
    return (reduced){negative ? (pair){-angle.high, -angle.low} : angle, quarter};
}

static reduced reduce(double x) {
    return x <= 0x1p20 ? reduce_small(x) : reduce_large(x);
}

/* At pi/4, the cubic term is a tenth of the result and is rounded four times. This adds 0.35 ulp to
 * the error of the last addition. */
static double sine_near_zero(pair x) {
    double z = x.high * x.high;
    double tail = 1.0 / 355687428096000.0;   /* 1 / 17! */
    tail = tail * z - 1.0 / 1307674368000.0; /* 1 / 15! */
    tail = tail * z + 1.0 / 6227020800.0;    /* 1 / 13! */
    tail = tail * z - 1.0 / 39916800.0;      /* 1 / 11! */
    tail = tail * z + 1.0 / 362880.0;        /* 1 / 9! */
    tail = tail * z - 1.0 / 5040.0;          /* 1 / 7! */
    tail = tail * z + 1.0 / 120.0;           /* 1 / 5! */
    tail = tail * z - 1.0 / 6.0;             /* 1 / 3! */
    return x.high + (x.low * (1.0 - 0.5 * z) + x.high * z * tail);
}

static double cosine_near_zero(pair x) {
    pair square = multiply_exactly(x.high, x.high);
    double z = square.high;
    double tail = -1.0 / 6402373705728000.0;  /* 1 / 18! */
    tail = tail * z + 1.0 / 20922789888000.0; /* 1 / 16! */
    tail = tail * z - 1.0 / 87178291200.0;    /* 1 / 14! */
    tail = tail * z + 1.0 / 479001600.0;      /* 1 / 12! */
    tail = tail * z - 1.0 / 3628800.0;        /* 1 / 10! */
    tail = tail * z + 1.0 / 40320.0;          /* 1 / 8! */
    tail = tail * z - 1.0 / 720.0;            /* 1 / 6! */
    tail = tail * z + 1.0 / 24.0;             /* 1 / 4! */
    pair lead = add_ordered(1.0, -0.5 * z);
    return lead.high + (lead.low + (z * z * tail - (0.5 * square.low + x.high * x.low)));
}

/* Returns sin(quarter * pi/2 + rest). */
static double sine_of(reduced angle) {
    double value = (angle.quarter & 1) != 0 ? cosine_near_zero(angle.rest) //
                                            : sine_near_zero(angle.rest);
    return (angle.quarter & 2) != 0 ? -value : value;
}

double wend_sin(double x) {
    double magnitude = fabs(x);
    if (magnitude < 0x1p-27) {
        return x; /* keeps the sign of zero */
    }
    if (!(magnitude < (double)INFINITY)) {
        return (double)NAN;
    }
    double value = sine_of(reduce(magnitude));
    return x < 0.0 ? -value : value;
}

double wend_cos(double x) {
    double magnitude = fabs(x);
    if (!(magnitude < (double)INFINITY)) {
        return (double)NAN;
    }
    reduced angle = reduce(magnitude);
    angle.quarter++;
    return sine_of(angle);
}

/* ---- Exponential and logarithm --------------------------------------------------------------- */

/* Returns (high + low) * 2^k, rounded only once even if the result is denormal; high is near 1. */
static double scale(pair value, int k) {
    double plain = value.high + value.low;
    if (k >= (plain >= 1.0 ? -1022 : -1021)) {
        return k <= 1023 ? plain * power_of_two(k) : plain * 2.0 * power_of_two(k - 1);
    }
    /* Adding `cut` = 2^(-1022 - k) rounds the value at the bit that becomes the last bit of the
     * denormal result. */
    double cut = power_of_two(-1022 + 64) * power_of_two(-k - 64);
    pair sum = add_ordered(cut, value.high);
    double rounded = sum.high + (sum.low + value.low);
    return (rounded - cut) * power_of_two(k + 64) * 0x1p-64;
}

/* Returns exp(x.high + x.low); x.high may be any number except NaN. */
static double exp_of_pair(pair x) {
    if (x.high > 709.8) {
        return (double)INFINITY; /* the largest double is exp(709.7827...) */
    }
    if (x.high < -745.2) {
        return 0.0; /* half of the smallest denormal is exp(-745.1332...) */
    }
    double steps = floor(x.high * exp_steps_per_unit + 0.5);
    double r = (x.high - steps * exp_step_high) - (steps * exp_step_low - x.low);
    double series = 1.0 / 5040.0;
    series = series * r + 1.0 / 720.0;
    series = series * r + 1.0 / 120.0;
    series = series * r + 1.0 / 24.0;
    series = series * r + 1.0 / 6.0;
    series = series * r + 0.5;
    series = r + r * r * series;
    int step = (int)steps;
    int j = step & 31;
    double high = exp_table[j][0];
    return scale((pair){high, exp_table[j][1] + high * series}, (step - j) / 32);
}

double wend_exp(double x) {
    return is_nan(x) ? (double)NAN : exp_of_pair((pair){x, 0.0});
}

/* Returns log x for a finite x > 0, with a relative error of about 2^-68. */
static pair log_of(double x) {
    enum { ROWS = 64, FIRST_HALVED = 27 };
    int k = exponent_of(x);
    if (k < -1022) {
        x *= 0x1p54;
    }
    double m = from_bits((bits_of(x) & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1023) << 52);
    int row = (int)((m - 1.0) * ROWS + 0.5);
    if (row >= FIRST_HALVED) {
        m *= 0.5;
        k++;
    }
    /* Both products are exact: (upper 40 bits of m) * c and (remaining bits of m) * c. The factor c
     * has 13 bits. */
    const double *table = log_table[row];
    double m_high = from_bits(bits_of(m) & ~((UINT64_C(1) << 13) - 1));
    pair r = add_exactly(m_high * table[0] - 1.0, (m - m_high) * table[0]);

    double z = r.high;
    double series = 1.0 / 11.0;
    series = 1.0 / 10.0 - z * series;
    series = 1.0 / 9.0 - z * series;
    series = 1.0 / 8.0 - z * series;
    series = 1.0 / 7.0 - z * series;
    series = 1.0 / 6.0 - z * series;
    series = 1.0 / 5.0 - z * series;
    series = 1.0 / 4.0 - z * series;
    series = 1.0 / 3.0 - z * series;
    pair square = multiply_exactly(z, z);
    double small = z * square.high * series - 0.5 * square.low + (r.low - z * r.low);
    pair lead = add_exactly(k * ln2_high + table[1], z);
    pair sum = add_exactly(lead.high, -0.5 * square.high);
    return add_ordered(sum.high, sum.low + (lead.low + (small + (k * ln2_low + table[2]))));
}

double wend_log(double x) {
    if (!(x > 0.0)) {
        return x == 0.0 ? -(double)INFINITY : (double)NAN;
    }
    return is_infinite(x) ? x : log_of(x).high;
}

/* ---- Power ----------------------------------------------------------------------------------- */

static bool is_integer(double x) {
    return floor(x) == x;
}

static bool is_odd_integer(double x) {
    return is_integer(x) && !is_integer(0.5 * x);
}

/* Returns magnitude^y if `magnitude` is 0 or infinite, or y is infinite. Requires that y is neither
 * 0 nor NaN, and that `magnitude` is not 1. */
static double power_at_limits(double magnitude, double y) {
    bool large = magnitude > 1.0;
    return large == (y > 0.0) ? (double)INFINITY : 0.0;
}

double wend_pow(double x, double y) {
    if (y == 0.0 || x == 1.0) {
        return 1.0;
    }
    if (is_nan(x) || is_nan(y)) {
        return (double)NAN;
    }
    double magnitude = fabs(x);
    if (is_infinite(y) && magnitude == 1.0) {
        return 1.0;
    }
    bool negative = signbit(x) && is_odd_integer(y);
    double value = 0.0;
    if (magnitude == 0.0 || is_infinite(magnitude) || is_infinite(y)) {
        value = power_at_limits(magnitude, y);
    } else if (x < 0.0 && !is_integer(y)) {
        return (double)NAN;
    } else {
        pair logarithm = log_of(magnitude);
        pair product = {y * logarithm.high, 0.0};
        /* multiply_exactly must not overflow. Where it is skipped, the base is 1 or the result is
         * out of range, so the rounded product suffices. */
        if (fabs(product.high) < 800.0 && fabs(y) < 0x1p64) {
            product = multiply_exactly(y, logarithm.high);
            product.low += y * logarithm.low;
        }
        value = exp_of_pair(product);
    }
    return negative ? -value : value;
}

/* ---- Angle and length ------------------------------------------------------------------------ */

/* Returns atan(y / x), for 0 <= y <= x, x in [1, 2) and y / x > 2^-62. */
static pair angle_of_octant(double y, double x) {
    enum { ROWS = 16 };
    int row = (int)(y / x * ROWS + 0.5);
    double c = (double)row / ROWS;
    pair cx = multiply_exactly(c, x), cy = multiply_exactly(c, y);
    pair above = add_exactly(y, -cx.high), below = add_ordered(x, cy.high);
    above.low -= cx.low;
    below.low += cy.low;
    double u = above.high / below.high;
    pair check = multiply_exactly(u, below.high);
    double u_low = ((above.high - check.high) - check.low + above.low - u * below.low) / below.high;
    double z = u * u;
    double series = 1.0 / 13.0;
    series = 1.0 / 11.0 - z * series;
    series = 1.0 / 9.0 - z * series;
    series = 1.0 / 7.0 - z * series;
    series = 1.0 / 5.0 - z * series;
    series = 1.0 / 3.0 - z * series;
    pair sum = add_ordered(atan_table[row][0], u);
    return add_ordered(sum.high, sum.low + (atan_table[row][1] + (u_low - u * z * series)));
}

static pair subtract_pair(double high, double low, pair b) {
    pair sum = add_exactly(high, -b.high);
    return add_ordered(sum.high, sum.low + (low - b.low));
}

/* Returns the angle of a vector, in [0, pi], from the absolute values of its components (finite,
 * not both zero) and the sign of its x component (`left` is true if x is negative). */
static double angle_of(double y, double x, bool left) {
    static const int far_apart =
        60; /* if the exponents differ by this much, atan(y / x) is y / x */
    bool steep = y > x;
    double longer = steep ? y : x, shorter = steep ? x : y;
    int exponent = exponent_of(longer);
    pair angle = {0.0, 0.0};
    if (shorter > 0.0 && exponent - exponent_of(shorter) < far_apart) {
        double first = power_of_two(-exponent / 2), second = power_of_two(-exponent + exponent / 2);
        angle = angle_of_octant(shorter * first * second, longer * first * second);
    } else if (!steep && !left) {
        return y / x;
    }
    if (steep) {
        angle = subtract_pair(half_pi_high, half_pi_low, angle);
    }
    if (left) {
        angle = subtract_pair(pi_high, pi_low, angle);
    }
    return angle.high + angle.low;
}

double wend_atan2(double y, double x) {
    if (is_nan(x) || is_nan(y)) {
        return (double)NAN;
    }
    bool left = signbit(x);
    double height = fabs(y), width = fabs(x);
    double angle = 0.0;
    if (is_infinite(x) || is_infinite(y)) {
        /* Two infinite components count as equal; an infinite one counts as larger than any finite
         * one. */
        height = is_infinite(y) ? 1.0 : 0.0;
        width = is_infinite(x) ? 1.0 : 0.0;
    }
    if (height == 0.0) {
        angle = left ? pi_high : 0.0;
    } else {
        angle = angle_of(height, width, left);
    }
    return signbit(y) ? -angle : angle;
}

double wend_hypot(double x, double y) {
    if (is_infinite(x) || is_infinite(y)) {
        return (double)INFINITY;
    }
    if (is_nan(x) || is_nan(y)) {
        return (double)NAN;
    }
    double a = fabs(x), b = fabs(y);
    double longer = a > b ? a : b, shorter = a > b ? b : a;
    if (longer == 0.0) {
        return 0.0;
    }
    /* For numbers in [2^-300, 2^500], the squares do not overflow, and neither the squares nor
     * their rounding errors underflow. */
    double unit = longer > 0x1p500 ? 0x1p-600 : (longer < 0x1p-300 ? 0x1p700 : 1.0);
    longer *= unit;
    shorter *= unit;
    if (shorter < longer * 0x1p-60) {
        return (longer + shorter) / unit;
    }
    pair first = multiply_exactly(longer, longer), second = multiply_exactly(shorter, shorter);
    pair sum = add_ordered(first.high, second.high);
    double low = sum.low + (first.low + second.low);
    double root = sqrt(sum.high);
    pair square = multiply_exactly(root, root);
    return (root + ((sum.high - square.high) - square.low + low) / (2.0 * root)) / unit;
}

/* ---- Single precision ------------------------------------------------------------------------ */

float wend_sinf(float x) {
    return (float)wend_sin((double)x);
}

float wend_cosf(float x) {
    return (float)wend_cos((double)x);
}

float wend_atan2f(float y, float x) {
    return (float)wend_atan2((double)y, (double)x);
}

float wend_expf(float x) {
    return (float)wend_exp((double)x);
}

float wend_powf(float x, float y) {
    return (float)wend_pow((double)x, (double)y);
}

float wend_hypotf(float x, float y) {
    /* The squares of floats have 48 bits, so they are exact as doubles. Only their sum and its root
     * are rounded, before the result is converted to float. */
    double a = (double)x, b = (double)y;
    if (is_infinite(a) || is_infinite(b)) {
        return (float)INFINITY;
    }
    return (float)sqrt(a * a + b * b);
}
