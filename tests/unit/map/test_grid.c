/* Saves grids as bytes and loads them, checks which input grid_create refuses, and compares the
 * squares found near points with brute force. */
/* needs: kit */
#include "map/grid/grid.h"
#include "map/map.h"
#include "map/roadmap/roadmap.h"
#include "support/map_bytes.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

static wend_error error;

enum { SHAPES = 4 };

/* Makes a grid of two layers that are joined by a link, with a door, a class and terrain. */
static wend_map *make_map(wend_grid_shape shape) {
    static sketch s;
    static const wend_point points[2] = {{2.0, 6.5}, {3.0, 10.0}};
    static const wend_point mud[4] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    const wend_terrain_def terrain = {.ring = {mud, 4}, .type = 7};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box_boundary(&s, 1, 10, 0, 14, 10);
    sketch_link(&s, 10, 0, 10, 10, 0, 1);
    sketch_box(&s, 0, 1, 7, 7, 9, 9);
    sketch_line(&s, 0, 0, 4, 4, 5, 7);
    s.layers[0].terrains = &terrain;
    s.layers[0].terrain_count = 1;
    wend_space *space = sketch_space(&s);
    wend_obstacle_def door = sketch_door(points, 2);
    wend_grid_def def = wend_default_grid_def();
    def.space = space;
    def.doors = &door;
    def.door_count = 1;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.4 : 0.0;
    def.depth = 2;
    wend_map *map = NULL;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_gt(grid_of(map)->blocking.limit_count, 1);
    ck_assert_double_gt(wend_map_find_figure(map, "crossings"), 1.0);
    wend_space_release(space);
    return map;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void check_save_and_load(wend_grid_shape shape) {
    wend_map *map = make_map(shape), *again = map_bytes_reload(map);
    const grid *c = grid_of(map), *d = grid_of(again);
    ck_assert_mem_eq(c->squares, d->squares, c->square_count * sizeof *c->squares);
    ck_assert_mem_eq(c->crossings, d->crossings, c->crossing_count * sizeof *c->crossings);
    ck_assert_mem_eq(c->layers, d->layers, c->layer_count * sizeof *c->layers);
    ck_assert_uint_eq(d->terrain_count, 2);
    ck_assert_uint_eq(d->terrains[1], 7);
    ck_assert(c->walkable_count == d->walkable_count && c->move_count == d->move_count);
    ck_assert(c->shape == d->shape && c->cell == d->cell && c->cell_height == d->cell_height);
    ck_assert(c->depth == d->depth && c->leaf_count == d->leaf_count);
    ck_assert_mem_eq(c->leaves, d->leaves, c->leaf_count * sizeof *c->leaves);
    ck_assert_mem_eq(c->first_moves, d->first_moves, c->first_move_count * sizeof *c->first_moves);
    ck_assert_mem_eq(c->targets, d->targets, c->target_count * sizeof *c->targets);
    wend_map_release(map);
    wend_map_release(again);
}

START_TEST(survives_save_and_load) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_save_and_load(shape);
    }
}
END_TEST

START_TEST(refuses_damaged_bytes) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = make_map(shape);
        map_bytes_check_space_hash(map, &map_kind_grid);
        map_bytes_check_damage(map, &map_kind_grid, &map_kind_roadmap);
        map_bytes_check_memory(map);
        wend_map_release(map);
    }
}
END_TEST

/* The hash of squares is that of revision ab76f12b, which had no other shapes; the others differ
 * from it and from each other. */
START_TEST(hashes_depend_on_the_shape) {
    uint64_t hashes[SHAPES];
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = make_map(shape);
        hashes[shape] = map->hash;
        for (wend_grid_shape other = 0; other < shape; other++) {
            ck_assert_uint_ne(hashes[shape], hashes[other]);
        }
        wend_map_release(map);
    }
    ck_assert_uint_eq(hashes[WEND_GRID_SQUARES], 0x29a8000fcb74a7abULL);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static wend_map *source;
static grid parts;

