/* Exact predicates on floats.
 *
 * Each predicate is the sign of a polynomial of degree 2 (orientation), 4 (distances, orders of
 * cuts) or 8 (distances from cuts). It is first evaluated in double precision, with a bound on the
 * rounding error: the filter of J. R. Shewchuk, "Adaptive precision floating-point arithmetic and
 * fast robust geometric predicates", Discrete & Computational Geometry 18 (1997). If the sign is
 * not certain, the orientation is decided from error-free differences and products (T. J. Dekker,
 * Numerische Mathematik 18 (1971); D. E. Knuth, The Art of Computer Programming 2, 4.2.2), which
 * suffices for coordinates of similar size. Everything else is computed in integers (geom/exact.h)
 * rather than with Shewchuk's expansions: floats have a smallest unit, so the size of the integers
 * is bounded for degree 8 as well. Predicates about cuts are rarely needed and have no filter.
 *
 * Cost: a few nanoseconds if the filter decides, about a microsecond if it does not. */
#include "geom/predicates.h"

#include <math.h>

#include "geom/exact.h"
#include "geom/vec.h"

/* Half a unit in the last place (ulp) of 1.0. */
static const double HALF_ULP = 0x1p-53;

/* ---- Signs in double ------------------------------------------------------------------------- */

static int sign_of(double value) {
    return (value > 0.0) - (value < 0.0);
}

/* Returns the rounding error of `difference`, the rounded x - y (Knuth). */
static double difference_error(double x, double y, double difference) {
    double y_part = x - difference;
    double x_part = difference + y_part;
    return (x - x_part) + (y_part - y);
}

static double high_part(double x) {
    double scaled = 134217729.0 * x;
    return scaled - (scaled - x);
}

/* Returns the rounding error of `product`, the rounded x * y (Dekker). */
static double product_error(double x, double y, double product) {
    double x_high = high_part(x), y_high = high_part(y);
    double x_low = x - x_high, y_low = y - y_high;
    return x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low);
}

/* ---- Integers -------------------------------------------------------------------------------- */

typedef struct exact_vec {
    exact x, y;
} exact_vec;

static exact exact_difference(float a, float b, int shift) {
    exact first = exact_from_float(a, shift);
    exact second = exact_from_float(b, shift);
    return exact_sub(&first, &second);
}

static exact_vec exact_between(wend_vec2 from, wend_vec2 to, int shift) {
    return (exact_vec){exact_difference(to.x, from.x, shift),
                       exact_difference(to.y, from.y, shift)};
}

static exact exact_cross(const exact_vec *a, const exact_vec *b) {
    exact left = exact_mul(&a->x, &b->y);
    exact right = exact_mul(&a->y, &b->x);
    return exact_sub(&left, &right);
}

static exact exact_dot(const exact_vec *a, const exact_vec *b) {
    exact first = exact_mul(&a->x, &b->x);
    exact second = exact_mul(&a->y, &b->y);
    return exact_add(&first, &second);
}

static exact exact_square(const exact *a) {
    return exact_mul(a, a);
}

/* ---- Orientation ----------------------------------------------------------------------------- */

static int orient_exactly(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    const float values[] = {a.x, a.y, b.x, b.y, c.x, c.y};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact_vec ab = exact_between(a, b, shift);
    exact_vec ac = exact_between(a, c, shift);
    return exact_cross(&ab, &ac).sign;
}

int predicate_orient(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double ab_x = (double)b.x - (double)a.x, ab_y = (double)b.y - (double)a.y;
    double ac_x = (double)c.x - (double)a.x, ac_y = (double)c.y - (double)a.y;
    double left = ab_x * ac_y, right = ab_y * ac_x;
    double determinant = left - right;
    double bound = 4.0 * HALF_ULP * (fabs(left) + fabs(right));
    if (determinant > bound || determinant < -bound) {
        return sign_of(determinant);
    }
    bool differences_exact = difference_error((double)b.x, (double)a.x, ab_x) == 0.0 &&
                             difference_error((double)b.y, (double)a.y, ab_y) == 0.0 &&
                             difference_error((double)c.x, (double)a.x, ac_x) == 0.0 &&
                             difference_error((double)c.y, (double)a.y, ac_y) == 0.0;
    if (!differences_exact) {
        return orient_exactly(a, b, c);
    }
    if (determinant != 0.0) {
        return sign_of(determinant);
    }
    return sign_of(product_error(ab_x, ac_y, left) - product_error(ab_y, ac_x, right));
}

