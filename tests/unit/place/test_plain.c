/* Places agents from plain inputs, without a scenario. Tests shapes (against points sampled in
 * them), scattering around pillars and around agents placed earlier, lattices, and sampled numbers.
 */
#include "base/sample.h"
#include "place/lattice.h"
#include "place/scatter/scatter.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>

static const wend_point disc_points[] = {{3, 4}};
static const wend_point box_points[] = {{-2, 7}, {5, -1}};
static const wend_point turned_points[] = {{1, 1}, {6, 2}};
static const wend_point triangle[] = {{0, 0}, {9, 1}, {2, 8}};
static const shape shapes[] = {{WEND_GOAL_DISC, disc_points, 1, 5.0, 0.0},
                               {WEND_GOAL_BOX, box_points, 2, 0.0, 0.0},
                               {WEND_GOAL_ORIENTED_BOX, turned_points, 2, 0.0, 0.7},
                               {WEND_GOAL_POLYGON, triangle, 3, 0.0, 0.0}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static double apart(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* The found point is inside the shape, and no sampled point of the shape is nearer. */
START_TEST(nearest_point_is_in_shape_and_no_sample_is_nearer) {
    dice from = {11};
    for (uint32_t i = 0; i < SHAPES; i++) {
        wend_point low, high;
        shape_bounds(&shapes[i], &low, &high);
        for (uint32_t k = 0; k < trials(200); k++) {
            wend_point outside = {dice_between(&from, -20, 20), dice_between(&from, -20, 20)};
            if (shape_contains(&shapes[i], outside)) {
                continue;
            }
            wend_point found = shape_nearest(&shapes[i], outside);
            ck_assert(shape_contains(&shapes[i], found));
            for (uint32_t n = 0; n < 200; n++) {
                wend_point other = {dice_between(&from, low.x, high.x),
                                    dice_between(&from, low.y, high.y)};
                ck_assert_msg(!shape_contains(&shapes[i], other) ||
                                  apart(other, outside) > apart(found, outside) - 1e-6,
                              "shape %u, sample %u: (%g, %g)", i, k, other.x, other.y);
            }
        }
    }
}
END_TEST

START_TEST(bounds_contain_all_points_of_a_shape) {
    dice from = {12};
    for (uint32_t i = 0; i < SHAPES; i++) {
        wend_point low, high;
        shape_bounds(&shapes[i], &low, &high);
        for (uint32_t k = 0; k < trials(5000); k++) {
            wend_point p = {dice_between(&from, -20, 20), dice_between(&from, -20, 20)};
            ck_assert(!shape_contains(&shapes[i], p) ||
                      (p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y));
        }
    }
}
END_TEST

enum { CROWD = 150, EARLIER = 2 };

/* A room of 20 x 12 m with four pillars, in which two large agents are already placed. */
START_TEST(scattered_agents_keep_clear_of_walls_and_others) {
    static const wend_point early[EARLIER] = {{3, 3}, {10, 6}};
    static const wend_point corners[2] = {{0, 0}, {20, 12}};
    wend_space *space = worlds_pillars();
    disc_index grid;
    ck_assert(discs_init(&grid, EARLIER, NULL));
    for (uint32_t i = 0; i < EARLIER; i++) {
        discs_add(&grid, early[i], 1.0, 0);
    }
    wend_agent_def agents[CROWD];
    for (uint32_t i = 0; i < CROWD; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].key = 100 + i;
        agents[i].radius = 0.2 + 0.001 * i;
    }
    scatter_task task = {.ground = {space, 1u},
                         .others = &grid,
                         .region = {WEND_GOAL_BOX, corners, 2, 0.0, 0.0},
                         .seed = 5,
                         .agents = agents,
                         .count = CROWD};
    scatter_result result;
    ck_assert_int_eq(scatter_agents(&task, &result), SCATTER_PLACED);
    for (uint32_t i = 0; i < CROWD; i++) {
        ck_assert(ground_is_clear(&task.ground, agents[i].position, 0, agents[i].radius));
        for (uint32_t k = 0; k < i; k++) {
            ck_assert_double_ge(apart(agents[i].position, agents[k].position),
                                agents[i].radius + agents[k].radius - 1e-9);
        }
        for (uint32_t k = 0; k < EARLIER; k++) {
            ck_assert_double_ge(apart(agents[i].position, early[k]), agents[i].radius + 1.0 - 1e-9);
        }
    }
    discs_free(&grid);
    wend_space_release(space);
}
END_TEST

/* Four discs of 1 m radius in a room of 3 x 3 m: at most one fits. */
START_TEST(failed_scattering_reports_placed_count_and_areas) {
    static const wend_point corners[2] = {{0, 0}, {3, 3}};
    wend_space *space = worlds_room(3, 3);
    disc_index none;
    ck_assert(discs_init(&none, 1, NULL));
    wend_agent_def agents[4];
    for (uint32_t i = 0; i < 4; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].key = i;
        agents[i].radius = 1.0;
    }
    scatter_task task = {.ground = {space, 1u},
                         .others = &none,
                         .region = {WEND_GOAL_BOX, corners, 2, 0.0, 0.0},
                         .agents = agents,
                         .count = 4};
    scatter_result result;
    ck_assert_int_eq(scatter_agents(&task, &result), SCATTER_TOO_FEW);
    ck_assert_uint_eq(result.placed_count, 1);
    ck_assert_double_eq_tol(result.free_area, 9.0, 0.01);
    ck_assert_double_eq_tol(result.covered_area, 4 * 3.141592653589793, 1e-9);
    discs_free(&none);
    wend_space_release(space);
}
END_TEST

