/* The behaviour of agents under orca, observed from outside. */
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_world *open_world(double dt) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = dt;
    return worlds_from(&def);
}

static double distance(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static wend_profile_def orca_profile(void) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = "orca";
    return def;
}

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.number = wend_constant(value)}};
}

/* Adds a profile without the bias that breaks symmetry. */
static wend_profile unbiased_profile(wend_world *world) {
    wend_profile_def def = orca_profile();
    wend_setting bias = number("symmetry_bias", 0.0);
    def.steer.settings = &bias;
    def.steer.setting_count = 1;
    return worlds_add_profile(world, &def);
}

/* ---- Getting along --------------------------------------------------------------------------- */

START_TEST(four_agents_pass_head_on) {
    wend_world *world = open_world(0.1);
    worlds_profile(world, "orca");
    for (int i = 0; i < 4; i++) {
        double x = i == 0 ? 8.0 : i == 2 ? -8.0 : 0.0, y = i == 1 ? 8.0 : i == 3 ? -8.0 : 0.0;
        worlds_agent(world, x, y, worlds_point(world, -x, -y));
    }
    worlds_step(world, (uint32_t)(1.5 * 16.0 / 1.3 / 0.1));
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 4);
    wend_world_destroy(world);
}
END_TEST

START_TEST(two_agents_pass_head_on) {
    wend_world *world = open_world(0.1);
    worlds_profile(world, "orca");
    worlds_agent(world, -6.0, 0.0, worlds_point(world, 6.0, 0.0));
    worlds_agent(world, 6.0, 0.0, worlds_point(world, -6.0, 0.0));
    worlds_step(world, 140); /* each agent alone would need 92 steps */
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
    wend_world_destroy(world);
}
END_TEST

/* Steps until all agents have arrived, at most `most` times. Returns the number of steps. */
static uint32_t steps_to_arrive(wend_world *world, uint64_t agents, uint32_t most) {
    uint32_t steps = 0;
    while (wend_world_get_stats(world).arrivals < agents && steps < most) {
        worlds_step(world, 1);
        steps++;
    }
    return steps;
}

/* The agent walks towards a corner of a square, which is rotated slightly or not at all. */
START_TEST(walks_around_a_square_approached_at_its_corner) {
    static const double turns[] = {0.0, 1e-3, -0.02, 0.1};
    sketch s;
    sketch_start(&s);
    sketch_set_transform(&s, 0.7853981633974483 + turns[_i], 0.0, 0.0);
    sketch_box(&s, 0, 0, -1.0, -1.0, 1.0, 1.0);
    wend_world *world = worlds_make(sketch_space(&s), NULL);
    worlds_profile(world, "orca");
    worlds_agent(world, -6.0, 0.0, worlds_point(world, 6.0, 0.0));
    uint32_t free = (uint32_t)(12.0 / 1.3 / 0.1);
    ck_assert_uint_lt(steps_to_arrive(world, 1, 2 * free), free * 3 / 2);
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Overlaps, shares, limits ---------------------------------------------------------------- */

START_TEST(overlapping_agents_separate_smoothly) {
    wend_world *world = open_world(0.1);
    worlds_profile(world, "orca");
    wend_agent agents[5];
    for (int i = 0; i < 5; i++) { /* all within one radius, the first two at the same position */
        double x = i < 2 ? 0.0 : 0.1 * i, y = i == 4 ? 0.15 : 0.0;
        agents[i] = worlds_agent(world, x, y, worlds_point(world, x, y));
    }
    worlds_step(world, 1);
    for (int k = 0; k < 60; k++) {
        wend_agent_state before[5], after[5];
        for (int i = 0; i < 5; i++) {
            before[i] = worlds_state(world, agents[i]);
        }
        worlds_step(world, 1);
        for (int i = 0; i < 5; i++) {
            after[i] = worlds_state(world, agents[i]);
            double length = distance(before[i].position, after[i].position);
            /* Not faster than the maximum speed. */
            ck_assert_double_le(length, 2.0 * 0.1 * (1.0 + 1e-5));
        }
    }
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < i; k++) {
            double gap = distance(worlds_state(world, agents[i]).position,
                                  worlds_state(world, agents[k]).position);
            ck_assert_double_ge(gap, 0.5 - 1e-4);
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* Returns how far an agent has moved aside when it is level with an oncoming agent that is slightly
 * offset. */
static double side_step(const char *other) {
    wend_world *world = open_world(0.1);
    unbiased_profile(world);
    wend_profile theirs = worlds_profile(world, other);
    wend_agent walker = worlds_agent(world, -5.0, 0.05, worlds_direction(world, 0.0));
    wend_agent_def comer = wend_default_agent_def();
    comer.position = (wend_point){5.0, -0.05};
    comer.profile = theirs;
    comer.goal = worlds_direction(world, 3.141592653589793);
    wend_agent second = worlds_add(world, &comer);
    double nearest = INFINITY;
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, walker).position;
        wend_point b = worlds_state(world, second).position;
        nearest = fmin(nearest, distance(a, b));
    }
    ck_assert_double_ge(nearest, 0.5 - 1e-4); /* there is no collision */
    double aside = worlds_state(world, walker).position.y - 0.05;
    wend_world_destroy(world);
    return aside;
}

