/* Builds grids of all shapes in random rooms with thin walls, and compares them with brute force:
 * the cells that walls meet, the clearances, the moves between all pairs of cells, and queries of
 * points and discs. The oracles use exact tests of sides and distances to all walls. */
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

enum { SIDE = 10, MOST_CELLS = 4096 };

static wend_error error;
static uint32_t depth = 3; /* of the quadtrees that `build` builds */

static wend_map *build(wend_space *space, wend_grid_shape shape, double cell) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = cell;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.5 * cell : 0.0;
    def.depth = depth;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

/* A room with random thin walls; some end on lines of the lattice, and some run along them. */
static wend_space *make_room(uint64_t seed, uint32_t classes) {
    static sketch s;
    dice from = {seed};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
    uint32_t count = 1 + dice_below(&from, 12);
    for (uint32_t i = 0; i < count; i++) {
        double unit = dice_below(&from, 3) == 0 ? 2.0 : 1024.0;
        double x = round(dice_between(&from, 0.5, 9.5) * unit) / unit;
        double y = round(dice_between(&from, 0.5, 9.5) * unit) / unit;
        double u = round(fmin(fmax(x + dice_between(&from, -3, 3), 0.5), 9.5) * unit) / unit;
        double v = round(fmin(fmax(y + dice_between(&from, -3, 3), 0.5), 9.5) * unit) / unit;
        if (x != u || y != v) {
            sketch_line(&s, 0, dice_below(&from, classes), x, y, u, v);
        }
    }
    return sketch_space(&s);
}

/* ---- Oracles --------------------------------------------------------------------------------- */

/* True if a wall has a point in common with a closed polygon: it meets a side, or lies inside. */
static bool meets_polygon(const wend_vec2 *corners, uint32_t count, const wend_wall *wall) {
    bool inside = true, meets = false;
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = corners[i], q = corners[(i + 1) % count];
        inside = inside && exact_side(p, q, wall->a) >= 0;
        meets = meets || exact_meet(p, q, wall->a, wall->b);
    }
    return inside || meets;
}

/* True if the two segments cross, each in its interior. */
static bool crosses(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    return exact_side(p, q, a) * exact_side(p, q, b) < 0 &&
           exact_side(a, b, p) * exact_side(a, b, q) < 0;
}

static bool crosses_wall(const wend_space *space, wend_vec2 p, wend_vec2 q) {
    bool found = false;
    for (uint32_t i = 0; i < wend_space_wall_count(space) && !found; i++) {
        wend_wall wall = wend_space_wall(space, i);
        found = wall.obstacle_class == 0 && crosses(p, q, wall.a, wall.b);
    }
    return found;
}

static double clearance_of(const wend_space *space, wend_vec2 p, uint32_t classes) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if ((classes | 1U) >> wall.obstacle_class & 1U) { /* class 0 is always on */
            least = fmin(least, plain_distance(p, wall.a, wall.b));
        }
    }
    return least;
}

static double half_height(const wend_map *map, const wend_grid_square *cell) {
    return wend_grid_shape_of(map) == WEND_GRID_RECTANGLES ? 0.5 * wend_grid_cell_height(map)
                                                           : 0.5 * (double)cell->side;
}

