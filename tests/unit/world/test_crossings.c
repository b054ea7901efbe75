/* Agents on connections: what happens to them and around them while they cross, and where they
 * return to the ground. */
/* label: threads */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/floors.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* One agent on a ladder that starts at (5, 5) and takes `duration` seconds. The agent's goal is at
 * (9, 5) on the upper floor. */
typedef struct climb {
    wend_world *world;
    wend_goal goal;
    wend_agent agent;
} climb;

static climb climb_start(const char *plan, double duration) {
    wend_connection_def ladder = floors_ladder(5, 5, duration);
    climb c = {.world = floors_world(floors_space(2, false, &ladder, 1), plan, "direct", 1)};
    c.goal = floors_goal(c.world, 9, 5, 1);
    c.agent = floors_agent(c.world, 5, 5, 0, c.goal);
    ck_assert(!isinf(floors_until(c.world, c.agent, WEND_EVENT_ENTERED, 1, NULL)));
    worlds_step(c.world, 3);
    ck_assert(worlds_state(c.world, c.agent).activity == WEND_ACTIVITY_CROSSING);
    return c;
}

/* ---- Commands -------------------------------------------------------------------------------- */

START_TEST(crossing_agent_can_be_removed) {
    climb c = climb_start("sight", 2.0);
    ck_assert_int_eq(wend_world_remove_agent(c.world, c.agent, NULL), WEND_OK);
    worlds_step(c.world, 1);
    ck_assert_uint_eq(wend_world_agent_count(c.world), 0);
    wend_agent again = floors_agent(c.world, 5, 5, 0, c.goal); /* reuses the slot */
    ck_assert_uint_eq(worlds_step_counting(c.world, 200, WEND_EVENT_EXITED), 1);
    ck_assert(worlds_state(c.world, again).activity == WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(c.world);
}
END_TEST

/* The agent finishes the crossing, and turns around. */
START_TEST(takes_new_goal_after_crossing) {
    climb c = climb_start("sight", 2.0);
    wend_goal below = floors_goal(c.world, 9, 5, 0);
    ck_assert_int_eq(wend_world_set_agent_goal(c.world, c.agent, below, NULL), WEND_OK);
    double exited = floors_until(c.world, c.agent, WEND_EVENT_EXITED, 100, NULL);
    ck_assert_double_eq_tol(exited, 2.2, 1e-6);
    ck_assert_uint_eq(worlds_state(c.world, c.agent).goal.value, below.value);
    ck_assert(!isinf(floors_until(c.world, c.agent, WEND_EVENT_ARRIVED, 200, NULL)));
    ck_assert_uint_eq(worlds_state(c.world, c.agent).layer, 0);
    wend_world_destroy(c.world);
}
END_TEST

START_TEST(takes_new_profile_after_crossing) {
    climb c = climb_start("sight", 2.0);
    wend_profile_def def = wend_default_profile_def();
    def.radius = wend_constant(0.4);
    def.plan.name = "sight";
    def.steer.name = "direct";
    wend_profile large = worlds_add_profile(c.world, &def);
    ck_assert_int_eq(wend_world_set_agent_profile(c.world, c.agent, large, NULL), WEND_OK);
    worlds_step(c.world, 10);
    ck_assert_uint_eq(worlds_state(c.world, c.agent).profile.value, worlds_nth_profile(0).value);
    worlds_step(c.world, 10);
    ck_assert_uint_eq(worlds_state(c.world, c.agent).profile.value, large.value);
    ck_assert_float_eq(worlds_state(c.world, c.agent).radius, 0.25F); /* it keeps its own radius */
    ck_assert(!isinf(floors_until(c.world, c.agent, WEND_EVENT_ARRIVED, 200, NULL)));
    wend_world_destroy(c.world);
}
END_TEST

/* ---- Goals ----------------------------------------------------------------------------------- */

START_TEST(finds_a_goal_that_moved_during_the_crossing) {
    static const char *const planners[] = {"sight", "straight"};
    for (int p = 0; p < 2; p++) {
        climb c = climb_start(planners[p], 2.0);
        wend_point by = {6, 5}, still = {0, 0};
        ck_assert_int_eq(worlds_shift_goal(c.world, c.goal, by, still), WEND_OK);
        ck_assert(!isinf(floors_until(c.world, c.agent, WEND_EVENT_ARRIVED, 300, NULL)));
        wend_agent_state state = worlds_state(c.world, c.agent);
        ck_assert_double_eq_tol(hypot(state.position.x - 15.0, state.position.y - 10.0), 0.3, 0.3);
        wend_world_destroy(c.world);
    }
}
END_TEST

/* All goals of the agent close while it crosses: it waits where it returns to the ground, and
 * reports this once. */
START_TEST(waits_if_its_goal_closes_during_the_crossing) {
    wend_connection_def ladder = floors_ladder(5, 5, 4.0);
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    wend_point point = {9, 5};
    wend_goal_def def = wend_default_goal_def();
    def.points = &point;
    def.layer = 1;
    def.closes = 2.0;
    wend_agent agent = floors_agent(world, 5, 5, 0, worlds_add_goal(world, &def));
    uint32_t closed = worlds_step_counting(world, 38, WEND_EVENT_CLOSED);
    ck_assert_uint_eq(closed, 0);
    closed = worlds_step_counting(world, 60, WEND_EVENT_CLOSED);
    ck_assert_uint_eq(closed, 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_int_eq(state.activity, WEND_ACTIVITY_CLOSED);
    ck_assert_uint_eq(state.layer, 1);
    ck_assert_double_eq_tol(state.position.x, 5.0, 0.01);
    wend_world_destroy(world);
}
END_TEST

/* Agent A follows the goal that agent B carries, up the ladder and down again. */
START_TEST(follows_a_carrier_that_takes_a_connection) {
    static const char *const planners[] = {"sight", "straight"};
    for (int p = 0; p < 2; p++) {
        wend_connection_def ladder = floors_connection(5, 5, 0, 8, 5, 1);
        wend_world *world =
            floors_world(floors_space(2, false, &ladder, 1), planners[p], "direct", 1);
        wend_agent_def carrier = wend_default_agent_def();
        carrier.key = 7;
        carrier.position = (wend_point){6, 5};
        carrier.goal = floors_goal(world, 15, 9, 1);
        worlds_add(world, &carrier);
        wend_point offset = {0, 0};
        wend_goal_def carried = wend_default_goal_def();
        carried.points = &offset;
        carried.carrier = 7;
        carried.tolerance = 0.1;
        wend_goal prey = worlds_add_goal(world, &carried);
        wend_agent hunter = floors_agent(world, 1, 5, 0, prey);
        uint32_t crossed = 0;
        for (int i = 0; i < 30;
             i++) { /* while the carrier is on the connection, the goal stays with it */
            worlds_step(world, 1);
            wend_agent_state lead = worlds_state(world, wend_world_find_agent(world, 7));
            const wend_view *view = wend_world_view(world);
            wend_vec2 at = wend_view_goal_region(view, (uint32_t)prey.value)->a;
            wend_point goal = wend_space_from_local(wend_world_space(world), at);
            if (lead.activity == WEND_ACTIVITY_CROSSING) {
                double off = hypot(goal.x - lead.position.x, goal.y - lead.position.y);
                crossed++;
                ck_assert_double_lt(off, 0.15); /* the carrier walks 0.1 m per step */
            }
        }
        ck_assert_uint_gt(crossed, 10);
        ck_assert(!isinf(floors_until(world, hunter, WEND_EVENT_ARRIVED, 600, NULL)));
        wend_agent_state state = worlds_state(world, hunter);
        ck_assert_uint_eq(state.layer, 1);
        ck_assert_double_lt(hypot(state.position.x - 15.0, state.position.y - 9.0), 1.0);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Coming back ----------------------------------------------------------------------------- */

/* Adds `count` standing agents on a grid around the exit of the ladder. */
static wend_agent stand_around(wend_world *world, uint32_t count) {
    wend_agent first = {0};
    for (uint32_t i = 0; i < count; i++) {
        double x = 5.0 + 0.55 * ((int)(i % 7) - 3), y = 5.0 + 0.55 * ((int)(i / 7) - 3);
        wend_agent made = floors_agent(world, x, y, 1, (wend_goal){0});
        first = i == 24 ? made : first; /* on the exit itself */
    }
    return first;
}

START_TEST(returns_beside_an_agent_that_stands_on_the_exit) {
    wend_connection_def ladder = floors_ladder(5, 5, 1.0);
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    floors_agent(world, 5, 5, 1, (wend_goal){0});
    wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 9, 5, 1));
    double exited = floors_until(world, agent, WEND_EVENT_EXITED, 50, NULL);
    wend_event event;
    ck_assert_double_eq_tol(exited, 1.2, 1e-9);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_EXITED, &event), 1);
    double away = hypot(event.position.x - 5.0, event.position.y - 5.0);
    ck_assert_double_ge(away, 0.5 - 1e-6);
    ck_assert_double_le(away, 1.0 + 1e-6);
    wend_world_destroy(world);
}
END_TEST

