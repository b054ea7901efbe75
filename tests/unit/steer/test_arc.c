/* Compares the program of velocity arcs with all velocities of a fine grid and with cases computed
 * by hand; also tests the behaviour of agents under the model orca_arc. */
#include <math.h>

#include "steer/solve/programs/arc.h"
#include "support/arc_trials.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

START_TEST(no_grid_velocity_beats_the_solution) {
    arc_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(1000); seed++) {
        arc_trial(seed, &tally);
    }
    ck_assert_uint_ge(tally.preferred_velocity,
                      trials_bound(21)); /* each kind of case occurs often enough */
    ck_assert_uint_ge(tally.on_arc, trials_bound(101));
    ck_assert_uint_ge(tally.off_arc, trials_bound(101));
    ck_assert_uint_ge(tally.infeasible, trials_bound(201));
}
END_TEST

/* Returns a program with an arc of 45 degrees to each side of (0, 1), in a disc of 2 m/s. */
static arc_program upward(velocity_plane *planes, uint32_t count) {
    float root = sqrtf(0.5F);
    return (arc_program){.program = {.planes = planes,
                                     .count = count,
                                     .preferred_velocity = {0.0F, 1.0F},
                                     .max_speed = 2.0F},
                         .arc = {{-root, root}, {root, root}},
                         .speed = 1.0F,
                         .bias = {0.0F, 1.0F},
                         .margin = {0.0F, 1.0F, 0.0F}};
}

static void check(arc_program arc, wend_solve_status solve_status, double x, double y) {
    wend_vec2 out;
    ck_assert_int_eq(arc_solve(&arc, &out), solve_status);
    ck_assert_double_eq_tol((double)out.x, x, 1e-6);
    ck_assert_double_eq_tol((double)out.y, y, 1e-6);
}

START_TEST(matches_hand_computed_cases) {
    velocity_plane right[] = {{{1.0F, 0.0F}, 0.28F}}, left[] = {{{-1.0F, 0.0F}, 0.6F}};
    check(upward(right, 0), WEND_SOLVE_FREE, 0.0, 1.0);
    check(upward(right, 1), WEND_SOLVE_FREE, 0.28, 0.96); /* where the line crosses the circle */
    check(upward(left, 1), WEND_SOLVE_FREE, -0.6, 0.8);
    /* The line lies beyond the arc's end, so the answer is the projection of that end onto the
     * line. */
    right[0].offset = 0.9F;
    check(upward(right, 1), WEND_SOLVE_FREE, 0.9, sqrt(0.5));
    /* The half-plane lies below the whole arc. Two points, one beneath each end, are equally near;
     * the first of them is the answer. */
    velocity_plane below[] = {{{0.0F, -1.0F}, -0.5F}};
    check(upward(below, 1), WEND_SOLVE_FREE, -sqrt(0.5), 0.5);
    /* The half-plane lies above the whole arc, so the answer is the projection of the zero velocity
     * onto it. */
    velocity_plane above[] = {{{0.0F, 1.0F}, 1.3F}};
    check(upward(above, 1), WEND_SOLVE_FREE, 0.0, 1.3);
    /* A wedge with its corner inside the circle. */
    velocity_plane wedge[] = {
        {{0.6F, -0.8F}, -0.4F}, {{-0.6F, -0.8F}, -0.4F}, {{0.0F, 1.0F}, 0.2F}};
    check(upward(wedge, 3), WEND_SOLVE_FREE, 0.0, 0.5);
}
END_TEST

/* Makes a program with one plane. The plane forbids the middle of the arc, from 20 degrees to the
 * left of the bias to 22 degrees to the right. */
static arc_program two_gaps(velocity_plane *planes, wend_vec2 velocity, double margin) {
    /* The line of the plane passes through the two velocities at the ends of the forbidden part. */
    double l = 0.349065850398866, r = 0.383972435438753;
    double ax = -sin(l), ay = cos(l), bx = sin(r), by = cos(r);
    double nx = by - ay, ny = -(bx - ax), length = hypot(nx, ny);
    planes[0] = (velocity_plane){{(float)(nx / length), (float)(ny / length)},
                                 (float)((nx * ax + ny * ay) / length)};
    arc_program arc = upward(planes, 1);
    arc.velocity = velocity;
    arc.margin = (arc_margin){(float)margin, (float)cos(margin), (float)sin(margin)};
    return arc;
}

