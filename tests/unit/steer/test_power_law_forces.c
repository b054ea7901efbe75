/* The forces of the power law, against values computed from the equations. */
#include "published/pedestrian_values.h"
#include "steer/solve/social/power_law.h"
#include "support/forces.h"
#include "support/spaces.h"
#include "support/suite.h"

/* The parameters of the tables, with a limit that no row reaches. */
static const power_law law = {.strength = 1.5F,
                              .horizon = 3.0F,
                              .most = 1e6F,
                              .agent_stiffness = 50.0F,
                              .wall_stiffness = 200.0F};

START_TEST(pairs_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(power_law_pair_rows); i++) {
        const power_law_pair_row *row = &power_law_pair_rows[i];
        wend_vec2 relative = {(float)row->velocity_x - (float)row->neighbour_velocity_x,
                              (float)row->velocity_y - (float)row->neighbour_velocity_y};
        double time;
        wend_vec2 force = power_law_disc(&law, forces_vec(row->neighbour_x, row->neighbour_y),
                                         relative, (float)row->radius, law.agent_stiffness, &time);
        forces_check_number(time, row->time, i);
        forces_check_number(power_law_energy(&law, time), row->energy, i);
        forces_check(force, row->acceleration_x, row->acceleration_y, i);
    }
}
END_TEST

/* A wall along the line y = -distance that the agent approaches straight and at a slant. */
START_TEST(sides_of_walls_match_the_equations) {
    for (size_t i = 0; i < FORCES_COUNT(power_law_wall_rows); i++) {
        const power_law_wall_row *row = &power_law_wall_rows[i];
        wend_vec2 a = forces_vec(-30, -row->distance), b = forces_vec(30, -row->distance);
        for (int turn = 0; turn < 4; turn++) {
            wend_vec2 relative = {turn < 2 ? 0.0F : 1.0F, -(float)row->speed};
            power_law_hit hit = turn % 2 ? power_law_wall(&law, b, a, relative, (float)row->radius)
                                         : power_law_wall(&law, a, b, relative, (float)row->radius);
            ck_assert_int_eq(hit.part, POWER_LAW_SIDE);
            forces_check_number(hit.time, row->time, i);
            forces_check(hit.force, 0.0, row->acceleration, i);
        }
    }
}
END_TEST

/* Checks 7a to 7c of the reference sheet. */
START_TEST(check_values_match) {
    double time;
    wend_vec2 force = power_law_disc(&law, (wend_vec2){4.0F, 0.2F}, (wend_vec2){2.6F, 0.0F}, 0.5F,
                                     law.agent_stiffness, &time);
    forces_check_number(time, 1.36221, 1);
    forces_check_number(power_law_energy(&law, time), 0.513339, 1);
    forces_check(force, -0.355692, -0.155237, 1);
    force = power_law_disc(&law, (wend_vec2){3.0F, -2.5F}, (wend_vec2){1.3F, -1.2F}, 0.5F,
                           law.agent_stiffness, &time);
    forces_check_number(time, 1.94492, 2);
    forces_check_number(power_law_energy(&law, time), 0.207364, 2);
    forces_check(force, -0.163910, 0.0577284, 2);
    force = power_law_disc(&law, (wend_vec2){0.0F, 0.7F}, (wend_vec2){0.0F, 0.0F}, 0.5F,
                           law.agent_stiffness, &time);
    ck_assert(force.x == 0.0F && force.y == 0.0F && isinf(time));
}
END_TEST

/* The force is the negative gradient of the energy, by central differences. */
START_TEST(force_is_the_gradient_of_the_energy) {
    dice from = {7};
    int compared = 0;
    for (int i = 0; i < 4000; i++) {
        wend_vec2 towards = forces_vec(dice_between(&from, -4, 4), dice_between(&from, -4, 4));
        wend_vec2 relative = forces_vec(dice_between(&from, -3, 3), dice_between(&from, -3, 3));
        double time, energies[4];
        wend_vec2 force = power_law_disc(&law, towards, relative, 0.5F, 0.0F, &time);
        if (!(time > 0.3 && time < 8.0)) {
            continue;
        }
        const float h = 0.0078125F;
        const wend_vec2 shifts[] = {{h, 0}, {-h, 0}, {0, h}, {0, -h}};
        bool all = true;
        for (int k = 0; k < 4; k++) {
            wend_vec2 moved = {towards.x - shifts[k].x, towards.y - shifts[k].y};
            power_law_disc(&law, moved, relative, 0.5F, 0.0F, &time);
            all = all && time < 1e3;
            energies[k] = power_law_energy(&law, time);
        }
        double x = (energies[1] - energies[0]) / (2.0 * (double)h);
        double y = (energies[3] - energies[2]) / (2.0 * (double)h);
        /* Near a grazing contact, the energy curves too much for differences. */
        if (all && hypot(x, y) < 3.0 * energies[0]) {
            forces_check_to(force, x, y, 0.02, 1e-4, (size_t)i);
            compared++;
        }
    }
    ck_assert_int_gt(compared, 100);
}
END_TEST