START_TEST(agent_that_does_not_yield_is_avoided_with_full_effort) {
    double half = side_step("orca"), full = side_step("direct");
    ck_assert_double_gt(half, 0.15);
    ck_assert_double_gt(full, 0.35); /* without avoidance, they would pass 0.4 m too close */
    ck_assert_double_gt(full, 1.6 * half);
}
END_TEST

START_TEST(the_acceleration_limit_holds) {
    wend_world *world = open_world(0.1);
    wend_profile_def def = orca_profile();
    def.max_acceleration = wend_constant(1.5);
    worlds_add_profile(world, &def);
    enum { COUNT = 80 };
    wend_agent agents[COUNT];
    for (uint64_t i = 0; i < COUNT; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){10.0 * wend_random_uniform(3, i, 0, 0),
                                      10.0 * wend_random_uniform(3, i, 0, 1)};
        agent.goal = worlds_point(world, 10.0 - agent.position.x, 10.0 - agent.position.y);
        agents[i] = worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    bool sped = false;
    for (int k = 0; k < 150; k++) {
        wend_vec2 before[COUNT];
        for (int i = 0; i < COUNT; i++) {
            before[i] = worlds_state(world, agents[i]).velocity;
        }
        worlds_step(world, 1);
        for (int i = 0; i < COUNT; i++) {
            wend_vec2 after = worlds_state(world, agents[i]).velocity;
            double change =
                hypot((double)after.x - (double)before[i].x, (double)after.y - (double)before[i].y);
            ck_assert_double_le(change, 1.5 * 0.1 + 1e-5);
            sped = sped || change > 1.4 * 0.1;
        }
    }
    ck_assert(sped);
    wend_world_destroy(world);
}
END_TEST

/* ---- The overlay ----------------------------------------------------------------------------- */

/* Makes a world with an agent that walks from (0, 5) towards (10, 5), and a door across its path.
 */
static wend_world *door_world(wend_obstacle *door, wend_agent *agent) {
    wend_world *world = worlds_make(worlds_room(10.0, 10.0), NULL);
    worlds_profile(world, "orca");
    static const wend_point chain[] = {{5.0, 0.0}, {5.0, 10.0}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = chain;
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, door, NULL), WEND_OK);
    *agent = worlds_agent(world, 1.0, 5.0, worlds_point(world, 9.0, 5.0));
    return world;
}

