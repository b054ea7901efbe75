/* Tests the conversion of portals to arcs of velocities: the visible arc, its widening, and its
 * preferred point. Angles are checked with the trigonometric functions that the code avoids. */
#include "steer/solve/goals/arc.h"

#include <math.h>

#include "geom/vec.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

static const double pi = 3.141592653589793;

static double angle_of(wend_vec2 v) {
    return atan2((double)v.y, (double)v.x);
}

/* Returns the angle from b to a, positive to the left, in [-pi, pi). */
static double angle_between(wend_vec2 a, wend_vec2 b) {
    return remainder(angle_of(a) - angle_of(b), 2.0 * pi);
}

static double width(direction_arc arc) {
    double angle = angle_between(arc.left, arc.right);
    return angle < -1e-6 ? angle + 2.0 * pi : angle;
}

static wend_vec2 at_angle(double angle) {
    return (wend_vec2){(float)cos(angle), (float)sin(angle)};
}

static wend_intent towards(wend_vec2 a, wend_vec2 b, float bias) {
    return (wend_intent){.region = {.shape = WEND_SHAPE_SEGMENT, .a = a, .b = b, .bias = bias},
                         .speed = 1.3F};
}

/* Returns rules that allow arcs of up to half a turn and do not expand them. */
static goal_arc_rules plain_rules(void) {
    return goal_arc_rules_of(0.0F, -1.0F, 0.0, 1.01);
}

static goal_arc arc_of(goal_arc_rules rules, wend_intent intent, wend_vec2 position) {
    return goal_arc_of(&rules, &intent, position, 2.0F, 0.1F);
}

/* ---- The preferred point --------------------------------------------------------------------- */

START_TEST(preferred_velocity_points_at_preferred_point) {
    for (int i = 0; i <= 20; i++) {
        float zeta = (float)i / 20.0F;
        /* The portal extends from (1, 1) to (10, 1). Seen from below, left and right are exchanged.
         */
        wend_intent intent = towards((wend_vec2){1.0F, 1.0F}, (wend_vec2){10.0F, 1.0F}, zeta);
        goal_arc goal = arc_of(plain_rules(), intent, (wend_vec2){0.0F, 0.0F});
        ck_assert(goal.wide);
        double expected = atan2(1.0, 1.0 + 9.0 * (double)zeta);
        ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), expected, 1e-6);
        double q0 = sqrt(2.0), q1 = sqrt(101.0), z = (double)zeta;
        ck_assert_double_eq_tol((double)goal.bias, z * q1 / ((1.0 - z) * q0 + z * q1), 1e-6);
    }
}
END_TEST

START_TEST(preferred_point_is_kept_while_arc_is_resized) {
    goal_arc_rules rules = goal_arc_rules_of(0.9F, -1.0F, 1.0, 1.01);
    for (uint64_t seed = 1; seed <= trials(2000); seed++) {
        dice from = {seed};
        wend_vec2 a = {(float)dice_between(&from, -9, 9), (float)dice_between(&from, -9, 9)};
        wend_vec2 b = {(float)dice_between(&from, -9, 9), (float)dice_between(&from, -9, 9)};
        float zeta = (float)dice_between(&from, 0, 1);
        goal_arc goal = arc_of(rules, towards(a, b, zeta), (wend_vec2){0.0F, 0.0F});
        ck_assert(goal.wide);
        wend_vec2 point = vec_lerp(a, b, zeta);
        /* The preferred point is clamped to the arc, and lies on its chord. */
        double off = angle_between(point, goal.arc.right), wide = width(goal.arc);
        double expected = fmin(fmax(off, 0.0), wide);
        ck_assert_double_eq_tol(angle_between(goal.preferred_velocity, goal.arc.right), expected,
                                1e-4);
        double speed = (double)vec_length(goal.preferred_velocity);
        ck_assert_double_ge(speed, 1.3 * 0.9 - 1e-5);
        ck_assert_double_le(speed, 1.3 + 1e-5);
    }
}
END_TEST

/* ---- Contraction ----------------------------------------------------------------------------- */

/* Checks the contraction of an arc about a direction. `middle` is the angle of the arc's middle,
 * and `off` is the angle from the middle to the direction. */
