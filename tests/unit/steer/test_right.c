/* Compares the half-planes of agents with unequal priority with values computed from the equations,
 * and tests how agents with right of way pass others. */
#include <math.h>

#include "published/pedestrian_values.h"
#include "steer/solve/planes/agent.h"
#include "steer/solve/planes/right.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { MODELS = 4 };
static const char *const models[MODELS] = {"orca", "orca_segment", "orca_arc", "pedvo"};

static wend_vec2 vec(double x, double y) {
    return (wend_vec2){(float)x, (float)y};
}

/* Compares a vector to a relative error of 1e-5. */
static void check_vector(wend_vec2 found, double x, double y) {
    double error = hypot((double)found.x - x, (double)found.y - y);
    ck_assert_double_le(error, 1e-5 * hypot(x, y) + 1e-7);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

typedef struct pair_case {
    wend_body self, other;
    float horizon, yield;
} pair_case;

/* In the table, the agent with the higher priority goes first. */
static pair_case case_of(const pedvo_pair_row *row) {
    pair_case out = {
        .self = {.velocity = vec(row->velocity_x, row->velocity_y), .radius = (float)row->radius},
        .other = {.position = vec(row->neighbour_x, row->neighbour_y),
                  .velocity = vec(row->neighbour_velocity_x, row->neighbour_velocity_y)},
        .horizon = (float)row->horizon,
        .yield = right_yield(1.0F, -row->priority, -row->neighbour_priority)};
    if (out.yield > 0.0F) {
        wend_vec2 preferred = vec(row->neighbour_preferred_x, row->neighbour_preferred_y);
        out.other.velocity = right_expected(out.other.velocity, preferred, out.yield);
    } else if (out.yield < 0.0F) {
        wend_vec2 preferred = vec(row->preferred_x, row->preferred_y);
        out.self.velocity = right_expected(out.self.velocity, preferred, -out.yield);
    }
    return out;
}

static velocity_plane plane_of(const pair_case *c, float yield) {
    plane_rates rates = {1.0F / c->horizon, 1.0F / c->horizon};
    return agent_plane(&c->self, &c->other, rates, yield, true);
}

START_TEST(half_planes_match_published_equations) {
    uint32_t yielding = 0, privileged = 0, equal = 0;
    for (size_t i = 0; i < sizeof pedvo_pair_rows / sizeof *pedvo_pair_rows; i++) {
        const pedvo_pair_row *row = &pedvo_pair_rows[i];
        pair_case c = case_of(row);
        velocity_plane plane = plane_of(&c, c.yield);
        check_vector(plane.normal, -row->line_y, row->line_x);
        double size = fabs(row->point_x) + fabs(row->point_y);
        double offset = -row->line_y * row->point_x + row->line_x * row->point_y;
        ck_assert_double_le(fabs((double)plane.offset - offset), 1e-5 * size + 1e-6);
        yielding += c.yield > 0.0F;
        privileged += c.yield < 0.0F;
        equal += row->share == 0.5;
    }
    ck_assert_uint_ge(yielding, 2);
    ck_assert_uint_ge(privileged, 2);
    ck_assert_uint_ge(equal, 2);
}
END_TEST

/* Values 15a and 15b: the line passes through the point. */
START_TEST(shares_of_a_pair_match_published_values) {
    static const double points[3][3] = {
        {0.0, 0.989975, -0.0996225}, {0.4, 0.985965, -0.139471}, {-0.4, 0.993985, -0.0597735}};
    pair_case c = {.self = {.velocity = {1.0F, 0.0F}, .radius = 0.5F},
                   .other = {.position = {4.0F, 0.1F}, .velocity = {-1.0F, 0.0F}},
                   .horizon = 2.5F};
    for (int i = 0; i < 3; i++) {
        float yield = right_yield(1.0F, points[i][0], 0.0);
        velocity_plane plane = plane_of(&c, yield);
        check_vector(plane.normal, -0.100126, -0.994975);
        double offset = -0.100126 * points[i][1] - 0.994975 * points[i][2];
        ck_assert_double_eq_tol((double)plane.offset, offset, 2e-6);
        ck_assert_float_eq_tol(agent_share(&c.other, yield), 0.5F + 0.5F * (float)points[i][0],
                               1e-6F);
    }
}
END_TEST

START_TEST(right_of_way_saturates) {
    ck_assert_float_eq(right_yield(1.0F, 3.0, 3.0), 0.0F);
    ck_assert_float_eq(right_yield(0.25F, 3.0, 2.0), 0.25F);
    ck_assert_float_eq(right_yield(0.25F, 2.0, 3.0), -0.25F);
    ck_assert_float_eq(right_yield(1.0F, 5.0, 2.0), 1.0F);
    ck_assert_float_eq(right_yield(1.0F, -2147483648.0, 2147483647.0), -1.0F);
    ck_assert_float_eq(right_yield(0.0F, 5.0, 2.0), 0.0F);
}
END_TEST

START_TEST(expected_velocity_moves_towards_preferred_one) {
    wend_vec2 near = right_expected(vec(1.0, 0.0), vec(1.0, 0.15), 0.5F);
    check_vector(near, 1.0, 0.075);
    wend_vec2 far = right_expected(vec(1.0, 0.0), vec(1.0, 3.0), 0.5F);
    check_vector(far, 1.0, 0.1); /* at most 0.1 m/s */
    check_vector(right_expected(vec(1.0, 0.5), vec(0.0, 0.0), 0.0F), 1.0, 0.5);
}
END_TEST

/* The shares of two agents add up to 1, whatever the case of the velocity obstacle, and both are
 * one half if their velocities separate. */
START_TEST(shares_of_both_agents_add_up) {
    static const float speeds[][2] = {{0.0F, 0.0F}, {1.0F, 0.3F}, {-0.5F, 1.5F}, {2.0F, -0.2F}};
    for (uint32_t i = 0; i < 16; i++) {
        pair_case c = {.self = {.velocity = {speeds[i / 4][0], speeds[i / 4][1]}, .radius = 0.3F},
                       .other = {.position = {i % 3 == 0 ? 0.4F : 2.0F, 0.3F},
                                 .velocity = {-speeds[i % 4][1], speeds[i % 4][0]},
                                 .radius = 0.3F},
                       .horizon = 2.0F};
        pair_case swapped = {.self = c.other, .other = c.self, .horizon = 2.0F};
        velocity_plane a = plane_of(&c, 0.7F), b = plane_of(&swapped, -0.7F);
        velocity_plane half = plane_of(&c, 0.0F), other = plane_of(&swapped, 0.0F);
        check_vector(a.normal, -(double)b.normal.x, -(double)b.normal.y);
        ck_assert_float_eq_tol(a.offset + b.offset, half.offset + other.offset, 1e-5F);
    }
}
END_TEST

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct pass {
    double aside[2]; /* m: how far each of the two agents has left its line */
    double nearest;  /* m */
} pass;

static wend_agent add_walker(wend_world *world, double x, double y, int32_t priority) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.velocity = (wend_point){x < 0.0 ? 1.3 : -1.3, 0.0};
    def.goal = worlds_direction(world, x < 0.0 ? 0.0 : 3.141592653589793);
    def.priority = priority;
    return worlds_add(world, &def);
}

