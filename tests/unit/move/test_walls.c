/* After each step, checks from the agents' positions that the wall guarantee holds. Also checks
 * that agents still make progress. */
/* cost: 10 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/lab.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/wall_trials.h"

/* ---- Random trials --------------------------------------------------------------------------- */

START_TEST(random_displacements_never_pass_a_wall) {
    trial_kind kind = (trial_kind)_i;
    uint64_t steps = 0;
    for (uint64_t seed = 1; seed <= trials(16); seed++) {
        trial_result result = trial_run(kind, seed, true, 200, 100);
        ck_assert_uint_ge(result.counted, result.shortened);
        ck_assert_uint_le(result.counted, result.shortened + result.borderline);
        ck_assert_double_gt(result.moved, 0.0);
        steps += result.agent_steps;
    }
    ck_assert_uint_gt(steps, trials_bound(300000));
}
END_TEST

START_TEST(direct_agents_never_pass_a_wall) {
    for (uint64_t seed = 1; seed <= trials(2); seed++) {
        trial_run((trial_kind)_i, seed, false, 200, 100);
    }
}
END_TEST

/* ---- Progress -------------------------------------------------------------------------------- */

static sketch plan;

/* Rotations of the cases below; their positions are up to 4 km from the origin. */
static const double turns[] = {0.0, 0.3, 1.2, 2.9, -1.0};
static const double shifts[] = {0.0, 100.0, 1000.0, 4000.0};
enum { POINTS = 20 };

static void start_plan(int index) {
    sketch_start(&plan);
    sketch_set_transform(&plan, turns[index % 5], shifts[index / 5], -shifts[index / 5]);
}

static uint64_t add_at(double x, double y, double radius) {
    wend_point p = sketch_point(&plan, x, y);
    return lab_add(p.x, p.y, 0, radius);
}

/* Sets a displacement, given in the axes of the unrotated plan. */
static void set_preferred(lab *l, uint64_t key, double x, double y) {
    l->displacement[key] = (wend_vec2){(float)(plan.cosine * x - plan.sine * y),
                                       (float)(plan.sine * x + plan.cosine * y)};
}

/* Returns the position of an agent in the axes of the unrotated plan. */
static wend_point position_in_plan(uint64_t key) {
    wend_point p = lab_get(key).position;
    double x = p.x - plan.x, y = p.y - plan.y;
    return (wend_point){plan.cosine * x + plan.sine * y, -plan.sine * x + plan.cosine * y};
}