START_TEST(keeps_its_side_unless_the_other_is_better_by_the_margin) {
    velocity_plane planes[1];
    wend_vec2 left = {-0.5F, 0.5F}, right = {0.2F, 0.9F}, neither = {0.0F, 1.0F};
    double l = 0.349065850398866, r = 0.383972435438753;
    check(two_gaps(planes, neither, 0.1), WEND_SOLVE_FREE, -sin(l), cos(l));
    check(two_gaps(planes, left, 0.1), WEND_SOLVE_FREE, -sin(l), cos(l));
    check(two_gaps(planes, right, 0.1), WEND_SOLVE_FREE, sin(r), cos(r));
    check(two_gaps(planes, right, 0.036), WEND_SOLVE_FREE, sin(r), cos(r));
    check(two_gaps(planes, right, 0.034), WEND_SOLVE_FREE, -sin(l), cos(l));
    check(two_gaps(planes, right, 0.0), WEND_SOLVE_FREE, -sin(l), cos(l));
}
END_TEST

START_TEST(keeps_its_side_if_the_whole_arc_is_forbidden) {
    /* The half-plane lies below the arc, a little lower on the left. */
    velocity_plane below[] = {{{0.01F, -0.99995F}, -0.5F}};
    arc_program arc = upward(below, 1);
    wend_vec2 out;
    arc_solve(&arc, &out);
    ck_assert(out.x > 0.0F);
    arc.velocity = (wend_vec2){-0.1F, 0.1F};
    arc_solve(&arc, &out);
    ck_assert(out.x > 0.0F);
    arc.margin = (arc_margin){0.1F, (float)cos(0.1), (float)sin(0.1)};
    arc_solve(&arc, &out);
    ck_assert(out.x < 0.0F);
}
END_TEST

/* A wall slopes down to the left, so the agent can advance only to the right, and only slowly. An
 * agent that is almost at rest takes that side, even if rounding puts its velocity on the other
 * side of the bias. */
START_TEST(standing_agent_has_no_side_to_keep) {
    velocity_plane wall[] = {{{0.1F, -0.99498744F}, 0.0F}};
    arc_program arc = upward(wall, 1);
    arc.arc = (direction_arc){{-0.05F, 0.99874922F}, {0.05F, 0.99874922F}};
    arc.margin = (arc_margin){0.1F, (float)cos(0.1), (float)sin(0.1)};
    /* The answer is the projection of the arc's right end. */
    double foot = 0.05 * 0.99498744 + 0.99874922 * 0.1;
    for (int i = 0; i < 9; i++) {
        arc.velocity = (wend_vec2){1e-9F * (float)(i % 3 - 1), 1e-9F * (float)(i / 3 - 1)};
        check(arc, WEND_SOLVE_FREE, foot * 0.99498744, foot * 0.1);
    }
    arc.velocity =
        (wend_vec2){-0.5F, -0.05F}; /* an agent that walks to the left keeps that side, and stops */
    check(arc, WEND_SOLVE_FREE, 0.0, 0.0);
}
END_TEST

START_TEST(finds_the_only_remaining_point_of_the_arc) {
    /* Three lines pass through (0.6, 0.8), which is the only remaining point of the arc. */
    velocity_plane planes[] = {{{0.6F, 0.8F}, 1.0F}, {{1.0F, 0.0F}, 0.6F}, {{0.0F, -1.0F}, -0.8F}};
    check(upward(planes, 3), WEND_SOLVE_FREE, 0.6, 0.8);
    check(upward(planes + 1, 2), WEND_SOLVE_FREE, 0.6, 0.8);
}
END_TEST

