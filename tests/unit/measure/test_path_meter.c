/* Length and curvature of paths: shapes with known values, and random paths whose values are also
 * computed directly from all their points. */
#include "support/trials.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/random.h>

static const double pi = 3.14159265358979323846;

static wend_path_measures measure(const wend_point *points, int count) {
    wend_path_meter meter = {0};
    for (int i = 0; i < count; i++) {
        wend_path_meter_add(&meter, points[i]);
    }
    return wend_path_meter_get(&meter);
}

START_TEST(straight_paths_have_no_curvature) {
    static const wend_point line[] = {{0, 0}, {3, 4}, {3, 4}, {3.6, 4.8}, {9, 12}};
    wend_path_measures found = measure(line, 5);
    ck_assert_double_eq_tol(found.length, 15.0, 1e-12);
    ck_assert_double_eq_tol(found.mean_curvature, 0.0, 1e-12);
    ck_assert_double_eq_tol(found.max_curvature, 0.0, 1e-12);
    ck_assert_double_eq_tol(found.circle_curvature, 0.0, 1e-12);
}
END_TEST

START_TEST(paths_without_length_have_no_curvature) {
    static const wend_point points[] = {{1, 2}, {1, 2}};
    for (int count = 0; count <= 2; count++) {
        wend_path_measures found = measure(points, count);
        ck_assert(found.length == 0.0 && found.mean_curvature == 0.0);
        ck_assert(found.max_curvature == 0.0 && found.circle_curvature == 0.0);
    }
}
END_TEST

/* A corner turns by its angle, no matter how long the steps of its two legs are. */
START_TEST(turning_at_a_corner_counts_once) {
    static const wend_point corner[] = {{0, 0}, {2, 0}, {2, 2}};
    wend_path_measures found = measure(corner, 3);
    ck_assert_double_eq_tol(found.mean_curvature, pi / 2.0 / 4.0, 1e-9);
    ck_assert_double_eq_tol(found.max_curvature, pi / 2.0 / WEND_PATH_SPACING, 1e-9);
    static const wend_point off[] = {{0, 0}, {0.7, 0}, {1.9, 0}, {1.9, 0.1}, {1.9, 2.1}};
    found = measure(off, 5);
    ck_assert_double_eq_tol(found.mean_curvature * found.length, pi / 2.0, 1e-9);
    ck_assert_double_lt(found.max_curvature, pi / 2.0 / WEND_PATH_SPACING);
    static const wend_point back[] = {{0, 0}, {1, 0}, {0, 0}};
    found = measure(back, 3);
    ck_assert_double_eq_tol(found.mean_curvature, pi / 2.0, 1e-9);
}
END_TEST

/* Walks a circle in short and in long steps. */
START_TEST(curvature_of_a_circle_is_one_over_its_radius) {
    static const double steps[] = {0.01, 0.05, 0.2};
    for (int k = 0; k < 3; k++) {
        static wend_point points[4000];
        const double radius = 5.0;
        int count = (int)(2.0 * pi * radius / steps[k]);
        for (int i = 0; i < count; i++) {
            double angle = i * steps[k] / radius;
            points[i] = (wend_point){radius * cos(angle), radius * sin(angle)};
        }
        wend_path_measures found = measure(points, count);
        ck_assert_double_eq_tol(found.mean_curvature, 1.0 / radius, 0.005);
        ck_assert_double_eq_tol(found.circle_curvature, 1.0 / radius, 1e-6);
        ck_assert_double_ge(found.max_curvature, found.mean_curvature);
        ck_assert_double_lt(found.max_curvature, 1.2 / radius);
    }
}
END_TEST

/* The path jitters from step to step. Curvature computed from circles consists mainly of this
 * jitter; curvature computed from turning angles is barely affected by it. */
START_TEST(turning_ignores_jitter) {
    wend_point points[2000];
    for (int i = 0; i < 2000; i++) {
        points[i] = (wend_point){i * 0.01, i % 2 * 1e-4};
    }
    wend_path_measures found = measure(points, 2000);
    ck_assert_double_gt(found.circle_curvature, 1.0);
    ck_assert_double_lt(found.mean_curvature, 0.01);
}
END_TEST

/* A huge step costs no more time than a small one, and points that are not finite are skipped. */
START_TEST(handles_huge_steps_and_skips_non_finite_points) {
    static const wend_point leap[] = {{0, 0}, {1e11, 0}, {1e11, 1e11}};
    wend_path_measures found = measure(leap, 3);
    ck_assert_double_eq(found.length, 2e11);
    ck_assert_double_eq_tol(found.mean_curvature * found.length, pi / 2.0, 1e-3);
    const wend_point none[] = {{NAN, 0},       {0, 0},     {INFINITY, 0}, {3, 0},
                               {3, -INFINITY}, {1e300, 0}, {3, NAN},      {3, 4}};
    found = measure(none, 8);
    ck_assert_double_eq(found.length, 7.0);
    ck_assert_double_eq_tol(found.mean_curvature, pi / 2.0 / 7.0, 1e-9);
}
END_TEST

/* ---- Random paths ---------------------------------------------------------------------------- */

enum { CORNERS = 60 };

static wend_point position_at(const wend_point *points, int count, double along) {
    for (int i = 1; i < count; i++) {
        double leg = hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
        if (along <= leg || i == count - 1) {
            double t = leg > 0.0 ? along / leg : 0.0;
            return (wend_point){points[i - 1].x + (points[i].x - points[i - 1].x) * t,
                                points[i - 1].y + (points[i].y - points[i - 1].y) * t};
        }
        along -= leg;
    }
    return points[0];
}

static double turning_of(const wend_point *points, int count, double length) {
    double turning = 0.0;
    for (double along = 0.5; along < length - 1e-9; along += 0.25) {
        wend_point a = position_at(points, count, along - 0.5);
        wend_point b = position_at(points, count, along - 0.25),
                   c = position_at(points, count, along);
        double turn = atan2(c.y - b.y, c.x - b.x) - atan2(b.y - a.y, b.x - a.x);
        turning += fabs(remainder(turn, 2.0 * pi));
    }
    return turning;
}

START_TEST(random_paths_match_brute_force) {
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        wend_point points[CORNERS] = {{0, 0}};
        /* Some legs are shorter than 0.25 m, others longer. */
        double length = 0.0, scale = seed % 2 ? 1.0 : 8.0;
        for (int i = 1; i < CORNERS; i++) {
            double x = wend_random_uniform(seed, 1, (uint64_t)i, 0) * 0.5 * scale;
            double y = (wend_random_uniform(seed, 2, (uint64_t)i, 0) - 0.5) * scale;
            points[i] = (wend_point){points[i - 1].x + x, points[i - 1].y + y};
            length += hypot(x, y);
        }
        wend_path_measures found = measure(points, CORNERS);
        ck_assert_double_eq_tol(found.length, length, 1e-9);
        ck_assert_msg(fabs(found.mean_curvature * length - turning_of(points, CORNERS, length)) <
                          1e-6,
                      "seed %d: %g, not %g", (int)seed, found.mean_curvature * length,
                      turning_of(points, CORNERS, length));
    }
}
END_TEST

LAB_MAIN("path meter", straight_paths_have_no_curvature, paths_without_length_have_no_curvature,
         turning_at_a_corner_counts_once, curvature_of_a_circle_is_one_over_its_radius,
         turning_ignores_jitter, handles_huge_steps_and_skips_non_finite_points,
         random_paths_match_brute_force)
