/* The models karamouzas, zanlungo, gcf and power_law in a world: the forces that they report are
 * those of the equations, with the parameters of their tables. test_karamouzas_law.c and its
 * siblings test the functions that compute them. */
#include <math.h>

#include <wend/math.h>

#include "published/pedestrian_values.h"
#include "support/force_lab.h"
#include "support/forces.h"
#include "support/suite.h"

/* Allowed error as a share of a force. Rounding the coordinates of a world (10 m) moves a point by
 * up to 5e-7 m. */
static const double rounding = 2e-5;

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.number = {.a = value}}};
}

static force_body body_at(double x, double y, double u, double v, double radius) {
    return (force_body){{x, y}, {u, v}, radius};
}

/* ---- karamouzas ------------------------------------------------------------------------------ */

/* The parameters of the tables. They name the desired velocity: without `lead`, it is the velocity
 * of the agent. */
static wend_vec2 karamouzas_force(const force_body *bodies, uint32_t count) {
    const wend_setting settings[] = {number("personal_space", 1.0), number("lead", 0.0)};
    double angle = atan2(bodies[0].velocity.y, bodies[0].velocity.x);
    force_lab lab =
        force_lab_make(worlds_open(), "karamouzas", settings, 2, bodies[0], 1.34, angle);
    for (uint32_t i = 1; i < count; i++) {
        force_lab_add(&lab, bodies[i]);
    }
    wend_vec2 found = force_lab_read(&lab, "neighbour");
    wend_world_destroy(lab.world);
    return found;
}

START_TEST(karamouzas_neighbours_match) {
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_pair_rows); i++) {
        const karamouzas_pair_row *r = &karamouzas_pair_rows[i];
        const force_body bodies[] = {body_at(0, 0, r->velocity_x, r->velocity_y, r->radius),
                                     body_at(r->neighbour_x, r->neighbour_y,
                                             r->neighbour_velocity_x, r->neighbour_velocity_y,
                                             r->neighbour_radius)};
        forces_check_to(karamouzas_force(bodies, 2), r->acceleration_x, r->acceleration_y, rounding,
                        0.0, i);
    }
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_three_rows); i++) {
        const karamouzas_three_row *r = &karamouzas_three_rows[i];
        const force_body bodies[] = {body_at(0, 0, r->velocity_x, r->velocity_y, r->radius),
                                     body_at(r->first_x, r->first_y, r->first_velocity_x,
                                             r->first_velocity_y, r->first_radius),
                                     body_at(r->second_x, r->second_y, r->second_velocity_x,
                                             r->second_velocity_y, r->second_radius),
                                     body_at(r->third_x, r->third_y, r->third_velocity_x,
                                             r->third_velocity_y, r->third_radius)};
        forces_check_to(karamouzas_force(bodies, 4), r->acceleration_x, r->acceleration_y, rounding,
                        0.0, i);
    }
}
END_TEST

/* An agent that walks along a wall at x = 0. The walls of the table act within 2 m. */
START_TEST(karamouzas_walls_match) {
    const wend_setting range = number("wall_range", 2.0);
    for (size_t i = 0; i < FORCES_COUNT(karamouzas_wall_rows); i++) {
        const karamouzas_wall_row *r = &karamouzas_wall_rows[i];
        double distance = hypot(r->point_x, r->point_y);
        force_body body = body_at(distance, 10, 0, 1, r->radius);
        wend_vec2 found = force_lab_once(worlds_room(20, 20), "karamouzas", &range, 1, body, NULL,
                                         0.5 * WEND_PI, "wall");
        forces_check_to(found, hypot(r->acceleration_x, r->acceleration_y), 0.0, rounding, 0.0, i);
    }
}
END_TEST

