/* The positions of goals, and the times at which goals are open. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "step/store.h"
#include "support/suite.h"

static goal_record record(uint8_t shape, wend_vec2 velocity) {
    goal_record goal = {.since = 5.0,
                        .opens = -INFINITY,
                        .closes = INFINITY,
                        .base_a = {1.0F, 2.0F},
                        .base_b = {3.0F, 4.0F},
                        .part_count = 1};
    goal.region = (wend_region){
        .shape = shape, .flags = WEND_REGION_STOP, .a = {1.0F, 2.0F}, .velocity = velocity};
    goal.region.b = (wend_vec2){3.0F, 4.0F};
    return goal;
}

START_TEST(goals_move_at_constant_velocity) {
    for (uint8_t shape = WEND_SHAPE_POINT; shape <= WEND_SHAPE_SEGMENT; shape++) {
        goal_record goal = record(shape, (wend_vec2){0.5F, -1.0F});
        for (int step = 0; step < 1000; step++) { /* repeated updates do not matter */
            goal_update(&goal, 5.0 + 0.1 * step);
        }
        goal_update(&goal, 9.0);
        ck_assert_float_eq(goal.region.a.x, 3.0F);
        ck_assert_float_eq(goal.region.a.y, -2.0F);
        /* For a disc, `b` holds the radius, and does not change. */
        ck_assert_float_eq(goal.region.b.x, shape == WEND_SHAPE_SEGMENT ? 5.0F : 3.0F);
        ck_assert_float_eq(goal.region.b.y, shape == WEND_SHAPE_SEGMENT ? 0.0F : 4.0F);
    }
}
END_TEST

START_TEST(all_points_of_a_polygon_move) {
    wend_vec2 base[] = {{0.0F, 0.0F}, {2.0F, 0.0F}, {0.0F, 2.0F}};
    wend_vec2 now[6]; /* the points now, and those of the base */
    memcpy(&now[3], base, sizeof base);
    goal_record goal = record(WEND_SHAPE_POLYGON, (wend_vec2){1.0F, 2.0F});
    goal.points = now;
    goal.region.points = now;
    goal.region.count = 3;
    goal.point_count = 3;
    goal_update(&goal, 8.0);
    for (int i = 0; i < 3; i++) {
        ck_assert_float_eq(now[i].x, base[i].x + 3.0F);
        ck_assert_float_eq(now[i].y, base[i].y + 6.0F);
    }
    ck_assert_ptr_eq(goal.region.points, now);
    ck_assert_float_eq(goal.region.a.x, 4.0F);
}
END_TEST

START_TEST(stationary_goals_and_directions_do_not_move) {
    goal_record still = record(WEND_SHAPE_POINT, (wend_vec2){0.0F, 0.0F});
    goal_record direction = record(WEND_SHAPE_DIRECTION, (wend_vec2){1.0F, 1.0F});
    goal_update(&still, 1e6);
    goal_update(&direction, 1e6);
    ck_assert_float_eq(still.region.a.x, 1.0F);
    ck_assert_float_eq(direction.region.a.x, 1.0F);
}
END_TEST

START_TEST(goals_are_open_only_within_time_window) {
    goal_record goal = record(WEND_SHAPE_POINT, (wend_vec2){0.0F, 0.0F});
    goal.opens = 2.0;
    goal.closes = 4.0;
    double times[] = {0.0, 1.999, 2.0, 3.0, 4.0, 4.001};
    bool open[] = {false, false, true, true, true, false};
    for (int i = 0; i < 6; i++) {
        goal_update(&goal, times[i]);
        ck_assert_int_eq((goal.region.flags & WEND_REGION_CLOSED) == 0, open[i]);
        ck_assert(goal.region.flags & WEND_REGION_STOP);
    }
}
END_TEST

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Returns the translation after `time` seconds, found by walking along a path in small steps. */
static wend_point walked(const goal_path *path, double time, wend_point *velocity) {
    enum { PIECES = 200000 };
    wend_point at = path->points[0];
    uint32_t to = 1;
    double step = path->speed * time / PIECES;
    *velocity = (wend_point){0, 0};
    for (int i = 0; i < PIECES; i++) {
        double left = step;
        while (left > 0 && (path->loops || to < path->count)) {
            wend_point end = path->points[to % path->count];
            double length = hypot(end.x - at.x, end.y - at.y);
            if (length > left) {
                wend_point offset = {(end.x - at.x) / length, (end.y - at.y) / length};
                *velocity = (wend_point){path->speed * offset.x, path->speed * offset.y};
                at = (wend_point){at.x + left * offset.x, at.y + left * offset.y};
                break;
            }
            at = end;
            left -= length;
            to = to % path->count + 1;
            if (!path->loops && to == 1) {
                to = path->count;
            }
        }
        if (!path->loops && to == path->count) {
            *velocity = (wend_point){0, 0};
        }
    }
    return (wend_point){at.x - path->points[0].x, at.y - path->points[0].y};
}

