/* How agents move with the model optimal_steps. */
#include <math.h>

#include <wend/explain.h>
#include <wend/random.h>

#include "published/pedestrian_values.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { MOST = 200 };

static wend_world *world_of(wend_space *space, double dt, double speed) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = "optimal_steps";
    profile.preferred_speed = wend_constant(speed);
    worlds_add_profile(world, &profile);
    return world;
}

static double distance(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* Returns the end of the step of an agent. */
static wend_vec2 end_of(wend_world *world, wend_agent agent) {
    wend_mark marks[64];
    uint32_t count = wend_world_explain(world, agent, marks, 64);
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].stage == WEND_KIND_STEERING && marks[i].kind == WEND_MARK_PATH) {
            return marks[i].b;
        }
    }
    ck_abort_msg("there is no mark for the step");
}

/* Value 11a and the table: the length of a step, and its duration. */
START_TEST(steps_have_the_published_length_and_duration) {
    for (size_t k = 0; k < sizeof optimal_steps_rows / sizeof *optimal_steps_rows; k += 7) {
        const optimal_steps_row *row = &optimal_steps_rows[k];
        wend_world *world = world_of(worlds_open(), 0.01, row->speed);
        wend_agent agent = worlds_agent(world, 0.0, 0.0, worlds_direction(world, 0.0));
        worlds_step(world, 1);
        wend_vec2 before = end_of(world, agent);
        int since = 0, steps = 0;
        for (int i = 1; i < 400; i++) {
            worlds_step(world, 1);
            wend_vec2 end = end_of(world, agent);
            if (end.x == before.x) {
                continue;
            }
            if (steps++ > 0) { /* the first one is shorter */
                ck_assert_double_eq_tol((double)(end.x - before.x), row->length, 5e-5);
                ck_assert_double_eq_tol(0.01 * (i - since), row->duration, 0.0101);
            }
            since = i;
            before = end;
        }
        ck_assert_int_ge(steps, 3);
        wend_world_destroy(world);
    }
}
END_TEST

/* A lone agent walks steadily at its preferred speed, whatever the step of the world. */
START_TEST(motion_is_steady) {
    static const double steps[] = {0.01, 0.05, 0.1, 0.25};
    for (int k = 0; k < 4; k++) {
        wend_world *world = world_of(worlds_open(), steps[k], 1.3);
        wend_agent agent = worlds_agent(world, 0.0, 0.0, worlds_point(world, 10.0, 2.0));
        worlds_step(world, 1);
        for (double t = steps[k]; t < 7.0; t += steps[k]) {
            worlds_step(world, 1);
            wend_vec2 v = worlds_state(world, agent).velocity;
            ck_assert_double_eq_tol(hypot((double)v.x, (double)v.y), 1.3, 0.01);
        }
        worlds_step(world, (uint32_t)(1.5 / steps[k]));
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
        ck_assert_double_le(distance(worlds_state(world, agent).position, (wend_point){10.0, 2.0}),
                            0.3 + 1.3 * steps[k]); /* it touches the point */
        wend_world_destroy(world);
    }
}
END_TEST

static double nearest_pair(wend_world *world, const wend_agent *agents, uint32_t count) {
    static wend_point at[MOST];
    double nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        at[i] = worlds_state(world, agents[i]).position;
        for (uint32_t k = 0; k < i; k++) {
            nearest = fmin(nearest, distance(at[i], at[k]));
        }
    }
    return nearest;
}

