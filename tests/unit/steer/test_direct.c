/* The model `direct`: agents walk straight to the target point, at the preferred speed, without
 * overshooting. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

START_TEST(walks_straight_at_preferred_speed) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 1, 2, worlds_point(world, 4, 6));
    for (int i = 1; i <= 30; i++) {
        worlds_step(world, 1);
        wend_point at = worlds_state(world, agent).position;
        ck_assert_double_eq_tol(at.x, 1 + 0.13 * i * 0.6, 1e-5);
        ck_assert_double_eq_tol(at.y, 2 + 0.13 * i * 0.8, 1e-5);
    }
    wend_world_destroy(world);
}
END_TEST

/* The last step ends exactly at the point, no matter how far away the point is; agents do not slow
 * down for intermediate points. */
START_TEST(stops_at_goal_point) {
    for (int i = 0; i < 20; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile(world, "direct");
        wend_point point = {1 + 0.017 * i, 0};
        wend_goal_def def = wend_default_goal_def();
        def.points = &point;
        def.arrive = WEND_ARRIVE_INSIDE;
        def.tolerance = 0.0001;
        wend_agent agent = worlds_agent(world, 0, 0, worlds_add_goal(world, &def));
        worlds_step(world, 15);
        ck_assert_double_eq_tol(worlds_state(world, agent).position.x, point.x, 1e-6);
        ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(respects_limits) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.preferred_speed = wend_constant(5.0);
    def.max_speed = wend_constant(2.0);
    def.max_acceleration = wend_constant(1.0);
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 0));
    for (int i = 1; i <= 40; i++) {
        worlds_step(world, 1);
        double expected = fmin(0.1 * i, 2.0);
        ck_assert_double_eq_tol((double)worlds_state(world, agent).velocity.x, expected, 1e-5);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("steer/direct", walks_straight_at_preferred_speed, stops_at_goal_point, respects_limits);
}
