/* The selectors `given`, `nearest` and `cycle`. */
#include "support/suite.h"
#include "support/worlds.h"

static wend_agent chooser(wend_world *world, uint64_t key, double x, double y, wend_goal_set set) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    def.goal_set = set;
    return worlds_add(world, &def);
}

static bool waits(const wend_world *world, wend_agent agent) {
    wend_activity activity = worlds_state(world, agent).activity;
    return activity == WEND_ACTIVITY_WAITING || activity == WEND_ACTIVITY_CLOSED;
}

START_TEST(nearest_selects_the_nearest_goal_with_room) {
    wend_world *world = worlds_choosing("nearest", 2);
    wend_goal goals[3] = {worlds_limited(world, 10, 0, 1, WEND_ON_ARRIVAL_STOP),
                          worlds_limited(world, 20, 0, 2, WEND_ON_ARRIVAL_STOP),
                          worlds_limited(world, 40, 0, 0, WEND_ON_ARRIVAL_STOP)};
    wend_goal_set set = worlds_goal_set(world, goals, 3);
    wend_agent agents[6];
    for (uint64_t key = 1; key <= 6; key++) {
        agents[key - 1] = chooser(world, key, 0, (double)key * 0.1, set);
    }
    worlds_step(world, 5);
    static const int expected[6] = {0, 1, 1, 2, 2, 2};
    for (int i = 0; i < 6; i++) {
        ck_assert_uint_eq(worlds_state(world, agents[i]).goal.value, goals[expected[i]].value);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(nearest_selects_the_nearest_open_goal) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal_def closed = wend_default_goal_def();
    closed.opens = 2.0;
    wend_point box[] = {{2, -5}, {8, 5}};
    wend_goal_def wide = wend_default_goal_def();
    wide.shape = WEND_GOAL_BOX; /* the goal's edge is 2 m away, its centre 5 m */
    wide.points = box;
    wide.point_count = 2;
    wend_goal goals[4] = {worlds_add_goal(world, &closed), worlds_point(world, -3, 0),
                          worlds_add_goal(world, &wide), worlds_point(world, 0, 3)};
    wend_goal_set set = worlds_goal_set(world, goals, 4);
    wend_agent agent = chooser(world, 1, 0, 0, set);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[2].value);
    worlds_step(world, 25);
    wend_agent later = chooser(world, 2, 0, 0, set);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, later).goal.value, goals[0].value);
    /* A tie goes to the goal that is first in the set. */
    wend_goal_set tie = worlds_goal_set(world, (wend_goal[]){goals[3], goals[1]}, 2);
    wend_agent tied = chooser(world, 3, 0, 0, tie);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, tied).goal.value, goals[3].value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(nearest_prefers_goals_on_the_same_layer) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = "nearest";
    worlds_add_profile(world, &profile);
    wend_point above = {5, 13}, far = {5, 1};
    wend_goal_def def = wend_default_goal_def();
    def.points = &above;
    def.layer = 2;
    wend_goal goals[2] = {worlds_add_goal(world, &def)};
    def.points = &far;
    def.layer = 0;
    goals[1] = worlds_add_goal(world, &def);
    wend_agent agent = chooser(world, 1, 5, 14, worlds_goal_set(world, goals, 2));
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
    wend_world_destroy(world);
}
END_TEST

START_TEST(cycle_visits_goals_in_order_repeatedly) {
    wend_world *world = worlds_choosing("cycle", 1);
    wend_goal goals[3] = {worlds_limited(world, 4, 0, 0, WEND_ON_ARRIVAL_CONTINUE),
                          worlds_limited(world, 4, 4, 0, WEND_ON_ARRIVAL_CONTINUE),
                          worlds_limited(world, 0, 4, 0, WEND_ON_ARRIVAL_CONTINUE)};
    wend_agent agent = chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 3));
    uint32_t arrivals = 0;
    for (int i = 0; i < 400; i++) {
        worlds_step(world, 1);
        wend_event event;
        if (worlds_events(world, WEND_EVENT_ARRIVED, &event)) {
            ck_assert_uint_eq(event.goal.value, goals[arrivals++ % 3].value);
        }
    }
    ck_assert_uint_ge(arrivals, 9);
    ck_assert(!(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED));
    wend_world_destroy(world);
}
END_TEST