START_TEST(waits_on_the_connection_until_the_exit_has_room) {
    wend_connection_def ladder = floors_ladder(5, 5, 1.0);
    wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
    wend_agent on_exit = stand_around(world, 49);
    wend_agent agent = floors_agent(world, 5, 5, 0, floors_goal(world, 9, 5, 1));
    ck_assert(isinf(floors_until(world, agent, WEND_EVENT_EXITED, 100, NULL)));
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_CROSSING);
    ck_assert_double_eq_tol(state.position.x, 5.0, 1e-6);
    ck_assert(state.velocity.x == 0.0F && state.velocity.y == 0.0F);
    ck_assert_double_le(floors_overlap(world), 0.0);
    ck_assert_int_eq(wend_world_remove_agent(world, on_exit, NULL), WEND_OK);
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_EXITED, 1, NULL)));
    wend_world_destroy(world);
}
END_TEST

/* A crate that covers the exit is switched on while an agent is crossing: the agent returns to the
 * ground when the crate is switched off. */
START_TEST(waits_while_an_obstacle_stands_on_the_exit) {
    static sketch s;
    wend_connection_def jump = floors_connection(2, 5, 0, 10, 5, 0);
    jump.cost = 0.0;
    jump.duration = 1.0;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 10);
    sketch_box(&s, 0, 1, 8, 3, 12, 7);
    s.def.connections = &jump;
    s.def.connection_count = 1;
    wend_world *world = floors_world(sketch_space(&s), "sight", "direct", 1);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_agent agent = floors_agent(world, 2, 5, 0, floors_goal(world, 15, 5, 0));
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ENTERED, 5, NULL)));
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, true, NULL), WEND_OK);
    ck_assert(isinf(floors_until(world, agent, WEND_EVENT_EXITED, 50, NULL)));
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_EXITED, 2, NULL)));
    ck_assert(!isinf(floors_until(world, agent, WEND_EVENT_ARRIVED, 100, NULL)));
    wend_world_destroy(world);
}
END_TEST

