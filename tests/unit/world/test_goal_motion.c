/* Goals that move along a path or with an agent. */
/* label: threads */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *world_of(const char *steer, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, steer);
    return world;
}

static wend_vec2 position_of(wend_world *world, uint32_t goal) {
    return wend_view_goal_region(wend_world_view(world), goal)->a;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static wend_goal add_path_goal(wend_world *world, bool loops) {
    static const wend_point path[] = {{100, 0}, {104, 0}, {104, 3}};
    static const wend_point ends[] = {{0, 5}, {0, 9}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    def.path = path;
    def.path_count = 3;
    def.path_speed = 1;
    def.path_loops = loops;
    return worlds_add_goal(world, &def);
}

START_TEST(all_points_of_a_region_move_together) {
    for (int loops = 0; loops < 2; loops++) {
        wend_world *world = world_of("direct", 1);
        worlds_step(world, 7); /* the goal starts to move when it is added */
        add_path_goal(world, loops);
        const struct {
            double time, x, y, u, v;
        } at[] = {{0, 0, 0, 1, 0},
                  {2.5, 2.5, 0, 1, 0},
                  {5, 4, 1, 0, 1},
                  {10, loops ? 1.6 : 4, loops ? 1.2 : 3, loops ? -0.8 : 0, loops ? -0.6 : 0},
                  {13, loops ? 1 : 4, loops ? 0 : 3, loops ? 1 : 0, 0}};
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            uint32_t step = 7 + (uint32_t)lround(at[i].time * 10);
            worlds_step(world, step - (uint32_t)wend_world_step_count(world));
            const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
            ck_assert_double_eq_tol((double)region->a.x, at[i].x, 1e-4);
            ck_assert_double_eq_tol((double)region->a.y, 5 + at[i].y, 1e-4);
            ck_assert_double_eq_tol((double)region->b.y, 9 + at[i].y, 1e-4);
            ck_assert_double_eq_tol((double)region->velocity.x, at[i].u, 1e-5);
            ck_assert_double_eq_tol((double)region->velocity.y, at[i].v, 1e-5);
        }
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(path_continues_after_load_and_ends_when_position_is_set) {
    wend_world *world = world_of("direct", 1);
    wend_goal goal = add_path_goal(world, true);
    worlds_agent(world, -5, 7, goal);
    worlds_step(world, 33);
    wend_world *loaded = worlds_reload(world, NULL);
    for (int i = 0; i < 200; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        ck_assert_float_eq(position_of(world, 0).x, position_of(loaded, 0).x);
    }
    wend_vec2 before = position_of(world, 0);
    ck_assert_int_eq(worlds_shift_goal(world, goal, (wend_point){1, 1}, (wend_point){0, -2}),
                     WEND_OK);
    worlds_step(world, 20);
    ck_assert_float_eq_tol(position_of(world, 0).x, before.x + 1, 1e-4F);
    ck_assert_float_eq_tol(position_of(world, 0).y, before.y + 1 - 4, 1e-4F);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

/* ---- Carriers -------------------------------------------------------------------------------- */

static wend_goal add_carried(wend_world *world, uint64_t key, double radius) {
    static const wend_point ahead[] = {{2, 1}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DISC;
    def.radius = radius;
    def.points = ahead;
    def.carrier = key;
    return worlds_add_goal(world, &def);
}

static wend_agent add_carrier(wend_world *world, uint64_t key, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    return worlds_add(world, &def);
}

static wend_world *hunt(uint32_t threads, wend_agent *carrier) {
    wend_world *world = world_of("external", threads);
    wend_profile_def hunter = worlds_profile_def();
    hunter.steer.name = "orca";
    wend_profile profile = worlds_add_profile(world, &hunter);
    wend_goal goal = add_carried(world, 77, 1.0);
    for (uint64_t i = 0; i < 20; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = i + 1;
        def.position = (wend_point){-20 + 2 * (double)i, i % 2 ? -12 : 12};
        def.goal = goal;
        def.profile = profile;
        worlds_add(world, &def);
    }
    *carrier = add_carrier(world, 77, 0, 0);
    return world;
}

START_TEST(a_carried_goal_follows_its_carrier) {
    wend_world *world = world_of("external", 1);
    wend_agent carrier = add_carrier(world, 5, 10, 20);
    add_carried(world, 5, 0.5);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, carrier, (wend_point){1.5, -0.5}, NULL),
                     WEND_OK);
    for (int i = 0; i < 30; i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, carrier);
        const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
        ck_assert_double_eq_tol((double)region->a.x, state.position.x + 2, 1e-5);
        ck_assert_double_eq_tol((double)region->a.y, state.position.y + 1, 1e-5);
        ck_assert_float_eq(region->velocity.x, 1.5F);
        ck_assert_float_eq(region->b.x, 0.5F);
        ck_assert(!(region->flags & WEND_REGION_CLOSED));
    }
    /* Once the carrier has left, the goal stays at rest. */
    wend_vec2 last = position_of(world, 0);
    ck_assert_int_eq(wend_world_remove_agent(world, carrier, NULL), WEND_OK);
    worlds_step(world, 10);
    const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
    ck_assert_float_eq(region->a.x, last.x);
    ck_assert_float_eq(region->velocity.x, 0);
    ck_assert(!(region->flags & WEND_REGION_CLOSED));
    /* An agent that is added with the same key carries the goal again. */
    add_carrier(world, 5, -4, -4);
    worlds_step(world, 1);
    ck_assert_float_eq(position_of(world, 0).x, -2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_wait_until_carrier_exists) {
    wend_world *world = world_of("direct", 1);
    wend_goal goal = add_carried(world, 9, 0.5);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    worlds_step(world, 20);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_WAITING);
    ck_assert(state.position.x == 0 && state.position.y == 0);
    ck_assert(wend_view_goal_region(wend_world_view(world), 0)->flags & WEND_REGION_CLOSED);
    wend_world *loaded = worlds_reload(world, NULL);
    ck_assert(wend_view_goal_region(wend_world_view(loaded), 0)->flags & WEND_REGION_CLOSED);
    wend_world_destroy(loaded);
    add_carrier(world, 9, 4, -1); /* the carrier stands still, because it has no goal */
    worlds_step(world, 60);
    state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_double_eq_tol(hypot(state.position.x - 6, state.position.y), 0.75, 0.14);
    wend_world_destroy(world);
}
END_TEST

/* The pursuers catch an agent that is controlled by a player. The run is the same on any number of
 * threads and across a snapshot. */
START_TEST(pursuit_does_not_depend_on_thread_count) {
    uint64_t hashes[3];
    for (uint32_t run = 0; run < 3; run++) {
        wend_agent carrier;
        wend_world *world = hunt(run == 1 ? 3 : 1, &carrier);
        worlds_step(world, 1);
        for (int i = 0; i < 150; i++) {
            wend_point velocity = {1.2 * cos(0.05 * i), 1.2 * sin(0.03 * i)};
            ck_assert_int_eq(wend_world_set_agent_velocity(world, carrier, velocity, NULL),
                             WEND_OK);
            worlds_step(world, 1);
            if (run == 2 && i % 50 == 20) {
                wend_world *loaded = worlds_reload(world, NULL);
                wend_world_destroy(world);
                world = loaded;
            }
        }
        hashes[run] = wend_world_hash(world);
        ck_assert_uint_ge(wend_world_get_stats(world).arrivals, 5);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

/* The goal follows its carrier onto the stair and the upper floor. */
START_TEST(a_carried_goal_changes_layers) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "external");
    wend_agent carrier = add_carrier(world, 5, 9, 5);
    add_carried(world, 5, 0.5);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, carrier, (wend_point){1, 0}, NULL),
                     WEND_OK);
    for (int i = 0; i < 80; i++) {
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_view_goal_layer(wend_world_view(world), 0),
                          worlds_state(world, carrier).layer);
    }
    ck_assert_uint_eq(worlds_state(world, carrier).layer, 2);
    wend_world_destroy(world);
}
END_TEST

