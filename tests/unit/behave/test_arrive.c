/* Compares the detection of arrivals with dense samples of the step, and checks it in a world. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "behave/reach.h"
#include "support/lab.h"
#include "support/suite.h"
#include "support/trials.h"

static wend_vec2 square[] = {{0.0F, 0.0F}, {1.0F, 0.0F}, {1.0F, 1.0F}, {0.0F, 1.0F}};

static goal_record goal_of(uint8_t shape, wend_arrive arrive) {
    goal_record goal = {.arrive = (uint8_t)arrive,
                        .tolerance = 0.1F,
                        .opens = -INFINITY,
                        .closes = INFINITY,
                        .part_count = 1};
    goal.region = (wend_region){.shape = shape};
    if (shape == WEND_SHAPE_DISC) {
        goal.region.b = (wend_vec2){0.5F, 0.0F};
    } else if (shape == WEND_SHAPE_SEGMENT) {
        goal.region.b = (wend_vec2){0.0F, 2.0F};
    } else if (shape == WEND_SHAPE_POLYGON) {
        goal.region.points = square;
        goal.region.count = 4;
        goal.points = square;
        goal.point_count = 4;
    }
    return goal;
}

/* Returns the distance from a point to the region that goal_of makes. */
static double distance_to(uint8_t shape, double x, double y) {
    switch (shape) {
    case WEND_SHAPE_DISC:
        return fmax(0.0, hypot(x, y) - 0.5);
    case WEND_SHAPE_SEGMENT:
        return hypot(x, y - fmin(fmax(y, 0.0), 2.0));
    case WEND_SHAPE_POLYGON:
        return hypot(x - fmin(fmax(x, 0.0), 1.0), y - fmin(fmax(y, 0.0), 1.0));
    default:
        return hypot(x, y);
    }
}

START_TEST(arrival_matches_dense_sampling) {
    uint8_t shape = (uint8_t)(WEND_SHAPE_POINT + _i / 2);
    wend_arrive arrive = _i % 2 ? WEND_ARRIVE_INSIDE : WEND_ARRIVE_TOUCH;
    bool thin = shape == WEND_SHAPE_POINT || shape == WEND_SHAPE_SEGMENT;
    int arrivals = 0;
    for (uint64_t seed = 0; seed < trials(3000); seed++) {
        dice from = {seed};
        goal_record goal = goal_of(shape, arrive);
        double dt = 0.1, radius = dice_between(&from, 0.05, 0.4);
        double reach = seed % 3 ? 0.3 : 8.0; /* some steps are long enough to jump over the goal */
        double near = seed % 4 ? 3.0 : 0.2;
        double tolerance = seed % 5 ? dice_between(&from, 0.0, 0.4) : 0.0;
        goal.tolerance = (float)tolerance;
        wend_point p = {dice_between(&from, -near, near), dice_between(&from, -near, near)};
        wend_point q = {p.x + dice_between(&from, -reach, reach),
                        p.y + dice_between(&from, -reach, reach)};
        wend_point v = {dice_between(&from, -20.0, 20.0), dice_between(&from, -20.0, 20.0)};
        v = seed % 2 ? v : (wend_point){0.0, 0.0};
        goal.region.velocity = (wend_vec2){(float)v.x, (float)v.y};
        double least = INFINITY, last = 0.0, limit = radius + tolerance;
        for (int i = 0; i <= 1000; i++) {
            double t = i / 1000.0; /* motion relative to the goal, which may move too */
            last = distance_to(shape, p.x + t * (q.x - p.x - v.x * dt),
                               p.y + t * (q.y - p.y - v.y * dt));
            least = fmin(least, last);
        }
        if (arrive == WEND_ARRIVE_INSIDE) {
            least = last;
            limit = thin ? tolerance : 0.0;
        }
        bool got =
            reach_arrives(&goal, (wend_vec2){(float)p.x, (float)p.y},
                          (wend_vec2){(float)q.x, (float)q.y}, (float)radius, (float)dt, 1.0);
        if (fabs(least - limit) > 0.02 || (limit == 0.0 && least == 0.0 && seed % 2 == 0)) {
            ck_assert_msg(got == (least <= limit), "shape %d, seed %d: %d at %g", shape, (int)seed,
                          got, least);
        }
        arrivals += got;
    }
    ck_assert_int_ge(arrivals, (int)trials_bound(21));
}
END_TEST