/* Two agents meet, slightly to the side of each other. */
static pass pass_each_other(const char *model, const int32_t priorities[2], double right_of_way) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    wend_setting settings[] = {{"symmetry_bias", {.number = wend_constant(0.0)}},
                               {"right_of_way", {.number = wend_constant(right_of_way)}}};
    def.steer.name = model;
    def.steer.settings = settings;
    def.steer.setting_count = 2;
    worlds_add_profile(world, &def);
    wend_agent agents[2] = {add_walker(world, -5.0, 0.05, priorities[0]),
                            add_walker(world, 5.0, -0.05, priorities[1])};
    pass out = {.nearest = 10.0};
    for (int i = 0; i < 70; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, agents[0]).position;
        wend_point b = worlds_state(world, agents[1]).position;
        out.nearest = fmin(out.nearest, hypot(a.x - b.x, a.y - b.y));
        out.aside[0] = fmax(out.aside[0], fabs(a.y - 0.05));
        out.aside[1] = fmax(out.aside[1], fabs(b.y + 0.05));
    }
    wend_world_destroy(world);
    return out;
}

/* Agents with the lower priority value walk straight on; the sum of both evasions is the same. */
START_TEST(lower_priority_value_goes_first) {
    static const int32_t none[2] = {0, 0}, same[2] = {7, 7}, first[2] = {0, 1}, second[2] = {3, 1};
    pass even = pass_each_other(models[_i], none, 1.0);
    pass equal = pass_each_other(models[_i], same, 1.0);
    pass a = pass_each_other(models[_i], first, 1.0), b = pass_each_other(models[_i], second, 1.0);
    pass part = pass_each_other(models[_i], first, 0.5),
         off = pass_each_other(models[_i], first, 0);
    ck_assert_double_gt(even.aside[0], 0.15);
    ck_assert_double_eq_tol(even.aside[0], even.aside[1], 1e-5);
    for (int i = 0; i < 2; i++) { /* bit for bit */
        ck_assert(equal.aside[i] == even.aside[i] && off.aside[i] == even.aside[i]);
    }
    ck_assert_double_lt(a.aside[0], 0.005);
    ck_assert_double_gt(a.aside[1], 1.6 * even.aside[1]);
    ck_assert_double_lt(b.aside[1], 0.005);
    ck_assert_double_gt(b.aside[0], 1.6 * even.aside[0]);
    ck_assert_double_lt(part.aside[0], 0.7 * even.aside[0]);
    ck_assert_double_gt(part.aside[1], 1.2 * even.aside[1]);
    ck_assert_double_ge(a.nearest, 0.5 - 1e-3);
    ck_assert_double_ge(b.nearest, 0.5 - 1e-3);
    ck_assert_double_ge(part.nearest, 0.5 - 1e-3);
}
END_TEST

