/* Polylines of the reproduction of MIRAN: lengths, winding numbers and skipped stretches, against
 * values that follow from the figures. */
#include "paper/miran/parts.h"
#include "unit/scenario/lab.h"

static miran_line line_of(const wend_point *points, uint32_t count) {
    miran_line line = {0};
    memory_init(&line.heap, NULL);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert(miran_line_add(&line, points[i]));
    }
    return line;
}

/* Counter-clockwise around the square from (0, 0) to (10, 10), `turns` times. */
static miran_line square_turns(uint32_t turns, bool clockwise) {
    static const wend_point corners[4] = {{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0}, {0.0, 10.0}};
    miran_line line = {0};
    memory_init(&line.heap, NULL);
    for (uint32_t i = 0; i < 4 * turns; i++) {
        ck_assert(miran_line_add(&line, corners[clockwise ? 3 - i % 4 : i % 4]));
    }
    return line;
}

START_TEST(measures_length_and_points_along_a_line) {
    const wend_point points[] = {{0.0, 0.0}, {3.0, 4.0}, {3.0, 14.0}};
    miran_line line = line_of(points, 3);
    ck_assert_double_eq(miran_line_length(&line), 15.0);
    wend_point middle = miran_line_at(&line, 10.0), end = miran_line_at(&line, 99.0);
    ck_assert_double_eq_tol(middle.x, 3.0, 1e-12);
    ck_assert_double_eq_tol(middle.y, 9.0, 1e-12);
    ck_assert_double_eq(end.y, 14.0);
    miran_line_free(&line);
}
END_TEST

START_TEST(counts_turns_around_a_point) {
    for (uint32_t turns = 1; turns <= 3; turns++) {
        miran_line left = square_turns(turns, false), right = square_turns(turns, true);
        ck_assert_int_eq(miran_line_winding(&left, (wend_point){5.0, 5.0}), (int)turns);
        ck_assert_int_eq(miran_line_winding(&right, (wend_point){5.0, 5.0}), -(int)turns);
        ck_assert_int_eq(miran_line_winding(&left, (wend_point){15.0, 5.0}), 0);
        miran_line_free(&left);
        miran_line_free(&right);
    }
}
END_TEST

/* An open line is closed by a straight segment: three sides of a square wind around its middle, two
 * neighbouring sides around a point in their corner only. */
START_TEST(closes_open_lines_by_a_straight_segment) {
    const wend_point points[] = {{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0}};
    miran_line line = line_of(points, 3);
    ck_assert_int_eq(miran_line_winding(&line, (wend_point){9.0, 1.0}), 1);
    ck_assert_int_eq(miran_line_winding(&line, (wend_point){1.0, 9.0}), 0);
    miran_line_free(&line);
}
END_TEST

/* The route makes a detour of 20 m to the side; a path straight ahead comes within 5 m of the first
 * and last 5 m of it. */
START_TEST(finds_the_stretches_that_a_path_skips) {
    const wend_point route_points[] = {{0.0, 0.0},   {20.0, 0.0}, {20.0, 20.0},
                                       {40.0, 20.0}, {40.0, 0.0}, {60.0, 0.0}};
    miran_line route = line_of(route_points, 6), path = {0};
    miran_stretch skipped[MIRAN_MOST_SKIPPED];
    memory_init(&path.heap, NULL);
    for (int i = 0; i <= 600; i++) {
        ck_assert(miran_line_add(&path, (wend_point){i * 0.1, 0.0}));
    }
    ck_assert_uint_eq(miran_find_skipped(&route, &path, skipped), 1);
    ck_assert_double_eq_tol(skipped[0].from, 25.0, 0.26);
    ck_assert_double_eq_tol(skipped[0].to, 75.0, 0.26);
    ck_assert_double_eq_tol(miran_sum_stretches(skipped, 1), 50.0, 0.51);
    ck_assert_double_eq(miran_longest_stretch(skipped, 1), miran_sum_stretches(skipped, 1));
    ck_assert_uint_eq(miran_find_skipped(&path, &path, skipped), 0);
    miran_line_free(&route);
    miran_line_free(&path);
}
END_TEST

LAB_MAIN("lines of miran", measures_length_and_points_along_a_line, counts_turns_around_a_point,
         closes_open_lines_by_a_straight_segment, finds_the_stretches_that_a_path_skips)