/* Towards the wall, all forces of walls together oppose half of v0 / tau at most. */
START_TEST(karamouzas_walls_leave_half_of_the_driving_force) {
    const wend_setting settings[] = {number("wall_range", 2.0), number("wall_share", 1e6)};
    force_body body = body_at(0.5, 10, 0, 0, 0.25);
    force_lab lab =
        force_lab_make(worlds_room(20, 20), "karamouzas", settings, 1, body, 1.34, WEND_PI);
    wend_vec2 all = force_lab_read(&lab, NULL);
    force_lab_check(all, -0.5 * 1.34 / 0.4, 0.0, 1e-3);
    wend_world_destroy(lab.world);
    lab = force_lab_make(worlds_room(20, 20), "karamouzas", settings, 2, body, 1.34, WEND_PI);
    all = force_lab_read(&lab, NULL);
    force_lab_check(all, 28.0 - 1.34 / 0.4, 0.0, 1e-3); /* check 4d of the reference sheet */
    wend_world_destroy(lab.world);
}
END_TEST

/* ---- zanlungo -------------------------------------------------------------------------------- */

static wend_vec2 zanlungo_force(bool predicted, const force_body *bodies, uint32_t count) {
    const wend_setting settings[] = {
        {"distance", {.kind = WEND_VALUE_TEXT, .text = predicted ? "predicted" : "present"}}};
    force_lab lab = force_lab_make(worlds_open(), "zanlungo", settings, 1, bodies[0], 1.34, 0.3);
    for (uint32_t i = 1; i < count; i++) {
        force_lab_add(&lab, bodies[i]);
    }
    wend_vec2 found = force_lab_read(&lab, "neighbour");
    wend_world_destroy(lab.world);
    return found;
}

START_TEST(zanlungo_neighbours_match) {
    for (size_t i = 0; i < FORCES_COUNT(zanlungo_pair_rows); i++) {
        const zanlungo_pair_row *r = &zanlungo_pair_rows[i];
        const force_body bodies[] = {body_at(0, 0, r->velocity_x, r->velocity_y, 0.01),
                                     body_at(r->neighbour_x, r->neighbour_y,
                                             r->neighbour_velocity_x, r->neighbour_velocity_y,
                                             0.01)};
        forces_check_to(zanlungo_force(false, bodies, 2), r->weight * r->present_x,
                        r->weight * r->present_y, rounding, 1e-7, i);
        forces_check_to(zanlungo_force(true, bodies, 2), r->weight * r->predicted_x,
                        r->weight * r->predicted_y, rounding, 1e-7, i);
    }
}
END_TEST

/* A neighbour that the agent does not approach acts once another one gives a time. */
START_TEST(zanlungo_time_couples_neighbours) {
    const force_body bodies[] = {body_at(0, 0, 1, 0, 0.01), body_at(0, 1, 1, 0.1, 0.01),
                                 body_at(2, 0.1, 0, 0, 0.01)};
    wend_vec2 alone = zanlungo_force(false, bodies, 2), both = zanlungo_force(false, bodies, 3);
    ck_assert(alone.x == 0.0F && alone.y == 0.0F);
    /* t is 2 s; d' is (0, -1.2) for the first neighbour, whose weight is that of 90 degrees. */
    double first = 1.13 / 2.0 * exp(-1.0 / 0.71) * (0.29 + 0.71 * 0.5);
    double ahead = 2.0 / hypot(2.0, 0.1);
    double second = 1.13 / 2.0 * exp(-hypot(2.0, 0.1) / 0.71) * (0.29 + 0.71 * 0.5 * (1.0 + ahead));
    force_lab_check(both, 0.0, -first - second, 1e-4);
}
END_TEST

/* ---- gcf ------------------------------------------------------------------------------------- */

START_TEST(gcf_neighbours_match) {
    for (size_t i = 0; i < FORCES_COUNT(gcf_pair_rows); i++) {
        const gcf_pair_row *r = &gcf_pair_rows[i];
        force_body own = body_at(0, 0, r->velocity_x, r->velocity_y, 0.25);
        force_lab lab = force_lab_make(worlds_open(), "gcf", NULL, 0, own, r->preferred_speed, 0.5);
        force_lab_add(&lab, body_at(r->neighbour_x, r->neighbour_y, r->neighbour_velocity_x,
                                    r->neighbour_velocity_y, 0.25));
        forces_check_to(force_lab_read(&lab, "neighbour"), r->acceleration_x, r->acceleration_y,
                        rounding, 0.0, i);
        wend_world_destroy(lab.world);
    }
}
END_TEST

