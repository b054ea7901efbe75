/* Compares the solutions for velocity segments with all velocities of a fine grid and with cases
 * computed by hand. Also tests how agents with the model orca_segment move in a world. */
#include <math.h>

#include "steer/solve/programs/segment.h"
#include "support/segment_trials.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

START_TEST(no_grid_velocity_beats_the_solution) {
    segment_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(1000); seed++) {
        segment_trial(seed, &tally);
    }
    /* Each kind of case occurs often enough. */
    ck_assert_uint_ge(tally.on_preferred, trials_bound(51));
    ck_assert_uint_ge(tally.off_preferred, trials_bound(101));
    ck_assert_uint_ge(tally.infeasible, trials_bound(201));
    ck_assert_uint_ge(tally.dropped, trials_bound(21));
}
END_TEST

/* Returns a program with the preferred velocities from (-1, 1) to (1, 1). The middle of this
 * segment is preferred most, and the maximum speed is 2 m/s. */
static segment_program preferred_segment(velocity_plane *planes, uint32_t count) {
    return (segment_program){.program = {.planes = planes, .count = count, .max_speed = 2.0F},
                             .start = {-1.0F, 1.0F},
                             .along = {2.0F, 0.0F},
                             .bias = 0.5F};
}

static void check(segment_program segment, wend_solve_status solve_status, double x, double y) {
    wend_vec2 out;
    ck_assert_int_eq(segment_solve(&segment, &out), solve_status);
    ck_assert_double_eq_tol((double)out.x, x, 1e-6);
    ck_assert_double_eq_tol((double)out.y, y, 1e-6);
}

START_TEST(matches_hand_computed_cases) {
    velocity_plane right[] = {{{1.0F, 0.0F}, 0.25F}}, left[] = {{{-1.0F, 0.0F}, 0.25F}};
    velocity_plane below[] = {{{0.0F, -1.0F}, -0.4F}};
    velocity_plane slope[] = {{{0.6F, -0.8F}, 0.4F}};
    check(preferred_segment(right, 0), WEND_SOLVE_FREE, 0.0, 1.0);
    /* The segment is clipped, and its preferred point is outside the remaining part. */
    check(preferred_segment(right, 1), WEND_SOLVE_FREE, 0.25, 1.0);
    check(preferred_segment(left, 1), WEND_SOLVE_FREE, -0.25, 1.0);
    segment_program near = preferred_segment(right, 1);
    near.bias = 0.75F;
    check(near, WEND_SOLVE_FREE, 0.5, 1.0); /* clipped; the preferred point is inside */
    near.bias = 1.0F;
    check(near, WEND_SOLVE_FREE, 1.0, 1.0);
    /* With a parallel plane, the result is a segment again, at y = 0.4. With a sloping plane, the
     * result is below the nearer end. */
    check(preferred_segment(below, 1), WEND_SOLVE_FREE, 0.0, 0.4);
    check(preferred_segment(slope, 1), WEND_SOLVE_FREE, 1.0 + 0.6 * 0.6, 1.0 - 0.8 * 0.6);
}
END_TEST

/* The set of best velocities is at first a part of the preferred segment, then a point below the
 * segment's right end, and finally a segment again. */
START_TEST(optimum_may_shrink_to_a_point_and_become_a_segment_again) {
    velocity_plane planes[] = {{{0.6F, -0.8F}, -0.5F}, {{0.0F, -1.0F}, 0.5F}};
    segment_program segment = preferred_segment(planes, 1);
    check(segment, WEND_SOLVE_FREE, 0.5, 1.0); /* clipped to 0.6 * x >= 0.8 - 0.5 */
    planes[0].offset = 0.4F;
    check(segment, WEND_SOLVE_FREE, 1.36, 0.52);
    segment.program.count = 2; /* y <= -0.5, with x >= 0 from the first plane */
    check(segment, WEND_SOLVE_FREE, 0.0, -0.5);
    segment.bias = 0.9F;
    check(segment, WEND_SOLVE_FREE, 0.8, -0.5);
    segment.bias = 0.1F;
    check(segment, WEND_SOLVE_FREE, 0.0, -0.5);
}
END_TEST

