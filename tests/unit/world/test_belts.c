/* Moving ground, tested through the public interface: belts carry agents; agents walk with and
 * against belts, are stopped by walls, arrive, and avoid each other on belts and at the edges of
 * belts. */
/* label: threads */
#include <math.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

static const wend_point strip[] = {{0, 0}, {10, 0}, {10, 4}, {0, 4}};

static wend_belt add_belt(wend_world *world, const wend_point *points, wend_point velocity) {
    wend_belt_def def = wend_default_belt_def();
    wend_belt belt = {0};
    wend_error error;
    def.points = points;
    def.point_count = 4;
    def.velocity = velocity;
    ck_assert_msg(wend_world_add_belt(world, &def, &belt, &error) == WEND_OK, "%s", error.message);
    return belt;
}

START_TEST(an_agent_at_rest_is_carried_to_the_end_of_the_belt) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca");
    add_belt(world, strip, (wend_point){0.75, 0});
    wend_agent agent = worlds_agent(world, 2, 2, (wend_goal){0});
    worlds_step(world, 1);
    for (int i = 1; i < 200; i++) {
        wend_agent_state before = worlds_state(world, agent);
        worlds_step(world, 1);
        wend_agent_state after = worlds_state(world, agent);
        double expected = before.position.x < 10.0 ? 0.75 : 0.0;
        ck_assert_double_eq_tol((double)after.velocity.x, expected, 1e-6);
        ck_assert_double_eq_tol(after.position.x - before.position.x, 0.1 * expected, 2e-6);
        ck_assert_double_eq(after.position.y, 2.0);
    }
    ck_assert_double_gt(worlds_state(world, agent).position.x, 10.0 - 1e-6);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agent_and_ground_velocity_add_up) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_belt belt = add_belt(world, strip, (wend_point){-1.3, 0});
    wend_agent against = worlds_agent(world, 5, 1, worlds_direction(world, 0));
    wend_agent across = worlds_agent(world, 5, 0.5, worlds_direction(world, 1.57079632679));
    worlds_step(world, 1);
    wend_point start = worlds_state(world, against).position;
    worlds_step(world, 20);
    /* The agent walks against the belt at the belt's speed, so it stays where it is. */
    ck_assert_double_eq_tol(worlds_state(world, against).position.x, start.x, 1e-5);
    ck_assert_double_eq_tol((double)worlds_state(world, against).velocity.x, 0.0, 1e-6);
    wend_agent_state state = worlds_state(world, across);
    ck_assert_double_eq_tol(state.position.x, 5.0 - 21 * 0.13, 1e-4);
    ck_assert_double_eq_tol(state.position.y, 0.5 + 21 * 0.13, 1e-4);
    ck_assert_double_eq_tol((double)state.velocity.x, -1.3, 1e-5);
    const wend_view *view = wend_world_view(world);
    ck_assert_float_eq(wend_view_ground_velocity(view, (wend_location){{5, 1}, 0}).x, -1.3F);
    ck_assert_float_eq(wend_view_ground_velocity(view, (wend_location){{5, 5}, 0}).x, 0.0F);
    /* The belt is stopped, then reversed. */
    ck_assert_int_eq(wend_world_set_belt_velocity(world, belt, (wend_point){0, 0}, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_double_eq_tol((double)worlds_state(world, against).velocity.x, 1.3, 1e-5);
    ck_assert_int_eq(wend_world_set_belt_velocity(world, belt, (wend_point){0.5, 0}, NULL), 0);
    worlds_step(world, 1);
    ck_assert_double_eq_tol((double)worlds_state(world, against).velocity.x, 1.8, 1e-5);
    wend_world_destroy(world);
}
END_TEST

START_TEST(limits_apply_relative_to_the_belt) {
    static const char *const models[] = {"direct", "orca", "vo", "gvo"};
    for (int m = 0; m < 4; m++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def profile = worlds_profile_def();
        profile.steer.name = models[m];
        profile.max_acceleration = wend_constant(1.0);
        worlds_add_profile(world, &profile);
        add_belt(world, strip, (wend_point){3, 0}); /* faster than max_speed */
        wend_agent_def def = wend_default_agent_def();
        def.profile = wend_world_profile_at(world, 0);
        def.position = (wend_point){0.5, 2};
        def.velocity = (wend_point){3, 0}; /* the agent is at rest relative to the belt */
        def.goal = worlds_direction(world, 0);
        wend_agent agent = worlds_add(world, &def);
        double own = 0.0;
        for (int i = 0; i < 15; i++) {
            worlds_step(world, 1);
            double now = (double)worlds_state(world, agent).velocity.x - 3.0;
            ck_assert_double_le(now, own + 0.1 + 1e-5);
            ck_assert_double_le(now, 1.3 + 1e-5);
            own = now;
        }
        ck_assert_double_gt(own, 1.2); /* close to its preferred speed, relative to the belt */
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(walls_stop_agents_at_end_of_belt) {
    static const wend_point all[] = {{0, 0}, {12, 0}, {12, 4}, {0, 4}};
    static const char *const models[] = {"direct", "orca", "hrvo", "relax"};
    for (int m = 0; m < 4; m++) {
        wend_world *world = worlds_make(worlds_room(12, 4), NULL);
        worlds_profile(world, models[m]);
        add_belt(world, all, (wend_point){2, 0.5});
        for (int i = 0; i < 10; i++) {
            worlds_agent(world, 1.0 + 0.7 * i, 0.5 + 0.3 * i, (wend_goal){0});
        }
        wend_agent_state states[10];
        for (int k = 0; k < 120; k++) {
            worlds_step(world, 1);
            uint32_t count = wend_world_get_agents(world, states, 10);
            for (uint32_t i = 0; i < count; i++) {
                ck_assert_double_le(states[i].position.x, 12.0 - 0.25 + 1e-4);
                ck_assert_double_le(states[i].position.y, 4.0 - 0.25 + 1e-4);
            }
        }
        ck_assert_double_gt(states[0].position.x, 9.0); /* the belt carried it there */
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Crowds ---------------------------------------------------------------------------------- */

enum { CROWD = 40 };

/* Makes two streams of agents that walk towards each other across two belts. The belts move in
 * opposite directions. */
static wend_world *make_moving_crowd(const char *steer, uint32_t threads, uint64_t seed,
                                     double speed, wend_point velocity) {
    static const wend_point lower[] = {{-20, -2}, {20, -2}, {20, 0}, {-20, 0}};
    static const wend_point upper[] = {{-20, 0}, {20, 0}, {20, 2}, {-20, 2}};
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.threads = threads;
    def.seed = seed;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, steer);
    add_belt(world, lower, (wend_point){speed, 0});
    add_belt(world, upper, (wend_point){-speed, 0});
    wend_goal goals[2] = {worlds_direction(world, 1.57079632679),
                          worlds_direction(world, -1.57079632679)};
    for (uint32_t i = 0; i < CROWD; i++) {
        double x = -4.0 + 0.8 * (i % 10) + 0.3 * wend_random_uniform(seed, i, 0, 0);
        double y = (i % 20 < 10 ? -1.0 : 1.0) * (i < 20 ? 3.0 : 4.0);
        wend_agent_def agent = wend_default_agent_def();
        agent.profile = wend_world_profile_at(world, 0);
        agent.position = (wend_point){x, y};
        agent.velocity = velocity;
        agent.goal = goals[y > 0.0];
        worlds_add(world, &agent);
    }
    return world;
}

static wend_world *make_crowd(const char *steer, uint32_t threads, uint64_t seed, double speed) {
    return make_moving_crowd(steer, threads, seed, speed, (wend_point){0, 0});
}

/* Returns the largest overlap of two discs over 12 s, relative to the sum of their radii. */
static double worst_overlap(const char *steer, uint64_t seed, double speed) {
    wend_world *world = make_crowd(steer, 1, seed, speed);
    wend_agent_state states[CROWD];
    double worst = 0.0;
    for (int k = 0; k < 120; k++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, states, CROWD);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = 0; j < i; j++) {
                double apart = hypot(states[i].position.x - states[j].position.x,
                                     states[i].position.y - states[j].position.y);
                worst = fmax(worst, 1.0 - apart / 0.5);
            }
        }
    }
    for (uint32_t i = 0; i < CROWD; i++) { /* all agents have crossed */
        ck_assert_double_gt(fabs(states[i].position.y), 2.0);
    }
    wend_world_destroy(world);
    return worst;
}

START_TEST(agents_avoid_each_other_on_and_between_belts) {
    static const char *const models[] = {"orca", "orca_segment", "orca_arc", "rvo", "hrvo", "gvo"};
    for (int m = 0; m < 6; m++) {
        double still = 0.0, moving = 0.0;
        for (uint64_t seed = 1; seed <= 3; seed++) {
            still = fmax(still, worst_overlap(models[m], seed, 0.0));
            moving = fmax(moving, worst_overlap(models[m], seed, 0.8));
        }
        /* When an agent steps from one belt onto the other, its velocity jumps by 1.6 m/s. No agent
         * can react before its next choice, 0.1 s later. In that time, discs may come 0.16 m
         * closer, which is 0.16 / 0.5 of the sum of their radii. This adds to the overlap that
         * occurs without belts (at most `squeeze`, 0.08). */
        ck_assert_double_le(still, 0.081);
        ck_assert_msg(moving < 0.081 + 0.16 / 0.5, "%s: %g without, %g with belts", models[m],
                      still, moving);
    }
}
END_TEST

/* On one belt, agents move as on the floor, except for the belt's own motion. */
START_TEST(crowd_on_one_belt_moves_as_on_still_ground) {
    static const char *const models[] = {"direct", "relax", "orca", "orca_segment", "orca_arc",
                                         "vo",     "rvo",   "hrvo", "gvo"};
    static const wend_point everywhere[] = {{-99, -99}, {99, -99}, {99, 99}, {-99, 99}};
    for (int m = 0; m < 9; m++) {
        wend_world *still = make_crowd(models[m], 1, 3, 0.0);
        wend_world *moving = make_moving_crowd(models[m], 1, 3, 0.0, (wend_point){0.5, 0.25});
        add_belt(moving, everywhere, (wend_point){0.5, 0.25});
        wend_agent_state one[CROWD], two[CROWD];
        for (int k = 1; k <= 20; k++) {
            worlds_step(still, 1);
            worlds_step(moving, 1);
            wend_world_get_agents(still, one, CROWD);
            wend_world_get_agents(moving, two, CROWD);
            for (uint32_t i = 0; i < CROWD; i++) {
                double slack = 2e-3; /* rounding errors, amplified by avoidance */
                ck_assert_msg(fabs(two[i].position.x - one[i].position.x - 0.05 * k) < slack &&
                                  fabs(two[i].position.y - one[i].position.y - 0.025 * k) < slack,
                              "%s, step %d, agent %u: (%g, %g)", models[m], k, i,
                              two[i].position.x - one[i].position.x - 0.05 * k,
                              two[i].position.y - one[i].position.y - 0.025 * k);
            }
        }
        wend_world_destroy(still);
        wend_world_destroy(moving);
    }
}
END_TEST

START_TEST(agents_arrive_at_goals_on_and_beyond_belts) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca");
    add_belt(world, strip, (wend_point){0.4, 0.6});
    worlds_agent(world, -5, 2, worlds_disc(world, 5, 2, 0.5));
    worlds_agent(world, -5, 1, worlds_disc(world, 15, 1, 0.5));
    worlds_agent(world, 15, 3, worlds_disc(world, -5, 3, 0.5));
    worlds_agent(world, 5, 8, worlds_disc(world, 5, -4, 0.5));
    worlds_step(world, 400);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 4);
    wend_world_destroy(world);
}
END_TEST

