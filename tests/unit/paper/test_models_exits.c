/* Measuring people who leave a room: the slope of known times, and known walks. */
#include "paper/models/data.h"
#include "paper/models/exits.h"
#include "unit/paper/models_lab.h"

enum { PEOPLE = 100 };

static exit_outcome measure(const models_context *context, const exit_scene *scene) {
    exit_outcome out = {0};
    lab_check(exits_measure(context, scene, &out, &lab_error));
    return out;
}

START_TEST(regular_times_give_their_rate) {
    double times[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
        times[i] = 7.0 + i / 2.25;
    }
    ck_assert_double_eq_tol(exits_slope(times, PEOPLE, PEOPLE), 2.25, 1e-9);
}
END_TEST

START_TEST(start_and_end_do_not_count) {
    double times[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
        times[i] = i < 20 ? 0.1 * i : i < 80 ? 100.0 + i / 1.5 : 1000.0 + 50.0 * i;
    }
    ck_assert_double_eq_tol(exits_slope(times, PEOPLE, PEOPLE), 1.5, 1e-9);
    times[20] = 90.0; /* the first one that counts */
    ck_assert_double_lt(exits_slope(times, PEOPLE, PEOPLE), 1.45);
}
END_TEST

START_TEST(needs_40_percent_of_the_people) {
    double times[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
        times[i] = i < 40 ? i : 40.0 + 2.0 * (i - 40);
    }
    ck_assert_double_eq_tol(exits_slope(times, 40, PEOPLE), 1.0, 1e-9);
    ck_assert(isnan(exits_slope(times, 39, PEOPLE)));
    ck_assert(isnan(exits_slope(times, 3, 3)));
    ck_assert(isnan(exits_slope(times, 0, 0)));
    /* From 80 % on, the number of people who have passed does not matter. */
    ck_assert_double_eq(exits_slope(times, 80, PEOPLE), exits_slope(times, PEOPLE, PEOPLE));
    ck_assert_double_lt(exits_slope(times, 80, PEOPLE), exits_slope(times, 60, PEOPLE));
}
END_TEST

START_TEST(a_run_ends_at_its_limit) {
    models_context context = lab_context("orca", 0.2, 0.05);
    exit_scene scene = {.room_length = 6.0,
                        .room_width = 7.0,
                        .width = 1.0,
                        .length = 1.0,
                        .people = 100,
                        .limit = 20.0};
    exit_outcome early = measure(&context, &scene);
    scene.limit = 0.0;
    exit_outcome full = measure(&context, &scene);
    ck_assert_uint_gt(early.remaining, 20);
    ck_assert(isnan(early.last) && !early.clogged);
    ck_assert_uint_eq(full.remaining, 0);
    ck_assert_double_gt(full.last, 20.0);
    ck_assert_double_eq_tol(early.flow, full.flow, 0.2 * full.flow);
}
END_TEST

START_TEST(the_slope_is_that_of_least_squares) {
    /* Of ten people, numbers 2 to 7 count. */
    static const double times[] = {0, 1, 3, 4, 4.5, 7, 8, 8.5, 20, 30};
    double t = 0.0, n = 0.0, product = 0.0, square = 0.0;
    for (int i = 2; i < 8; i++) {
        t += times[i] / 6.0;
        n += i / 6.0;
    }
    for (int i = 2; i < 8; i++) {
        product += (times[i] - t) * (i - n);
        square += (times[i] - t) * (times[i] - t);
    }
    ck_assert_double_eq_tol(exits_slope(times, 10, 10), product / square, 1e-12);
}
END_TEST

START_TEST(one_person_passes_when_its_walk_ends) {
    /* It starts 0.2 to 0.8 m before the passage, and passes 0.5 m behind its entrance. */
    models_context context = lab_context("direct", 0.2, 0.1);
    exit_scene scene = {
        .room_length = 1.0, .room_width = 3.0, .width = 2.0, .length = 1.0, .people = 1};
    exit_outcome out = measure(&context, &scene);
    ck_assert_double_gt(out.last, 0.7 / DATA_FREE_SPEED);
    ck_assert_double_lt(out.last, 2.0 / DATA_FREE_SPEED);
    ck_assert_uint_eq(out.remaining, 0);
    ck_assert(!out.clogged && isnan(out.flow) && isnan(out.clearance));
}
END_TEST

START_TEST(the_time_is_interpolated_within_a_step) {
    double last[2];
    for (int i = 0; i < 2; i++) {
        models_context context = lab_context("direct", 0.2, i == 0 ? 0.1 : 0.01);
        exit_scene scene = {
            .room_length = 5.0, .room_width = 3.0, .width = 2.0, .length = 1.0, .people = 5};
        last[i] = measure(&context, &scene).last;
    }
    ck_assert_double_eq_tol(last[0], last[1], 0.03);
}
END_TEST

START_TEST(everybody_leaves_around_a_corner) {
    models_context context = lab_context("orca", 0.2, 0.05);
    exit_scene scene = {.room_length = 5.0,
                        .room_width = 7.0,
                        .width = 1.2,
                        .length = 3.0,
                        .corner = true,
                        .people = 40};
    exit_outcome corner = measure(&context, &scene);
    scene.corner = false;
    exit_outcome straight = measure(&context, &scene);
    ck_assert_uint_eq(corner.remaining, 0);
    ck_assert_uint_eq(straight.remaining, 0);
    /* The way to the middle of the second part is longer. */
    ck_assert_double_gt(corner.last, straight.last);
    ck_assert_double_gt(corner.clearance, -0.1);
    ck_assert_uint_eq(corner.through, 0);
}
END_TEST

START_TEST(overlaps_are_found) {
    models_context context = lab_context("direct", 0.2, 0.05);
    exit_scene scene = {
        .room_length = 5.0, .room_width = 7.0, .width = 0.7, .length = 1.0, .people = 60};
    exit_outcome out = measure(&context, &scene);
    ck_assert_uint_gt(out.through, 40);
    ck_assert_double_lt(out.clearance, -0.2);
    ck_assert_double_ge(out.clearance, -0.4 - 1e-6);
}
END_TEST

START_TEST(people_who_cannot_pass_are_clogged) {
    /* The passage is narrower than the agents, so that they have no route. */
    models_context context = lab_context("orca", 0.4, 0.1);
    exit_scene scene = {
        .room_length = 5.0, .room_width = 7.0, .width = 0.7, .length = 1.0, .people = 6};
    exit_outcome out = measure(&context, &scene);
    ck_assert(out.clogged);
    ck_assert_uint_eq(out.remaining, 6);
    ck_assert(isnan(out.flow) && isnan(out.last));
}
END_TEST

START_TEST(a_cancelled_run_ends_early) {
    volatile sig_atomic_t stop = 1;
    models_context context = lab_context("orca", 0.2, 0.05);
    context.cancel = &stop;
    exit_scene scene = {
        .room_length = 5.0, .room_width = 7.0, .width = 1.2, .length = 1.0, .people = 60};
    ck_assert_uint_eq(measure(&context, &scene).remaining, 60);
}
END_TEST

LAB_MAIN("models exits", regular_times_give_their_rate, start_and_end_do_not_count,
         needs_40_percent_of_the_people, a_run_ends_at_its_limit,
         the_slope_is_that_of_least_squares, one_person_passes_when_its_walk_ends,
         the_time_is_interpolated_within_a_step, everybody_leaves_around_a_corner,
         overlaps_are_found, people_who_cannot_pass_are_clogged, a_cancelled_run_ends_early)