START_TEST(path_translation_matches_simulated_walk) {
    wend_point points[] = {{3, 1}, {7, 1}, {7, 4}, {7, 4}, {-2, 4}}; /* one leg has length 0 */
    for (int loops = 0; loops < 2; loops++) {
        goal_path path = {points, 5, loops != 0, 1.7};
        static const double times[] = {0.5, 2.0, 2.8, 6.1, 9.0, 11.3, 14.0, 40.0};
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            wend_point velocity, there = walked(&path, times[i], &velocity);
            wend_vec2 v;
            wend_point shift = goal_path_translation(&path, times[i], &v);
            ck_assert_double_eq_tol(shift.x, there.x, 1e-6);
            ck_assert_double_eq_tol(shift.y, there.y, 1e-6);
            ck_assert_double_eq_tol((double)v.x, velocity.x, 1e-6);
            ck_assert_double_eq_tol((double)v.y, velocity.y, 1e-6);
        }
    }
}
END_TEST

START_TEST(goal_rests_at_end_of_open_path_but_never_on_loop) {
    wend_point points[] = {{0, 0}, {10, 0}, {10, 5}};
    goal_path path = {points, 3, false, 2.0};
    wend_vec2 v;
    wend_point end = goal_path_translation(&path, 7.5, &v); /* just when it reaches the end */
    ck_assert(end.x == 10 && end.y == 5 && v.x == 0 && v.y == 0);
    end = goal_path_translation(&path, 1e9, &v);
    ck_assert(end.x == 10 && end.y == 5 && v.x == 0 && v.y == 0);
    path.loops = true;
    /* Regardless of rounding, the goal is never at rest and never off the path. */
    for (int i = 0; i < 100000; i++) {
        end = goal_path_translation(&path, 0.1 * i, &v);
        ck_assert_double_eq_tol(hypot((double)v.x, (double)v.y), 2.0, 1e-6);
        ck_assert(end.x >= 0 && end.x <= 10 && end.y >= 0 && end.y <= 5);
    }
}
END_TEST

START_TEST(goal_def_determines_translation_at_any_time) {
    wend_point points[] = {{4, 4}, {4, 10}};
    wend_goal_def def = wend_default_goal_def();
    def.velocity = (wend_point){0.5, -1};
    wend_point shift = wend_goal_translation(&def, 3);
    ck_assert(shift.x == 1.5 && shift.y == -3);
    def.velocity = (wend_point){0, 0};
    def.path = points;
    def.path_count = 2;
    def.path_speed = 1.5;
    shift = wend_goal_translation(&def, 2);
    ck_assert(shift.x == 0 && shift.y == 3);
}
END_TEST

/* All parts and points move along a path, and with the agent that carries them. */
START_TEST(all_parts_of_a_goal_move_together) {
    wend_vec2 base[] = {{0, 0}, {2, 0}, {0, 2}, {2, 0}, {2, 2}, {0, 2}};
    wend_vec2 positions[] = {{0.5F, 0.5F}, {1.5F, 1.5F}};
    wend_vec2 now[14]; /* the points now, those of the base, and the reference points */
    memcpy(&now[6], base, sizeof base);
    memcpy(&now[12], positions, sizeof positions);
    wend_region parts[2];
    wend_point points[] = {{9, 9}, {9, 12}};
    goal_record goal = record(WEND_SHAPE_POLYGON, (wend_vec2){0, 0});
    for (int i = 0; i < 2; i++) {
        parts[i] = (wend_region){.shape = WEND_SHAPE_POLYGON, .count = 3, .points = &now[3 * i]};
    }
    goal.points = now, goal.point_count = 6;
    goal.parts = parts, goal.part_count = 2;
    goal.base_a = positions[0];
    goal.motion = GOAL_ON_PATH;
    goal.path = (goal_path){points, 2, false, 1.0};
    goal_update(&goal, 7.0); /* the motion starts at 5 s, so 2 s have passed */
    for (int i = 0; i < 6; i++) {
        ck_assert_float_eq(now[i].x, base[i].x);
        ck_assert_float_eq(now[i].y, base[i].y + 2);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_float_eq(parts[i].a.y, positions[i].y + 2);
        ck_assert_float_eq(parts[i].velocity.y, 1);
    }
    ck_assert_float_eq(goal.region.a.y, parts[0].a.y);
    goal.motion = GOAL_CARRIED;
    goal.carrier_position = (wend_vec2){-3, 4};
    goal.absent = true;
    goal_update(&goal, 8.0);
    ck_assert_float_eq(now[4].x, -1);
    ck_assert_float_eq(parts[1].a.y, 5.5F);
    ck_assert((parts[1].flags & WEND_REGION_CLOSED) && !goal_is_open(&goal, 8.0));
    ck_assert(!goal_has_closed(&goal, 8.0));
}
END_TEST

int main(void) {
    SUITE("step/goals", goals_move_at_constant_velocity, all_points_of_a_polygon_move,
          stationary_goals_and_directions_do_not_move, goals_are_open_only_within_time_window,
          path_translation_matches_simulated_walk, goal_rests_at_end_of_open_path_but_never_on_loop,
          goal_def_determines_translation_at_any_time, all_parts_of_a_goal_move_together);
}
