/* The rule `goal_direction: bisect` of gvo. An agent that follows the bisector of the directions to
 * the ends of a segment moves on a hyperbola with the ends as foci; the tests compare the point of
 * arrival with the point where the hyperbola crosses the segment. */
#include "steer/solve/goals/bisector.h"

#include <math.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

#define PREFERRED 1.4

static double sample(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 2, 0, purpose);
}

/* ---- One velocity ---------------------------------------------------------------------------- */

static double angle_between(wend_vec2 u, wend_vec2 v) {
    return fabs(atan2((double)u.x * (double)v.y - (double)u.y * (double)v.x,
                      (double)u.x * (double)v.x + (double)u.y * (double)v.y));
}

START_TEST(bisects_the_angle_under_which_a_region_appears) {
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        wend_vec2 corners[3];
        for (uint32_t i = 0; i < 3; i++) { /* counter-clockwise, around the origin */
            double angle = 2.0943951 * i + sample(seed, i, 0.0, 1.0);
            double distance = sample(seed, 3 + i, 1.0, 5.0);
            corners[i] =
                (wend_vec2){(float)(distance * cos(angle)), (float)(distance * sin(angle))};
        }
        double bearing = sample(seed, 6, 0.0, 6.2831853), away = sample(seed, 7, 6.0, 40.0);
        wend_vec2 from = {(float)(away * cos(bearing)), (float)(away * sin(bearing))};
        wend_region region = {.shape = WEND_SHAPE_POLYGON, .count = 3, .points = corners};
        region.velocity =
            (wend_vec2){(float)sample(seed, 8, -0.9, 0.9), (float)sample(seed, 9, -0.9, 0.9)};
        wend_vec2 v;
        ck_assert(goal_find_bisector(&region, from, (float)PREFERRED, &v));
        ck_assert_double_eq_tol(hypot((double)v.x, (double)v.y), PREFERRED, 1e-5);
        wend_vec2 closing = {v.x - region.velocity.x, v.y - region.velocity.y};
        double left = 0.0, right = 0.0;
        for (uint32_t i = 0; i < 3; i++) {
            wend_vec2 to = {corners[i].x - from.x, corners[i].y - from.y};
            double angle = angle_between(closing, to);
            bool is_left = closing.x * to.y - closing.y * to.x > 0.0F;
            *(is_left ? &left : &right) = fmax(is_left ? left : right, angle);
        }
        ck_assert_double_eq_tol(left, right, 1e-4);
    }
}
END_TEST

START_TEST(finds_no_bisector_inside_or_behind) {
    wend_vec2 v;
    wend_region disc = {.shape = WEND_SHAPE_DISC, .b = {2.0F, 0.0F}};
    ck_assert(!goal_find_bisector(&disc, (wend_vec2){1.0F, 0.0F}, 1.4F, &v));
    wend_region segment = {.shape = WEND_SHAPE_SEGMENT, .a = {-3.0F, 0.0F}, .b = {3.0F, 0.0F}};
    ck_assert(!goal_find_bisector(&segment, (wend_vec2){0.0F, 0.0F}, 1.4F, &v));
    segment.velocity = (wend_vec2){0.0F, 2.0F}; /* moves away faster than the agent walks */
    ck_assert(!goal_find_bisector(&segment, (wend_vec2){0.0F, -5.0F}, 1.4F, &v));
    ck_assert(goal_find_bisector(&segment, (wend_vec2){0.0F, 5.0F}, 1.4F, &v));
    wend_region direction = {.shape = WEND_SHAPE_DIRECTION, .a = {1.0F, 0.0F}};
    ck_assert(!goal_find_bisector(&direction, (wend_vec2){0.0F, 0.0F}, 1.4F, &v));
}
END_TEST

/* ---- Paths ----------------------------------------------------------------------------------- */

static const wend_point goal_ends[] = {{-20.0, 60.0}, {20.0, 60.0}};

/* Walks a lone agent from `start` to the goal. Returns its last x coordinate. `turn` is in 1/s. */
static double walk_to_goal(wend_point start, wend_point velocity, const char *rule, double turn) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = 0.1;
    wend_world *world = worlds_from(&def);
    wend_setting settings[] = {{"goal_direction", {.kind = WEND_VALUE_TEXT, .text = rule}},
                               {"turn_recovery", {.number = wend_constant(turn)}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(0.3);
    profile.preferred_speed = wend_constant(PREFERRED);
    profile.select.name = "given";
    profile.steer = (wend_choice){"gvo", settings, 2};
    worlds_add_profile(world, &profile);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = goal_ends;
    goal.point_count = 2;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = start;
    agent.velocity = velocity;
    agent.goal = worlds_add_goal(world, &goal);
    wend_agent id = worlds_add(world, &agent);
    for (int i = 0; i < 3000 && wend_world_get_stats(world).arrivals == 0; i++) {
        worlds_step(world, 1);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    double x = worlds_state(world, id).position.x;
    wend_world_destroy(world);
    return x;
}

START_TEST(arrives_where_the_hyperbola_crosses_the_goal) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        wend_point start = {sample(seed, 20, -120.0, 120.0), sample(seed, 21, -60.0, 40.0)};
        double to_a = hypot(start.x - goal_ends[0].x, start.y - goal_ends[0].y);
        double to_b = hypot(start.x - goal_ends[1].x, start.y - goal_ends[1].y);
        double x = walk_to_goal(start, (wend_point){0.0, 0.0}, "bisect", 100.0);
        /* The agent's disc touches the goal 0.3 m before the goal, and steps are 0.14 m long. */
        ck_assert_double_eq_tol(x, 0.5 * (to_a - to_b), 0.5);
    }
}
END_TEST

START_TEST(agents_beside_a_goal_share_it) {
    double last = -INFINITY;
    uint32_t kept_at_ends = 0, bisecting_at_ends = 0;
    for (int i = 0; i <= 24; i++) {
        wend_point start = {10.0 * i - 120.0, 0.0}, velocity = {0.0, PREFERRED};
        kept_at_ends += fabs(walk_to_goal(start, velocity, "keep", 0.5)) > 19.0;
        double x = walk_to_goal(start, velocity, "bisect", 0.5);
        bisecting_at_ends += fabs(x) > 19.0;
        ck_assert_double_gt(x, last); /* paths do not cross */
        last = x;
    }
    ck_assert_uint_eq(kept_at_ends, 22); /* all but those that start at -10, 0 and 10 m */
    ck_assert_uint_eq(bisecting_at_ends, 0);
}
END_TEST

int main(void) {
    SUITE("steer/goal_bisector", bisects_the_angle_under_which_a_region_appears,
          finds_no_bisector_inside_or_behind, arrives_where_the_hyperbola_crosses_the_goal,
          agents_beside_a_goal_share_it);
}