static const char *const avoiding[] = {"orca", "orca_segment", "orca_arc", "vo",
                                       "rvo",  "hrvo",         "gvo"};
enum { AVOIDING = sizeof avoiding / sizeof *avoiding };

/* Steps until the only agent has left the world. Returns false if the agent is still in the world
 * after a minute. */
static bool leaves(wend_world *world) {
    for (int i = 0; i < 600; i++) {
        worlds_step(world, 1);
        if (wend_world_agent_count(world) == 0) {
            return true;
        }
    }
    return false;
}

/* True if an agent arrives at a goal that the belt carries it away from: a disc whose inside its
 * centre must reach, or a point. In the frame of the belt, the goal and the wall beside it move; in
 * this test, they move away from the agent. */
static bool arrives_against_belt(const char *steer, const char *aim, wend_point velocity,
                                 bool disc) {
    wend_world *world = worlds_make(worlds_room(10, 4), NULL);
    wend_setting setting = {"aim", {.kind = WEND_VALUE_TEXT, .text = aim}};
    wend_profile_def profile = worlds_profile_def();
    profile.follow.settings = &setting;
    profile.follow.setting_count = 1;
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    add_belt(world, strip, velocity);
    wend_goal_def def = wend_default_goal_def();
    def.shape = disc ? WEND_GOAL_DISC : WEND_GOAL_POINT;
    def.points = &(wend_point){5, 0.3}; /* beside the wall */
    def.radius = 0.1;
    def.arrive = WEND_ARRIVE_INSIDE;
    def.tolerance = disc ? 0.0 : 0.05;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    worlds_agent(world, 8, 3, worlds_add_goal(world, &def));
    bool arrives = leaves(world);
    wend_world_destroy(world);
    return arrives;
}

