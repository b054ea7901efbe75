/* wend/math.h: elementary functions that give the same bits everywhere.
 *
 * They use only + - * / and sqrt of IEEE 754 doubles in the default rounding (to nearest), so that
 * a run does not depend on the compiler, its options or the machine. Bounds are in units in
 * the last place (ulp), measured from the true value; each is asserted by a test that compares
 * with 80-bit arithmetic. NaN in gives NaN out unless stated otherwise. No function touches errno.
 */
#ifndef WEND_MATH_H
#define WEND_MATH_H

#include <wend/base.h>

/* The ratio of a circle's circumference to its diameter, and the angle of a full turn: radians.
 * Half, a quarter and twice of them are exact multiples, so that no further constants are needed.
 */
#define WEND_PI        3.14159265358979323846
#define WEND_FULL_TURN (2.0 * WEND_PI)

#ifdef __cplusplus
extern "C" {
#endif

/* Sine and cosine of an angle in radians, within 0.85 ulp for every finite x (measured: 0.80).
 * Infinities give NaN. sin(-x) == -sin(x) and cos(-x) == cos(x) exactly. */
WEND_API double wend_sin(double x);
WEND_API double wend_cos(double x);

/* The angle of the vector (x, y) in [-pi, pi], within 0.51 ulp (measured: 0.501). Signed zeros and
 * infinities behave as in C: atan2(+-0, -1) is +-pi, atan2(+-0, +0) is +-0. */
WEND_API double wend_atan2(double y, double x);

/* e to the power x, within 0.55 ulp (measured: 0.53). Overflows to infinity, underflows through
 * denormals to 0. */
WEND_API double wend_exp(double x);

/* The natural logarithm, within 0.51 ulp (measured: 0.501). log(+-0) is -infinity, log(x < 0) is
 * NaN. */
WEND_API double wend_log(double x);

/* x to the power y, within 0.60 ulp (measured: 0.53). Special cases as in C: pow(x, 0) and pow(1,
 * y) are 1 even for NaN; a negative base needs an integer exponent, otherwise the result is NaN. */
WEND_API double wend_pow(double x, double y);

/* sqrt(x * x + y * y) without overflow or underflow on the way, within 0.51 ulp (0.76 where the
 * result is denormal). Infinite when either is infinite, even if the other is NaN. */
WEND_API double wend_hypot(double x, double y);

/* Single precision: computed in double and rounded once; within 0.501 ulp. */
WEND_API float wend_sinf(float x);
WEND_API float wend_cosf(float x);
WEND_API float wend_atan2f(float y, float x);
WEND_API float wend_expf(float x);
WEND_API float wend_powf(float x, float y);
WEND_API float wend_hypotf(float x, float y);

#ifdef __cplusplus
}
#endif

#endif