/* ---- External agents ------------------------------------------------------------------------- */

START_TEST(external_agent_follows_route_until_velocity_is_set) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting setting = {"before_command", {.kind = WEND_VALUE_TEXT, .text = "walk"}};
    wend_profile_def profile = worlds_profile_def();
    profile.steer = (wend_choice){"external", &setting, 1};
    worlds_add_profile(world, &profile);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 50, 0));
    worlds_step(world, 20);
    ck_assert_double_eq_tol(worlds_state(world, agent).position.x, 2.6, 1e-4);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){0, 1}, NULL),
                     WEND_OK);
    worlds_step(world, 10);
    ck_assert_double_eq_tol(worlds_state(world, agent).position.x, 2.6, 1e-4);
    ck_assert_double_eq_tol(worlds_state(world, agent).position.y, 1, 1e-4);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){0, 0}, NULL),
                     WEND_OK);
    worlds_step(world, 10); /* at zero velocity, the agent stands still */
    ck_assert_double_eq_tol(worlds_state(world, agent).position.y, 1, 1e-4);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/goal_motion", all_points_of_a_region_move_together,
          path_continues_after_load_and_ends_when_position_is_set,
          a_carried_goal_follows_its_carrier, agents_wait_until_carrier_exists,
          pursuit_does_not_depend_on_thread_count, a_carried_goal_changes_layers,
          external_agent_follows_route_until_velocity_is_set);
}