START_TEST(lattice_fills_the_clear_part_of_a_box) {
    static const wend_point corners[2] = {{0, 0}, {10, 6}};
    wend_space *space = worlds_room(10, 6);
    placement_ground ground = {space, 1u};
    shape box = {WEND_GOAL_BOX, corners, 2, 0.0, 0.0};
    lattice l = {.origin = {0.5, 0.5}, .step = {1, 1}};
    lattice_window window = lattice_find_window(&l, &box);
    wend_point positions[400];
    ck_assert_double_le(window.columns * window.rows, 400);
    ck_assert_uint_eq(lattice_fill(&l, &window, &box, &ground, 0, 0.4, positions), 60);
    ck_assert_uint_eq(lattice_fill(&l, &window, &box, &ground, 0, 0.6, positions), 8 * 4);
    wend_point step = lattice_hex_step(2.0);
    ck_assert_double_eq_tol(hypot(step.x / 2, step.y), 2.0, 1e-12);
    wend_space_release(space);
}
END_TEST

START_TEST(samples_stay_in_their_range) {
    wend_distribution uniform = {WEND_DISTRIBUTION_UNIFORM, 2.0, 3.0, 0.0, 0.0};
    wend_distribution normal = {WEND_DISTRIBUTION_NORMAL, 1.0, 5.0, 0.5, 1.5};
    wend_point centre = {4, -3};
    double farthest = 0.0;
    uint32_t cut = 0;
    for (uint64_t key = 0; key < 500; key++) {
        double number = sample_number(&uniform, 9, key, 1);
        ck_assert(number >= 2.0 && number <= 3.0);
        number = sample_number(&normal, 9, key, 1);
        ck_assert(number >= 0.5 && number <= 1.5);
        cut += number == 0.5 || number == 1.5;
        farthest = fmax(farthest, apart(sample_jitter(centre, 0.75, 9, key), centre));
        ck_assert(apart(sample_jitter(centre, 0.0, 9, key), centre) == 0.0);
    }
    ck_assert_uint_gt(cut, 400);
    ck_assert(farthest > 0.7 && farthest <= 0.75 + 1e-12);
}
END_TEST

int main(void) {
    SUITE("place/plain", nearest_point_is_in_shape_and_no_sample_is_nearer,
          bounds_contain_all_points_of_a_shape, scattered_agents_keep_clear_of_walls_and_others,
          failed_scattering_reports_placed_count_and_areas, lattice_fills_the_clear_part_of_a_box,
          samples_stay_in_their_range);
}
