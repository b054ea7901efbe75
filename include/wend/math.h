/* wend/math.h: elementary functions with bit-identical results on all platforms.
 *
 * They use only + - * / and sqrt of IEEE 754 doubles in the default rounding mode (to nearest), so
 * a run does not depend on the compiler, its options or the machine. Error bounds are distances
 * from the true value in units in the last place (ulp); a test checks each bound against 80-bit
 * arithmetic. A NaN argument gives a NaN result unless stated otherwise. No function sets errno. */
#ifndef WEND_MATH_H
#define WEND_MATH_H

#include <wend/base.h>

/* Pi and a full turn, in rad. Halves, quarters and doubles of these constants are exact, so no
 * further constants are needed. */
#define WEND_PI        3.14159265358979323846
#define WEND_FULL_TURN (2.0 * WEND_PI)

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the sine or the cosine of an angle in radians, with an error of at most 0.85 ulp for
 * every finite x (measured: 0.80). Infinities give NaN. sin(-x) == -sin(x) and cos(-x) == cos(x)
 * exactly. */
WEND_API double wend_sin(double x);
WEND_API double wend_cos(double x);

/* Returns the angle of the vector (x, y) in [-pi, pi], with an error of at most 0.51 ulp (measured:
 * 0.501). Signed zeros and infinities behave as in C: atan2(+-0, -1) is +-pi, and atan2(+-0, +0) is
 * +-0. */
WEND_API double wend_atan2(double y, double x);

/* Returns e to the power x, with an error of at most 0.55 ulp (measured: 0.53). Overflows to
 * infinity; underflows through denormals to 0. */
WEND_API double wend_exp(double x);

/* Returns the natural logarithm, with an error of at most 0.51 ulp (measured: 0.501). log(+-0) is
 * -infinity; the logarithm of a negative number is NaN. */
WEND_API double wend_log(double x);

/* Returns x to the power y, with an error of at most 0.60 ulp (measured: 0.53). Special cases are
 * as in C: pow(x, 0) and pow(1, y) are 1 even if the other argument is NaN; with a negative base,
 * the result is NaN unless the exponent is an integer. */
WEND_API double wend_pow(double x, double y);

/* Returns sqrt(x * x + y * y) without intermediate overflow or underflow, with an error of at most
 * 0.51 ulp (0.76 ulp where the result is denormal). The result is infinite if either argument is
 * infinite, even if the other is NaN. */
WEND_API double wend_hypot(double x, double y);

/* Single-precision versions, computed in double precision and rounded once, with an error of at
 * most 0.501 ulp. */
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