START_TEST(agents_slide_along_a_wall) {
    start_plan(_i);
    sketch_line(&plan, 0, 0, -50.0, 0.0, 50.0, 0.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(0.0, 0.3, 0.25);
    set_preferred(l, key, 0.1, -0.05);
    lab_step(100);
    wend_point at = position_in_plan(key);
    ck_assert_double_ge(at.x, 0.9 * 10.0);
    ck_assert_double_ge(at.y, 0.25 - 1e-6);
    ck_assert_double_le(at.y, 0.253);
    lab_end();
}
END_TEST

START_TEST(agents_get_around_a_convex_corner) {
    start_plan(_i);
    sketch_box(&plan, 0, 0, -2.0, -2.0, 2.0, 2.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(0.0, 2.3, 0.25);
    set_preferred(l, key, 0.03, -0.1);
    lab_step(200);
    ck_assert_double_lt(position_in_plan(key).y, -3.0);
    lab_end();
}
END_TEST

START_TEST(agents_that_overlap_a_wall_walk_along_it) {
    start_plan(_i);
    sketch_line(&plan, 0, 0, -50.0, 0.0, 50.0, 0.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t deep = add_at(0.0, 0.1, 0.25), deeper = add_at(0.0, -0.002, 0.25);
    set_preferred(l, deep, 0.1, 0.0);
    set_preferred(l, deeper, 0.1, 0.05); /* towards the wall that the agent touches */
    lab_step(100);
    ck_assert_double_ge(position_in_plan(deep).x, 9.0);
    ck_assert_double_ge(position_in_plan(deep).y, 0.1 - 1e-3);
    ck_assert_double_ge(position_in_plan(deeper).x, 9.0);
    ck_assert_double_lt(position_in_plan(deeper).y, 0.0);
    lab_end();
}
END_TEST

START_TEST(agents_pass_a_doorway_one_millimetre_wider_than_they_are) {
    start_plan(_i % 10); /* farther from the origin, floats are too coarse for a millimetre */
    double half = 0.2505;
    sketch_box(&plan, 0, 0, 0.0, half, 0.2, 10.0);
    sketch_box(&plan, 0, 0, 0.0, -10.0, 0.2, -half);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(-1.0, 0.0, 0.25);
    set_preferred(l, key, 0.13, 0.0);
    lab_step(40);
    ck_assert_double_gt(position_in_plan(key).x, 1.0);
    lab_end();
}
END_TEST

START_TEST(agents_squeeze_into_a_doorway_from_the_side) {
    start_plan(_i % 10);
    sketch_box(&plan, 0, 0, 0.0, 0.3, 0.2, 10.0);
    sketch_box(&plan, 0, 0, 0.0, -10.0, 0.2, -0.3);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(-0.6, 1.0, 0.25);
    for (int i = 0; i < 100; i++) {
        wend_point at = i ? position_in_plan(key) : (wend_point){-0.6, 1.0};
        double x = 1.0 - at.x, y = -at.y, size = hypot(x, y);
        set_preferred(l, key, 0.13 * x / size, 0.13 * y / size);
        lab_step(1);
    }
    ck_assert_double_gt(position_in_plan(key).x, 0.4);
    lab_end();
}
END_TEST

START_TEST(agents_leave_an_acute_corner) {
    start_plan(_i);
    sketch_open(&plan, 0, 0, (double[]){4.0, 0.5, 0.0, 0.0, 4.0, -0.5}, 3);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(3.5, 0.0, 0.25);
    set_preferred(l, key, -0.13, 0.01);
    lab_step(40); /* moves as far into the corner as possible */
    ck_assert_double_gt(position_in_plan(key).x, 1.9);
    ck_assert_double_lt(position_in_plan(key).x, 2.6);
    set_preferred(l, key, 0.13, -0.01);
    lab_step(40);
    ck_assert_double_gt(position_in_plan(key).x, 4.0);
    lab_end();
}
END_TEST

/* ---- Counts ---------------------------------------------------------------------------------- */

START_TEST(steps_shortened_by_more_than_a_millimetre_count_as_interventions) {
    sketch_start(&plan);
    sketch_line(&plan, 0, 0, -5.0, 0.0, 5.0, 0.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(0.0, 0.5, 0.25);
    lab_step(1);
    double gaps[] = {0.24, 0.2505, 0.2515, 0.3};
    uint64_t counts[] = {0, 0, 1, 2};
    for (int i = 0; i < 4; i++) { /* moves up again, then down by gaps[i] */
        l->displacement[key] = (wend_vec2){0.0F, (float)(0.5 - position_in_plan(key).y)};
        lab_step(1);
        ck_assert_double_eq_tol(position_in_plan(key).y, 0.5, 1e-6);
        l->displacement[key] = (wend_vec2){0.0F, (float)-gaps[i]};
        lab_step(1);
        ck_assert_uint_eq(wend_world_get_stats(l->world).wall_interventions, counts[i]);
        ck_assert_uint_eq(wend_world_get_stats(l->world).wall_interventions_while_feasible,
                          counts[i]);
    }
    ck_assert_float_eq_tol(lab_get(key).velocity.y, -2.5F, 1e-3F);
    lab_end();
}
END_TEST

/* ---- Obstacles that move --------------------------------------------------------------------- */

static const wend_point cart[] = {{-1.0, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {-1.0, 0.5}};
static const wend_point cart_clockwise[] = {{-1.0, 0.5}, {1.0, 0.5}, {1.0, -0.5}, {-1.0, -0.5}};

static wend_obstacle add_cart(lab *l, const wend_point *points, double x, double speed,
                              double angular_velocity) {
    wend_error error;
    wend_obstacle id;
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = points;
    def.point_count = 4;
    def.position = (wend_point){x, 0.0};
    def.velocity = (wend_point){speed, 0.0};
    def.angular_velocity = angular_velocity;
    ck_assert_int_eq(wend_world_add_obstacle(l->world, &def, &id, &error), WEND_OK);
    return id;
}

static double cart_gap(const lab *l, uint64_t key, bool *inside) {
    wend_wall_hit walls[4];
    double least = INFINITY;
    wend_agent_state state = lab_get(key);
    wend_vec2 p = {(float)state.position.x, (float)state.position.y};
    ck_assert_uint_eq(wend_world_get_overlay_walls(l->world, walls, NULL, 4), 4);
    int sides = 0;
    for (int i = 0; i < 4; i++) {
        least = fmin(least, plain_distance(p, walls[i].a, walls[i].b));
        sides += exact_side(walls[i].a, walls[i].b, p);
    }
    *inside = abs(sides) == 4;
    return least;
}

START_TEST(cart_pushes_agents_aside_or_ahead) {
    static const double speeds[] = {0.5, 2.0, 10.0, 25.0};
    sketch_start(&plan);
    sketch_line(&plan, 0, 0, -5.0, 50.0, 5.0, 50.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    bool inside;
    dice from = {(uint64_t)_i + 5};
    for (int i = 0; i < 60; i++) {
        double x = dice_between(&from, 0.0, 20.0), y = dice_between(&from, -1.0, 1.0);
        add_at(x, y, 0.25);
    }
    add_cart(l, _i % 2 ? cart : cart_clockwise, -2.0, speeds[_i / 2], 0.0);
    int steps = (int)(40.0 / (speeds[_i / 2] * 0.1));
    for (int i = 0; i < steps; i++) {
        lab_step(1);
        for (uint64_t key = 1; key <= l->count; key++) {
            double gap = cart_gap(l, key, &inside);
            ck_assert_msg(!inside, "agent %d is in the cart in step %d", (int)key, i);
            ck_assert_msg(gap > 0.25 - 1e-4, "agent %d overlaps by %g in step %d", (int)key,
                          0.25 - gap, i);
        }
    }
    lab_end();
}
END_TEST

START_TEST(agent_inside_an_obstacle_gets_out) {
    sketch_start(&plan);
    sketch_line(&plan, 0, 0, -5.0, 50.0, 5.0, 50.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t walks = add_at(0.3, 0.0, 0.25), on_edge = add_at(0.2, 0.5, 0.25);
    lab_step(1);
    add_cart(l, _i ? cart : cart_clockwise, 0.0, 0.0, 0.0);
    set_preferred(l, walks, 0.05, 0.0);
    set_preferred(l, on_edge, 0.0, 0.05);
    lab_step(30);
    bool inside;
    ck_assert_double_gt(cart_gap(l, walks, &inside), 0.2);
    ck_assert(!inside);
    ck_assert_double_gt(cart_gap(l, on_edge, &inside), 0.25);
    ck_assert(!inside);
    set_preferred(l, walks, -0.05, 0.0); /* the agent does not come back in */
    lab_step(30);
    cart_gap(l, walks, &inside);
    ck_assert(!inside);
    lab_end();
}
END_TEST

START_TEST(a_turning_bar_sweeps_agents_along) {
    sketch_start(&plan);
    sketch_line(&plan, 0, 0, -5.0, 50.0, 5.0, 50.0);
    lab *l = lab_start(sketch_space(&plan), 0.05, 1);
    dice from = {3};
    for (int i = 0; i < 40; i++) {
        double angle = dice_between(&from, 0.6, 5.6), size = dice_between(&from, 1.5, 4.0);
        add_at(cos(angle) * size, sin(angle) * size, 0.2);
    }
    static const wend_point bar[] = {{-1.0, -0.1}, {4.0, -0.1}, {4.0, 0.1}, {-1.0, 0.1}};
    add_cart(l, bar, 0.0, 0.0, 0.5);
    for (int i = 0; i < 300; i++) {
        lab_step(1);
        double angle = 0.5 * 0.05 * (double)(i + 1);
        for (uint64_t key = 1; key <= l->count; key++) {
            wend_point p = lab_get(key).position;
            double x = cos(angle) * p.x + sin(angle) * p.y, y = cos(angle) * p.y - sin(angle) * p.x;
            bool inside = x > -0.99 && x < 3.99 && fabs(y) < 0.09;
            ck_assert_msg(!inside, "agent %d in step %d at (%g, %g)", (int)key, i, x, y);
        }
    }
    lab_end();
}
END_TEST

START_TEST(static_walls_prevail_over_a_moving_cart) {
    sketch_start(&plan);
    sketch_line(&plan, 0, 0, 3.0, -5.0, 3.0, 5.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    uint64_t key = add_at(2.5, 0.0, 0.25);
    add_cart(l, cart, 0.0, 1.0, 0.0);
    for (int i = 0; i < 40; i++) {
        lab_step(1);
        wend_point at = position_in_plan(key);
        ck_assert_double_le(at.x, 2.75);
    }
    lab_end();
}
END_TEST

START_TEST(closed_door_stops_agents) {
    sketch_start(&plan);
    sketch_box(&plan, 0, 0, 0.0, 1.0, 0.2, 10.0);
    sketch_box(&plan, 0, 0, 0.0, -10.0, 0.2, -1.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    wend_error error;
    wend_obstacle id;
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = (wend_point[]){{0.1, -1.0}, {0.1, 1.0}};
    def.point_count = 2;
    def.closed = true;
    ck_assert_int_eq(wend_world_add_obstacle(l->world, &def, &id, &error), WEND_OK);
    uint64_t key = add_at(-2.0, 0.0, 0.25);
    set_preferred(l, key, 0.13, 0.0);
    lab_step(40);
    ck_assert_double_eq_tol(position_in_plan(key).x, 0.1 - 0.25, 1e-3);
    ck_assert_int_eq(wend_world_set_obstacle_closed(l->world, id, false, &error), WEND_OK);
    lab_step(20);
    ck_assert_double_gt(position_in_plan(key).x, 2.0);
    lab_end();
}
END_TEST

START_TEST(disabled_walls_do_not_stop_agents) {
    sketch_start(&plan);
    sketch_line(&plan, 0, 1, 0.0, -5.0, 0.0, 5.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    wend_error error;
    uint64_t key = add_at(-1.0, 0.0, 0.25);
    set_preferred(l, key, 0.13, 0.0);
    lab_step(20);
    ck_assert_double_eq_tol(position_in_plan(key).x, -0.25, 1e-3);
    ck_assert_int_eq(wend_world_set_class_enabled(l->world, 1, false, &error), WEND_OK);
    lab_step(20);
    ck_assert_double_gt(position_in_plan(key).x, 2.0);
    lab_end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("move walls");
    TCase *random = tcase_create("trials");
    tcase_set_timeout(random, SUITE_TIMEOUT);
    tcase_add_loop_test(random, random_displacements_never_pass_a_wall, 0, TRIAL_KIND_COUNT);
    tcase_add_loop_test(random, direct_agents_never_pass_a_wall, 0, TRIAL_KIND_COUNT);
    suite_add_tcase(suite, random);
    TCase *along = tcase_create("getting along");
    tcase_add_loop_test(along, agents_slide_along_a_wall, 0, POINTS);
    tcase_add_loop_test(along, agents_get_around_a_convex_corner, 0, POINTS);
    tcase_add_loop_test(along, agents_that_overlap_a_wall_walk_along_it, 0, POINTS);
    tcase_add_loop_test(along, agents_pass_a_doorway_one_millimetre_wider_than_they_are, 0, 10);
    tcase_add_loop_test(along, agents_squeeze_into_a_doorway_from_the_side, 0, 10);
    tcase_add_loop_test(along, agents_leave_an_acute_corner, 0, POINTS);
    tcase_add_test(along, steps_shortened_by_more_than_a_millimetre_count_as_interventions);
    suite_add_tcase(suite, along);
    TCase *moving = tcase_create("overlay");
    tcase_add_loop_test(moving, cart_pushes_agents_aside_or_ahead, 0, 8);
    tcase_add_loop_test(moving, agent_inside_an_obstacle_gets_out, 0, 2);
    tcase_add_test(moving, a_turning_bar_sweeps_agents_along);
    tcase_add_test(moving, static_walls_prevail_over_a_moving_cart);
    tcase_add_test(moving, closed_door_stops_agents);
    tcase_add_test(moving, disabled_walls_do_not_stop_agents);
    suite_add_tcase(suite, moving);
    return suite_finish(suite);
}
