/* Grids for programs: cells of all shapes, their outlines and moves, and queries of points and
 * discs. Discs are compared with the distances to all walls. */
/* needs: kit */
#include "contract.h"

#include <wend/grid.h>
#include <wend/kit.h>

enum { PILLARS = 2, SHAPES = 4 };

/* A 12 x 8 m room with two pillars. */
static const wend_point pillars[PILLARS][4] = {{{2, 2}, {4, 2}, {4, 5}, {2, 5}},
                                               {{6, 1}, {7, 1}, {7, 7}, {6, 7}}};

static wend_space *make_room(void) {
    wend_solid_def solids[PILLARS];
    for (int i = 0; i < PILLARS; i++) {
        solids[i].ring.points = pillars[i];
        solids[i].ring.count = 4;
        solids[i].obstacle_class = 0;
    }
    return contract_room(12, 8, solids, PILLARS);
}

static wend_map *build(wend_space *space, int shape) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.shape = (wend_grid_shape)shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.25 : 0.0;
    def.depth = 2;
    ck_assert_msg(wend_grid_build(&def, &map, &contract_error) == WEND_OK, "%s",
                  contract_error.message);
    return map;
}

static double distance_to(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double t = fmin(fmax((px * x + py * y) / (x * x + y * y), 0.0), 1.0);
    return hypot(px - t * x, py - t * y);
}

static bool is_in_room(wend_vec2 p) {
    bool inside = p.x >= 0 && p.x <= 12 && p.y >= 0 && p.y <= 8;
    for (int i = 0; i < PILLARS; i++) {
        inside = inside && !(p.x > (float)pillars[i][0].x && p.x < (float)pillars[i][2].x &&
                             p.y > (float)pillars[i][0].y && p.y < (float)pillars[i][2].y);
    }
    return inside;
}

START_TEST(discs_collide_with_the_walls) {
    wend_space *space = make_room();
    for (int shape = 0; shape < SHAPES; shape++) {
        wend_map *map = build(space, shape);
        uint32_t colliding = 0, near = 0;
        for (uint32_t i = 0; i < 4000; i++) {
            wend_location at = contract_location((float)contract_random(7, 3 * i, -1, 13),
                                                 (float)contract_random(7, 3 * i + 1, -1, 9), 0);
            float radius = i % 4 == 0 ? 0.0F : (float)contract_random(7, 3 * i + 2, 0.01, 2.0);
            double least = (double)INFINITY;
            for (uint32_t k = 0; k < wend_space_wall_count(space); k++) {
                wend_wall wall = wend_space_wall(space, k);
                least = fmin(least, distance_to(at.position, wall.a, wall.b));
            }
            bool expected = !is_in_room(at.position) || least < (double)radius;
            near += fabs(least - (double)radius) < 1e-6;
            ck_assert(fabs(least - (double)radius) < 1e-6 ||
                      wend_grid_collides(map, space, at, radius, 1) == expected);
            colliding += expected;
        }
        ck_assert(colliding > 500 && colliding < 3500 && near < 10);
        wend_map_release(map);
    }
    wend_space_release(space);
}
END_TEST

START_TEST(cells_have_corners_moves_and_values) {
    wend_space *space = make_room();
    for (int shape = 0; shape < SHAPES; shape++) {
        wend_map *map = build(space, shape);
        ck_assert_int_eq((int)wend_grid_shape_of(map), shape);
        ck_assert_double_eq(wend_grid_cell(map), 0.5);
        for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
            wend_grid_square cell = wend_grid_square_at(map, i);
            wend_vec2 corners[6];
            uint32_t count = wend_grid_outline(map, i, corners), open = 0;
            ck_assert_uint_eq(count, shape == WEND_GRID_HEXAGONS ? 6U : 4U);
            for (uint32_t k = 0; k < wend_grid_move_count(map, i); k++) {
                uint32_t target = wend_grid_target(map, i, k);
                bool is_open = target != WEND_NO_SQUARE;
                ck_assert(shape == WEND_GRID_QUADTREE || is_open == (bool)(cell.moves >> k & 1U));
                ck_assert(!is_open || wend_grid_square_at(map, target).walkable);
                open += is_open;
            }
            ck_assert(cell.walkable || open == 0);
            wend_grid_value value = wend_grid_value_at(map, space, cell.centre, 1, NULL, 0);
            ck_assert_uint_eq(value.square, i);
            ck_assert(value.state == cell.state && value.walkable == cell.walkable);
            ck_assert(fabsf(value.clearance - cell.clearance) < 1e-6F);
        }
        wend_map_release(map);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    CONTRACT("grid", discs_collide_with_the_walls, cells_have_corners_moves_and_values);
}