START_TEST(cycle_waits_until_the_next_goal_opens) {
    wend_world *world = worlds_choosing("cycle", 1);
    wend_point point = {2, 2};
    wend_goal_def def = wend_default_goal_def();
    def.points = &point;
    def.opens = 10.0;
    def.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
    wend_goal goals[2] = {worlds_limited(world, 2, 0, 0, WEND_ON_ARRIVAL_CONTINUE),
                          worlds_add_goal(world, &def)};
    wend_agent agent = chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 2));
    worlds_step(world, 90);
    ck_assert(waits(world, agent));
    ck_assert_double_le(worlds_state(world, agent).position.y, 0.01);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    worlds_step(world, 50);
    ck_assert_uint_ge(wend_world_get_stats(world).arrivals, 2);
    wend_world_destroy(world);
}
END_TEST

/* A goal that closes for good is skipped from then on, whether or not the agent is heading for it.
 * When all goals have closed, an event reports this. */
START_TEST(cycle_skips_closed_goals) {
    static const double closes[][4] = {
        {1e9, -1, 1e9, 1e9}, /* one goal closes before the start */
        {1e9, 1, 1e9, 1e9},  /* one closes while the agent heads for another goal */
        {1e9, 5, 5, 1e9},    /* two goals close while the agent heads for the first of the two */
        {-1, -1, 1e9, 1e9},  {-1, 30, 1e9, -1}, {20, 20, 20, 20}};
    static const double x[] = {4, 4, 0, 0}, y[] = {0, 4, 4, 0};
    for (int i = 0; i < 6; i++) {
        wend_world *world = worlds_choosing("cycle", 1);
        wend_goal goals[4];
        for (int k = 0; k < 4; k++) {
            wend_point position = {x[k], y[k]};
            wend_goal_def def = wend_default_goal_def();
            def.points = &position;
            def.opens = -9.0;
            def.closes = closes[i][k];
            def.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
            goals[k] = worlds_add_goal(world, &def);
        }
        wend_agent agent = chooser(world, 1, 1, 1, worlds_goal_set(world, goals, 4));
        int last = -1, arrivals = 0;
        uint32_t closed = 0;
        for (int step = 0; step < 500; step++) {
            worlds_step(world, 1);
            double time = wend_world_time(world);
            closed += worlds_events(world, WEND_EVENT_CLOSED, NULL);
            ck_assert_int_eq(waits(world, agent), i == 5 && time > 20.1 + 1e-6);
            wend_event event;
            if (worlds_events(world, WEND_EVENT_ARRIVED, &event) == 0) {
                continue;
            }
            int next = (last + 1) % 4; /* find the next goal that was open */
            while (goals[next].value != event.goal.value) {
                ck_assert_double_lt(closes[i][next], time);
                next = (next + 1) % 4;
            }
            ck_assert_double_ge(closes[i][next], time - 1e-6);
            last = next;
            arrivals++;
        }
        ck_assert_int_ge(arrivals, 5);
        ck_assert_uint_eq(closed, i == 5);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(given_defaults_to_the_first_goal_of_the_set) {
    wend_world *world = worlds_choosing("given", 1);
    wend_goal goals[2] = {worlds_point(world, 9, 0), worlds_point(world, 1, 0)};
    wend_agent with = chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 2));
    wend_agent without = chooser(world, 2, 0, 5, (wend_goal_set){0});
    worlds_step(world, 2);
    ck_assert_uint_eq(worlds_state(world, with).goal.value, goals[0].value);
    ck_assert(waits(world, without));
    ck_assert_uint_eq(worlds_state(world, without).goal.value, 0);
    ck_assert_float_eq(worlds_state(world, without).velocity.x, 0.0F);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("behave/selectors", nearest_selects_the_nearest_goal_with_room,
          nearest_selects_the_nearest_open_goal, nearest_prefers_goals_on_the_same_layer,
          cycle_visits_goals_in_order_repeatedly, cycle_waits_until_the_next_goal_opens,
          cycle_skips_closed_goals, given_defaults_to_the_first_goal_of_the_set);
}