/* Whether a move leads from cell a to cell b: 0 no, 1 to a neighbour, 2 beyond. */
static int relation(const wend_map *map, const wend_grid_square *a, const wend_grid_square *b) {
    double x = fabs((double)a->centre.position.x - (double)b->centre.position.x);
    double y = fabs((double)a->centre.position.y - (double)b->centre.position.y);
    if (x + y < 1e-9) {
        return 0;
    }
    if (wend_grid_shape_of(map) == WEND_GRID_HEXAGONS) {
        double cells = hypot(x, y) / wend_grid_cell(map);
        return cells < 1.01 ? 1 : cells < 1.75 ? 2 : 0;
    }
    double gap_x = x - 0.5 * ((double)a->side + (double)b->side);
    double gap_y = y - half_height(map, a) - half_height(map, b);
    double share = half_height(map, a) / (0.5 * (double)a->side); /* height to width */
    double gap = fmax(gap_x, gap_y / share), smaller = fmin((double)a->side, (double)b->side);
    bool straight = x < 1e-4 || y < 1e-4 || fabs(x - y / share) < 1e-4;
    return gap < 1e-4 ? 1 : gap < smaller + 1e-4 && !straight ? 2 : 0;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

typedef struct counts {
    uint32_t states[3], closed, moves;
} counts;

static void check_cell(const wend_map *map, const wend_space *space, uint32_t index, counts *c) {
    wend_grid_square cell = wend_grid_square_at(map, index);
    wend_vec2 corners[6];
    uint32_t count = wend_grid_outline(map, index, corners);
    bool touched = false;
    for (uint32_t k = 0; k < wend_space_wall_count(space); k++) {
        wend_wall wall = wend_space_wall(space, k);
        touched = touched || (wall.obstacle_class == 0 && meets_polygon(corners, count, &wall));
    }
    wend_grid_state expected = touched         ? WEND_GRID_MIXED
                               : cell.walkable ? WEND_GRID_FREE
                                               : WEND_GRID_BLOCKED;
    ck_assert_int_eq(cell.state, expected);
    c->states[expected]++;
    ck_assert_uint_eq(wend_grid_locate(map, cell.centre), index);
    ck_assert_int_eq(cell.walkable, wend_space_is_walkable(space, cell.centre, 1));
    if (cell.walkable) {
        double least = fmin(clearance_of(space, cell.centre.position, 1), 5.0);
        ck_assert_double_eq_tol((double)cell.clearance, least, 1e-5);
    }
}

/* Compares the moves of a cell with all other cells. */
static void check_moves(const wend_map *map, const wend_space *space, uint32_t index, counts *c) {
    static bool reached[MOST_CELLS];
    wend_grid_square cell = wend_grid_square_at(map, index);
    uint32_t count = wend_grid_square_count(map), moves = wend_grid_move_count(map, index);
    ck_assert_uint_le(count, MOST_CELLS);
    memset(reached, 0, sizeof reached);
    for (uint32_t i = 0; i < moves; i++) {
        uint32_t target = wend_grid_target(map, index, i);
        if (target != WEND_NO_SQUARE) {
            ck_assert_msg(!reached[target], "cell %u has two moves to %u", index, target);
            reached[target] = true;
            c->moves++;
            wend_location to = wend_grid_square_at(map, target).centre;
            ck_assert_msg(!crosses_wall(space, cell.centre.position, to.position),
                          "a move from %u to %u leads through a wall", index, target);
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        wend_grid_square other = wend_grid_square_at(map, k);
        int kind = k == index ? 0 : relation(map, &cell, &other);
        bool open = kind != 0 && cell.walkable && other.walkable &&
                    wend_space_is_visible(space, cell.centre, other.centre, 0.0F, 1);
        ck_assert_msg(open == reached[k], "cells %u and %u: relation %d, open %d", index, k, kind,
                      open);
        c->closed += kind != 0 && cell.walkable && other.walkable && !open;
        /* Two free cells that share more than a corner are joined. */
        bool beside = kind == 1 && cell.state == WEND_GRID_FREE && other.state == WEND_GRID_FREE;
        ck_assert(!beside || open);
    }
}

START_TEST(cells_and_moves_match_brute_force) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        counts c = {.moves = 0};
        for (uint64_t seed = 1; seed <= trials(12); seed++) {
            wend_space *space = make_room(seed * 7 + shape, 1);
            wend_map *map = build(space, shape, seed % 2 == 0 ? 0.5 : 0.37);
            for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
                check_cell(map, space, i, &c);
                check_moves(map, space, i, &c);
            }
            wend_map_release(map);
            wend_space_release(space);
        }
        ck_assert_uint_gt(c.states[WEND_GRID_FREE], trials_bound(1000));
        ck_assert_uint_gt(c.states[WEND_GRID_MIXED], trials_bound(1000));
        ck_assert_uint_gt(c.closed, trials_bound(1000)); /* thin walls between centres */
    }
}
END_TEST

/* ---- Quadtrees ------------------------------------------------------------------------------- */