static bool is_between(float x, float a, float b) {
    return a <= b ? a <= x && x <= b : b <= x && x <= a;
}

static bool is_in_box(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    return is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y);
}

bool predicate_on_segment(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    return is_in_box(p, a, b) && predicate_orient(a, b, p) == 0;
}

bool predicate_segments_meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    int p_side = predicate_orient(a, b, p), q_side = predicate_orient(a, b, q);
    int a_side = predicate_orient(p, q, a), b_side = predicate_orient(p, q, b);
    if (p_side * q_side < 0 && a_side * b_side < 0) {
        return true;
    }
    return (p_side == 0 && is_in_box(p, a, b)) || (q_side == 0 && is_in_box(q, a, b)) ||
           (a_side == 0 && is_in_box(a, p, q)) || (b_side == 0 && is_in_box(b, p, q));
}

bool predicate_ahead(wend_vec2 p, wend_vec2 v, wend_vec2 w) {
    return w.x != v.x ? (w.x > v.x) == (p.x > v.x) && p.x != v.x
                      : (w.y > v.y) == (p.y > v.y) && p.y != v.y;
}

int predicate_chain_side(wend_vec2 u, wend_vec2 v, wend_vec2 w, wend_vec2 x) {
    int turn = predicate_orient(u, v, w);
    int first = predicate_orient(u, v, x), second = predicate_orient(v, w, x);
    if (second == 0 && predicate_ahead(x, v, w)) {
        return 0;
    }
    if (first == 0 && predicate_ahead(x, v, u)) {
        return 0;
    }
    if (turn > 0) {
        return first > 0 && second > 0 ? 1 : -1;
    }
    if (turn < 0) {
        return first < 0 && second < 0 ? -1 : 1;
    }
    return first;
}

/* ---- Distances ------------------------------------------------------------------------------- */

/* What a filter returns if the sign is not certain. */
enum { UNCERTAIN = 2 };

/* Returns the sign of value - reference, or UNCERTAIN. Both numbers must be non-negative, with a
 * relative error of at most 16 half ulps. */
static int filter_squares(double value, double reference) {
    double difference = value - reference;
    double bound = 40.0 * HALF_ULP * (value + reference);
    if (difference > bound || difference < -bound) {
        return sign_of(difference);
    }
    return UNCERTAIN;
}

/* Returns the sign of cross^2 - radius^2 * length^2, or UNCERTAIN. Here, cross is left - right. */
static int filter_line(double left, double right, double length_squared, double radius) {
    double cross = fabs(left - right);
    double error = 4.0 * HALF_ULP * (fabs(left) + fabs(right));
    double reference = radius * radius * length_squared;
    double low = cross > error ? cross - error : 0.0;
    double high = cross + error;
    int low_sign = filter_squares(low * low, reference);
    int high_sign = filter_squares(high * high, reference);
    return low_sign == high_sign ? low_sign : UNCERTAIN;
}

static int filter_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, float radius) {
    double ab_x = (double)b.x - (double)a.x, ab_y = (double)b.y - (double)a.y;
    double ap_x = (double)p.x - (double)a.x, ap_y = (double)p.y - (double)a.y;
    double bp_x = (double)p.x - (double)b.x, bp_y = (double)p.y - (double)b.y;
    double after_a = ap_x * ab_x + ap_y * ab_y;
    double after_b = bp_x * ab_x + bp_y * ab_y;
    double a_error = 5.0 * HALF_ULP * (fabs(ap_x * ab_x) + fabs(ap_y * ab_y));
    double b_error = 5.0 * HALF_ULP * (fabs(bp_x * ab_x) + fabs(bp_y * ab_y));
    double square = (double)radius * (double)radius;
    if (after_a < -a_error) {
        return filter_squares(ap_x * ap_x + ap_y * ap_y, square);
    }
    if (after_b > b_error) {
        return filter_squares(bp_x * bp_x + bp_y * bp_y, square);
    }
    if (after_a > a_error && after_b < -b_error) {
        return filter_line(ab_x * ap_y, ab_y * ap_x, ab_x * ab_x + ab_y * ab_y, (double)radius);
    }
    return UNCERTAIN;
}