static void check_contraction(double middle, double half, double off, double new_half) {
    direction_arc old = {at_angle(middle + half), at_angle(middle - half)};
    direction_arc arc = direction_arc_resized(old, at_angle(middle + off), (float)cos(new_half));
    double tolerance = new_half < 0.05 || half > pi / 2.0 - 1e-3 ? 2e-3 : 2e-5;
    ck_assert_double_eq_tol(width(arc), 2.0 * new_half, tolerance);
    double lost_left = angle_between(old.left, arc.left);
    double lost_right = angle_between(arc.right, old.right);
    ck_assert_double_ge(lost_left, -tolerance); /* the new arc is part of the old one */
    ck_assert_double_ge(lost_right, -tolerance);
    double inside = fmin(fmax(off, -half), half), loss = 2.0 * (half - new_half);
    ck_assert_double_eq_tol(lost_left, loss * (half - inside) / (2.0 * half), tolerance);
    ck_assert_double_eq_tol(lost_right, loss * (half + inside) / (2.0 * half), tolerance);
}

START_TEST(contraction_splits_the_lost_angle_in_proportion) {
    for (uint64_t seed = 1; seed <= trials(5000); seed++) {
        dice from = {seed};
        double half = dice_between(&from, 0.1, pi / 2.0), middle = dice_between(&from, -pi, pi);
        double off = dice_between(&from, -half, half);
        check_contraction(middle, half, off, half * dice_between(&from, 0.1, 0.99));
    }
}
END_TEST

START_TEST(contracted_arc_stays_inside_for_any_direction) {
    /* Tries directions inside and outside the arc. If a direction lies outside, only the arc's far
     * end is cut. */
    for (int i = -16; i <= 16; i++) {
        check_contraction(0.3, 0.8, i * pi / 16.5, 0.45);
    }
    check_contraction(1.0, 0.8, 0.8, 0.45);
    check_contraction(1.0, 0.8, -0.8, 0.45);
}
END_TEST

START_TEST(arc_of_half_a_turn_contracts_about_the_normal) {
    goal_arc_rules rules = goal_arc_rules_of(0.9F, -1.0F, 1.0, 1.01);
    /* The agent is on the portal, in its middle: N is zero, and the direction leads straight
     * through the portal. */
    wend_intent intent = towards((wend_vec2){0.0F, 2.0F}, (wend_vec2){0.0F, -2.0F}, 0.5F);
    goal_arc goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.0F});
    ck_assert(goal.wide);
    ck_assert_double_eq_tol(angle_of(goal.arc.left), acos(0.9), 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), -acos(0.9), 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), 0.0, 1e-6);
    /* N as printed in the paper is also zero here. direction_arc_resized must then use the normal,
     * too. */
    direction_arc half = {{0.0F, 1.0F}, {0.0F, -1.0F}};
    half = direction_arc_resized(half, (wend_vec2){0.0F, 0.0F}, 0.5F);
    ck_assert_double_eq_tol(angle_of(half.left), pi / 3.0, 1e-6);
    ck_assert_double_eq_tol(angle_of(half.right), -pi / 3.0, 1e-6);
}
END_TEST

/* ---- Limits and expansion -------------------------------------------------------------------- */

START_TEST(the_error_bounds_limit_the_angle) {
    goal_arc_rules relative = goal_arc_rules_of(0.9F, -1.0F, 1.0, 1.01);
    double theta = 2.0 * acos((double)goal_arc_limit(&relative, 1.3F));
    ck_assert_double_eq_tol(cos(theta), 2.0 * 0.9 * 0.9 - 1.0, 1e-6);
    ck_assert_double_eq_tol(theta * 180.0 / pi, 51.7, 0.05);
    goal_arc_rules absolute = goal_arc_rules_of(0.9F, 0.1F, 1.0, 1.01);
    theta = 2.0 * acos((double)goal_arc_limit(&absolute, 1.3F));
    ck_assert_double_eq_tol(cos(theta), 2.0 * pow(1.0 - 0.1 / 1.3, 2.0) - 1.0, 1e-6);
    /* At speeds up to sigma, where the formula would narrow the arc again or fail, the limit is
     * half a turn. */
    ck_assert(goal_arc_limit(&absolute, 0.1F) <= 1e-7F && goal_arc_limit(&absolute, 0.07F) == 0.0F);
    ck_assert(goal_arc_limit(&absolute, 0.01F) == 0.0F && goal_arc_limit(&absolute, 0.0F) == 0.0F);
}
END_TEST

/* A path that first runs for Delta metres at this angle, and then straight to the goal, is gamma
 * times as long as the straight line. */