/* Returns the deepest overlap (m) between the wall at x = 0 and the agents that returned in this
 * step. */
static double overlap_with_wall(const wend_world *world) {
    const wend_event *events;
    uint32_t count = wend_world_get_events(world, &events);
    double deepest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == WEND_EVENT_EXITED) {
            double radius = (double)worlds_state(world, events[i].agent).radius;
            deepest = fmax(deepest, radius - events[i].position.x);
        }
    }
    return deepest;
}

/* Many agents of all sizes return to the ground at once, beside walls and agents, but never onto
 * each other or into walls. Agents with this model stand still, so only a return to the ground can
 * cause an overlap. */
START_TEST(never_returns_onto_agents_or_walls) {
    uint32_t exits = 0;
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        dice from = {seed};
        wend_connection_def all[4];
        for (uint32_t i = 0; i < 4; i++) {
            double x = dice_between(&from, 0.05, 9.0), y = dice_between(&from, 0.05, 11.95);
            all[i] = floors_connection(x, y, 0, dice_between(&from, 0.05, 3.0), 2.0 * i + 1.0, 1);
            all[i].duration = dice_between(&from, 0.0, 0.3);
            all[i].radius = 100.0;
        }
        wend_world *world = floors_world(floors_space(2, true, all, 4), "straight", "direct", 1);
        wend_profile_def def = wend_default_profile_def();
        def.plan.name = "straight";
        def.preferred_speed = wend_constant(0.0);
        wend_profile still = worlds_add_profile(world, &def);
        wend_goal goal = floors_goal(world, 15, 6, 1);
        for (uint32_t i = 0; i < 120; i++) {
            wend_agent_def agent = wend_default_agent_def();
            agent.position = (wend_point){0.8 + 0.7 * (i % 12), 0.8 + 1.1 * (i / 12)};
            agent.radius = dice_between(&from, 0.05, 0.3);
            agent.profile = still;
            agent.goal = goal;
            worlds_add(world, &agent);
        }
        for (int step = 0; step < 10; step++) {
            worlds_step(world, 1);
            exits += worlds_events(world, WEND_EVENT_EXITED, NULL);
            ck_assert_msg(floors_overlap(world) < 1e-5, "seed %llu: overlap of %g m",
                          (unsigned long long)seed, floors_overlap(world));
            ck_assert_msg(overlap_with_wall(world) < 1e-5, "seed %llu: %g m into a wall",
                          (unsigned long long)seed, overlap_with_wall(world));
        }
        wend_world_destroy(world);
    }
    printf("%u came back\n", exits);
    ck_assert_uint_ge(exits, trials_bound(1000));
}
END_TEST