START_TEST(sides_of_cells_that_touch_differ_by_a_factor_of_two_at_most) {
    uint32_t unequal = 0;
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        wend_space *space = make_room(seed * 3, 2);
        wend_map *map = build(space, WEND_GRID_QUADTREE, 0.125);
        const grid *g = grid_of(map);
        double area = 0.0;
        for (uint32_t i = 0; i < g->square_count; i++) {
            wend_grid_square cell = wend_grid_square_at(map, i);
            area += (double)cell.side * (double)cell.side;
            for (uint32_t k = 0; k < wend_grid_move_count(map, i); k++) {
                wend_grid_square other = wend_grid_square_at(map, wend_grid_target(map, i, k));
                double ratio = (double)other.side / (double)cell.side;
                bool near = k < g->squares[i].moves;
                ck_assert(relation(map, &cell, &other) == (near ? 1 : 2));
                ck_assert(!near || (ratio >= 0.5 && ratio <= 2.0));
                unequal += ratio != 1.0;
            }
        }
        ck_assert_double_eq(area, 11.0 * 11.0); /* 11 x 11 roots of 1 m */
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(unequal, trials_bound(1000));
}
END_TEST

START_TEST(the_largest_cells_have_a_side_of_100_m_at_most) {
    wend_space *space = worlds_room(2000, 1000);
    depth = 10;
    wend_map *map = build(space, WEND_GRID_QUADTREE, 1.0);
    depth = 3;
    ck_assert_uint_eq(grid_of(map)->depth, 6);
    ck_assert_double_eq(wend_map_find_figure(map, "largest_cell_m"), 64.0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(open_ground_has_few_cells) {
    wend_space *space = worlds_room(64, 64);
    depth = 6;
    wend_map *squares = build(space, WEND_GRID_SQUARES, 0.25);
    wend_map *tree = build(space, WEND_GRID_QUADTREE, 0.25);
    depth = 3;
    ck_assert_uint_lt(6 * wend_grid_square_count(tree), wend_grid_square_count(squares));
    wend_map_release(squares);
    wend_map_release(tree);
    wend_space_release(space);
}
END_TEST

/* ---- Layers ---------------------------------------------------------------------------------- */

START_TEST(links_join_the_cells_of_layers) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_space *space = worlds_floors();
        wend_map *map = build(space, shape, 0.5);
        uint32_t crossings = 0;
        for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
            wend_grid_square cell = wend_grid_square_at(map, i);
            ck_assert_uint_eq(wend_grid_locate(map, cell.centre), i);
            for (uint32_t k = 0; k < wend_grid_move_count(map, i); k++) {
                uint32_t target = wend_grid_target(map, i, k);
                if (target == WEND_NO_SQUARE) {
                    continue;
                }
                wend_location to = wend_grid_square_at(map, target).centre;
                ck_assert_uint_eq(to.layer,
                                  wend_space_layer_after(space, cell.centre, to.position));
                ck_assert(wend_space_is_visible(space, cell.centre, to, 0.0F, 1));
                crossings += to.layer != cell.centre.layer;
            }
        }
        ck_assert_uint_gt(crossings, 10);
        ck_assert_double_eq(wend_map_find_figure(map, "crossings"), crossings);
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void expect_error(const wend_grid_def *def, wend_result result, const char *message) {
    wend_map *map = NULL;
    ck_assert_int_eq(wend_grid_build(def, &map, &error), result);
    ck_assert_msg(strstr(error.message, message) != NULL, "%s", error.message);
    ck_assert_ptr_null(map);
}

START_TEST(absurd_sizes_are_refused_with_a_message) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 2000, 2000);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    def.space = space;
    def.shape = WEND_GRID_HEXAGONS;
    def.cell = 0.1;
    expect_error(&def, WEND_ERROR_LIMIT, "hexagons; at most 16777216 are possible: choose a cell");
    def.shape = WEND_GRID_QUADTREE;
    def.depth = 0;
    expect_error(&def, WEND_ERROR_LIMIT, "largest cells; at most 4194304 are possible");
    def.depth = 11;
    expect_error(&def, WEND_ERROR_INVALID, "the depth of a quadtree is 11");
    def.depth = 10;
    def.cell = 0.01;
    expect_error(&def, WEND_ERROR_LIMIT, "has more than 4194304 cells here: choose a larger cell");
    def.cell = 0.0;
    expect_error(&def, WEND_ERROR_INVALID, "must be within 0.01 and 100 m");
    def.cell = 0.5;
    def.cell_height = 0.5;
    expect_error(&def, WEND_ERROR_INVALID, "only rectangles have a cell height");
    def.shape = (wend_grid_shape)7;
    expect_error(&def, WEND_ERROR_INVALID, "the shape of the cells");
    wend_space_release(space);
}
END_TEST