START_TEST(agents_reach_goals_that_the_belt_carries_them_away_from) {
    static const char *const aims[] = {"preferred_point", "nearest"};
    const wend_point belts[] = {{0.9, 0}, {-0.9, 0}, {0, 0.9}, {0.6, 0.6}, {0.1, 0}};
    for (int k = 0; k < 20 * AVOIDING; k++) {
        const char *steer = avoiding[k / 20], *aim = aims[k % 2];
        wend_point velocity = belts[k / 4 % 5];
        bool disc = k / 2 % 2;
        ck_assert_msg(arrives_against_belt(steer, aim, velocity, disc),
                      "%s, aim %s, belt (%g, %g), %s", steer, aim, velocity.x, velocity.y,
                      disc ? "disc" : "point");
    }
}
END_TEST

START_TEST(result_does_not_depend_on_thread_count_or_reload) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    uint64_t hashes[4];
    for (int i = 0; i < 4; i++) {
        wend_world *world = make_crowd("orca", threads[i], 5, 0.8);
        worlds_step(world, 40);
        wend_world *loaded = worlds_reload(world, NULL);
        worlds_step(world, 40);
        worlds_step(loaded, 40);
        hashes[i] = wend_world_hash(world);
        ck_assert_uint_eq(hashes[i], hashes[0]);
        ck_assert_uint_eq(wend_world_hash(loaded), hashes[0]);
        wend_world_destroy(world);
        wend_world_destroy(loaded);
    }
}
END_TEST