START_TEST(contradictory_planes_are_relaxed_as_in_orca) {
    velocity_plane squeeze[] = {{{1.0F, 0.0F}, 0.2F}, {{-1.0F, 0.0F}, 0.4F}};
    arc_program arc = upward(squeeze, 2);
    wend_vec2 ours, theirs;
    for (uint32_t hard = 0; hard < 2; hard++) {
        arc.program.hard = hard;
        ck_assert_int_eq(arc_solve(&arc, &ours), WEND_SOLVE_INFEASIBLE);
        ck_assert_int_eq(program_solve(&arc.program, &theirs), WEND_SOLVE_INFEASIBLE);
        ck_assert(ours.x == theirs.x && ours.y == theirs.y);
        ck_assert_double_eq_tol((double)ours.x, hard ? 0.2 : -0.1, 1e-6);
    }
}
END_TEST

/* ---- From outside ---------------------------------------------------------------------------- */

static wend_goal add_gate_goal(wend_world *world, double x, double half) {
    wend_goal_def def = wend_default_goal_def();
    wend_point ends[] = {{x, half}, {x, -half}};
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    return worlds_add_goal(world, &def);
}

/* An agent stands between the walker and the middle of a wide portal. The walker loses no speed,
 * and does not change sides. */
START_TEST(blocked_agent_keeps_speed_and_side) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca_arc");
    wend_profile_def stands = wend_default_profile_def();
    stands.max_speed = wend_constant(0.0);
    wend_agent_def post = wend_default_agent_def();
    post.profile = worlds_add_profile(world, &stands);
    post.position = (wend_point){3.0, 0.0};
    worlds_add(world, &post);
    wend_agent walker = worlds_agent(world, 0.0, 0.0, add_gate_goal(world, 6.0, 3.0));
    double side = 0.0;
    for (int i = 0; i < 30; i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, walker);
        double speed = hypot((double)state.velocity.x, (double)state.velocity.y);
        ck_assert_double_eq_tol(speed, 1.3, 1e-5);
        double aside = state.position.y;
        ck_assert_double_ge(aside * side, 0.0);
        side = fabs(aside) > 1e-6 ? aside : side;
    }
    ck_assert_double_lt(side, 0.0); /* it passes on the right, as in every head-on meeting */
    wend_world_destroy(world);
}
END_TEST

static double widest_turn(double max_angle) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = wend_default_profile_def();
    wend_setting angle = {"max_angle", {.number = wend_constant(max_angle)}};
    def.follow.settings = &worlds_aim_at_preferred_point;
    def.follow.setting_count = 1;
    def.steer.name = "orca_arc";
    def.steer.settings = &angle;
    def.steer.setting_count = 1;
    worlds_add_profile(world, &def);
    /* The agent is just in front of a portal, near its lower end, so the direction to its middle is
     * steep. */
    wend_goal_def goal = wend_default_goal_def();
    wend_point ends[] = {{0.6, 9.0}, {0.6, -1.0}};
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = ends;
    goal.point_count = 2;
    wend_agent agent = worlds_agent(world, 0.0, 0.0, worlds_add_goal(world, &goal));
    worlds_step(world, 1);
    wend_vec2 v = worlds_state(world, agent).velocity;
    wend_world_destroy(world);
    return atan2((double)v.y, (double)v.x);
}

START_TEST(arcs_are_narrowed_to_the_largest_angle) {
    /* The portal is visible from atan(-1 / 0.6) to atan(9 / 0.6), which is 145 degrees; its middle
     * is at 81.5 degrees. */
    double low = atan2(-1.0, 0.6), high = atan2(9.0, 0.6), middle = (low + high) / 2.0;
    ck_assert_double_eq_tol(widest_turn(3.141592653589793), atan2(4.0, 0.6), 1e-5);
    ck_assert_double_eq_tol(widest_turn(1.5707963267948966), middle + 0.785398, 1e-4);
    ck_assert_double_eq_tol(widest_turn(0.5), middle + 0.25, 1e-4);
    ck_assert_double_eq_tol(widest_turn(0.0), middle, 1e-4);
}
END_TEST

int main(void) {
    SUITE("steer/arc", no_grid_velocity_beats_the_solution, matches_hand_computed_cases,
          keeps_its_side_unless_the_other_is_better_by_the_margin,
          keeps_its_side_if_the_whole_arc_is_forbidden, standing_agent_has_no_side_to_keep,
          finds_the_only_remaining_point_of_the_arc, contradictory_planes_are_relaxed_as_in_orca,
          blocked_agent_keeps_speed_and_side, arcs_are_narrowed_to_the_largest_angle);
}
