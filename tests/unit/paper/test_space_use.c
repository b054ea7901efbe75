/* Compares the ground that a crowd uses with areas that are known from geometry, and checks the
 * jitter of start positions. */
#define _POSIX_C_SOURCE 200809L
#include "paper/space_use.h"
#include "unit/draw/image.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

static void run_and_observe(const char *text, space_use *use) {
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    space_use_init(use, NULL);
    def.observe = space_use_observe;
    def.observer = use;
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
}

/* A disc with a radius of 1 m walks 17 m in a straight line: it covers a stadium, and its centre
 * covers a line of cells. */
START_TEST(ground_used_by_one_agent_has_the_shape_of_a_stadium) {
    space_use use;
    run_and_observe("time: {dt: 0.5}\nspace: {walkable: [[0, 0], [30, 0], [30, 10], [0, 10]]}\n"
                    "steer: direct\nplan: straight\nfollow: waypoint\n"
                    "profiles: {default: {radius: 1, speed: 2, max_speed: 2}}\n"
                    "agents: [{at: [5, 5.1], goal: [23, 5.1]}]\n",
                    &use);
    double walked = 17.0;
    ck_assert_double_eq_tol(space_use_area(&use.discs), 2.0 * walked + pi, 0.4);
    ck_assert_double_eq_tol(space_use_area(&use.centres), (walked / 0.25 + 1) * 0.0625, 0.0626);
    ck_assert_uint_eq(use.near_wall_steps, 0);
    ck_assert_uint_eq(use.agent_steps, 18);
    ck_assert_double_eq(use.spread_sum, 0.0);
    space_use_free(&use);
}
END_TEST

/* Two agents walk one behind the other, 4 m apart and 5 cm from a wall: both always count as near
 * the wall, and each is 2 m from their mean position. */
START_TEST(measures_wall_hugging_and_spread_of_crowd) {
    space_use use;
    run_and_observe(
        "space: {walkable: [[0, 0], [30, 0], [30, 10], [0, 10]]}\n"
        "steer: direct\nplan: straight\nfollow: waypoint\n"
        "profiles: {default: {radius: 0.25}}\n"
        "agents: [{at: [[5, 0.3], [9, 0.3]], goal: {direction: [1, 0]}}]\ntime: {end: 5}\n",
        &use);
    ck_assert_uint_eq(use.agent_steps, 102);
    ck_assert_uint_eq(use.near_wall_steps, 102);
    ck_assert_double_eq_tol(use.spread_sum / (double)use.spread_steps, 2.0, 1e-4);
    space_use_free(&use);
}
END_TEST

START_TEST(writes_difference_picture) {
    static const char *const titles[3] = {"a", "b", "c"};
    space_use before, after;
    run_and_observe("space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\nagents: [{at: [2, 2]}]\n",
                    &before);
    run_and_observe("space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\nagents: [{at: [7, 7]}]\n",
                    &after);
    ck_assert_int_eq(space_use_draw(&before, &after, titles, "use.png", &lab_error), WEND_OK);
    FILE *file = fopen("use.png", "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fgetc(file), 0x89);
    fclose(file);
    ck_assert_ptr_null(fopen("use.png.part", "rb"));
    space_use_free(&before);
    space_use_free(&after);
}
END_TEST

/* Counts the pixels of a colour in a box. */
static int count_colour(const image *shown, int x0, int y0, int x1, int y1, uint32_t colour) {
    int count = 0;
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            count += image_at(shown, x, y) == colour;
        }
    }
    return count;
}

/* If all cells of a panel are used, the panel is white without a seam, whatever the number of its
 * columns. Blocks are grey in all panels, at their position. */
START_TEST(panels_have_no_seams_and_show_blocks) {
    static const char *const titles[3] = {"a", "b", "c"};
    static const double widths[] = {20.0, 37.0, 65.0, 113.0, 140.0};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        char text[300];
        space_use use, none;
        snprintf(text, sizeof text,
                 "space: {walkable: [[0, 0], [%g, 0], [%g, 20], [0, 20]],\n"
                 "  obstacles: [[[5, 5], [15, 5], [15, 15], [5, 15]]]}\nagents: [{at: [2, 2]}]\n",
                 widths[i], widths[i]);
        run_and_observe(text, &use);
        run_and_observe(text, &none);
        size_t cells = (size_t)use.centres.columns * use.centres.rows;
        memset(use.centres.used, 1, cells);
        memset(none.centres.used, 0, cells);
        ck_assert_int_eq(space_use_draw(&use, &none, titles, "seam.png", &lab_error), WEND_OK);
        image shown = image_open("seam.png");
        int pixels = (shown.width - 4 * 16) / 3 / (int)use.centres.columns;
        int width = pixels * (int)use.centres.columns, height = pixels * (int)use.centres.rows;
        ck_assert_int_eq(shown.width, 3 * width + 4 * 16);
        ck_assert_int_eq(count_colour(&shown, 16, 36, 16 + width, 36 + height, 0xffffff),
                         width * height);
        /* The block is 40 cells wide and high; it begins 5 m from the left and 5 m from the top
         * (rows count from the bottom, and the raster has one row more than the space). */
        int left = 32 + width + 20 * pixels, top = 36 + 21 * pixels, side = 40 * pixels;
        uint32_t grey = image_at(&shown, left + side / 2, top + side / 2);
        ck_assert_int_ne((int)grey, (int)image_at(&shown, left - 2 * pixels, top + side / 2));
        ck_assert_int_eq(count_colour(&shown, left, top, left + side, top + side, grey),
                         side * side);
        image_free(&shown);
        space_use_free(&use);
        space_use_free(&none);
    }
}
END_TEST

/* Every start position is within the jitter distance of the given position. Different seeds give
 * different start positions; without jitter, agents start at the given positions. */
START_TEST(seed_determines_jitter_of_start_positions) {
    wend_point positions[3][25];
    for (int i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "seed: %d\nagents: [{grid: {origin: [0, 0], spacing: 2, count: [5, 5]}, "
                 "jitter: %s}]\n",
                 i, i == 2 ? "0" : "0.4");
        wend_scenario *s = lab_load(text);
        wend_world *world = lab_world(s);
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        for (uint64_t key = 1; key <= 25; key++) {
            const wend_view *view = wend_world_view(world);
            for (uint32_t k = 0; k < view->body_count; k++) {
                uint64_t found = wend_view_key(view, k);
                positions[i][found - 1] = (wend_point){(double)view->bodies[k].position.x,
                                                       (double)view->bodies[k].position.y};
            }
        }
        wend_world_destroy(world);
        wend_scenario_destroy(s);
    }
    double farthest = 0.0, distance_between = 0.0;
    for (int k = 0; k < 25; k++) {
        double x = k % 5 * 2.0, y = k / 5 * 2.0;
        ck_assert_double_eq(positions[2][k].x, x);
        ck_assert_double_eq(positions[2][k].y, y);
        farthest = fmax(farthest, hypot(positions[0][k].x - x, positions[0][k].y - y));
        distance_between = fmax(distance_between, hypot(positions[0][k].x - positions[1][k].x,
                                                        positions[0][k].y - positions[1][k].y));
    }
    ck_assert_double_le(farthest, 0.4 + 1e-6);
    ck_assert_double_gt(farthest, 0.2);
    ck_assert_double_gt(distance_between, 0.1);
}
END_TEST

LAB_MAIN("space use", ground_used_by_one_agent_has_the_shape_of_a_stadium,
         measures_wall_hugging_and_spread_of_crowd, writes_difference_picture,
         panels_have_no_seams_and_show_blocks, seed_determines_jitter_of_start_positions)