START_TEST(arrives_only_within_the_time_window) {
    goal_record goal = goal_of(WEND_SHAPE_POINT, WEND_ARRIVE_TOUCH);
    wend_vec2 at = {0.0F, 0.0F};
    goal.opens = 2.0;
    goal.closes = 3.0;
    double times[] = {1.9, 2.0, 2.5, 3.0, 3.1};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(reach_arrives(&goal, at, at, 0.2F, 0.1F, times[i]), i >= 1 && i <= 3);
    }
    /* Time is computed as step * dt. Its rounding must not make a window open or close a step too
     * late or too early. */
    for (int i = 1; i < 100; i++) {
        goal.opens = goal.closes = (double)i / 10.0;
        ck_assert(reach_arrives(&goal, at, at, 0.2F, 0.1F, 0.1 * (double)i));
        ck_assert(!reach_arrives(&goal, at, at, 0.2F, 0.1F, 0.1 * (double)(i + 1)));
    }
    goal_record direction = goal_of(WEND_SHAPE_DIRECTION, WEND_ARRIVE_TOUCH);
    ck_assert(!reach_arrives(&direction, at, at, 0.2F, 0.1F, 1.0));
}
END_TEST

/* ---- In a world ------------------------------------------------------------------------------ */

static sketch plan;

static wend_goal add_disc(lab *l, double x, uint32_t layer) {
    wend_error error;
    wend_goal id;
    wend_point at = {x, 0.0};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DISC;
    def.points = &at;
    def.point_count = 1;
    def.radius = 0.5;
    def.layer = layer;
    ck_assert_msg(wend_world_add_goal(l->world, &def, &id, &error) == WEND_OK, "%s", error.message);
    return id;
}

START_TEST(detects_arrival_in_the_middle_of_a_step) {
    sketch_start(&plan);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    wend_agent_def def = wend_default_agent_def();
    def.goal = add_disc(l, 5.0, 0);
    uint64_t fast = lab_add_def(&def);
    def.position = (wend_point){0.0, 3.0};
    uint64_t aside = lab_add_def(&def);
    l->displacement[fast] = l->displacement[aside] = (wend_vec2){9.0F, 0.0F};
    lab_step(1);
    ck_assert(lab_get(fast).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(lab_get(aside).activity != WEND_ACTIVITY_ARRIVED);
    const wend_event *events;
    uint32_t count = wend_world_get_events(l->world, &events), arrived = 0;
    for (uint32_t i = 0; i < count; i++) {
        arrived += events[i].kind == WEND_EVENT_ARRIVED;
    }
    ck_assert_uint_eq(arrived, 1);
    ck_assert_uint_eq(wend_world_get_stats(l->world).arrivals, 1);
    lab_end();
}
END_TEST

START_TEST(goals_are_reached_only_on_their_own_layer) {
    sketch_start(&plan);
    sketch_stairs(&plan, 3.0);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){-2.0, 0.0};
    def.goal = add_disc(l, 4.0, 1);
    uint64_t key = lab_add_def(&def);
    def.goal = add_disc(l, -2.0, 1); /* at the agent's position, but on the layer above */
    uint64_t below = lab_add_def(&def);
    l->displacement[key] = (wend_vec2){0.1F, 0.0F};
    for (int i = 0; i < 100; i++) {
        lab_step(1);
        wend_agent_state state = lab_get(key);
        double x = state.position.x;
        ck_assert_uint_eq(state.layer, x <= 0.0 ? 0 : x <= 3.0 ? 2 : 1);
        if (state.activity == WEND_ACTIVITY_ARRIVED) {
            break;
        }
    }
    ck_assert(lab_get(key).activity == WEND_ACTIVITY_ARRIVED);
    /* The agent stops in front of the disc, at a distance of its radius (0.25 m) plus the tolerance
     * (0.05 m); steps are 0.1 m long. */
    ck_assert_double_ge(lab_get(key).position.x, 3.2 - 1e-4);
    ck_assert_double_le(lab_get(key).position.x, 3.3 + 1e-4);
    ck_assert(lab_get(below).activity != WEND_ACTIVITY_ARRIVED);
    lab_end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arrive");
    TCase *tests = tcase_create("arrive");
    tcase_set_timeout(tests, 60.0);
    tcase_add_loop_test(tests, arrival_matches_dense_sampling, 0, 8);
    tcase_add_test(tests, arrives_only_within_the_time_window);
    tcase_add_test(tests, detects_arrival_in_the_middle_of_a_step);
    tcase_add_test(tests, goals_are_reached_only_on_their_own_layer);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
