/* The model pedvo: speeds that depend on the space ahead, turning bias, and its parts shared with
 * orca_segment. */
#include <math.h>

#include <wend/explain.h>
#include <wend/random.h>

#include "steer/solve/kernels/biased.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { MOST_SETTINGS = 8 };

typedef struct given {
    const char *name;
    double value;
} given;

static wend_profile add_pedvo(wend_world *world, const char *model, const given *values,
                              uint32_t count) {
    wend_setting settings[MOST_SETTINGS];
    for (uint32_t i = 0; i < count; i++) {
        settings[i] = (wend_setting){values[i].name, {.number = wend_constant(values[i].value)}};
    }
    wend_profile_def def = worlds_profile_def();
    def.steer.name = model;
    def.steer.settings = settings;
    def.steer.setting_count = count;
    def.radius = wend_constant(0.1);
    def.preferred_speed = wend_constant(2.0);
    def.max_speed = wend_constant(3.0);
    return worlds_add_profile(world, &def);
}

static wend_agent add_walker(wend_world *world, double x, double y, double speed) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.velocity = (wend_point){speed, 0.0};
    def.goal = worlds_direction(world, 0.0);
    return worlds_add(world, &def);
}

static double speed_of(wend_world *world, wend_agent agent) {
    wend_vec2 v = worlds_state(world, agent).velocity;
    return hypot((double)v.x, (double)v.y);
}

/* ---- Space ahead ----------------------------------------------------------------------------- */

/* Values 10b and 10c: agents that walk 1 m ahead, as fast as this one. */
START_TEST(crowd_ahead_reduces_speed) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_pedvo(world, "pedvo", NULL, 0);
    wend_agent alone = add_walker(world, 0.0, 50.0, 2.0);
    wend_agent pair = add_walker(world, 0.0, 100.0, 2.0);
    add_walker(world, 1.0, 100.0, 2.0);
    wend_agent crowd = add_walker(world, 0.0, 0.0, 2.0);
    for (int i = -1; i <= 1; i++) {
        add_walker(world, 1.0, 0.5 * i, 2.0);
    }
    worlds_step(world, 1);
    ck_assert_double_eq_tol(speed_of(world, alone), 2.0, 1e-5);
    ck_assert_double_eq_tol(speed_of(world, pair), 2.0, 1e-5); /* the space allows 8.9 m/s */
    ck_assert_double_eq_tol(speed_of(world, crowd), 1.52748, 2e-5);
    wend_world_destroy(world);
}
END_TEST

/* In a corridor 1 m wide, the space with the published formula is that of two walls. */
START_TEST(walls_reduce_speed) {
    static const given values[] = {{"space_share", 1.0}};
    wend_world *world = worlds_make(worlds_room(40.0, 1.0), NULL);
    add_pedvo(world, "pedvo", values, 1);
    wend_agent agent = add_walker(world, 10.0, 0.5, 1.0);
    worlds_step(world, 1);
    double density = 2.0 * 0.265961520 * exp(-0.25 / (2.0 * 0.75 * 0.75));
    double root = 0.48 / density * 1.57 / 1.9;
    ck_assert_double_eq_tol(speed_of(world, agent), root * root, 2e-5);
    ck_assert_double_lt(root * root, 0.9);
    wend_world_destroy(world);
}
END_TEST

/* Returns the speed of an agent at the origin that walks along x, from the distance of a corner
 * that two walls have in common, to the point 1 m ahead. */
static double speed_beside_corner(double x, double y) {
    static const given values[] = {{"space_share", 1.5}};
    sketch s;
    sketch_start(&s);
    sketch_box(&s, 0, 0, x, y, x + 30.0, y + 30.0);
    wend_world *world = worlds_make(sketch_space(&s), NULL);
    add_pedvo(world, "pedvo", values, 1);
    wend_agent agent = add_walker(world, 0.0, 0.0, 1.0);
    worlds_step(world, 1);
    double speed = speed_of(world, agent);
    wend_world_destroy(world);
    return speed;
}

START_TEST(corners_count_once_and_walls_behind_do_not_count) {
    double density = 0.265961520 * exp(-0.25 / (2.0 * 0.75 * 0.75));
    double root = 0.48 / density * 1.57 / (1.5 * 1.9);
    ck_assert_double_eq_tol(speed_beside_corner(1.3, 0.4), root * root, 2e-5);
    ck_assert_double_lt(root * root, 1.9);
    ck_assert_double_eq_tol(speed_beside_corner(-30.5, 0.2), 2.0, 1e-5); /* it ends behind */
}
END_TEST