/* ---- Queries --------------------------------------------------------------------------------- */

typedef struct verdicts {
    uint32_t free, colliding, near;
} verdicts;

static void check_disc(const wend_map *map, const wend_space *space, wend_location at, float radius,
                       uint32_t classes, verdicts *v) {
    bool collides = wend_grid_collides(map, space, at, radius, classes);
    bool walkable = wend_space_is_walkable(space, at, classes);
    double distance = clearance_of(space, at.position, classes);
    if (radius > 0.0F && walkable && fabs(distance - (double)radius) < 1e-6) {
        v->near++; /* the oracle measures distances in double precision */
        return;
    }
    bool expected = !walkable || (radius > 0.0F && distance < (double)radius);
    ck_assert_msg(collides == expected, "classes %u, (%.9g, %.9g), radius %g: %d, distance %.9g",
                  classes, (double)at.position.x, (double)at.position.y, (double)radius, collides,
                  distance);
    *(expected ? &v->colliding : &v->free) += 1;
}

/* A room with thin walls and solids of two classes. */
static wend_space *make_solid_room(dice *from) {
    static sketch s;
    for (;;) {
        sketch_start(&s);
        sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
        for (uint32_t i = 0; i < 6; i++) {
            double x = dice_between(from, 0.5, 8.0), y = dice_between(from, 0.5, 8.0);
            sketch_box(&s, 0, i % 2, x, y, x + dice_between(from, 0.1, 1.5),
                       y + dice_between(from, 0.1, 1.5));
        }
        sketch_line(&s, 0, 0, dice_between(from, 1, 9), dice_between(from, 1, 9),
                    dice_between(from, 1, 9), dice_between(from, 1, 9));
        wend_space *space = sketch_try(&s);
        if (space != NULL) {
            return space;
        }
    }
}

START_TEST(points_and_discs_collide_as_with_all_walls) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        verdicts v = {.near = 0};
        for (uint64_t seed = 1; seed <= trials(20); seed++) {
            dice from = {seed * 5 + shape};
            wend_space *space = make_solid_room(&from);
            wend_map *map = build(space, shape, dice_between(&from, 0.1, 0.7));
            for (uint32_t i = 0; i < 1000; i++) {
                wend_location at = {{(float)dice_between(&from, -1, SIDE + 1),
                                     (float)dice_between(&from, -1, SIDE + 1)},
                                    0};
                float radius = i % 4 == 0 ? 0.0F : (float)dice_between(&from, 0.01, 3.0);
                uint32_t classes = i % 3 == 0 ? 1U : i % 3 == 1 ? 3U : 2U;
                check_disc(map, space, at, radius, classes, &v);
            }
            wend_map_release(map);
            wend_space_release(space);
        }
        ck_assert_uint_gt(v.free, trials_bound(2000));
        ck_assert_uint_gt(v.colliding, trials_bound(5000));
        ck_assert_uint_lt(v.near, 20);
    }
}
END_TEST