START_TEST(expansion_angle_follows_from_the_allowed_detour) {
    const double delta = 1.0, gamma = 1.01;
    goal_arc_rules rules = goal_arc_rules_of(0.0F, -1.0F, delta, gamma);
    for (int i = 0; i < 40; i++) {
        double d = 1.001 + 0.5 * i, cosine = (double)goal_arc_expansion(&rules, (float)d);
        double rest = sqrt(d * d + delta * delta - 2.0 * d * delta * cosine);
        ck_assert_double_eq_tol(delta + rest, gamma * d, 1e-4 * d);
    }
    ck_assert(goal_arc_expansion(&rules, 0.9F) == 1.0F && goal_arc_expansion(&rules, 1.0F) == 1.0F);
    /* The expansion reaches theta_max at the distance that Eq. 8 gives. */
    double most = 2.0 * delta * (0.9 - gamma) / (1.0 - gamma * gamma);
    ck_assert_double_eq_tol((double)goal_arc_expansion(&rules, (float)most), 0.9, 1e-5);
    goal_arc_rules off = goal_arc_rules_of(0.9F, -1.0F, 0.0, 1.01);
    ck_assert(goal_arc_expansion(&off, 100.0F) == 1.0F);
}
END_TEST

START_TEST(far_portals_are_widened_equally_at_both_ends) {
    goal_arc_rules rules = goal_arc_rules_of(0.9F, -1.0F, 1.0, 1.01);
    wend_intent intent = towards((wend_vec2){30.0F, 1.0F}, (wend_vec2){30.0F, 0.0F}, 0.2F);
    goal_arc goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.0F});
    double top = atan2(1.0, 30.0), half = acos(0.9);
    ck_assert_double_eq_tol(angle_of(goal.arc.left), top / 2.0 + half, 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), top / 2.0 - half, 1e-5);
    /* A nearer portal is widened less: Eq. 9 at 5 m. */
    intent = towards((wend_vec2){5.0F, 0.05F}, (wend_vec2){5.0F, -0.05F}, 0.5F);
    goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.0F});
    double alpha = acos((2.0 * 1.01 + 5.0 - 1.01 * 1.01 * 5.0) / 2.0);
    ck_assert_double_eq_tol(width(goal.arc), 2.0 * alpha, 1e-4);
    /* A portal close by is not widened: the arc is the visible one. */
    intent = towards((wend_vec2){0.9F, 0.1F}, (wend_vec2){0.9F, -0.1F}, 0.5F);
    goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.0F});
    ck_assert_double_eq_tol(width(goal.arc), 2.0 * atan2(0.1, 0.9), 1e-5);
}
END_TEST

/* ---- Visible arcs ---------------------------------------------------------------------------- */

START_TEST(collinear_portal_has_no_arc) {
    wend_vec2 a = {0.0F, 2.0F}, b = {0.0F, -2.0F};
    goal_arc_rules rules = plain_rules();
    /* The agent is in line with the portal, above and below it. */
    ck_assert(!arc_of(rules, towards(a, b, 0.5F), (wend_vec2){0.0F, 3.0F}).wide);
    ck_assert(!arc_of(rules, towards(a, b, 0.5F), (wend_vec2){0.0F, -2.5F}).wide);
    /* A zero-length portal, seen from the side and from its own position. */
    ck_assert(!arc_of(rules, towards(a, a, 0.5F), (wend_vec2){1.0F, 1.0F}).wide);
    goal_arc at = arc_of(rules, towards(a, a, 0.5F), a);
    ck_assert(!at.wide && at.preferred_velocity.x == 0.0F && at.preferred_velocity.y == 0.0F);
    /* A direction or a point has no arc. */
    wend_intent intent = {.region = {.shape = WEND_SHAPE_DIRECTION, .a = {0.6F, 0.8F}},
                          .speed = 2.0F};
    goal_arc arc = arc_of(rules, intent, a);
    ck_assert(!arc.wide);
    ck_assert_double_eq_tol((double)arc.preferred_velocity.x, 1.2, 1e-6);
    intent.region.shape = WEND_SHAPE_POINT;
    ck_assert(!arc_of(rules, intent, a).wide);
    /* The agent is to stand still. */
    intent = towards(a, b, 0.5F);
    intent.speed = 0.0F;
    at = arc_of(rules, intent, (wend_vec2){-3.0F, 0.0F});
    ck_assert(!at.wide && at.preferred_velocity.x == 0.0F && at.preferred_velocity.y == 0.0F);
    /* The agent would overshoot the point where it must stop. */
    intent = towards(a, b, 0.5F);
    intent.region.flags = WEND_REGION_STOP;
    at = arc_of(rules, intent, (wend_vec2){-0.1F, 0.0F});
    ck_assert(!at.wide);
    ck_assert_double_eq_tol((double)at.preferred_velocity.x, 1.0, 1e-6);
    ck_assert(arc_of(rules, intent, (wend_vec2){-0.2F, 0.0F}).wide);
}
END_TEST

