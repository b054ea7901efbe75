/* Compares exact predicates with rational arithmetic, especially where the last bit decides. */
#include "geom/predicates.h"

#include <math.h>

#include "rational.h"
#include "support/suite.h"

static uint64_t state;

static uint32_t draw(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

/* Moves a float by up to two ulps. */
static float nudge(float x) {
    for (uint32_t steps = draw(3); steps > 0; --steps) {
        x = nextafterf(x, draw(2) != 0 ? 32000.0F : -32000.0F);
    }
    return x;
}

static wend_vec2 random_point(int kind) {
    switch (kind) {
    case 0: /* a small lattice: points are often collinear, equal or tangent */
        return (wend_vec2){(float)draw(9), (float)draw(9)};
    case 1: /* lattice points, moved by up to two ulps */
        return (wend_vec2){nudge((float)draw(9)), nudge((float)draw(9))};
    case 2: /* far from the origin */
        return (wend_vec2){8000.0F + (float)draw(64) * 0.0009765625F,
                           -8000.0F + (float)draw(64) * 0.0009765625F};
    case 3: /* magnitudes so different that they share no bits */
        return (wend_vec2){ldexpf((float)draw(1000) - 500.0F, 3 - (int)draw(140)),
                           ldexpf((float)draw(1000) - 500.0F, 3 - (int)draw(140))};
    default:
        return (wend_vec2){(float)draw(1U << 24) / 4096.0F, (float)draw(1U << 24) / 4096.0F};
    }
}

static float random_radius(int kind) {
    switch (kind) {
    case 0:
    case 1:
        return draw(3) == 0 ? fabsf(nudge((float)draw(6))) : (float)draw(6);
    case 2:
        return (float)draw(64) * 0.0009765625F;
    default:
        return ldexpf((float)draw(1000), 3 - (int)draw(100));
    }
}

static int compare_square(rational squared, float radius) {
    rational r = rational_of((double)radius);
    return rational_compare(squared, rational_mul(r, r));
}

enum { KINDS = 5 };

START_TEST(orient_matches_rational_arithmetic) {
    state = 1;
    int zeros = 0;
    for (int i = 0; i < 200000; i++) {
        int kind = i % KINDS;
        wend_vec2 a = random_point(kind), b = random_point(kind), c = random_point(kind);
        if (draw(3) == 0) { /* c lies as near to the line as floats allow */
            float t = (float)draw(1000) / 500.0F;
            c = (wend_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
        rational_reset();
        int expected =
            rational_orient(rational_from_vec(a), rational_from_vec(b), rational_from_vec(c));
        zeros += expected == 0;
        ck_assert_msg(predicate_orient(a, b, c) == expected,
                      "case %d: (%a, %a) (%a, %a) (%a, %a): expected %d", i, (double)a.x,
                      (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y, expected);
    }
    ck_assert_int_gt(zeros, 10000);
}
END_TEST

START_TEST(distances_match_rational_arithmetic) {
    state = 2;
    int ties = 0;
    for (int i = 0; i < 30000; i++) {
        int kind = i % KINDS;
        wend_vec2 p = random_point(kind), q = random_point(kind);
        wend_vec2 a = random_point(kind), b = draw(10) == 0 ? a : random_point(kind);
        float r = random_radius(kind);
        rational_reset();
        rational_point rp = rational_from_vec(p), rq = rational_from_vec(q);
        rational_point ra = rational_from_vec(a), rb = rational_from_vec(b);
        int point = compare_square(rational_point_distance(rp, ra, rb), r);
        int segment = compare_square(rational_segment_distance(rp, rq, ra, rb), r);
        ties += point == 0;
        ck_assert_msg(predicate_point_distance(p, a, b, r) == point,
                      "case %d: (%a, %a) to (%a, %a) (%a, %a), radius %a: expected %d", i,
                      (double)p.x, (double)p.y, (double)a.x, (double)a.y, (double)b.x, (double)b.y,
                      (double)r, point);
        ck_assert_msg(predicate_segment_distance(p, q, a, b, r) == segment,
                      "case %d: (%a, %a) (%a, %a) to (%a, %a) (%a, %a), radius %a: expected %d", i,
                      (double)p.x, (double)p.y, (double)q.x, (double)q.y, (double)a.x, (double)a.y,
                      (double)b.x, (double)b.y, (double)r, segment);
    }
    ck_assert_int_gt(ties, 150);
}
END_TEST

/* One point is so near the origin that the differences between its coordinates and those of other
 * points are rounded. It lies almost on a line through the origin and two lattice points, or its
 * direction from the origin is almost perpendicular to that of the point (3 * k, 4 * k). In plain
 * double arithmetic, the rounding errors of the differences would decide the sign. */
START_TEST(predicates_are_exact_for_tiny_offsets) {
    state = 6;
    int orient_wrong = 0, distance_wrong = 0;
    for (int i = 0; i < 50000; i++) {
        float k = 1.0F + (float)draw(4095), l = 1.0F + (float)draw(4095);
        float unit = ldexpf(1.0F, -40 - (int)draw(24)), share = (float)draw(1000) / 1000.0F;
        wend_vec2 a = {unit * floorf(k * share), unit * floorf(l * share + 0.5F)};
        wend_vec2 b = {k, l}, c = {2.0F * k, 2.0F * l};
        rational_reset();
        int expected =
            rational_orient(rational_from_vec(a), rational_from_vec(b), rational_from_vec(c));
        ck_assert_int_eq(predicate_orient(a, b, c), expected);
        double plain = ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                       ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
        orient_wrong += ((plain > 0.0) - (plain < 0.0)) * expected < 0;

        float j = (float)draw(4000);
        wend_vec2 p = {3.0F * k, 4.0F * k}, far = {-50.0F, -70.0F};
        wend_vec2 near = {unit * (4.0F * j + (float)draw(3) - 1.0F),
                          unit * (-3.0F * j + (float)draw(3) - 1.0F)};
        rational squared = rational_point_distance(rational_from_vec(p), rational_from_vec(near),
                                                   rational_from_vec(far));
        expected = compare_square(squared, 5.0F * k);
        ck_assert_int_eq(predicate_point_distance(p, near, far, 5.0F * k), expected);
        double x = (double)p.x - (double)near.x, y = (double)p.y - (double)near.y;
        plain = x * x + y * y - 25.0 * (double)k * (double)k;
        distance_wrong += ((plain > 0.0) - (plain < 0.0)) * expected < 0;
    }
    ck_assert_int_gt(orient_wrong, 100);
    ck_assert_int_gt(distance_wrong, 100);
}
END_TEST

START_TEST(segments_meet_if_and_only_if_their_distance_is_zero) {
    state = 3;
    int met = 0;
    for (int i = 0; i < 30000; i++) {
        int kind = i % 3;
        wend_vec2 p = random_point(kind), q = random_point(kind);
        wend_vec2 a = random_point(kind), b = random_point(kind);
        rational_reset();
        rational squared = rational_segment_distance(rational_from_vec(p), rational_from_vec(q),
                                                     rational_from_vec(a), rational_from_vec(b));
        bool expected = rational_sign(squared) == 0;
        met += expected;
        ck_assert_int_eq(predicate_segments_meet(p, q, a, b), expected);
        bool on = rational_sign(rational_point_distance(rational_from_vec(p), rational_from_vec(a),
                                                        rational_from_vec(b))) == 0;
        ck_assert_int_eq(predicate_on_segment(p, a, b), on);
    }
    ck_assert_int_gt(met, 5000);
}
END_TEST

/* Returns the fraction of the segment pq at which the line ab crosses it. */
static rational cut(rational_point p, rational_point q, rational_point a, rational_point b) {
    rational_point along = rational_between(a, b);
    return rational_div(rational_cross(along, rational_between(a, p)),
                        rational_cross(rational_between(p, q), along));
}

START_TEST(cuts_match_rational_arithmetic) {
    state = 4;
    int done = 0, ties = 0;
    for (int i = 0; i < 30000; i++) {
        int kind = i % KINDS;
        predicate_segment segment = {random_point(kind), random_point(kind)};
        predicate_line one = {random_point(kind), random_point(kind)};
        predicate_line two = {random_point(kind), random_point(kind)};
        wend_vec2 v = random_point(kind), w = random_point(kind);
        float r = random_radius(kind);
        rational_reset();
        rational_point p = rational_from_vec(segment.p), q = rational_from_vec(segment.q);
        rational_point a = rational_from_vec(one.a), b = rational_from_vec(one.b);
        rational_point c = rational_from_vec(two.a), d = rational_from_vec(two.b);
        rational_point pq = rational_between(p, q);
        if (rational_sign(rational_cross(pq, rational_between(a, b))) == 0 ||
            rational_sign(rational_cross(pq, rational_between(c, d))) == 0) {
            continue;
        }
        rational first = cut(p, q, a, b), second = cut(p, q, c, d);
        int order = rational_compare(first, second);
        ck_assert_int_eq(predicate_compare_cuts(segment, one, two), order);
        rational foot = rational_div(rational_dot(pq, rational_between(p, rational_from_vec(v))),
                                     rational_dot(pq, pq));
        ck_assert_int_eq(predicate_compare_foot(segment, v, one), rational_compare(foot, first));
        int apart =
            compare_square(rational_point_distance(rational_along(p, q, first),
                                                   rational_from_vec(v), rational_from_vec(w)),
                           r);
        ck_assert_int_eq(predicate_cut_distance(segment, one, v, w, r), apart);
        ties += (order == 0) + (apart == 0);
        done++;
    }
    ck_assert_int_gt(done, 15000);
    ck_assert_int_gt(ties, 100);
}
END_TEST

/* Compares angles to find the side of the chain to which a direction points. The left side extends
 * counter-clockwise from v -> w to v -> u. Angles of lattice directions with small coordinates are
 * easy to distinguish. */
static int side_by_angle(wend_vec2 u, wend_vec2 v, wend_vec2 w, wend_vec2 x) {
    double to_u = atan2((double)(u.y - v.y), (double)(u.x - v.x));
    double to_w = atan2((double)(w.y - v.y), (double)(w.x - v.x));
    double to_x = atan2((double)(x.y - v.y), (double)(x.x - v.x));
    const double whole = 6.283185307179586;
    double left = fmod(to_u - to_w + 2.0 * whole, whole);
    double at = fmod(to_x - to_w + 2.0 * whole, whole);
    if (at < 1e-9 || at > whole - 1e-9 || fabs(at - left) < 1e-9) {
        return 0;
    }
    return at < left ? 1 : -1;
}

START_TEST(sides_of_a_chain_match_comparison_of_angles) {
    state = 5;
    int seen[3] = {0, 0, 0};
    for (int i = 0; i < 50000; i++) {
        wend_vec2 u = random_point(0), v = random_point(0), w = random_point(0);
        wend_vec2 x = random_point(0);
        bool folds = predicate_orient(u, v, w) == 0 && predicate_ahead(w, v, u);
        bool equal =
            (u.x == v.x && u.y == v.y) || (w.x == v.x && w.y == v.y) || (x.x == v.x && x.y == v.y);
        if (folds || equal) {
            continue;
        }
        int expected = side_by_angle(u, v, w, x);
        seen[expected + 1]++;
        ck_assert_msg(predicate_chain_side(u, v, w, x) == expected,
                      "case %d: chain (%g, %g) (%g, %g) (%g, %g), towards (%g, %g): expected %d", i,
                      (double)u.x, (double)u.y, (double)v.x, (double)v.y, (double)w.x, (double)w.y,
                      (double)x.x, (double)x.y, expected);
    }
    ck_assert_int_gt(seen[0], 5000);
    ck_assert_int_gt(seen[1], 2000);
    ck_assert_int_gt(seen[2], 5000);
}
END_TEST

int main(void) {
    SUITE("geom/predicates", orient_matches_rational_arithmetic,
          distances_match_rational_arithmetic, predicates_are_exact_for_tiny_offsets,
          segments_meet_if_and_only_if_their_distance_is_zero, cuts_match_rational_arithmetic,
          sides_of_a_chain_match_comparison_of_angles);
}
