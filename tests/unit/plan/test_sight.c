/* sight: a route exactly where each leg is open for the agent's disc. */
#include "support/suite.h"
#include "support/worlds.h"

/* Steps once in the space of two rooms joined by a gap (y from 4 to 6 at x = 10), whose door solid
 * is on or off; returns whether the agent at (5, y) has a route to the other room. */
static bool has_route(double y, double radius, const wend_point *via, bool open,
                      wend_point target) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_error error;
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){5.0, y};
    def.radius = radius;
    def.goal = worlds_point(world, target.x, target.y);
    if (via) {
        ck_assert_int_eq(wend_world_add_path(world, via, NULL, 1, &def.path, &error), WEND_OK);
    }
    if (open) {
        ck_assert_int_eq(wend_world_switch_class(world, 1, false, &error), WEND_OK);
    }
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 1);
    bool none = worlds_state(world, agent).flags & WEND_BODY_NO_ROUTE;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_NO_ROUTE, NULL), none ? 1 : 0);
    wend_world_destroy(world);
    return !none;
}

START_TEST(needs_an_open_way) {
    wend_point across = {15.0, 5.0};
    ck_assert(has_route(5.0, 0.3, NULL, true, across));
    ck_assert(!has_route(5.0, 0.3, NULL, false, across));
    ck_assert(!has_route(1.0, 0.3, NULL, true, (wend_point){15.0, 1.0}));
}
END_TEST

START_TEST(sees_with_its_radius) {
    wend_point across = {15.0, 5.0}, before = {11.0, 5.0};
    ck_assert(has_route(5.0, 0.9, &before, true, across));
    ck_assert(!has_route(5.0, 1.1, &before, true, across));
}
END_TEST

START_TEST(goes_round_by_its_path) {
    wend_point gap = {10.0, 5.0};
    ck_assert(!has_route(1.0, 0.2, NULL, true, (wend_point){15.0, 1.0}));
    ck_assert(has_route(1.0, 0.2, &gap, true, (wend_point){15.0, 9.0}));
}
END_TEST

int main(void) {
    SUITE("plan/sight", needs_an_open_way, sees_with_its_radius, goes_round_by_its_path);
}
