/* Points in double precision. Checks identities on integers, where everything is exact, and
 * compares the nearest point of a segment with points sampled along the segment. */
#include "geom/point.h"
#include "support/suite.h"
#include "support/trials.h"

#include <wend/random.h>

static const uint64_t seed = 20260715;

static wend_point sample_integer(uint64_t round, uint32_t which) {
    double x = floor(wend_random_uniform(seed, round, 0, 2 * which) * 2001.0) - 1000.0;
    double y = floor(wend_random_uniform(seed, round, 0, 2 * which + 1) * 2001.0) - 1000.0;
    return (wend_point){x, y};
}

START_TEST(turn_and_cross_match_integer_arithmetic) {
    for (uint32_t round = 0; round < trials(200); round++) {
        wend_point a = sample_integer(round, 0), b = sample_integer(round, 1),
                   c = sample_integer(round, 2);
        int64_t bx = (int64_t)(b.x - a.x), by = (int64_t)(b.y - a.y);
        int64_t cx = (int64_t)(c.x - a.x), cy = (int64_t)(c.y - a.y);
        ck_assert_double_eq(point_turn(a, b, c), (double)(bx * cy - by * cx));
        ck_assert_double_eq(point_turn(a, b, c), point_turn(b, c, a));
        ck_assert_double_eq(point_dot(point_sub(b, a), point_sub(c, a)),
                            (double)(bx * cx + by * cy));
        ck_assert_double_eq(wide_turn(point_narrow(a), point_narrow(b), point_narrow(c)),
                            point_turn(a, b, c));
    }
}
END_TEST

START_TEST(length_and_distance_match_pythagorean_triples) {
    ck_assert_double_eq(point_length((wend_point){-3.0, 4.0}), 5.0);
    ck_assert_double_eq(point_distance((wend_point){1.0, 2.0}, (wend_point){6.0, 14.0}), 13.0);
    ck_assert_double_eq(wide_distance((wend_vec2){1.0F, 2.0F}, (wend_vec2){9.0F, 17.0F}), 17.0);
    ck_assert_double_eq(wide_length((wend_vec2){20.0F, -21.0F}), 29.0);
}
END_TEST

START_TEST(lerp_and_along_are_exact_at_both_ends) {
    for (uint32_t round = 0; round < trials(200); round++) {
        wend_point a = sample_integer(round, 0), b = sample_integer(round, 1);
        ck_assert(point_equal(point_lerp(a, b, 0.0), a));
        ck_assert(point_equal(point_lerp(a, b, 1.0), b));
        ck_assert(point_equal(point_along(a, point_sub(b, a), 1.0), b));
    }
}
END_TEST

START_TEST(nearest_point_is_no_farther_than_sampled_points) {
    for (uint32_t round = 0; round < trials(200); round++) {
        wend_point a = sample_integer(round, 0), b = sample_integer(round, 1),
                   p = sample_integer(round, 2);
        double least = point_distance(p, point_nearest(p, a, b));
        double best = INFINITY;
        for (int i = 0; i <= 1000; i++) {
            best = fmin(best, point_distance(p, point_lerp(a, b, i / 1000.0)));
        }
        ck_assert_msg(least <= best + 1e-9 && least >= best - point_distance(a, b) / 1000.0,
                      "round %u: %.17g, tried %.17g", round, least, best);
    }
    wend_point one = {2.0, 3.0};
    ck_assert(point_equal(point_nearest((wend_point){7.0, 8.0}, one, one), one));
}
END_TEST

int main(void) {
    SUITE("geom/point", turn_and_cross_match_integer_arithmetic,
          length_and_distance_match_pythagorean_triples, lerp_and_along_are_exact_at_both_ends,
          nearest_point_is_no_farther_than_sampled_points);
}