START_TEST(sees_portal_from_its_ends_and_from_behind) {
    wend_vec2 a = {0.0F, 2.0F}, b = {0.0F, -2.0F};
    goal_arc_rules rules = plain_rules();
    /* At the left end, the arc reaches from the direction straight through the portal to the
     * direction along the portal. */
    goal_arc goal = arc_of(rules, towards(a, b, 0.5F), a);
    ck_assert(goal.wide);
    ck_assert_double_eq_tol(angle_of(goal.arc.left), 0.0, 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), -pi / 2.0, 1e-5);
    goal = arc_of(rules, towards(a, b, 0.5F), b);
    ck_assert_double_eq_tol(angle_of(goal.arc.left), pi / 2.0, 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), 0.0, 1e-5);
    /* From behind, the same portal is seen from the other side. */
    goal = arc_of(rules, towards(a, b, 0.25F), (wend_vec2){2.0F, 0.0F});
    ck_assert_double_eq_tol(angle_of(goal.arc.left), -0.75 * pi, 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), 0.75 * pi, 1e-5);
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), atan2(1.0, -2.0), 1e-5);
}
END_TEST

START_TEST(discs_and_polygons_are_seen_between_their_outermost_points) {
    goal_arc_rules rules = plain_rules();
    wend_intent disc = {.region = {.shape = WEND_SHAPE_DISC, .a = {5.0F, 0.0F}, .b = {3.0F, 0.0F}},
                        .speed = 1.0F};
    goal_arc goal = arc_of(rules, disc, (wend_vec2){0.0F, 0.0F});
    ck_assert(goal.wide);
    ck_assert_double_eq_tol(angle_of(goal.arc.left), asin(0.6), 1e-6);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), -asin(0.6), 1e-6);
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), 0.0, 1e-6);
    ck_assert(!arc_of(rules, disc, (wend_vec2){4.0F, 1.0F}).wide);
    wend_vec2 corners[] = {{2.0F, -1.0F}, {4.0F, -1.0F}, {4.0F, 2.0F}, {2.0F, 2.0F}};
    wend_intent box = {.region = {.shape = WEND_SHAPE_POLYGON, .count = 4, .a = {3.0F, 1.0F}},
                       .speed = 1.0F};
    box.region.points = corners;
    goal = arc_of(rules, box, (wend_vec2){0.0F, 0.0F});
    ck_assert_double_eq_tol(angle_of(goal.arc.left), atan2(2.0, 2.0), 1e-6);
    ck_assert_double_eq_tol(angle_of(goal.arc.right), atan2(-1.0, 2.0), 1e-6);
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), atan2(1.0, 3.0), 1e-6);
    ck_assert(!arc_of(rules, box, (wend_vec2){3.0F, 0.0F}).wide);
}
END_TEST

START_TEST(aims_at_nearest_point_or_interception) {
    goal_arc_rules rules = plain_rules();
    wend_intent intent = towards((wend_vec2){3.0F, 1.0F}, (wend_vec2){3.0F, -1.0F}, 0.5F);
    /* Aims at the nearest point instead of the preferred one. */
    intent.region.flags = WEND_REGION_AIM_NEAREST;
    goal_arc goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.6F});
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), 0.0, 1e-6);
    /* Interception: the region moves up at 0.78 m/s, and the agent walks at 1.3 m/s. */
    intent.region.flags = WEND_REGION_INTERCEPT;
    intent.region.velocity = (wend_vec2){0.0F, 0.78F};
    goal = arc_of(rules, intent, (wend_vec2){0.0F, 0.0F});
    ck_assert_double_eq_tol(angle_of(goal.preferred_velocity), asin(0.6), 1e-5);
    ck_assert_double_eq_tol(width(goal.arc), atan2(3.25, 3.0) - atan2(1.25, 3.0), 1e-5);
}
END_TEST

int main(void) {
    SUITE("steer/goal_arc", preferred_velocity_points_at_preferred_point,
          preferred_point_is_kept_while_arc_is_resized,
          contraction_splits_the_lost_angle_in_proportion,
          contracted_arc_stays_inside_for_any_direction,
          arc_of_half_a_turn_contracts_about_the_normal, the_error_bounds_limit_the_angle,
          expansion_angle_follows_from_the_allowed_detour,
          far_portals_are_widened_equally_at_both_ends, collinear_portal_has_no_arc,
          sees_portal_from_its_ends_and_from_behind,
          discs_and_polygons_are_seen_between_their_outermost_points,
          aims_at_nearest_point_or_interception);
}