static void copy_parts(void) {
    parts = *grid_of(source);
    parts.layers = map_parts_copy(parts.layers, parts.layer_count, sizeof *parts.layers);
    parts.squares = map_parts_copy(parts.squares, parts.square_count, sizeof *parts.squares);
    parts.crossings =
        map_parts_copy(parts.crossings, parts.crossing_count, sizeof *parts.crossings);
    parts.leaves = map_parts_copy(parts.leaves, parts.leaf_count, sizeof *parts.leaves);
    parts.first_moves =
        map_parts_copy(parts.first_moves, parts.first_move_count, sizeof *parts.first_moves);
    parts.targets = map_parts_copy(parts.targets, parts.target_count, sizeof *parts.targets);
    parts.terrains = map_parts_copy(parts.terrains, parts.terrain_count, sizeof *parts.terrains);
    parts.blocking.limits = map_parts_copy(parts.blocking.limits, parts.blocking.limit_count,
                                           sizeof *parts.blocking.limits);
}

static void free_parts(void) {
    free(parts.layers);
    free(parts.squares);
    free(parts.crossings);
    free(parts.leaves);
    free(parts.first_moves);
    free(parts.targets);
    free(parts.terrains);
    free(parts.blocking.limits);
}

static void expect_refused(const char *why) {
    map_parts_check_refused(&map_kind_grid, &parts, why);
    free_parts();
    copy_parts();
}

START_TEST(refuses_inconsistent_parts) {
    source = make_map(WEND_GRID_SQUARES);
    copy_parts();
    wend_map *map = NULL;
    ck_assert_int_eq(grid_create(&parts, 1, NULL, &map, &error), WEND_OK);
    wend_map_release(map);
    parts.layer_count = 0;
    expect_refused("too few or too many layers");
    parts.cell = (double)NAN;
    expect_refused("the size of a cell");
    parts.cell = 0.0;
    expect_refused("the size of a cell");
    parts.cell_height *= 0.5; /* squares have equal sides */
    expect_refused("the size of a cell");
    parts.layers[0].columns = UINT32_MAX;
    expect_refused("the box of a layer");
    parts.layers[1].row = INT32_MIN;
    expect_refused("the box of a layer");
    parts.layers[1].rows = WEND_MAX_GRID_SQUARES;
    expect_refused("it is too large");
    parts.layers[1].rows--;
    expect_refused("the number of squares");
    parts.terrains[1] = 0;
    expect_refused("the terrain types");
    parts.crossings[1] = parts.crossings[0];
    expect_refused("out of range or out of order");
    parts.crossings[parts.crossing_count - 1].to = parts.square_count;
    expect_refused("out of range or out of order");
    parts.squares[parts.crossings[0].from].moves = 0;
    expect_refused("a crossing is not a move");
    parts.squares[25].clearance = 5.5F;
    expect_refused("the clearance of a square");
    parts.squares[25].terrain = parts.terrain_count;
    expect_refused("the terrain or the flags");
    parts.squares[25].flags |= 1U << 9;
    expect_refused("the terrain or the flags");
    parts.squares[0].flags &= (uint16_t)~GRID_WALKABLE;
    expect_refused("not walkable");
    parts.squares[0].moves |= 1U << 4; /* leaves the box */
    expect_refused("a move leads to no walkable square");
    parts.blocking.limits[0].part = parts.square_count;
    expect_refused("out of order");
    free_parts();
    wend_map_release(source);
}
END_TEST

START_TEST(refuses_an_inconsistent_quadtree) {
    source = make_map(WEND_GRID_QUADTREE);
    copy_parts();
    uint32_t last = parts.square_count - 1, walkable = 0, solid = 0;
    for (uint32_t i = 0; i < parts.square_count; i++) {
        bool open = (parts.squares[i].flags & GRID_WALKABLE) != 0;
        *(open ? &walkable : &solid) = i;
    }
    wend_map *map = NULL;
    ck_assert_int_eq(grid_create(&parts, 1, NULL, &map, &error), WEND_OK);
    wend_map_release(map);
    parts.depth = GRID_MAX_DEPTH + 1;
    expect_refused("the size of a cell");
    parts.depth = 8; /* cells of 128 m */
    expect_refused("the size of a cell");
    parts.leaves[last].level++;
    expect_refused("do not tile");
    parts.leaves[0].level = UINT32_MAX;
    expect_refused("do not tile");
    parts.leaf_count--;
    expect_refused("do not tile");
    parts.square_count--;
    expect_refused("the number of cells");
    parts.layers[0].columns = 1000000;
    expect_refused("the number of cells");
    parts.first_moves[0] = 1;
    expect_refused("the moves of a cell");
    parts.first_moves[last] = UINT32_MAX;
    expect_refused("the moves of a cell");
    parts.first_move_count--;
    expect_refused("the moves of a cell");
    parts.squares[walkable].moves = UINT16_MAX;
    expect_refused("the moves of a cell");
    parts.targets[parts.first_moves[walkable]] = parts.square_count;
    expect_refused("a move leads to no walkable cell");
    parts.targets[parts.first_moves[walkable]] = solid;
    expect_refused("a move leads to no walkable cell");
    parts.targets[parts.first_moves[walkable]] = walkable;
    expect_refused("a move leads to no walkable cell");
    free_parts();
    wend_map_release(source);
}
END_TEST

