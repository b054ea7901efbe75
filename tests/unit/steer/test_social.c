/* What all models of social forces share: which walls and neighbours act, where agents head for,
 * and that neither crowds nor long steps break anything. */
#include <math.h>

#include <wend/math.h>

#include "support/force_lab.h"
#include "support/spaces.h"
#include "support/suite.h"

static const char *const models[] = {"helbing", "helbing_molnar", "johansson"};
enum { MODELS = 3, HEAP = 500, GROUPS = 24 };

static wend_world *make_world(wend_space *space, const char *steer, double dt) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, steer);
    return world;
}

/* ---- Walls ----------------------------------------------------------------------------------- */

/* A square of 20 m with a block whose corners are (8, 8) and (12, 12). Its left wall, and the
 * bottom of the square, consist of three segments each. */
static wend_space *make_block(void) {
    wend_point outer[] = {{0, 0}, {6, 0}, {7, 0}, {20, 0}, {20, 20}, {0, 20}};
    wend_point block[] = {{8, 8}, {12, 8}, {12, 12}, {8, 12}, {8, 10.5}, {8, 9.5}};
    wend_ring ring = {outer, 6};
    wend_solid_def solid = {{block, 6}, 0};
    wend_layer_def layer = {
        .boundaries = &ring, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

/* Reads the force of walls on an agent at rest. */
static wend_vec2 wall_force(wend_point at) {
    force_body body = {at, {0, 0}, 0.25};
    return force_lab_once(make_block(), "helbing_molnar", NULL, 0, body, NULL, 0.0, "wall");
}

/* Beside a divided wall, the force is that of one wall; at a corner, that of one point; in a
 * corner of the square, that of two walls. */
START_TEST(each_wall_acts_once) {
    double at_half = 50 * exp(-2.5);
    force_lab_check(wall_force((wend_point){6.5, 0.5}), 0, at_half, 1e-4);
    force_lab_check(wall_force((wend_point){5.9, 0.5}), 0, at_half, 1e-4);
    force_lab_check(wall_force((wend_point){6, 0.5}), 0, at_half, 1e-4);
    force_lab_check(wall_force((wend_point){7.5, 10}), -at_half, 0, 1e-4);
    force_lab_check(wall_force((wend_point){7.5, 10.4}), -at_half, 0, 1e-4);
    force_lab_check(wall_force((wend_point){7.7, 7.6}), -0.6 * at_half, -0.8 * at_half, 1e-4);
    force_lab_check(wall_force((wend_point){0.5, 0.5}), at_half, at_half, 1e-4);
}
END_TEST

/* A wall between two agents hides them from each other. */
START_TEST(walls_hide_neighbours) {
    force_body body = {{9, 2}, {0, 0}, 0.25}, hidden = {{11, 2}, {0, 0}, 0.25};
    force_body seen = {{9, 3.5}, {0, 0}, 0.25};
    wend_vec2 force =
        force_lab_once(worlds_halls(), "helbing_molnar", NULL, 0, body, &hidden, 0, "neighbour");
    ck_assert_float_eq(hypotf(force.x, force.y), 0);
    force = force_lab_once(worlds_halls(), "helbing_molnar", NULL, 0, body, &seen, 0, "neighbour");
    ck_assert_float_lt(force.y, 0);
}
END_TEST

/* An agent is pressed against a wall while it walks along it: friction is proportional to the
 * pressure, and does not depend on the step. */
START_TEST(hard_walls_rub) {
    static const double steps[] = {0.002, 0.01, 0.05};
    for (uint32_t i = 0; i < 3; i++) {
        wend_world *world = make_world(worlds_room(40, 20), "helbing", steps[i]);
        wend_goal goal = worlds_direction(world, -1.0);
        wend_agent agent = worlds_agent(world, 5, 0.5, goal);
        worlds_step(world, (uint32_t)(6.0 / steps[i]));
        wend_vec2 v = worlds_state(world, agent).velocity;
        ck_assert_float_eq_tol(v.y, 0, 0.01F);
        ck_assert_msg(v.x > 0.2F && v.x < 1.3F * 0.55F, "dt %g: %g m/s", steps[i], (double)v.x);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Symmetry -------------------------------------------------------------------------------- */

static wend_point turned(wend_point p, double angle, double mirror) {
    double y = mirror * p.y;
    return (wend_point){p.x * cos(angle) - y * sin(angle), p.x * sin(angle) + y * cos(angle)};
}

/* All forces turn with the scene, and are mirrored with it. */
START_TEST(forces_are_invariant_under_rotation_and_reflection) {
    const force_body body = {{0, 0}, {1.1, 0.3}, 0.25}, other = {{0.4, 0.2}, {-0.7, 0.5}, 0.25};
    for (uint32_t m = 0; m < MODELS; m++) {
        wend_vec2 first =
            force_lab_once(worlds_open(), models[m], NULL, 0, body, &other, 0.2, NULL);
        for (uint32_t i = 1; i < 8; i++) {
            double angle = 0.8 * i, mirror = i % 2 ? -1 : 1;
            force_body a = body, b = other;
            a.velocity = turned(body.velocity, angle, mirror);
            b.position = turned(other.position, angle, mirror);
            b.velocity = turned(other.velocity, angle, mirror);
            wend_vec2 force = force_lab_once(worlds_open(), models[m], NULL, 0, a, &b,
                                             angle + 0.2 * mirror, NULL);
            wend_point expected =
                turned((wend_point){(double)first.x, (double)first.y}, angle, mirror);
            force_lab_check(force, expected.x, expected.y, 2e-5);
        }
    }
}
END_TEST

/* ---- Goals ----------------------------------------------------------------------------------- */

/* An agent stops at a point without orbiting or overshooting it, even if it starts sideways. */
START_TEST(agents_stop_at_goals) {
    for (uint32_t m = 0; m < MODELS; m++) {
        wend_world *world = make_world(worlds_open(), models[m], 0.1);
        wend_goal_def goal = wend_default_goal_def();
        wend_point point = {4, 0};
        goal.points = &point;
        goal.arrive = WEND_ARRIVE_INSIDE;
        goal.tolerance = 0.01;
        wend_agent_def def = wend_default_agent_def();
        def.goal = worlds_add_goal(world, &goal);
        def.velocity = (wend_point){0, 1.3};
        wend_agent agent = worlds_add(world, &def);
        for (int i = 0; i < 150; i++) {
            worlds_step(world, 1);
            ck_assert_double_lt(worlds_state(world, agent).position.x, 4.05);
        }
        ck_assert_msg(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED, "%s",
                      models[m]);
        wend_vec2 v = worlds_state(world, agent).velocity;
        ck_assert_float_lt(hypotf(v.x, v.y), 0.01F);
        wend_world_destroy(world);
    }
}
END_TEST

/* Where an agent stands on the nearest point of a wide goal, another one heads for a point beside
 * it. */
START_TEST(agents_head_for_the_free_part_of_a_goal) {
    wend_world *world = make_world(worlds_open(), "helbing", 0.1);
    wend_point line[] = {{5, -2}, {5, 2}};
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = line;
    goal.point_count = 2;
    goal.arrive = WEND_ARRIVE_INSIDE;
    goal.tolerance = 0.05;
    worlds_agent(world, 5, 0, worlds_point(world, 5, 0));
    wend_agent walking = worlds_agent(world, 0, 0.01, worlds_add_goal(world, &goal));
    worlds_step(world, 150);
    ck_assert(worlds_state(world, walking).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_double_gt(fabs(worlds_state(world, walking).position.y), 0.4);
    wend_world_destroy(world);
}
END_TEST

/* Two agents exactly head-on get no sideways force. With patience 0, as published, they never pass;
 * with the default, one of them steps aside. */
START_TEST(agents_head_on_pass_only_with_patience) {
    for (uint32_t i = 0; i < 2; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def profile = worlds_profile_def();
        wend_setting patience = {"patience", {.number = {.a = i ? 1.0 : 0.0}}};
        profile.steer = (wend_choice){.name = "helbing", .settings = &patience, .setting_count = 1};
        worlds_add_profile(world, &profile);
        worlds_agent(world, -4, 0, worlds_point(world, 4, 0));
        worlds_agent(world, 4, 0, worlds_point(world, -4, 0));
        worlds_step(world, 600);
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, i ? 2 : 0);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Crowds ---------------------------------------------------------------------------------- */

static double nearest_pair(const wend_world *world, uint32_t count) {
    static wend_agent_state states[HEAP];
    ck_assert_uint_eq(wend_world_get_agents(world, states, HEAP), count);
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const wend_agent_state *a = &states[i];
        float speed = hypotf(a->velocity.x, a->velocity.y);
        ck_assert(isfinite(a->position.x) && isfinite(a->position.y) && speed <= 2.0F + 1e-4F);
        for (uint32_t k = 0; k < i; k++) {
            least = fmin(least, hypot(a->position.x - states[k].position.x,
                                      a->position.y - states[k].position.y));
        }
    }
    return least;
}

/* Returns a hall: one room, or two layers with a link across the middle. */
static wend_space *hall(bool is_linked) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, is_linked ? 10 : 20, 20);
    if (is_linked) {
        sketch_box_boundary(&s, 1, 10, 0, 20, 20);
        sketch_link(&s, 10, 0, 10, 20, 0, 1);
    }
    return sketch_space(&s);
}

/* Two groups that touch each other in the middle of a hall, across the link if there is one. */
static wend_world *make_groups(const char *steer, bool is_linked, wend_agent *agents) {
    wend_world *world = make_world(hall(is_linked), steer, 0.05);
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t side = i % 2;
        wend_agent_def def = wend_default_agent_def();
        def.key = i + 1;
        def.position.x = 10.0 + (side ? 1.0 : -1.0) * (0.22 + 0.45 * (i / 2 % 3));
        def.position.y = 9.0 + 0.41 * (i / 6) + 0.1 * side;
        def.layer = is_linked ? side : 0;
        def.goal = worlds_direction(world, side ? WEND_PI : 0);
        agents[i] = worlds_add(world, &def);
    }
    return world;
}

/* Agents that touch across a link respond to each other as on one layer. */
START_TEST(groups_on_linked_layers_move_as_on_one) {
    static const char *const all[] = {
        "helbing", "helbing_molnar", "johansson", "karamouzas", "zanlungo", "gcf", "power_law"};
    for (uint32_t m = 0; m < sizeof all / sizeof *all; m++) {
        wend_agent agents[2][GROUPS];
        wend_world *one = make_groups(all[m], false, agents[0]);
        wend_world *linked = make_groups(all[m], true, agents[1]);
        for (int step = 0; step < 40; step++) {
            worlds_step(one, 1);
            worlds_step(linked, 1);
            for (uint32_t i = 0; i < GROUPS; i++) {
                wend_point p = worlds_state(one, agents[0][i]).position;
                wend_point q = worlds_state(linked, agents[1][i]).position;
                ck_assert_msg(p.x == q.x && p.y == q.y, "%s, step %d, agent %u: %g m off", all[m],
                              step, i, hypot(p.x - q.x, p.y - q.y));
            }
        }
        wend_world_destroy(one);
        wend_world_destroy(linked);
    }
}
END_TEST

/* 500 agents in a heap of 2 m, some of them at the same point, with goals on both sides, at the
 * longest step: all values stay finite, and the agents come apart. */
START_TEST(heaps_come_apart) {
    for (uint32_t m = 0; m < MODELS; m++) {
        wend_world *world = make_world(worlds_open(), models[m], 0.1);
        for (uint32_t i = 0; i < HEAP; i++) {
            double x = 0.2 * (i % 10), y = 0.2 * (i / 10 % 10);
            worlds_agent(world, x, y, worlds_direction(world, i % 2 ? 0 : WEND_PI));
        }
        for (int step = 0; step < 60; step++) {
            worlds_step(world, 10);
            nearest_pair(world, HEAP);
        }
        ck_assert_msg(nearest_pair(world, HEAP) >= 0.25 - 1e-3, "%s: %g m", models[m],
                      nearest_pair(world, HEAP));
        wend_world_destroy(world);
    }
}
END_TEST

/* Sixty agents leave a room through a door of 1.2 m. Bodies of 0.5 m may be compressed by a tenth,
 * whatever the step. */
START_TEST(bodies_keep_apart_in_a_door) {
    static const double steps[] = {0.02, 0.05, 0.1};
    for (uint32_t i = 0; i < 3; i++) {
        wend_world *world = make_world(worlds_gap(), "helbing", steps[i]);
        wend_goal goal = worlds_point(world, 19, 5);
        for (uint32_t k = 0; k < 60; k++) {
            worlds_agent(world, 1.5 + 0.8 * (k % 10), 2.5 + 0.8 * (k / 10), goal);
        }
        double least = INFINITY;
        for (int step = 0; step * steps[i] < 20.0; step++) {
            worlds_step(world, 1);
            least = fmin(least, nearest_pair(world, 60));
        }
        ck_assert_msg(least >= 0.45, "dt %g: %g m", steps[i], least);
        wend_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("steer/social", each_wall_acts_once, walls_hide_neighbours, hard_walls_rub,
          forces_are_invariant_under_rotation_and_reflection, agents_stop_at_goals,
          agents_head_for_the_free_part_of_a_goal, agents_head_on_pass_only_with_patience,
          groups_on_linked_layers_move_as_on_one, heaps_come_apart, bodies_keep_apart_in_a_door);
}