/* Every part of a wall can be the first that is met: the capsule has no gap and no second layer. */
START_TEST(walls_are_capsules) {
    dice from = {8};
    int parts[4] = {0};
    for (int i = 0; i < 20000; i++) {
        wend_vec2 a = forces_vec(dice_between(&from, -3, 3), dice_between(&from, -3, 3));
        wend_vec2 b = forces_vec(dice_between(&from, -3, 3), dice_between(&from, -3, 3));
        wend_vec2 relative = forces_vec(dice_between(&from, -2, 2), dice_between(&from, -2, 2));
        power_law_hit hit = power_law_wall(&law, a, b, relative, 0.25F);
        parts[hit.part]++;
        ck_assert(isfinite(hit.force.x) && isfinite(hit.force.y));
        if (hit.part == POWER_LAW_NONE || hit.time == 0.0) {
            continue;
        }
        /* At the time of the hit, the nearest point of the wall is at a distance of one radius. */
        double x = (double)relative.x * hit.time, y = (double)relative.y * hit.time;
        double bx = (double)b.x - (double)a.x, by = (double)b.y - (double)a.y;
        double px = x - (double)a.x, py = y - (double)a.y;
        double t = fmin(fmax((px * bx + py * by) / (bx * bx + by * by), 0.0), 1.0);
        double apart = hypot(px - t * bx, py - t * by);
        ck_assert_msg(fabs(apart - 0.25) < 1e-4, "%d: %g m at the hit", i, apart);
    }
    for (int part = 0; part < 4; part++) {
        ck_assert_int_gt(parts[part], 200);
    }
}
END_TEST

/* Overlapping bodies are pushed apart, more if they approach; separating ones only by the overlap.
 * Forces stay below the limit, also where the discs only graze. */
START_TEST(overlaps_and_grazing_contacts_are_limited) {
    power_law capped = law;
    capped.most = 20.0F;
    wend_vec2 towards = {0.4F, 0.0F}, still = {0.0F, 0.0F};
    wend_vec2 force = power_law_disc(&capped, towards, still, 0.5F, 50.0F, NULL);
    ck_assert_float_eq_tol(force.x, -5.0F, 1e-4F);
    float closing = power_law_disc(&capped, towards, (wend_vec2){0.5F, 0}, 0.5F, 50.0F, NULL).x;
    ck_assert_float_eq_tol(closing, -5.0F - sqrtf(50.0F), 1e-4F);
    force = power_law_disc(&capped, towards, (wend_vec2){-0.5F, 0}, 0.5F, 50.0F, NULL);
    ck_assert_float_eq_tol(force.x, -5.0F, 1e-4F);
    dice from = {9};
    for (int i = 0; i < 50000; i++) {
        double range = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 0.6 : 3.0;
        towards = forces_vec(dice_between(&from, -range, range), dice_between(&from, 0.49, 0.51));
        wend_vec2 relative = forces_vec(dice_between(&from, -2, 2), i % 2 ? 0.0 : 1e-3);
        force = power_law_disc(&capped, towards, relative, 0.5F, 50.0F, NULL);
        ck_assert(hypotf(force.x, force.y) <= 20.001F);
    }
    force = power_law_disc(&capped, still, still, 0.5F, 50.0F, NULL);
    ck_assert(force.x == 0.0F && force.y == 0.0F);
}
END_TEST

START_TEST(overlapped_walls_push_outwards) {
    wend_vec2 a = {-1.0F, -0.2F}, b = {1.0F, -0.2F}, still = {0.0F, 0.0F};
    power_law_hit hit = power_law_wall(&law, a, b, still, 0.25F);
    ck_assert_int_eq(hit.part, POWER_LAW_SIDE);
    ck_assert_float_eq_tol(hit.force.y, 10.0F, 1e-3F);
    hit = power_law_wall(&law, (wend_vec2){0.1F, 0}, (wend_vec2){1.0F, 0}, still, 0.25F);
    ck_assert_int_eq(hit.part, POWER_LAW_END_A);
    ck_assert_float_eq_tol(hit.force.x, -30.0F, 1e-3F);
}
END_TEST

int main(void) {
    SUITE("steer/power_law_forces", pairs_match_the_equations, sides_of_walls_match_the_equations,
          check_values_match, force_is_the_gradient_of_the_energy, walls_are_capsules,
          overlaps_and_grazing_contacts_are_limited, overlapped_walls_push_outwards);
}
