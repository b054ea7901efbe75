/* Compares the forces of the Corridor Map Method, and their sum, with the paper's formulas. */
#include <math.h>

#include "steer/solve/forces/corridor.h"
#include "support/suite.h"

static const float R = 5.0F, r = 0.75F;

START_TEST(attraction_force_matches_paper) {
    /* f = 1 / (R - r - d) - 1 / (R - r) */
    ck_assert_float_eq(force_attraction(R, r, 0), 0);
    ck_assert_float_eq_tol(force_attraction(R, r, 2), 0.2091503F, 1e-6F); /* 1/2.25 - 1/4.25 */
    ck_assert_float_eq_tol(force_attraction(R, r, 4), 3.7647059F, 1e-5F); /* 1/0.25 - 1/4.25 */
    float most = 1.0F / FORCE_LEAST_GAP - 1.0F / 4.25F;
    ck_assert_float_eq_tol(force_attraction(R, r, 4.25F), most, 1e-3F);
    /* Outside the disc, the force keeps its sign. */
    ck_assert_float_eq_tol(force_attraction(R, r, 9), most, 1e-3F);
    /* A disc that barely contains the agent attracts it as well. */
    ck_assert_float_gt(force_attraction(r + 0.006F, r, 0.9F), 10);
}
END_TEST

START_TEST(boundary_force_matches_paper) {
    /* c_b = (d_safe + r - d_b) / d_b where d_b - r < d_safe */
    ck_assert_float_eq_tol(force_boundary(0.75F, r, 1), 0.5F, 1e-6F);
    ck_assert_float_eq_tol(force_boundary(0.75F, r, 0.5F), 2, 1e-6F);
    ck_assert_float_eq(force_boundary(0.75F, r, 1.5F), 0);
    ck_assert_float_eq(force_boundary(0.75F, r, 3), 0);
    ck_assert_float_eq_tol(force_boundary(1.5F, r, 1.5F), 0.5F, 1e-6F); /* d_safe = 2 r */
    ck_assert_float_eq_tol(force_boundary(0.75F, r, 0), 150, 1e-3F);
    ck_assert_float_ge(force_boundary(0.75F, r, -1), 150);
}
END_TEST

START_TEST(obstacle_force_matches_paper) {
    /* c_obs = 1 / (d_i - r_i - r) */
    ck_assert_float_eq_tol(force_obstacle(3, 1, r), 0.8F, 1e-6F);
    ck_assert_float_eq_tol(force_obstacle(2, 1, r), 4, 1e-6F);
    ck_assert_float_eq_tol(force_obstacle(1, 1, r), 1.0F / FORCE_LEAST_GAP, 1e-3F);
}
END_TEST

/* A street 8 m wide along x; alpha is on its axis. */
static const wend_corridor_disc street[] = {
    {{0, 0}, {0, 4}, {0, -4}, 4, 0},
    {{30, 0}, {30, 4}, {30, -4}, 4, 0},
};
static const wend_route route = {
    .status = WEND_ROUTE_STATUS_FOUND, .discs = street, .disc_count = 2};

static force_scene scene_of(bool improved) {
    return (force_scene){.route = &route,
                         .boundary_factor = 1.0F,
                         .obstacle_factor = 1.0F,
                         .attraction = {13, 0},
                         .clearance = 4,
                         .radius = r,
                         .speed = 1.4F,
                         .relaxation = 0.5F,
                         .strength = 2.8F,
                         .safe_distance = r,
                         .most = 5,
                         .improved = improved};
}

static void check_vector(wend_vec2 v, float x, float y) {
    ck_assert_float_eq_tol(v.x, x, 2e-6F);
    ck_assert_float_eq_tol(v.y, y, 2e-6F);
}

START_TEST(original_forces_match_formulas) {
    force_scene scene = scene_of(false);
    uint32_t cursor = 0;
    force_parts forces = forces_at(&scene, (wend_vec2){10, 0}, (wend_vec2){1, 0.5F}, &cursor);
    check_vector(forces.attraction_force, 1.0F / 0.25F - 1.0F / 3.25F, 0);
    check_vector(forces.boundary_force, 0, 0);
    check_vector(forces.damping, -2, -1);
    forces = forces_at(&scene, (wend_vec2){10, -3.5F}, (wend_vec2){0, 0}, &cursor);
    check_vector(forces.boundary_force, 0, 0); /* only F_a keeps the agent inside */
    check_vector(forces_sum(&forces, 5), 5 * 3 / sqrtf(21.25F), 5 * 3.5F / sqrtf(21.25F));
    forces = forces_at(&scene, (wend_vec2){13, 1}, (wend_vec2){0, 0}, &cursor);
    check_vector(forces.attraction_force, 0,
                 -0.56F); /* not 0.14 (1 / 2.25 - 1 / 3.25), at which the agent would creep */
}
END_TEST

