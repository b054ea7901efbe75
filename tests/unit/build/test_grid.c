/* Builds grids and compares them with brute force: clearances with the distances to all walls,
 * moves with visibility checks, and crossings with the layers that lines lead to. Also checks the
 * limits that doors and obstacle classes leave, and what is refused. */
#include "map/grid/grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static wend_error error;
static wend_grid_shape shape; /* of the grids that `build` builds */

static wend_map *build(wend_space *space, double cell, const wend_obstacle_def *door) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = cell;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.5 * cell : 0.0;
    def.doors = door;
    def.door_count = door != NULL ? 1 : 0;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static double distance_to(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double t = fmin(fmax((px * x + py * y) / (x * x + y * y), 0.0), 1.0);
    return hypot(px - t * x, py - t * y);
}

/* Compares all squares of a map with the space. Returns the number of moves that are not open
 * although both centres are walkable. */
static uint32_t check_squares(const wend_map *map, const wend_space *space) {
    uint32_t closed = 0;
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        wend_grid_square square = wend_grid_square_at(map, i);
        ck_assert_uint_eq(wend_grid_locate(map, square.centre), i);
        ck_assert_int_eq(square.walkable, wend_space_is_walkable(space, square.centre, 1));
        ck_assert_uint_eq(wend_map_locate(map, square.centre), square.walkable ? i : UINT32_MAX);
        if (!square.walkable) {
            ck_assert_uint_eq(square.moves, 0);
            continue;
        }
        ck_assert_uint_eq(square.terrain, wend_space_terrain(space, square.centre));
        for (uint32_t move = 0; move < WEND_GRID_MOVES; move++) {
            wend_vec2 at = square.centre.position;
            float step_x = (float)wend_grid_cell(map), step_y = (float)wend_grid_cell_height(map);
            wend_location to = {{at.x + step_x * (float)grid_offsets[move].column,
                                 at.y + step_y * (float)grid_offsets[move].row},
                                0};
            to.layer = wend_space_layer_after(space, square.centre, to.position);
            bool open = wend_space_is_walkable(space, to, 1) &&
                        wend_space_is_visible(space, square.centre, to, 0.0F, 1);
            ck_assert_msg(open == (bool)(square.moves >> move & 1U), "square %u, move %u", i, move);
            ck_assert_uint_eq(wend_grid_target(map, i, move),
                              open ? wend_grid_locate(map, to) : WEND_NO_SQUARE);
            closed += !open && wend_space_is_walkable(space, to, 1);
        }
    }
    return closed;
}

/* ---- Squares --------------------------------------------------------------------------------- */

START_TEST(clearances_and_moves_match_brute_force) {
    uint32_t closed = 0;
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        static sketch s;
        dice from = {seed};
        sketch_start(&s);
        sketch_box_boundary(&s, 0, 0, 0, 10, 10);
        uint32_t count = 1 + dice_below(&from, 12);
        for (uint32_t i = 0; i < count; i++) {
            double x = dice_between(&from, 0.5, 9.5), y = dice_between(&from, 0.5, 9.5);
            sketch_line(&s, 0, 0, x, y, fmin(fmax(x + dice_between(&from, -3, 3), 0.1), 9.9),
                        fmin(fmax(y + dice_between(&from, -3, 3), 0.1), 9.9));
        }
        wend_space *space = sketch_space(&s);
        shape = seed % 4 < 2 ? WEND_GRID_SQUARES : WEND_GRID_RECTANGLES;
        /* A power of two, so that the test computes the same centres in single precision. */
        wend_map *map = build(space, seed % 2 == 0 ? 0.5 : 0.25, NULL);
        for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
            wend_grid_square square = wend_grid_square_at(map, i);
            double least = (double)WEND_GRID_MAX_CLEARANCE;
            for (uint32_t k = 0; k < wend_space_wall_count(space); k++) {
                wend_wall wall = wend_space_wall(space, k);
                least = fmin(least, distance_to(square.centre.position, wall.a, wall.b));
            }
            ck_assert(!square.walkable || fabs((double)square.clearance - least) < 1e-5);
        }
        closed += check_squares(map, space);
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(closed, trials_bound(5000)); /* thin walls between centres were found */
}
END_TEST