/* Returns the sign of cross^2 - (radius * scale)^2 * length^2, computed in integers. A `scale` of
 * NULL means 1. */
static int compare_line(const exact *cross, const exact *length_squared, const exact *radius,
                        const exact *scale) {
    exact value = exact_square(cross);
    exact reference = exact_square(radius);
    reference = exact_mul(&reference, length_squared);
    if (scale != NULL) {
        exact scale_squared = exact_square(scale);
        reference = exact_mul(&reference, &scale_squared);
    }
    return exact_compare(&value, &reference);
}

/* Returns the sign of |offset|^2 - (radius * scale)^2. A `scale` of NULL means 1. */
static int compare_offset(const exact_vec *offset, const exact *radius, const exact *scale) {
    exact value = exact_dot(offset, offset);
    exact reach = scale != NULL ? exact_mul(radius, scale) : *radius;
    exact reference = exact_square(&reach);
    return exact_compare(&value, &reference);
}

static int point_distance_exactly(wend_vec2 p, wend_vec2 a, wend_vec2 b, float radius) {
    const float values[] = {p.x, p.y, a.x, a.y, b.x, b.y, radius};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact reach = exact_from_float(radius, shift);
    exact_vec ab = exact_between(a, b, shift);
    exact_vec ap = exact_between(a, p, shift);
    exact_vec bp = exact_between(b, p, shift);
    if (exact_dot(&ap, &ab).sign <= 0) {
        return compare_offset(&ap, &reach, NULL);
    }
    if (exact_dot(&bp, &ab).sign >= 0) {
        return compare_offset(&bp, &reach, NULL);
    }
    exact cross = exact_cross(&ab, &ap);
    exact length_squared = exact_dot(&ab, &ab);
    return compare_line(&cross, &length_squared, &reach, NULL);
}

int predicate_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, float radius) {
    int sign = filter_point_distance(p, a, b, radius);
    return sign != UNCERTAIN ? sign : point_distance_exactly(p, a, b, radius);
}