START_TEST(solves_segment_without_length) {
    velocity_plane planes[] = {{{0.0F, -1.0F}, -0.4F}, {{-1.0F, 0.0F}, -0.3F}};
    segment_program segment = preferred_segment(planes, 2);
    segment.along = (wend_vec2){0.0F, 0.0F};
    segment.start = (wend_vec2){0.5F, 1.0F};
    check(segment, WEND_SOLVE_FREE, 0.3, 0.4);
    segment.start = (wend_vec2){3.0F, 4.0F}; /* exceeds the maximum speed */
    segment.program.count = 0;
    check(segment, WEND_SOLVE_FREE, 1.2, 1.6);
    /* A segment of non-zero length, clipped to a point: t0 = t1. */
    velocity_plane end[] = {{{1.0F, 0.0F}, 1.0F}};
    check(preferred_segment(end, 1), WEND_SOLVE_FREE, 1.0, 1.0);
}
END_TEST

static segment_program with_goal(velocity_plane *planes, uint32_t count, float rest) {
    segment_program segment = preferred_segment(planes, count);
    float root = sqrtf(0.5F);
    /* The first plane allows the velocities to the right of the direction (-1, 1). */
    segment.goal[0] = (velocity_plane){{root, root}, 0.0F};
    segment.goal[1] = (velocity_plane){{-root, root}, 0.0F};
    segment.goal_count = 2;
    segment.rest = rest;
    return segment;
}

START_TEST(goal_planes_are_ignored_if_they_prevent_motion) {
    /* The goal's planes apply if they leave at least one velocity. Without them, the nearest point
     * below the segment is (1.36, 0.52). */
    velocity_plane slope[] = {{{0.6F, -0.8F}, 0.4F}};
    /* The goal's planes leave nothing and are ignored. */
    check(with_goal(slope, 1, 0.0F), WEND_SOLVE_FREE, 1.36, 0.52);
    slope[0].offset = -0.1F;
    check(with_goal(slope, 1, 0.0F), WEND_SOLVE_FREE, 0.5, 0.5);
    check(preferred_segment(slope, 1), WEND_SOLVE_FREE, 1.0 + 0.6 * 0.1, 1.0 - 0.8 * 0.1);
    /* If the goal's planes leave only velocities near zero, these planes are ignored as well. */
    velocity_plane low[] = {{{0.0F, -1.0F}, -0.05F}};
    check(with_goal(low, 1, 0.0F), WEND_SOLVE_FREE, 0.0, 0.05);
    check(with_goal(low, 1, 0.1F), WEND_SOLVE_FREE, 0.0, 0.05);
    low[0] = (velocity_plane){{0.6F, -0.8F}, -0.01F};
    check(with_goal(low, 1, 0.0F), WEND_SOLVE_FREE, 0.05, 0.05);
    check(with_goal(low, 1, 0.1F), WEND_SOLVE_FREE, 1.0 + 0.6 * 0.19, 1.0 - 0.8 * 0.19);
}
END_TEST

START_TEST(contradictory_planes_are_relaxed_as_in_orca) {
    velocity_plane squeeze[] = {{{1.0F, 0.0F}, 0.2F}, {{-1.0F, 0.0F}, 0.4F}};
    segment_program segment = with_goal(squeeze, 2, 0.1F);
    wend_vec2 ours, theirs;
    ck_assert_int_eq(segment_solve(&segment, &ours), WEND_SOLVE_INFEASIBLE);
    ck_assert_double_eq_tol((double)ours.x, -0.1, 1e-6);
    segment.program.hard = 1;
    ck_assert_int_eq(segment_solve(&segment, &ours), WEND_SOLVE_INFEASIBLE);
    segment.program.preferred_velocity = (wend_vec2){0.0F, 1.0F};
    ck_assert_int_eq(program_solve(&segment.program, &theirs), WEND_SOLVE_INFEASIBLE);
    ck_assert_double_eq_tol((double)ours.x, 0.2, 1e-6);
    ck_assert(ours.x == theirs.x && ours.y == theirs.y);
}
END_TEST

/* ---- From outside ---------------------------------------------------------------------------- */

static wend_goal segment_goal(wend_world *world, wend_point a, wend_point b, double bias) {
    wend_goal_def def = wend_default_goal_def();
    wend_point ends[] = {a, b};
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    def.bias = bias;
    return worlds_add_goal(world, &def);
}