/* An agent that has to stand stays where it is, without a division by its speed. */
START_TEST(agent_without_speed_stands) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_pedvo(world, "pedvo", NULL, 0);
    wend_agent agent = worlds_agent(world, 3.0, 4.0, worlds_point(world, 3.0, 4.0));
    worlds_step(world, 5);
    ck_assert_double_eq(speed_of(world, agent), 0.0);
    ck_assert_double_eq(worlds_state(world, agent).position.x, 3.0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Shared parts ---------------------------------------------------------------------------- */

static uint64_t hash_of(const char *model, const given *values, uint32_t count) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    add_pedvo(world, model, values, count);
    for (uint64_t i = 0; i < 60; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){1.0 + 0.5 * (double)(i % 8), 1.0 + 1.2 * (double)(i / 8)};
        wend_goal_def goal = wend_default_goal_def();
        wend_point ends[] = {{18.0, 4.0}, {18.0, 8.0}};
        goal.shape = i % 3 == 0 ? WEND_GOAL_POINT : WEND_GOAL_SEGMENT;
        goal.points = ends;
        goal.point_count = i % 3 == 0 ? 1 : 2;
        def.goal = worlds_add_goal(world, &goal);
        worlds_add(world, &def);
    }
    worlds_step(world, 60);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

/* Where the space always suffices, the model is orca_segment with other horizons: way portals are
 * goals of the same width. */
START_TEST(equals_orca_segment_with_enough_space) {
    static const given values[] = {
        {"horizon", 2.0}, {"wall_horizon", 0.5}, {"space_share", 0.01}, {"turning_bias", 1.0}};
    ck_assert_uint_eq(hash_of("pedvo", values, 4), hash_of("orca_segment", values, 2));
    ck_assert_uint_ne(hash_of("pedvo", values, 2), hash_of("orca_segment", values, 2));
}
END_TEST

/* ---- Turning bias ---------------------------------------------------------------------------- */

START_TEST(biased_half_planes_keep_their_velocities) {
    for (uint64_t i = 0; i < trials(1000); i++) {
        double angle = 6.283 * wend_random_uniform(5, i, 0, 0);
        double turn = 6.283 * wend_random_uniform(5, i, 0, 1);
        wend_vec2 ahead = {(float)cos(turn), (float)sin(turn)};
        velocity_plane plane = {{(float)cos(angle), (float)sin(angle)},
                                (float)wend_random_uniform(5, i, 0, 2) - 0.5F};
        float bias = 0.2F + 4.0F * (float)wend_random_uniform(5, i, 0, 3);
        velocity_plane found = biased_plane(plane, ahead, bias);
        ck_assert_float_eq_tol(vec_length(found.normal), 1.0F, 1e-5F);
        for (uint32_t k = 3; k < 8; k++) { /* points of the old boundary lie on the new one */
            float t = 4.0F * (float)wend_random_uniform(5, i, 0, k) - 2.0F;
            wend_vec2 v = vec_add(vec_scale(plane.normal, plane.offset),
                                  vec_scale(vec_perp(plane.normal), t));
            float along = vec_dot(v, ahead), across = vec_dot(v, vec_perp(ahead)) / bias;
            wend_vec2 there = vec_add(vec_scale(ahead, along), vec_scale(vec_perp(ahead), across));
            ck_assert_float_eq_tol(vec_dot(found.normal, there), found.offset, 1e-4F);
        }
    }
}
END_TEST

/* An agent passes another one that stands in its way. Returns the distance between them. */
static double pass_at(double bias) {
    const given values[] = {{"turning_bias", bias}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_pedvo(world, "pedvo", values, 1);
    wend_agent walker = add_walker(world, -6.0, 0.02, 2.0);
    wend_agent other = worlds_agent(world, 0.0, 0.0, worlds_point(world, 0.0, 0.0));
    double nearest = 10.0;
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, walker).position,
                   b = worlds_state(world, other).position;
        nearest = fmin(nearest, hypot(a.x - b.x, a.y - b.y));
    }
    ck_assert_double_gt(worlds_state(world, walker).position.x, 1.0);
    wend_world_destroy(world);
    return nearest;
}

/* Returns the first velocity of an agent that meets another one, which comes from the left. */
static wend_vec2 first_velocity(double bias) {
    const given values[] = {{"turning_bias", bias}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_pedvo(world, "pedvo", values, 1);
    wend_agent walker = add_walker(world, 0.0, 0.0, 2.0);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){3.0, 1.5};
    def.velocity = (wend_point){0.0, -1.0};
    worlds_add(world, &def);
    worlds_step(world, 1);
    wend_vec2 v = worlds_state(world, walker).velocity;
    wend_world_destroy(world);
    return v;
}

START_TEST(turning_bias_prefers_turns_to_lower_speeds) {
    static const double biases[] = {0.3, 1.0, 3.0};
    wend_vec2 before = {0.0F, 0.0F};
    for (int i = 0; i < 3; i++) {
        wend_vec2 v = first_velocity(biases[i]);
        ck_assert_float_gt(fabsf(v.y), fabsf(before.y) + 0.001F);
        ck_assert_float_lt(fabsf(v.x - 2.0F), i == 0 ? 1.0F : fabsf(before.x - 2.0F) - 0.001F);
        ck_assert_double_ge(pass_at(biases[i]), 0.2 * 0.92 - 1e-4);
        before = v;
    }
}
END_TEST