START_TEST(touching_a_wall_is_not_colliding) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 8, 8);
    wend_space *space = sketch_space(&s);
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = build(space, shape, 0.5);
        for (int i = 1; i < 64; i++) {
            wend_location at = {{(float)i / 16.0F, 3.75F}, 0};
            float distance = (float)i / 16.0F; /* of the wall x = 0, exactly */
            bool nearest = i <= 60;            /* the wall y = 0 is nearer than that */
            ck_assert(!nearest || !wend_grid_collides(map, space, at, distance, 1));
            ck_assert(wend_grid_collides(map, space, at, nextafterf(distance, 9.0F), 1));
        }
        ck_assert(!wend_grid_collides(map, space, (wend_location){{0.0F, 4.0F}, 0}, 0.0F, 1));
        ck_assert(wend_grid_collides(map, space, (wend_location){{-1e-6F, 4.0F}, 0}, 0.0F, 1));
        wend_map_release(map);
    }
    wend_space_release(space);
}
END_TEST

START_TEST(links_and_other_layers_count_as_in_the_space) {
    wend_space *space = worlds_floors();
    uint32_t colliding = 0;
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = build(space, shape, 0.5);
        dice from = {11 + shape};
        for (uint32_t i = 0; i < trials(4000); i++) {
            wend_location at = {
                {(float)dice_between(&from, -1, 21), (float)dice_between(&from, -1, 25)}, i % 3};
            float radius = i % 5 == 0 ? 0.0F : (float)dice_between(&from, 0.05, 2.0);
            bool expected =
                !wend_space_is_walkable(space, at, 1) ||
                (radius > 0.0F && wend_space_clearance(space, at, radius + 1.0F, 1) < radius);
            ck_assert_int_eq(wend_grid_collides(map, space, at, radius, 1), expected);
            colliding += expected && wend_space_is_walkable(space, at, 1);
        }
        wend_map_release(map);
    }
    ck_assert_uint_gt(colliding, trials_bound(500));
    wend_space_release(space);
}
END_TEST

START_TEST(values_state_clearance_terrain_and_weight) {
    static sketch s;
    static const wend_point mud[4] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    const wend_terrain_def terrain = {.ring = {mud, 4}, .type = 2};
    static const float weights[] = {1.5F, 9.0F, INFINITY};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 8, 8);
    sketch_box(&s, 0, 0, 5, 5, 7, 7);
    s.layers[0].terrains = &terrain;
    s.layers[0].terrain_count = 1;
    wend_space *space = sketch_space(&s);
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = build(space, shape, 0.25);
        wend_location at = {{2.6F, 2.3F}, 0};
        wend_grid_value value = wend_grid_value_at(map, space, at, 1, weights, 3);
        ck_assert_uint_eq(value.square, wend_grid_locate(map, at));
        ck_assert(value.walkable && value.state == WEND_GRID_FREE && value.terrain == 2);
        ck_assert_float_eq_tol(value.clearance, 2.3F, 1e-6F);
        ck_assert(isinf(value.weight));
        at.position.x = 4.0F;
        value = wend_grid_value_at(map, space, at, 1, weights, 3);
        ck_assert(value.terrain == 0 && value.weight == 1.5F);
        ck_assert_float_eq(wend_grid_value_at(map, space, at, 1, NULL, 0).weight, 1.0F);
        value = wend_grid_value_at(map, space, (wend_location){{6, 6}, 0}, 1, NULL, 0);
        ck_assert(!value.walkable && value.state == WEND_GRID_BLOCKED && isinf(value.weight));
        ck_assert_float_eq(value.clearance, 0.0F);
        value = wend_grid_value_at(map, space, (wend_location){{5, 4.9F}, 0}, 1, NULL, 0);
        ck_assert(value.walkable && value.state == WEND_GRID_MIXED);
        value = wend_grid_value_at(map, space, (wend_location){{500, 4}, 0}, 1, NULL, 0);
        ck_assert(!value.walkable && value.square == WEND_NO_SQUARE);
        wend_map_release(map);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/grid_shapes", cells_and_moves_match_brute_force,
          sides_of_cells_that_touch_differ_by_a_factor_of_two_at_most,
          the_largest_cells_have_a_side_of_100_m_at_most, open_ground_has_few_cells,
          links_join_the_cells_of_layers, absurd_sizes_are_refused_with_a_message,
          points_and_discs_collide_as_with_all_walls, touching_a_wall_is_not_colliding,
          links_and_other_layers_count_as_in_the_space, values_state_clearance_terrain_and_weight);
}