START_TEST(improved_forces_match_formulas) {
    force_scene scene = scene_of(true);
    uint32_t cursor = 0;
    force_parts forces = forces_at(&scene, (wend_vec2){9, -3}, (wend_vec2){0, 0}, &cursor);
    check_vector(forces.attraction_force, 2.8F * 0.8F, 2.8F * 0.6F);
    check_vector(forces.boundary_force, 0, 0.5F); /* d_b = 1 */
    check_vector(forces_sum(&forces, 5), 2.24F, 2.18F);
    check_vector(forces_sum(&forces, 1), 2.24F / hypotf(2.24F, 2.18F),
                 2.18F / hypotf(2.24F, 2.18F));
    forces = forces_at(&scene, (wend_vec2){9, 2}, (wend_vec2){0, 0}, &cursor);
    check_vector(forces.boundary_force, 0, 0); /* d_b = 2 */
    forces = forces_at(&scene, (wend_vec2){9, 4.5F}, (wend_vec2){0, 0}, &cursor);
    ck_assert_float_lt(forces.boundary_force.y, -100); /* outside, the force leads back in */
}
END_TEST

START_TEST(the_steering_force_may_grow_with_the_distance) {
    force_scene scene = scene_of(true);
    uint32_t cursor = 0;
    scene.full_distance = 2;
    check_vector(forces_at(&scene, (wend_vec2){12, 0}, (wend_vec2){0, 0}, &cursor).attraction_force,
                 1.4F, 0);
    check_vector(forces_at(&scene, (wend_vec2){9, 0}, (wend_vec2){0, 0}, &cursor).attraction_force,
                 2.8F, 0);
    check_vector(forces_at(&scene, (wend_vec2){13, 0}, (wend_vec2){0, 0}, &cursor).attraction_force,
                 0, 0);
}
END_TEST

/* In both variants, the damping is 1 / tau. The spring constant k = 1 / (4 tau^2) makes the spring
 * critically damped. */
START_TEST(stop_point_attracts_like_spring) {
    for (int improved = 0; improved < 2; improved++) {
        force_scene scene = scene_of(improved);
        uint32_t cursor = 0;
        scene.stops = true;
        check_vector(
            forces_at(&scene, (wend_vec2){12, 0}, (wend_vec2){0, 0}, &cursor).attraction_force, 1,
            0);
        check_vector(
            forces_at(&scene, (wend_vec2){13, 0.5F}, (wend_vec2){0, 0}, &cursor).attraction_force,
            0, -0.5F);
        wend_vec2 far =
            forces_at(&scene, (wend_vec2){10, 0}, (wend_vec2){0, 0}, &cursor).attraction_force;
        ck_assert_float_eq_tol(far.x, 2.8F, 1e-5F); /* c_s, because F_a would fade in a wide disc */
    }
}
END_TEST

/* Where the street is narrower than 2 (r + d_safe), the force does not push agents from side to
 * side. */
START_TEST(the_safe_distance_shrinks_where_there_is_no_room) {
    const wend_corridor_disc alley[] = {{{0, 0}, {0, 1}, {0, -1}, 1, 0},
                                        {{30, 0}, {30, 1}, {30, -1}, 1, 0}};
    const wend_route narrow = {.discs = alley, .disc_count = 2};
    force_scene scene = scene_of(true);
    uint32_t cursor = 0;
    scene.route = &narrow;
    check_vector(forces_at(&scene, (wend_vec2){9, 0}, (wend_vec2){0, 0}, &cursor).boundary_force, 0,
                 0);
    /* d_safe = 1 - 0.75, d_b = 0.9 */
    check_vector(forces_at(&scene, (wend_vec2){9, 0.1F}, (wend_vec2){0, 0}, &cursor).boundary_force,
                 0, -0.1F / 0.9F);
}
END_TEST

START_TEST(only_obstacles_repel_and_their_forces_add_up) {
    force_scene scene = scene_of(true);
    const force_other others[] = {
        {{10, 3}, 1, {0, 0}, 1.75F, 0.0F, true, false},
        {{6, 0}, 1, {0, 0}, 1.75F, 0.0F, true, false},
        {{10, -2}, 1, {0, 0}, 1.75F, 0.0F, false, false},
        {{10, 0}, 1, {0, 0}, 1.75F, 0.0F, true, false}}; /* same position as the agent */
    uint32_t cursor = 0;
    scene.others = others;
    scene.other_count = 4;
    force_parts forces = forces_at(&scene, (wend_vec2){10, 0}, (wend_vec2){0, 0}, &cursor);
    check_vector(forces.obstacle_force, 1.0F / 2.25F, -0.8F);
}
END_TEST

int main(void) {
    SUITE("steer/corridor_forces", attraction_force_matches_paper, boundary_force_matches_paper,
          obstacle_force_matches_paper, original_forces_match_formulas,
          improved_forces_match_formulas, the_steering_force_may_grow_with_the_distance,
          stop_point_attracts_like_spring, the_safe_distance_shrinks_where_there_is_no_room,
          only_obstacles_repel_and_their_forces_add_up);
}