/* The result of a program with bias is the allowed velocity with the least scaled distance. */
START_TEST(no_grid_velocity_beats_the_biased_choice) {
    const given values[] = {{"turning_bias", 3.0}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_pedvo(world, "pedvo", values, 1);
    wend_agent walker = add_walker(world, 0.0, 0.0, 2.0);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2.0, 0.03};
    def.velocity = (wend_point){-1.0, 0.0};
    worlds_add(world, &def);
    worlds_step(world, 1);
    wend_vec2 v = worlds_state(world, walker).velocity;
    wend_body self = {.velocity = {2.0F, 0.0F}, .radius = 0.1F};
    wend_body other = {.position = {2.0F, 0.03F}, .velocity = {-1.0F, 0.0F}, .radius = 0.1F};
    velocity_plane plane = agent_plane(&self, &other, (plane_rates){0.4F, 10.0F}, 0.0F, true);
    double missing = (double)(plane.offset - vec_dot(plane.normal, v));
    ck_assert_double_le(fabs(missing), 1e-4);                         /* on the boundary */
    double best = hypot((double)v.x - 2.0, (double)v.y / 3.0) - 0.03; /* the bias of symmetry */
    for (int i = 0; i < 400 * 400; i++) {
        wend_vec2 w = {(float)(i % 400) * 0.01F - 2.0F, (float)(i / 400) * 0.01F - 2.0F};
        if (!(vec_dot(plane.normal, w) < plane.offset) && vec_length(w) <= 3.0F) {
            ck_assert_double_ge(hypot((double)w.x - 2.0, (double)w.y / 3.0), best);
        }
    }
    ck_assert_double_lt(hypot((double)v.x - 2.0, (double)v.y / 3.0), 0.3);
    wend_world_destroy(world);
}
END_TEST

/* ---- Extremes -------------------------------------------------------------------------------- */

static wend_world *heap(const given *values, uint32_t count) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_room(12.0, 12.0);
    wend_world *world = worlds_from(&world_def);
    add_pedvo(world, "pedvo", values, count);
    for (uint64_t i = 0; i < 300; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){5.0 + 2.0 * wend_random_uniform(9, i, 0, 0),
                                    5.0 + 2.0 * wend_random_uniform(9, i, 0, i % 7 ? 1 : 0)};
        def.position = i % 50 == 0 ? (wend_point){6.0, 6.0} : def.position;
        def.goal = worlds_point(world, 12.0 * wend_random_uniform(9, i, 0, 2),
                                12.0 * wend_random_uniform(9, i, 0, 3));
        def.priority = (int32_t)(i % 3);
        worlds_add(world, &def);
    }
    return world;
}

/* A heap of agents with extreme parameters moves on, at finite speeds below the maximum. */
START_TEST(extreme_parameters_give_finite_velocities) {
    static const given values[][4] = {
        {{"space_share", 0.01},
         {"stride_buffer", 0.0},
         {"stride_factor", 100.0},
         {"turning_bias", 0.01}},
        {{"space_share", 100.0},
         {"stride_buffer", 100.0},
         {"stride_factor", 0.01},
         {"turning_bias", 100.0}},
        {{"space_share", 0.5},
         {"stride_buffer", 0.9},
         {"stride_factor", 1.57},
         {"turning_bias", 1.0}},
    };
    wend_world *world = heap(values[_i], 4);
    worlds_step(world, 1);
    static wend_agent_state states[300];
    for (uint32_t step = 0; step < trials(40); step++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, states, 300);
        ck_assert_uint_eq(count, 300);
        for (uint32_t i = 0; i < count; i++) {
            wend_vec2 v = states[i].velocity;
            ck_assert(isfinite(v.x) && isfinite(v.y) && isfinite(states[i].position.x));
            ck_assert_float_le(vec_length(v), 3.0F * (1.0F + 1e-5F));
        }
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/pedvo");
    TCase *cases = tcase_create("pedvo");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, crowd_ahead_reduces_speed);
    tcase_add_test(cases, walls_reduce_speed);
    tcase_add_test(cases, corners_count_once_and_walls_behind_do_not_count);
    tcase_add_test(cases, agent_without_speed_stands);
    tcase_add_test(cases, equals_orca_segment_with_enough_space);
    tcase_add_test(cases, biased_half_planes_keep_their_velocities);
    tcase_add_test(cases, turning_bias_prefers_turns_to_lower_speeds);
    tcase_add_test(cases, no_grid_velocity_beats_the_biased_choice);
    tcase_add_loop_test(cases, extreme_parameters_give_finite_velocities, 0, 3);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
