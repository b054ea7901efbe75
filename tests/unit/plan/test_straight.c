/* The planner `straight`: its routes consist of the points of the path, each with its clearance. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

START_TEST(points_of_path_have_clearance) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_setting limit = {"clearance_limit", {.number = {.a = 3.0}}};
    wend_profile_def profile = worlds_profile_def();
    profile.plan = (wend_choice){"straight", &limit, 1};
    worlds_add_profile(world, &profile);
    wend_point points[] = {{10, 6}, {7, 6}, {18, 1}};
    /* In m; the first value is sqrt(2.5^2 + 1.5^2) */
    static const double clearances[] = {2.915475947, 1.5, 1.0};
    wend_agent_def def = wend_default_agent_def();
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 3, &def.path, NULL), WEND_OK);
    def.position = (wend_point){2, 2};
    def.goal = worlds_point(world, 18, 10);
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(route->map, WEND_NO_MAP);
    ck_assert_uint_eq(route->point_count, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol((double)route->points[i].position.x, points[i].x, 1e-6);
        ck_assert_double_eq_tol((double)route->points[i].clearance, clearances[i], 1e-5);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(route_of_an_agent_without_path_has_no_points) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 2, 2, worlds_point(world, 18, 10));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(route->point_count, 0);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, 1);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/straight", points_of_path_have_clearance,
          route_of_an_agent_without_path_has_no_points);
}
