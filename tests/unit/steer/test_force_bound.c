/* Compares the boundary that walls give to a character with brute force over all walls. The
 * clearance of the medial axis is found by growing a disc that touches the nearest point until
 * another wall is inside it. */
#include <math.h>
#include <stdio.h>

#include <wend/random.h>

#include "steer/solve/forces/bound.h"
#include "support/suite.h"
#include "support/trials.h"

enum { WALLS = 6, ROUNDS = 60 };

static force_walls walls;

static float uniform(uint64_t seed, uint32_t purpose, float low, float high) {
    return low + (high - low) * (float)wend_random_uniform(seed, 9, 0, purpose);
}

static void set_wall(uint32_t index, wend_vec2 a, wend_vec2 b) {
    walls.items[index] = (wend_wall_hit){.a = a, .b = b};
    walls.count = index + 1;
}

static force_scene scene_of(float radius, float safe_distance) {
    return (force_scene){.walls = &walls, .radius = radius, .safe_distance = safe_distance};
}

/* Returns the point of a wall nearest to (x, y), by its parameter on the wall. */
static wend_point nearest_on(const wend_wall_hit *wall, double x, double y) {
    double ax = (double)wall->a.x, ay = (double)wall->a.y;
    double ex = (double)wall->b.x - ax, ey = (double)wall->b.y - ay;
    double t = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey);
    t = fmin(fmax(t, 0.0), 1.0);
    return (wend_point){ax + t * ex, ay + t * ey};
}

static wend_point nearest_on_walls(double x, double y) {
    wend_point best = {(double)INFINITY, 0.0};
    for (uint32_t i = 0; i < walls.count; i++) {
        wend_point p = nearest_on(&walls.items[i], x, y);
        best = hypot(p.x - x, p.y - y) < hypot(best.x - x, best.y - y) ? p : best;
    }
    return best;
}

static double distance_to_walls(double x, double y) {
    wend_point p = nearest_on_walls(x, y);
    return hypot(p.x - x, p.y - y);
}

/* Returns the radius of the largest empty disc of at most `most` m that touches the walls in the
 * point nearest to x and lies on the side of x. Such discs are nested, so bisection finds it. */
