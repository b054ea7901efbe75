/* The forces of the generalised centrifugal force model, against values computed from the
 * equations. */
#include "published/pedestrian_values.h"
#include "steer/solve/social/gcf.h"
#include "support/forces.h"
#include "support/spaces.h"
#include "support/suite.h"

/* The parameters of the tables. */
static const gcf_body body = {
    .least_length = 0.18F, .growth = 0.53F, .least_width = 0.20F, .most_width = 0.25F};
static const gcf_law law = {
    .preferred_share = 0.3F, .contact = 0.5F, .blend = 0.1F, .cut_off = 2.0F, .most = 9.0F};

static wend_vec2 unit(wend_vec2 a) {
    float length = sqrtf(a.x * a.x + a.y * a.y);
    return (wend_vec2){a.x / length, a.y / length};
}

START_TEST(pairs_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(gcf_pair_rows); i++) {
        const gcf_pair_row *row = &gcf_pair_rows[i];
        float preferred = (float)row->preferred_speed;
        wend_vec2 velocity = forces_vec(row->velocity_x, row->velocity_y);
        wend_vec2 other = forces_vec(row->neighbour_velocity_x, row->neighbour_velocity_y);
        wend_vec2 towards = forces_vec(row->neighbour_x, row->neighbour_y), line = unit(towards);
        float own = gcf_extent(&body, velocity, preferred, line);
        float theirs = gcf_extent(&body, other, preferred, line);
        float gap = hypotf(towards.x, towards.y) - own - theirs;
        wend_vec2 relative = {velocity.x - other.x, velocity.y - other.y};
        forces_check_number((double)gcf_extent(&body, velocity, preferred, unit(velocity)),
                            row->semi_major, i);
        forces_check_number((double)own, row->own, i);
        forces_check_number((double)theirs, row->other, i);
        forces_check_number((double)gap, row->gap, i);
        forces_check(gcf_push(&law, preferred, velocity, relative, line, gap), row->acceleration_x,
                     row->acceleration_y, i);
    }
}
END_TEST

START_TEST(regularised_inverse_matches_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(gcf_regularised_rows); i++) {
        const gcf_regularised_row *row = &gcf_regularised_rows[i];
        forces_check_number((double)gcf_inverse(&law, (float)row->gap), row->inverse, i);
    }
}
END_TEST

/* Checks 6a to 6c of the reference sheet. */
START_TEST(check_values_match) {
    wend_vec2 line = {1.0F, 0.0F}, velocity = {1.2F, 0.0F}, still = {0.0F, 0.0F};
    float own = gcf_extent(&body, velocity, 1.34F, line);
    ck_assert_float_eq_tol(own, 0.816F, 1e-5F);
    /* A neighbour at rest whose axis points along the line reaches a_min; ours is a circle. */
    ck_assert_float_eq(gcf_extent(&body, still, 1.34F, line), 0.25F);
    float gap = 2.5F - own - 0.18F;
    forces_check(gcf_push(&law, 1.34F, velocity, velocity, line, gap), -1.70639, 0, 1);
    gcf_law weak = law;
    weak.preferred_share = 0.2F;
    forces_check(gcf_push(&weak, 1.34F, velocity, velocity, line, gap), -1.43286, 0, 2);
    velocity = (wend_vec2){1.0F, 0.0F};
    line = unit((wend_vec2){1.5F, 1.0F});
    own = gcf_extent(&body, velocity, 1.34F, line);
    float other = gcf_extent(&body, (wend_vec2){-0.5F, 0.0F}, 1.34F, line);
    forces_check_number((double)own, 0.349741, 3);
    forces_check_number((double)other, 0.328883, 3);
    gap = hypotf(1.5F, 1.0F) - own - other;
    forces_check_number((double)gap, 1.12415, 3);
    forces_check(gcf_push(&law, 1.34F, velocity, (wend_vec2){1.5F, 0.0F}, line, gap), -1.67680,
                 -1.11787, 3);
    const float gaps[] = {0.3F, 0.5F, 1.0F, 1.95F, 2.0F};
    const double inverses[] = {15, 8.40278, 1, 0.259695, 0};
    for (size_t i = 0; i < 5; i++) {
        forces_check_number((double)gcf_inverse(&law, gaps[i]), inverses[i], i);
    }
}
END_TEST

/* The splines connect without jumps, and the force never grows with the gap. */
START_TEST(inverse_falls_without_jumps) {
    float last = gcf_inverse(&law, -1.0F);
    for (int i = -1000; i <= 2100; i++) {
        float inverse = gcf_inverse(&law, 0.001F * (float)i);
        ck_assert_msg(inverse <= last * 1.000001F && last - inverse < 0.12F, "%d mm: %g after %g",
                      i, (double)inverse, (double)last);
        last = inverse;
    }
    ck_assert_float_eq(last, 0.0F);
}
END_TEST

/* A body at rest, and one that wants to stand or is faster than it prefers, has a finite extent
 * between its smallest and largest semi-axis. */
START_TEST(extents_are_finite) {
    dice from = {6};
    for (int i = 0; i < 20000; i++) {
        double angle = dice_between(&from, -4, 4), least = i % 8 ? 0.0 : 1e-30;
        double speed = i % 4 ? dice_between(&from, 0, 3) : least;
        float preferred = i % 3 ? (float)dice_between(&from, 0, 2) : 0.0F;
        wend_vec2 velocity = forces_vec(speed, 0.0);
        wend_vec2 line = forces_vec(cos(angle), sin(angle));
        float extent = gcf_extent(&body, velocity, preferred, line);
        ck_assert(extent >= 0.1799F && extent <= 0.2501F + 0.53F * (float)speed);
        wend_vec2 force =
            gcf_push(&law, preferred, velocity, velocity, line, (float)dice_between(&from, -1, 3));
        ck_assert(isfinite(force.x) && isfinite(force.y));
        ck_assert_float_le(force.x * line.x + force.y * line.y, 0.0F);
    }
}
END_TEST

START_TEST(obstacles_behind_do_not_push) {
    wend_vec2 velocity = {1.0F, 0.0F}, behind = {-1.0F, 0.0F};
    wend_vec2 force = gcf_push(&law, 1.34F, velocity, velocity, behind, 0.7F);
    ck_assert(force.x == 0.0F && force.y == 0.0F);
}
END_TEST

int main(void) {
    SUITE("steer/gcf_law", pairs_match_the_equations, regularised_inverse_matches_the_equations,
          check_values_match, inverse_falls_without_jumps, extents_are_finite,
          obstacles_behind_do_not_push);
}