int predicate_segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b, float radius) {
    if (predicate_segments_meet(p, q, a, b)) {
        return radius > 0.0F ? -1 : 0;
    }
    int nearest = predicate_point_distance(p, a, b, radius);
    int others[] = {nearest < 0 ? 1 : predicate_point_distance(q, a, b, radius),
                    nearest < 0 ? 1 : predicate_point_distance(a, p, q, radius),
                    nearest < 0 ? 1 : predicate_point_distance(b, p, q, radius)};
    for (int i = 0; i < 3; ++i) {
        nearest = others[i] < nearest ? others[i] : nearest;
    }
    return nearest;
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

/* A cut as a fraction of the segment: numerator / denominator, where the denominator is positive.
 */
typedef struct fraction {
    exact numerator, denominator;
} fraction;

static fraction cut_of(const exact_vec *direction, predicate_segment segment, predicate_line line,
                       int shift) {
    exact_vec along = exact_between(line.a, line.b, shift);
    exact_vec to_p = exact_between(line.a, segment.p, shift);
    fraction cut;
    cut.numerator = exact_cross(&along, &to_p);
    cut.denominator = exact_cross(direction, &along);
    if (cut.denominator.sign < 0) {
        cut.denominator.sign = -cut.denominator.sign;
        cut.numerator.sign = -cut.numerator.sign;
    }
    return cut;
}

int predicate_compare_cuts(predicate_segment segment, predicate_line first, predicate_line second) {
    const float values[] = {segment.p.x, segment.p.y, segment.q.x, segment.q.y,
                            first.a.x,   first.a.y,   first.b.x,   first.b.y,
                            second.a.x,  second.a.y,  second.b.x,  second.b.y};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact_vec direction = exact_between(segment.p, segment.q, shift);
    fraction one = cut_of(&direction, segment, first, shift);
    fraction two = cut_of(&direction, segment, second, shift);
    exact left = exact_mul(&one.numerator, &two.denominator);
    exact right = exact_mul(&two.numerator, &one.denominator);
    return exact_compare(&left, &right);
}

int predicate_compare_foot(predicate_segment segment, wend_vec2 point, predicate_line line) {
    const float values[] = {segment.p.x, segment.p.y, segment.q.x, segment.q.y, point.x,
                            point.y,     line.a.x,    line.a.y,    line.b.x,    line.b.y};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact_vec direction = exact_between(segment.p, segment.q, shift);
    exact_vec to_point = exact_between(segment.p, point, shift);
    fraction cut = cut_of(&direction, segment, line, shift);
    exact foot = exact_dot(&direction, &to_point);
    exact length_squared = exact_dot(&direction, &direction);
    exact left = exact_mul(&foot, &cut.denominator);
    exact right = exact_mul(&cut.numerator, &length_squared);
    return exact_compare(&left, &right);
}

/* Returns the vector from `from` to the cut, multiplied by the denominator of the cut. */
static exact_vec cut_offset(const exact_vec *direction, const fraction *cut, wend_vec2 p,
                            wend_vec2 from, int shift) {
    exact_vec base = exact_between(from, p, shift);
    exact x = exact_mul(&base.x, &cut->denominator);
    exact y = exact_mul(&base.y, &cut->denominator);
    exact along_x = exact_mul(&direction->x, &cut->numerator);
    exact along_y = exact_mul(&direction->y, &cut->numerator);
    return (exact_vec){exact_add(&x, &along_x), exact_add(&y, &along_y)};
}

int predicate_cut_distance(predicate_segment segment, predicate_line line, wend_vec2 a, wend_vec2 b,
                           float radius) {
    const float values[] = {segment.p.x, segment.p.y, segment.q.x, segment.q.y, line.a.x,
                            line.a.y,    line.b.x,    line.b.y,    a.x,         a.y,
                            b.x,         b.y,         radius};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact reach = exact_from_float(radius, shift);
    exact_vec direction = exact_between(segment.p, segment.q, shift);
    fraction cut = cut_of(&direction, segment, line, shift);
    exact_vec ab = exact_between(a, b, shift);
    exact_vec from_a = cut_offset(&direction, &cut, segment.p, a, shift);
    if (exact_dot(&from_a, &ab).sign <= 0) {
        return compare_offset(&from_a, &reach, &cut.denominator);
    }
    exact_vec from_b = cut_offset(&direction, &cut, segment.p, b, shift);
    if (exact_dot(&from_b, &ab).sign >= 0) {
        return compare_offset(&from_b, &reach, &cut.denominator);
    }
    exact cross = exact_cross(&ab, &from_a);
    exact length_squared = exact_dot(&ab, &ab);
    return compare_line(&cross, &length_squared, &reach, &cut.denominator);
}

/* ---- The fraction of a cut ------------------------------------------------------------------- */

/* A determinant computed in double precision is used only if it is at least this fraction of the
 * sum of its two products' magnitudes. Its relative error is then below 2^-42. */
static const double MIN_CERTAIN_SHARE = 0x1p-9;

/* Returns left - right, or 0 if the rounding error may be too large. */
static double certain_difference(double left, double right) {
    double difference = left - right;
    return fabs(difference) >= MIN_CERTAIN_SHARE * (fabs(left) + fabs(right)) ? difference : 0.0;
}

double predicate_cut(predicate_segment segment, predicate_line line) {
    double along_x = (double)line.b.x - (double)line.a.x;
    double along_y = (double)line.b.y - (double)line.a.y;
    double to_x = (double)segment.p.x - (double)line.a.x,
           to_y = (double)segment.p.y - (double)line.a.y;
    double x = (double)segment.q.x - (double)segment.p.x,
           y = (double)segment.q.y - (double)segment.p.y;
    double above = certain_difference(along_x * to_y, along_y * to_x);
    double below = certain_difference(x * along_y, y * along_x);
    if (above != 0.0 && below != 0.0) {
        return above / below;
    }
    const float values[] = {segment.p.x, segment.p.y, segment.q.x, segment.q.y,
                            line.a.x,    line.a.y,    line.b.x,    line.b.y};
    int shift = exact_shift(values, sizeof values / sizeof values[0]);
    exact_vec direction = exact_between(segment.p, segment.q, shift);
    fraction cut = cut_of(&direction, segment, line, shift);
    return exact_quotient(&cut.numerator, &cut.denominator);
}
