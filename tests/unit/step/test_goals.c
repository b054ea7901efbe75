/* Where goals are and when they are open. */
#include <math.h>
#include <stdlib.h>

#include "step/store.h"
#include "support/suite.h"

static goal_record record(uint8_t shape, wend_vec2 velocity) {
    goal_record goal = {.since = 5.0,
                        .opens = -INFINITY,
                        .closes = INFINITY,
                        .base_a = {1.0F, 2.0F},
                        .base_b = {3.0F, 4.0F}};
    goal.region = (wend_region){
        .shape = shape, .flags = WEND_REGION_STOP, .a = {1.0F, 2.0F}, .velocity = velocity};
    goal.region.b = (wend_vec2){3.0F, 4.0F};
    return goal;
}

START_TEST(goals_move_steadily_from_when_they_began) {
    for (uint8_t shape = WEND_SHAPE_POINT; shape <= WEND_SHAPE_SEGMENT; shape++) {
        goal_record goal = record(shape, (wend_vec2){0.5F, -1.0F});
        for (int step = 0; step < 1000; step++) { /* however often it is asked for */
            goal_update(&goal, 5.0 + 0.1 * step);
        }
        goal_update(&goal, 9.0);
        ck_assert_float_eq(goal.region.a.x, 3.0F);
        ck_assert_float_eq(goal.region.a.y, -2.0F);
        /* A disc's b is its radius, and stays. */
        ck_assert_float_eq(goal.region.b.x, shape == WEND_SHAPE_SEGMENT ? 5.0F : 3.0F);
        ck_assert_float_eq(goal.region.b.y, shape == WEND_SHAPE_SEGMENT ? 0.0F : 4.0F);
    }
}
END_TEST

START_TEST(polygons_move_with_all_their_points) {
    wend_vec2 base[] = {{0.0F, 0.0F}, {2.0F, 0.0F}, {0.0F, 2.0F}}, now[3];
    goal_record goal = record(WEND_SHAPE_POLYGON, (wend_vec2){1.0F, 2.0F});
    goal.base_points = base;
    goal.points = now;
    goal.region.points = now;
    goal.region.count = 3;
    goal_update(&goal, 8.0);
    for (int i = 0; i < 3; i++) {
        ck_assert_float_eq(now[i].x, base[i].x + 3.0F);
        ck_assert_float_eq(now[i].y, base[i].y + 6.0F);
    }
    ck_assert_ptr_eq(goal.region.points, now);
    ck_assert_float_eq(goal.region.a.x, 4.0F);
}
END_TEST

START_TEST(still_goals_and_directions_stay) {
    goal_record still = record(WEND_SHAPE_POINT, (wend_vec2){0.0F, 0.0F});
    goal_record direction = record(WEND_SHAPE_DIRECTION, (wend_vec2){1.0F, 1.0F});
    goal_update(&still, 1e6);
    goal_update(&direction, 1e6);
    ck_assert_float_eq(still.region.a.x, 1.0F);
    ck_assert_float_eq(direction.region.a.x, 1.0F);
}
END_TEST

START_TEST(windows_open_and_close) {
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

int main(void) {
    SUITE("step/goals", goals_move_steadily_from_when_they_began,
          polygons_move_with_all_their_points, still_goals_and_directions_stay,
          windows_open_and_close);
}
