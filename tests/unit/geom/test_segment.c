/* Compares closest points, distances and clipping of segments with rational arithmetic. */
#include "geom/segment.h"

#include <math.h>

#include "geom/vec.h"
#include "rational.h"
#include "support/suite.h"

static uint64_t state;

static float draw_float(float scale) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((float)((state >> 40) & 0xffffU) / 65536.0F - 0.5F) * scale;
}

static wend_vec2 sample_point(float scale) {
    return (wend_vec2){draw_float(scale), draw_float(scale)};
}

START_TEST(closest_point_at_an_end_is_exact) {
    wend_vec2 a = {0.1F, 0.2F}, b = {0.7F, 0.9F};
    ck_assert(vec_equal(segment_closest((wend_vec2){-5.0F, -5.0F}, a, b), a));
    ck_assert(vec_equal(segment_closest((wend_vec2){5.0F, 5.0F}, a, b), b));
    ck_assert(vec_equal(segment_closest((wend_vec2){3.0F, 5.0F}, a, a), a));
    ck_assert(segment_point_distance(b, a, b) == 0.0);
    ck_assert(segment_point_distance((wend_vec2){3.0F, 4.0F}, (wend_vec2){0.0F, 0.0F},
                                     (wend_vec2){0.0F, 0.0F}) == 5.0);
}
END_TEST

START_TEST(distances_match_rational_arithmetic) {
    state = 1;
    for (int i = 0; i < 5000; i++) {
        float scale = i % 2 != 0 ? 10.0F : 8000.0F;
        wend_vec2 p = sample_point(scale), q = sample_point(scale);
        wend_vec2 a = sample_point(scale), b = sample_point(scale);
        rational_reset();
        rational_point rp = rational_from_vec(p), rq = rational_from_vec(q);
        rational_point ra = rational_from_vec(a), rb = rational_from_vec(b);
        double point = sqrt(mpq_get_d(rational_point_distance(rp, ra, rb)));
        double segment = sqrt(mpq_get_d(rational_segment_distance(rp, rq, ra, rb)));
        ck_assert_double_eq_tol(segment_point_distance(p, a, b), point, 1e-10);
        ck_assert_double_eq_tol(segment_distance(p, q, a, b), segment, 1e-10);
        wend_vec2 closest = segment_closest(p, a, b);
        ck_assert_double_eq_tol((double)vec_length(vec_sub(closest, p)), point, 1e-3);
    }
}
END_TEST

START_TEST(clip_keeps_the_left_part) {
    state = 2;
    int none = 0, whole = 0, cut = 0;
    for (int i = 0; i < 5000; i++) {
        wend_vec2 from = sample_point(10.0F), to = sample_point(10.0F);
        wend_vec2 a = sample_point(10.0F), b = sample_point(10.0F);
        if (i % 3 == 0) {
            a = from; /* `a` lies exactly on the line */
        }
        rational_reset();
        rational_point line[] = {rational_from_vec(from), rational_from_vec(to)};
        int a_side = rational_orient(line[0], line[1], rational_from_vec(a));
        int b_side = rational_orient(line[0], line[1], rational_from_vec(b));
        wend_vec2 new_a = a, new_b = b;
        bool kept = segment_clip_left(from, to, &new_a, &new_b);
        ck_assert_int_eq(kept, a_side > 0 || b_side > 0);
        ck_assert(!kept || a_side < 0 || vec_equal(a, new_a));
        ck_assert(!kept || b_side < 0 || vec_equal(b, new_b));
        if (kept && a_side * b_side < 0) {
            wend_vec2 end = a_side < 0 ? new_a : new_b;
            double length = (double)vec_length(vec_sub(to, from));
            double off_line = (double)vec_cross(vec_sub(to, from), vec_sub(end, from)) / length;
            ck_assert_double_eq_tol(off_line, 0.0, 1e-4);
            ck_assert_double_eq_tol(segment_point_distance(end, a, b), 0.0, 1e-5);
            cut++;
        }
        none += !kept;
        whole += kept && a_side * b_side >= 0;
    }
    ck_assert_int_gt(none, 500);
    ck_assert_int_gt(whole, 500);
    ck_assert_int_gt(cut, 500);
}
END_TEST

START_TEST(vector_operations_match_known_values) {
    wend_vec2 a = {3.0F, 4.0F}, b = {-1.0F, 2.0F};
    ck_assert(vec_length(a) == 5.0F && vec_length_squared(a) == 25.0F);
    ck_assert(vec_dot(a, b) == 5.0F && vec_cross(a, b) == 10.0F);
    ck_assert(vec_equal(vec_perp(a), (wend_vec2){-4.0F, 3.0F}));
    ck_assert(vec_cross(a, vec_perp(a)) > 0.0F);
    ck_assert(vec_equal(vec_normalized(a), (wend_vec2){0.6F, 0.8F}));
    ck_assert(vec_equal(vec_normalized((wend_vec2){0.0F, 0.0F}), (wend_vec2){0.0F, 0.0F}));
    ck_assert(vec_equal(vec_lerp(a, b, 0.0F), a) && vec_equal(vec_lerp(a, b, 1.0F), b));
    ck_assert(vec_equal(vec_min(a, b), (wend_vec2){-1.0F, 2.0F}));
    ck_assert(vec_equal(vec_max(a, b), a));
    ck_assert(vec_equal(vec_add(a, b), (wend_vec2){2.0F, 6.0F}));
    ck_assert(vec_equal(vec_sub(a, b), (wend_vec2){4.0F, 2.0F}));
    ck_assert(vec_equal(vec_scale(a, 2.0F), (wend_vec2){6.0F, 8.0F}));
}
END_TEST

int main(void) {
    SUITE("geom/segment", closest_point_at_an_end_is_exact, distances_match_rational_arithmetic,
          clip_keeps_the_left_part, vector_operations_match_known_values);
}