START_TEST(links_join_the_squares_of_layers) {
    wend_space *space = worlds_floors();
    wend_map *map = build(space, 0.5, NULL);
    check_squares(map, space);
    ck_assert_double_gt(wend_map_find_figure(map, "crossings"), 0.0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(unbounded_ground_is_covered_around_the_given_box) {
    static sketch s;
    sketch_start(&s);
    sketch_box(&s, 0, 0, 2, 2, 4, 4);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.low = (wend_point){-5, -5};
    def.high = (wend_point){5, 5};
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
    ck_assert_uint_ne(wend_map_locate(map, (wend_location){{-14.0F, 14.0F}, 0}), UINT32_MAX);
    ck_assert_uint_eq(wend_map_locate(map, (wend_location){{3.0F, 3.0F}, 0}), UINT32_MAX);
    ck_assert_uint_eq(wend_map_locate(map, (wend_location){{-30.0F, 0.0F}, 0}), UINT32_MAX);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Doors and classes ----------------------------------------------------------------------- */

START_TEST(doors_and_classes_limit_the_squares_around_them) {
    static sketch s;
    static const wend_point points[2] = {{8, 0}, {8, 10}};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box(&s, 0, 1, 2, 2, 4, 4);
    wend_space *space = sketch_space(&s);
    wend_obstacle_def door = sketch_door(points, 2);
    wend_map *map = build(space, 0.5, &door);
    const map_blocking *blocking = &grid_of(map)->blocking;
    ck_assert_uint_eq(blocking->blocker_count, 2);
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        wend_grid_square square = wend_grid_square_at(map, i);
        uint32_t count;
        const map_clearance_limit *limits = blocking_find_limits(blocking, i, &count);
        double x = (double)square.centre.position.x, y = (double)square.centre.position.y;
        double left = (double)square.clearance;
        for (uint32_t k = 0; k < count; k++) {
            left = fmin(left, (double)limits[k].clearance);
        }
        double beside = hypot(fmax(fmax(2.0 - x, x - 4.0), 0.0), fmax(fmax(2.0 - y, y - 4.0), 0.0));
        double expected = fmin((double)square.clearance, fmin(beside, fabs(x - 8.0)));
        ck_assert_double_eq_tol(square.walkable ? left : expected, expected, 1e-5);
        ck_assert_int_eq(square.blockable, count > 0);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

START_TEST(too_many_squares_are_refused_with_a_cell_that_fits) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 8000, 6000);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "192028001 squares"));
    const char *fits = strstr(error.message, "choose a cell of ");
    ck_assert_ptr_nonnull(fits);
    double cell = strtod(fits + strlen("choose a cell of "), NULL);
    double squares = (floor(8000 / cell) + 1) * (floor(6000 / cell) + 1);
    ck_assert_double_le(squares, WEND_MAX_GRID_SQUARES);
    ck_assert_double_gt(squares, 0.9 * WEND_MAX_GRID_SQUARES);
    static const double cells[] = {0.0, -1.0, 0.009, 101.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        def.cell = cells[i];
        ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_ERROR_INVALID);
        ck_assert_ptr_nonnull(strstr(error.message, "must be within 0.01 and 100 m"));
    }
    ck_assert_ptr_null(map);
    wend_space_release(space);
}
END_TEST

START_TEST(rectangles_have_two_sides_in_range) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 800, 600);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell_height = 0.25;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "only rectangles have a cell height"));
    def.shape = WEND_GRID_RECTANGLES;
    def.cell_height = 0.01;
    def.cell = 1.0;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "has 48060801 rectangles"));
    static const double sides[] = {-1.0, 0.009, 101.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        def.cell_height = sides[i];
        ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_ERROR_INVALID);
        ck_assert_ptr_nonnull(strstr(error.message, "must be within 0.01 and 100 m"));
    }
    def.cell_height = 2.0;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
    ck_assert_uint_eq(wend_grid_square_count(map), 801 * 301);
    ck_assert_int_eq(wend_grid_shape_of(map), WEND_GRID_RECTANGLES);
    ck_assert_double_eq(wend_grid_cell_height(map), 2.0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/grid", clearances_and_moves_match_brute_force, links_join_the_squares_of_layers,
          unbounded_ground_is_covered_around_the_given_box,
          doors_and_classes_limit_the_squares_around_them,
          too_many_squares_are_refused_with_a_cell_that_fits, rectangles_have_two_sides_in_range);
}