/* Two streams cross; no disc overlaps another one by more than a millimetre. */
START_TEST(crossing_streams_never_overlap) {
    enum { COUNT = 60 };
    wend_world *world = world_of(worlds_open(), 0.1, 1.3);
    wend_agent agents[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double across = 0.8 * (i % 6) - 2.0, along = -5.0 - 0.8 * (double)(i / 12);
        bool east = i % 12 < 6;
        wend_point from = {east ? along : across, east ? across : along};
        agents[i] = worlds_agent(world, from.x, from.y,
                                 worlds_direction(world, east ? 0.0 : 1.5707963267948966));
    }
    double nearest = INFINITY;
    for (int step = 0; step < 200; step++) {
        worlds_step(world, 1);
        nearest = fmin(nearest, nearest_pair(world, agents, COUNT));
    }
    ck_assert_double_ge(nearest, 0.5 - 1e-3);
    for (int i = 0; i < COUNT; i++) { /* all have passed the crossing */
        wend_point p = worlds_state(world, agents[i]).position;
        ck_assert_double_gt(i % 12 < 6 ? p.x : p.y, 4.0);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_pass_head_on) {
    wend_world *world = world_of(worlds_open(), 0.1, 1.3);
    wend_agent agents[2] = {worlds_agent(world, -4.0, 0.0, worlds_point(world, 4.0, 0.0)),
                            worlds_agent(world, 4.0, 0.0, worlds_point(world, -4.0, 0.0))};
    double nearest = INFINITY;
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        nearest = fmin(nearest, nearest_pair(world, agents, 2));
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
    ck_assert_double_ge(nearest, 0.5 - 1e-3);
    wend_world_destroy(world);
}
END_TEST

/* A thin wall lies between the agent and its goal, nearer to both than a step. */
START_TEST(thin_walls_are_never_crossed) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 10.0, 10.0);
    sketch_line(&s, 0, 0, 5.0, 0.0, 5.0, 10.0);
    wend_world *world = world_of(sketch_space(&s), 0.1, 2.0);
    wend_agent agent = worlds_agent(world, 4.7, 5.0, worlds_point(world, 5.3, 5.0));
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        ck_assert_double_le(worlds_state(world, agent).position.x, 4.75 + 1e-4);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(goal_beside_a_wall_is_reached) {
    wend_world *world = world_of(worlds_room(20.0, 10.0), 0.1, 1.3);
    worlds_agent(world, 6.0, 0.25, worlds_point(world, 14.0, 0.25));
    worlds_step(world, 90);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* The goal is nearer to the wall than the radius, and the wall repels agents from farther away. */
START_TEST(goal_at_a_wall_is_touched) {
    static const double speeds[] = {0.3, 1.3};
    for (int k = 0; k < 2; k++) {
        wend_world *world = world_of(worlds_room(20.0, 10.0), 0.1, speeds[k]);
        worlds_agent(world, 10.0, 2.0, worlds_point(world, 11.0, 0.05));
        worlds_step(world, (uint32_t)(40.0 / speeds[k]));
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* Agents in a heap, some of them at the same position, separate and stay finite. */
START_TEST(heap_separates) {
    static const double steps[] = {0.1, 0.02};
    wend_world *world = world_of(worlds_room(30.0, 30.0), steps[_i], 1.3);
    wend_agent agents[MOST];
    for (uint64_t i = 0; i < MOST; i++) {
        wend_point from = {14.0 + 2.0 * wend_random_uniform(3, i / 2, 0, 0),
                           14.0 + 2.0 * wend_random_uniform(3, i / 2, 0, 1)};
        wend_point to = {1.0 + 28.0 * wend_random_uniform(3, i, 0, 2),
                         1.0 + 28.0 * wend_random_uniform(3, i, 0, 3)};
        agents[i] = worlds_agent(world, from.x, from.y, worlds_point(world, to.x, to.y));
    }
    for (int k = 0; k < (int)(12.0 / steps[_i]); k++) {
        worlds_step(world, 1);
    }
    uint32_t apart = 0;
    for (uint32_t i = 0; i < MOST; i++) {
        wend_agent_state now = worlds_state(world, agents[i]);
        ck_assert(isfinite(now.position.x) && isfinite(now.velocity.x));
        ck_assert_double_le(hypot((double)now.velocity.x, (double)now.velocity.y), 2.0 + 1e-4);
        for (uint32_t k = 0; k < i; k++) {
            wend_point other = worlds_state(world, agents[k]).position;
            apart += distance(now.position, other) >= 0.5 - 1e-3;
        }
    }
    /* At the start, 83 % of the pairs do not overlap. */
    ck_assert_uint_ge(apart, (uint32_t)(0.94 * MOST * (MOST - 1) / 2));
    wend_world_destroy(world);
}
END_TEST

START_TEST(agent_that_has_to_stand_stands) {
    wend_world *world = world_of(worlds_open(), 0.1, 0.0);
    wend_agent agent = worlds_agent(world, 1.0, 2.0, worlds_point(world, 5.0, 2.0));
    worlds_step(world, 20);
    ck_assert_double_eq(worlds_state(world, agent).position.x, 1.0);
    ck_assert_float_eq(worlds_state(world, agent).velocity.x, 0.0F);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/optimal_steps");
    TCase *cases = tcase_create("optimal_steps");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, steps_have_the_published_length_and_duration);
    tcase_add_test(cases, motion_is_steady);
    tcase_add_test(cases, crossing_streams_never_overlap);
    tcase_add_test(cases, agents_pass_head_on);
    tcase_add_test(cases, thin_walls_are_never_crossed);
    tcase_add_test(cases, goal_beside_a_wall_is_reached);
    tcase_add_test(cases, goal_at_a_wall_is_touched);
    tcase_add_loop_test(cases, heap_separates, 0, 2);
    tcase_add_test(cases, agent_that_has_to_stand_stands);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