START_TEST(refuses_a_size_that_does_not_match_the_shape) {
    source = make_map(WEND_GRID_HEXAGONS);
    copy_parts();
    parts.cell_height = parts.cell;
    expect_refused("the size of a cell");
    parts.depth = 1;
    expect_refused("the size of a cell");
    parts.squares[parts.crossings[0].from].moves |= 1U << 13; /* hexagons have 12 moves */
    expect_refused("a move leads to no walkable square");
    free_parts();
    wend_map_release(source);
}
END_TEST

/* ---- Squares near a location ----------------------------------------------------------------- */

typedef struct visited {
    bool *seen;
    uint32_t count;
} visited;

static bool note(void *context, const grid_near *near) {
    visited *v = context;
    ck_assert(!v->seen[near->square]);
    v->seen[near->square] = true;
    v->count++;
    return true;
}

static void check_near(wend_grid_shape shape) {
    wend_map *map = make_map(shape);
    const grid *g = grid_of(map);
    dice from = {5};
    for (uint32_t i = 0; i < trials(700); i++) {
        wend_location at = {
            {(float)dice_between(&from, -30, 40), (float)dice_between(&from, -30, 40)},
            dice_below(&from, 3)};
        double distance = dice_between(&from, 0, i % 7 == 0 ? 60 : 5);
        visited v = {calloc(g->square_count, sizeof(bool)), 0};
        grid_visit_near(g, at, &distance, note, &v);
        for (uint32_t k = 0; k < g->square_count; k++) {
            wend_location centre = grid_centre(g, k);
            double apart = hypot((double)centre.position.x - (double)at.position.x,
                                 (double)centre.position.y - (double)at.position.y);
            bool near = centre.layer == at.layer && apart <= distance &&
                        (g->squares[k].flags & GRID_WALKABLE);
            ck_assert_int_eq(v.seen[k], near);
        }
        free(v.seen);
    }
    ck_assert_uint_eq(grid_locate(g, (wend_location){{1e30F, 0.0F}, 0}), GRID_NONE);
    wend_map_release(map);
}

START_TEST(finds_all_squares_near_a_location) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        check_near(shape);
    }
}
END_TEST

/* The cell found contains the point, up to the rounding of its corners. */
START_TEST(locates_the_cell_that_contains_a_point) {
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        wend_map *map = make_map(shape);
        dice from = {9 + shape};
        uint32_t found = 0;
        for (uint32_t i = 0; i < trials(4000); i++) {
            wend_location at = {
                {(float)dice_between(&from, -2, 16), (float)dice_between(&from, -2, 12)}, 0};
            uint32_t cell = wend_grid_locate(map, at);
            wend_vec2 corners[6];
            uint32_t count = cell != WEND_NO_SQUARE ? wend_grid_outline(map, cell, corners) : 0;
            for (uint32_t k = 0; k < count; k++) {
                wend_vec2 a = corners[k], b = corners[(k + 1) % count];
                double side = ((double)b.x - (double)a.x) * ((double)at.position.y - (double)a.y) -
                              ((double)b.y - (double)a.y) * ((double)at.position.x - (double)a.x);
                ck_assert_double_ge(side, -1e-6);
            }
            found += count > 0;
            bool inside =
                at.position.x > 0 && at.position.x < 10 && at.position.y > 0 && at.position.y < 10;
            ck_assert(!inside || count > 0);
        }
        ck_assert_uint_gt(found, trials_bound(1000));
        wend_map_release(map);
    }
}
END_TEST

int main(void) {
    SUITE("map/grid", survives_save_and_load, refuses_damaged_bytes, hashes_depend_on_the_shape,
          refuses_inconsistent_parts, refuses_an_inconsistent_quadtree,
          refuses_a_size_that_does_not_match_the_shape, finds_all_squares_near_a_location,
          locates_the_cell_that_contains_a_point);
}