START_TEST(bad_belts_are_refused) {
    static const wend_point odd[] = {{0, 0}, {1, NAN}, {1, 1}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_belt_def def = wend_default_belt_def();
    wend_belt belt = {0};
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    def.points = strip;
    def.point_count = 65;
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    def.point_count = 4;
    def.layer = 1;
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    def.layer = 0;
    def.velocity.x = NAN;
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    def.velocity.x = 101;
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    def.velocity.x = 1;
    def.points = odd;
    def.point_count = 3;
    ck_assert_int_eq(wend_world_add_belt(world, &def, &belt, NULL), WEND_ERROR_INVALID);
    ck_assert_int_ne(wend_world_set_belt_velocity(world, belt, (wend_point){1, 0}, NULL), WEND_OK);
    belt = add_belt(world, strip, (wend_point){1, 0});
    ck_assert_int_eq(wend_world_set_belt_velocity(world, belt, (wend_point){INFINITY, 0}, NULL),
                     WEND_ERROR_INVALID);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/belts", an_agent_at_rest_is_carried_to_the_end_of_the_belt,
          agent_and_ground_velocity_add_up, limits_apply_relative_to_the_belt,
          walls_stop_agents_at_end_of_belt, agents_avoid_each_other_on_and_between_belts,
          crowd_on_one_belt_moves_as_on_still_ground, agents_arrive_at_goals_on_and_beyond_belts,
          agents_reach_goals_that_the_belt_carries_them_away_from,
          result_does_not_depend_on_thread_count_or_reload, bad_belts_are_refused);
}