static wend_world *open_world(const char *steer) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile_to_preferred_point(world, steer);
    return world;
}

/* From its first step, a lone agent walks towards the preferred point, no matter where that is. */
START_TEST(first_step_aims_at_preferred_point) {
    static const double biases[] = {0.0, 0.1, 0.5, 0.8, 1.0};
    for (int i = 0; i < 5; i++) {
        wend_world *world = open_world("orca_segment");
        /* The portal subtends an angle of 38 degrees, so it is neither widened nor narrowed. */
        wend_goal goal =
            segment_goal(world, (wend_point){1.0, 3.0}, (wend_point){4.0, 3.0}, biases[i]);
        wend_agent agent = worlds_agent(world, 0.0, 0.0, goal);
        worlds_step(world, 1);
        wend_vec2 v = worlds_state(world, agent).velocity;
        double x = 1.0 + 3.0 * biases[i], slope = (double)v.x / (double)v.y;
        ck_assert_double_eq_tol(slope, x / 3.0, 1e-5);
        double speed = hypot((double)v.x, (double)v.y);
        ck_assert_double_ge(speed, 0.9 * 1.3 - 1e-5);
        ck_assert_double_le(speed, 1.3 + 1e-5);
        wend_world_destroy(world);
    }
}
END_TEST

/* Returns the lowest speed of an agent that passes a standing agent. The standing agent is between
 * the walking agent and the middle of a wide portal. */
static double slowest_past(const char *steer) {
    wend_world *world = open_world(steer);
    wend_goal goal = segment_goal(world, (wend_point){6.0, 3.0}, (wend_point){6.0, -3.0}, 0.5);
    wend_profile_def stands = worlds_profile_def();
    stands.max_speed = wend_constant(0.0);
    wend_agent_def post = wend_default_agent_def();
    post.profile = worlds_add_profile(world, &stands);
    post.position = (wend_point){3.0, 0.05};
    worlds_add(world, &post);
    wend_agent walker = worlds_agent(world, 0.0, 0.0, goal);
    double slowest = INFINITY;
    for (int i = 0; i < 30; i++) {
        worlds_step(world, 1);
        wend_vec2 v = worlds_state(world, walker).velocity;
        slowest = fmin(slowest, hypot((double)v.x, (double)v.y));
    }
    wend_world_destroy(world);
    return slowest;
}

START_TEST(blocked_agent_keeps_speed) {
    double point = slowest_past("orca"), segment = slowest_past("orca_segment");
    ck_assert_double_lt(point, 0.9 * 1.3 - 1e-2);
    ck_assert_double_gt(segment, 0.9 * 1.3 - 1e-4); /* the largest loss of speed on the chord */
}
END_TEST

static uint64_t points_hash(const char *steer) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    worlds_profile(world, steer);
    for (uint32_t i = 0; i < 120; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.position = (wend_point){0.4 + 0.5 * (i % 12), 0.4 + 0.6 * (i / 12)};
        agent.goal = worlds_point(world, 19.0 - 0.5 * (i % 12), 11.0 - 0.6 * (i / 12));
        worlds_add(world, &agent);
    }
    uint64_t hash = 0;
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        for (uint64_t key = 1; key <= 120; key++) {
            wend_agent_state state = worlds_state(world, wend_world_find_agent(world, key));
            hash =
                hash * 31 + (uint64_t)(state.position.x * 1e6) + (uint64_t)(state.position.y * 1e7);
        }
    }
    wend_world_destroy(world);
    return hash;
}

START_TEST(point_goals_match_orca) {
    ck_assert_uint_eq(points_hash("orca_segment"), points_hash("orca"));
}
END_TEST

int main(void) {
    SUITE("steer/segment", no_grid_velocity_beats_the_solution, matches_hand_computed_cases,
          optimum_may_shrink_to_a_point_and_become_a_segment_again, solves_segment_without_length,
          goal_planes_are_ignored_if_they_prevent_motion,
          contradictory_planes_are_relaxed_as_in_orca, first_step_aims_at_preferred_point,
          blocked_agent_keeps_speed, point_goals_match_orca);
}