/* A crowd with random priorities crosses itself, and everybody arrives without deep overlap. */
START_TEST(crowd_with_priorities_arrives) {
    wend_world *world = worlds_make(worlds_room(20.0, 12.0), NULL);
    worlds_profile(world, models[_i]);
    enum { COUNT = 24 };
    wend_agent agents[COUNT];
    for (int i = 0; i < COUNT; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){i % 2 ? 1.5 : 18.5, 1.0 + 0.42 * i};
        def.goal = worlds_point(world, i % 2 ? 18.5 : 1.5, 1.0 + 0.42 * i);
        def.radius = 0.25;
        def.priority = i % 5;
        agents[i] = worlds_add(world, &def);
    }
    double nearest = 10.0;
    for (int step = 0; step < 1200 && wend_world_get_stats(world).arrivals < COUNT; step++) {
        worlds_step(world, 1);
        for (int i = 0; i < COUNT * COUNT; i++) {
            wend_point a = worlds_state(world, agents[i / COUNT]).position;
            wend_point b = worlds_state(world, agents[i % COUNT]).position;
            nearest = i / COUNT < i % COUNT ? fmin(nearest, hypot(a.x - b.x, a.y - b.y)) : nearest;
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, COUNT);
    ck_assert_double_ge(nearest, 0.5 * 0.92 - 1e-3); /* core planes: `squeeze` */
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/right");
    TCase *cases = tcase_create("right");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, half_planes_match_published_equations);
    tcase_add_test(cases, shares_of_a_pair_match_published_values);
    tcase_add_test(cases, right_of_way_saturates);
    tcase_add_test(cases, expected_velocity_moves_towards_preferred_one);
    tcase_add_test(cases, shares_of_both_agents_add_up);
    tcase_add_loop_test(cases, lower_priority_value_goes_first, 0, MODELS);
    tcase_add_loop_test(cases, crowd_with_priorities_arrives, 0, MODELS);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