START_TEST(waits_at_closed_door) {
    wend_obstacle door;
    wend_agent agent;
    wend_world *world = door_world(&door, &agent);
    worlds_step(world, 100);
    double x = worlds_state(world, agent).position.x;
    ck_assert_double_le(x, 4.75 + 1e-6);
    ck_assert_double_ge(x, 4.70); /* the agent waits directly in front of the door */
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
    worlds_step(world, 50);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(avoids_obstacles_only_while_enabled) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    worlds_profile(world, "orca");
    wend_agent agent = worlds_agent(world, 5.0, 5.0, worlds_point(world, 15.0, 5.0));
    worlds_step(world, 100);
    ck_assert_double_lt(worlds_state(world, agent).position.x, 10.0);
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    worlds_step(world, 100);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* A bar moves towards an agent that is to stay at its position. The agent walks ahead of the bar,
 * and the bar never touches it. */
START_TEST(walks_ahead_of_moving_obstacle) {
    wend_world *world = open_world(0.1);
    worlds_profile(world, "orca");
    static const wend_point bar[] = {{-0.2, -3.0}, {0.2, -3.0}, {0.2, 3.0}, {-0.2, 3.0}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = bar;
    def.point_count = 4;
    def.position = (wend_point){-4.0, 0.0};
    def.velocity = (wend_point){0.8, 0.0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, NULL, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 0.0, 0.3, worlds_direction(world, 3.141592653589793));
    for (int i = 1; i <= 80; i++) {
        worlds_step(world, 1);
        double front = -4.0 + 0.2 + 0.8 * 0.1 * i;
        wend_point at = worlds_state(world, agent).position;
        ck_assert_double_ge(at.x - front, 0.25 - 1e-4);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    ck_assert_double_gt(worlds_state(world, agent).position.x, 2.0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Sameness -------------------------------------------------------------------------------- */

enum { CROWD = 300 };

/* Runs a crowd and returns its hash. Agents are added with a `stride` that is coprime to their
 * number. */
static uint64_t crowd_hash(wend_kernel kernel, uint32_t threads, uint32_t stride) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_pillars();
    def.kernel = kernel;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "orca");
    wend_goal goals[CROWD];
    for (uint32_t i = 0; i < CROWD; i++) {
        goals[i] = worlds_point(world, 1.0 + 18.0 * wend_random_uniform(5, i, 0, 0),
                                1.0 + 1.5 * wend_random_uniform(5, i, 0, 1));
    }
    for (uint32_t k = 0; k < CROWD; k++) {
        uint32_t i = k * stride % CROWD;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.position = (wend_point){0.4 + 0.62 * (i % 20), 0.4 + 0.2 * (i / 20)};
        if (i % 20 >= 10) {
            agent.position.x += 7.0; /* beyond the pillars */
        }
        agent.goal = goals[i];
        worlds_add(world, &agent);
    }
    worlds_step(world, 60);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

START_TEST(result_is_independent_of_order_kernel_and_threads) {
    uint64_t expected = crowd_hash(WEND_KERNEL_SCALAR, 1, 1);
    ck_assert_uint_eq(crowd_hash(WEND_KERNEL_SCALAR, 1, 299), expected);
    ck_assert_uint_eq(crowd_hash(WEND_KERNEL_AUTO, 2, 77), expected);
    for (int kernel = WEND_KERNEL_AUTO; kernel < WEND_KERNEL_COUNT; kernel++) {
        if (wend_kernel_is_available((wend_kernel)kernel)) {
            for (uint32_t threads = 1; threads <= 3; threads++) {
                ck_assert_uint_eq(crowd_hash((wend_kernel)kernel, threads, 1), expected);
            }
        }
    }
}
END_TEST

/* The second world is the mirror image of the first. */
START_TEST(mirrored_worlds_stay_mirrored) {
    enum { HALF = 40 };
    wend_world *worlds[2];
    wend_agent agents[2][HALF];
    for (int side = 0; side < 2; side++) {
        double flip = side ? -1.0 : 1.0;
        worlds[side] = open_world(0.1);
        unbiased_profile(worlds[side]);
        for (uint64_t i = 0; i < HALF; i++) {
            double x = 12.0 * wend_random_uniform(9, i, 0, 0);
            double y = 12.0 * wend_random_uniform(9, i, 0, 1);
            wend_agent_def agent = wend_default_agent_def();
            agent.key = i + 1;
            agent.position = (wend_point){x, flip * y};
            agent.goal = worlds_point(worlds[side], 12.0 - x, flip * (12.0 - y));
            agents[side][i] = worlds_add(worlds[side], &agent);
        }
        worlds_step(worlds[side], 100);
    }
    for (int i = 0; i < HALF; i++) {
        wend_point a = worlds_state(worlds[0], agents[0][i]).position;
        wend_point b = worlds_state(worlds[1], agents[1][i]).position;
        ck_assert_double_le(distance(a, (wend_point){b.x, -b.y}), 1e-4);
    }
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/orca");
    TCase *cases = tcase_create("orca");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, four_agents_pass_head_on);
    tcase_add_test(cases, two_agents_pass_head_on);
    tcase_add_loop_test(cases, walks_around_a_square_approached_at_its_corner, 0, 4);
    tcase_add_test(cases, overlapping_agents_separate_smoothly);
    tcase_add_test(cases, agent_that_does_not_yield_is_avoided_with_full_effort);
    tcase_add_test(cases, the_acceleration_limit_holds);
    tcase_add_test(cases, waits_at_closed_door);
    tcase_add_test(cases, avoids_obstacles_only_while_enabled);
    tcase_add_test(cases, walks_ahead_of_moving_obstacle);
    tcase_add_test(cases, result_is_independent_of_order_kernel_and_threads);
    tcase_add_test(cases, mirrored_worlds_stay_mirrored);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