static double largest_disc(wend_vec2 x, double most) {
    wend_point b = nearest_on_walls((double)x.x, (double)x.y);
    double nx = (double)x.x - b.x, ny = (double)x.y - b.y, d = hypot(nx, ny);
    double low = d, high = most;
    for (int i = 0; i < ROUNDS; i++) {
        double middle = 0.5 * (low + high);
        double gap = distance_to_walls(b.x + nx / d * middle, b.y + ny / d * middle);
        if (gap >= middle - 1e-10) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- Cases that can be computed by hand ------------------------------------------------------ */

/* Between two parallel walls 3 m apart, the medial axis has a clearance of 1.5 m. */
START_TEST(clearance_of_a_street_is_half_of_its_width) {
    set_wall(0, (wend_vec2){-9, 0}, (wend_vec2){9, 0});
    set_wall(1, (wend_vec2){9, 3}, (wend_vec2){-9, 3});
    force_scene scene = scene_of(0.3F, 2.0F);
    wend_corridor_bound bound = force_bound(&scene, (wend_vec2){1, 0.5F}, NULL);
    ck_assert_float_eq_tol(bound.distance, 0.5F, 1e-6F);
    ck_assert_float_eq_tol(bound.point.x, 1.0F, 1e-6F);
    ck_assert_float_eq_tol(bound.clearance, 1.5F, 1e-5F);
    scene.safe_distance = 1.0F; /* 1.3 m in all: the other wall is not looked for */
    bound = force_bound(&scene, (wend_vec2){1, 0.5F}, NULL);
    ck_assert(isinf(bound.clearance));
    bound = force_bound(&scene, (wend_vec2){1, 1.45F}, NULL);
    ck_assert(isinf(bound.distance));
}
END_TEST

/* In a gap between two ends of walls, the axis passes through its middle. */
START_TEST(clearance_of_a_gap_is_half_of_its_width) {
    set_wall(0, (wend_vec2){0, -9}, (wend_vec2){0, -0.4F});
    set_wall(1, (wend_vec2){0, 0.4F}, (wend_vec2){0, 9});
    force_scene scene = scene_of(0.3F, 2.0F);
    wend_corridor_bound bound = force_bound(&scene, (wend_vec2){0, 0.1F}, NULL);
    ck_assert_float_eq_tol(bound.distance, 0.3F, 1e-6F);
    ck_assert_float_eq_tol(bound.clearance, 0.4F, 1e-6F);
}
END_TEST

START_TEST(a_convex_corner_bounds_no_disc) {
    set_wall(0, (wend_vec2){-5, 0}, (wend_vec2){0, 0});
    set_wall(1, (wend_vec2){0, 0}, (wend_vec2){0, -5});
    force_scene scene = scene_of(0.3F, 2.0F);
    wend_corridor_bound bound = force_bound(&scene, (wend_vec2){0.3F, 0.4F}, NULL);
    ck_assert_float_eq_tol(bound.distance, 0.5F, 1e-6F);
    ck_assert(isinf(bound.clearance));
}
END_TEST

/* On a wall, the direction is not known, and so there is no clearance. */
START_TEST(a_position_on_a_wall_has_distance_zero) {
    set_wall(0, (wend_vec2){-5, 0}, (wend_vec2){5, 0});
    force_scene scene = scene_of(0.3F, 0.3F);
    wend_corridor_bound bound = force_bound(&scene, (wend_vec2){1, 0}, NULL);
    ck_assert_float_eq(bound.distance, 0.0F);
    ck_assert(!isnan(bound.clearance));
}
END_TEST

/* ---- Random walls ---------------------------------------------------------------------------- */

START_TEST(matches_brute_force_for_random_walls) {
    uint32_t bounded = 0, near = 0;
    for (uint64_t seed = 1; seed <= trials(2000); seed++) {
        for (uint32_t i = 0; i < WALLS; i++) {
            wend_vec2 a = {uniform(seed, 4 * i, -4, 4), uniform(seed, 4 * i + 1, -4, 4)};
            wend_vec2 e = {uniform(seed, 4 * i + 2, -3, 3), uniform(seed, 4 * i + 3, -3, 3)};
            set_wall(i, a, (wend_vec2){a.x + e.x, a.y + e.y});
        }
        force_scene scene = scene_of(0.25F, uniform(seed, 98, 0.0F, 3.0F));
        wend_vec2 x = {uniform(seed, 99, -3, 3), uniform(seed, 100, -3, 3)};
        double reach = (double)(scene.radius + scene.safe_distance);
        wend_corridor_bound bound = force_bound(&scene, x, NULL);
        double distance = distance_to_walls((double)x.x, (double)x.y);
        if (distance >= reach) {
            ck_assert_msg(isinf(bound.distance), "seed %u", (unsigned)seed);
            continue;
        }
        near++;
        ck_assert_double_eq_tol((double)bound.distance, distance, 1e-5);
        double disc = largest_disc(x, reach);
        bounded += disc < reach * (1.0 - 1e-5);
        double clearance = isinf(bound.clearance) ? reach : (double)bound.clearance;
        ck_assert_msg(fabs(clearance - disc) <= 1e-5 * reach, "seed %u: %g instead of %g",
                      (unsigned)seed, clearance, disc);
    }
    printf("%u positions near walls, %u clearances below the reach\n", near, bounded);
    ck_assert_uint_ge(bounded, trials_bound(300));
}
END_TEST

int main(void) {
    SUITE("steer/force_bound", clearance_of_a_street_is_half_of_its_width,
          clearance_of_a_gap_is_half_of_its_width, a_convex_corner_bounds_no_disc,
          a_position_on_a_wall_has_distance_zero, matches_brute_force_for_random_walls);
}