/* The ellipse reaches 0.18 + 0.53 * 1.2 m towards the wall, for a radius of 0.25 m; with a radius
 * of 0.5 m, 0.36 + 0.53 * 1.2 m. */
START_TEST(gcf_walls_and_larger_bodies_match) {
    for (int i = 0; i < 2; i++) {
        double radius = i ? 0.5 : 0.25, gap = 2.0 - (i ? 0.36 : 0.18) - 0.53 * 1.2;
        force_body body = body_at(2, 10, -1.2, 0, radius);
        wend_vec2 found =
            force_lab_once(worlds_room(20, 20), "gcf", NULL, 0, body, NULL, WEND_PI, "wall");
        double rate = 0.2 * 1.34 + 1.2;
        force_lab_check(found, rate * rate / gap, 0.0, 1e-4);
    }
}
END_TEST

/* ---- power_law ------------------------------------------------------------------------------- */

START_TEST(power_law_neighbours_match) {
    const wend_setting no_limit = number("max_force", 1e6);
    for (size_t i = 0; i < FORCES_COUNT(power_law_pair_rows); i++) {
        const power_law_pair_row *r = &power_law_pair_rows[i];
        force_body own = body_at(0, 0, r->velocity_x, r->velocity_y, 0.5 * r->radius);
        force_body other = body_at(r->neighbour_x, r->neighbour_y, r->neighbour_velocity_x,
                                   r->neighbour_velocity_y, 0.5 * r->radius);
        wend_vec2 found =
            force_lab_once(worlds_open(), "power_law", &no_limit, 1, own, &other, 0.3, "neighbour");
        forces_check_to(found, r->acceleration_x, r->acceleration_y, 5.0 * rounding, 0.0, i);
    }
}
END_TEST

START_TEST(power_law_walls_match) {
    const wend_setting no_limit = number("max_force", 1e6);
    for (size_t i = 0; i < FORCES_COUNT(power_law_wall_rows); i++) {
        const power_law_wall_row *r = &power_law_wall_rows[i];
        force_body body = body_at(r->distance, 10, -r->speed, 0.25, r->radius);
        wend_vec2 found =
            force_lab_once(worlds_room(20, 20), "power_law", &no_limit, 1, body, NULL, 0.3, "wall");
        forces_check_to(found, r->acceleration, 0.0, 5.0 * rounding, 0.0, i);
    }
}
END_TEST

/* Towards a corner of a pillar, the two walls that meet there act once, like an agent at rest. */
START_TEST(power_law_corners_count_once) {
    const wend_setting no_limit = number("max_force", 1e6);
    force_body body = body_at(5.0, 2.0, 1.0, 1.0, 0.25);
    wend_vec2 corner =
        force_lab_once(worlds_pillars(), "power_law", &no_limit, 1, body, NULL, 0.8, "wall");
    force_body twin = body_at(0, 0, 1.0, 1.0, 0.125), end = body_at(1.5, 1.5, 0, 0, 0.125);
    wend_vec2 disc =
        force_lab_once(worlds_open(), "power_law", &no_limit, 1, twin, &end, 0.8, "neighbour");
    ck_assert_float_gt(hypotf(disc.x, disc.y), 0.1F);
    force_lab_check(corner, (double)disc.x, (double)disc.y, 1e-3);
}
END_TEST

int main(void) {
    SUITE("steer/predictive_forces", karamouzas_neighbours_match, karamouzas_walls_match,
          karamouzas_walls_leave_half_of_the_driving_force, zanlungo_neighbours_match,
          zanlungo_time_couples_neighbours, gcf_neighbours_match, gcf_walls_and_larger_bodies_match,
          power_law_neighbours_match, power_law_walls_match, power_law_corners_count_once);
}