/* ---- Determinism ----------------------------------------------------------------------------- */

/* Makes streams of agents in both directions over three ladders. */
static wend_world *busy(uint32_t threads) {
    wend_connection_def all[] = {floors_ladder(5, 3, 2.0), floors_ladder(5, 9, 3.5),
                                 floors_connection(10, 6, 0, 11, 6, 1)};
    all[2].one_way = true;
    wend_world *world = floors_world(floors_space(2, false, all, 3), "sight", "orca", threads);
    wend_goal up = floors_goal(world, 17, 6, 1), down = floors_goal(world, 17, 6, 0);
    for (uint32_t i = 0; i < 120; i++) {
        uint32_t layer = i % 2;
        floors_agent(world, 1.0 + 0.8 * (i / 2 % 10), 1.0 + 1.6 * (i / 20), layer,
                     layer ? down : up);
    }
    return world;
}

/* Makes enough agents for all threads; they enter in the same step and return one by one. */
static wend_world *flood(uint32_t threads) {
    wend_connection_def all[] = {floors_ladder(5, 3, 1.0), floors_ladder(15, 9, 1.0)};
    all[0].radius = all[1].radius = 100.0;
    wend_world *world = floors_world(floors_space(2, false, all, 2), "sight", "orca", threads);
    wend_goal up = floors_goal(world, 10, 11, 1);
    for (uint32_t i = 0; i < 900; i++) {
        floors_agent(world, 1.0 + 0.6 * (i % 30), 1.0 + 0.33 * (i / 30), 0, up);
    }
    return world;
}

static void compare_threads(wend_world *(*make)(uint32_t threads), uint32_t steps) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    uint64_t expected[10];
    for (int t = 0; t < 4; t++) {
        wend_world *world = make(threads[t]);
        for (int i = 0; i < 10; i++) {
            worlds_step(world, steps);
            expected[i] = t == 0 ? wend_world_hash(world) : expected[i];
            ck_assert_msg(wend_world_hash(world) == expected[i], "%u threads differ by step %d",
                          threads[t], (int)steps * (i + 1));
        }
        wend_world_destroy(world);
    }
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    compare_threads(busy, 20);
    compare_threads(flood, 4);
}
END_TEST

START_TEST(loaded_world_continues_a_crossing) {
    uint32_t on_connections = 0;
    for (uint32_t at = 1; at <= 120; at += 7) {
        wend_world *world = busy(1);
        worlds_step(world, at);
        wend_world *copy = worlds_reload(world, NULL);
        wend_agent_state all[120];
        uint32_t count = wend_world_get_agents(copy, all, 120);
        for (uint32_t i = 0; i < count; i++) {
            on_connections += all[i].activity == WEND_ACTIVITY_CROSSING;
        }
        ck_assert_uint_eq(count, wend_world_agent_count(world));
        for (int step = 0; step < 40; step++) {
            ck_assert_msg(wend_world_hash(world) == wend_world_hash(copy),
                          "saved at step %u, differs %d steps later", at, step);
            worlds_step(world, 1);
            worlds_step(copy, 1);
        }
        wend_world_destroy(world);
        wend_world_destroy(copy);
    }
    ck_assert_uint_gt(on_connections, 50);
}
END_TEST

int main(void) {
    SUITE("world/crossings", crossing_agent_can_be_removed, takes_new_goal_after_crossing,
          takes_new_profile_after_crossing, finds_a_goal_that_moved_during_the_crossing,
          waits_if_its_goal_closes_during_the_crossing, follows_a_carrier_that_takes_a_connection,
          returns_beside_an_agent_that_stands_on_the_exit,
          waits_on_the_connection_until_the_exit_has_room,
          waits_while_an_obstacle_stands_on_the_exit, never_returns_onto_agents_or_walls,
          result_is_the_same_on_any_number_of_threads, loaded_world_continues_a_crossing);
}
