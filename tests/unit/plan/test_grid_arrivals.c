/* needs: kit */
/* Agents in random rooms with thin walls, solids and mud, on grids of all shapes. An agent arrives
 * if the map connects its start and its goal; its path never crosses a wall. The map connects them
 * if its query finds a path; a flood fill over the moves of the map agrees with that for the starts
 * and goals that are centres of cells with room. */
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { SHAPES = 4, SIDE = 12, STEPS = 900 };

static const float RADIUS = 0.2F;

static wend_error error;

static wend_space *make_room(dice *from) {
    static sketch s;
    for (;;) {
        sketch_start(&s);
        sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
        uint32_t lines = dice_below(from, 14), boxes = dice_below(from, 4);
        for (uint32_t i = 0; i < lines; i++) {
            double x = dice_between(from, 0.5, 11.5), y = dice_between(from, 0.5, 11.5);
            sketch_line(&s, 0, 0, x, y, fmin(fmax(x + dice_between(from, -4, 4), 0.1), 11.9),
                        fmin(fmax(y + dice_between(from, -4, 4), 0.1), 11.9));
        }
        for (uint32_t i = 0; i < boxes; i++) {
            double x = dice_between(from, 1, 9), y = dice_between(from, 1, 9);
            sketch_box(&s, 0, 0, x, y, x + dice_between(from, 0.2, 2),
                       y + dice_between(from, 0.2, 2));
        }
        wend_space *space = sketch_try(&s);
        if (space != NULL) {
            return space;
        }
    }
}

static wend_map *build(wend_space *space, wend_grid_shape shape) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = 0.45;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.3 : 0.0;
    def.depth = 3;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

/* Samples a location with room for the disc. */
static wend_location sample(const wend_space *space, dice *from) {
    for (;;) {
        wend_location at = {
            {(float)dice_between(from, 0.3, 11.7), (float)dice_between(from, 0.3, 11.7)}, 0};
        if (wend_space_is_walkable(space, at, 1) &&
            wend_space_clearance(space, at, 1.0F, 1) > RADIUS + 0.01F) {
            return at;
        }
    }
}

static bool is_connected(const wend_map *map, const wend_space *space, wend_location from,
                         wend_location to) {
    wend_path_def def = wend_default_path_def();
    wend_location points[256];
    wend_path_result result;
    def.from = from;
    def.to = to;
    def.radius = RADIUS;
    def.may_be_partial = false;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, points, 256, &result, &error),
                     WEND_OK);
    return result.status == WEND_PATH_FOUND;
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* Marks the cells that a disc reaches over moves with room, from one cell. */
static void flood(const wend_map *map, const wend_space *space, uint32_t first, bool *reached) {
    uint32_t *queue = malloc(wend_grid_square_count(map) * sizeof *queue), begin = 0, end = 0;
    queue[end++] = first;
    reached[first] = true;
    while (begin < end) {
        uint32_t at = queue[begin++];
        wend_location from = wend_grid_square_at(map, at).centre;
        for (uint32_t i = 0; i < wend_grid_move_count(map, at); i++) {
            uint32_t target = wend_grid_target(map, at, i);
            if (target != WEND_NO_SQUARE && !reached[target] &&
                wend_space_is_visible(space, from, wend_grid_square_at(map, target).centre, RADIUS,
                                      1)) {
                reached[target] = true;
                queue[end++] = target;
            }
        }
    }
    free(queue);
}

START_TEST(queries_connect_what_moves_connect) {
    uint32_t apart = 0, joined = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed * 29 + 3};
        wend_space *space = make_room(&from);
        wend_map *map = build(space, (wend_grid_shape)(seed % SHAPES));
        uint32_t count = wend_grid_square_count(map), first = 0;
        while (wend_grid_square_at(map, first).clearance <= RADIUS) {
            first++;
        }
        bool *reached = calloc(count, sizeof *reached);
        flood(map, space, first, reached);
        for (uint32_t i = 0; i < count; i += 1 + dice_below(&from, 80)) {
            wend_grid_square cell = wend_grid_square_at(map, i);
            if (cell.clearance <= RADIUS) {
                continue;
            }
            bool found =
                is_connected(map, space, wend_grid_square_at(map, first).centre, cell.centre);
            ck_assert_msg(found || !reached[i], "seed %llu: no path to cell %u",
                          (unsigned long long)seed, i);
            joined += reached[i];
            apart += !found;
        }
        free(reached);
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(joined, trials_bound(300));
    ck_assert_uint_ge(apart, trials_bound(10));
}
END_TEST

/* ---- Arrivals -------------------------------------------------------------------------------- */

/* Moves an agent until it arrives. Returns false if it does not. */
static bool arrives(wend_space *space, wend_map *map, wend_location from, wend_location to) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "cells", map, NULL, &error), WEND_OK);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "grid";
    profile.radius = wend_constant((double)RADIUS);
    worlds_add_profile(world, &profile);
    wend_agent agent =
        worlds_agent(world, (double)from.position.x, (double)from.position.y,
                     worlds_point(world, (double)to.position.x, (double)to.position.y));
    bool arrived = false;
    wend_location before = from;
    for (uint32_t i = 0; i < STEPS && !arrived; i++) {
        arrived = worlds_step_counting(world, 1, WEND_EVENT_ARRIVED) > 0;
        wend_point at = worlds_state(world, agent).position;
        wend_location now = {wend_space_to_local(space, at), 0};
        ck_assert(wend_space_is_visible(space, before, now, 0.0F, 1));
        before = now;
    }
    wend_world_destroy(world);
    return arrived;
}

START_TEST(agents_arrive_where_the_map_connects_start_and_goal) {
    uint32_t connected[SHAPES] = {0};
    for (uint64_t seed = 0; seed < trials(200); seed++) {
        dice from = {seed * 41 + 1};
        wend_space *space = make_room(&from);
        wend_location start = sample(space, &from), goal = sample(space, &from);
        for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
            wend_map *map = build(space, shape);
            if (is_connected(map, space, start, goal)) {
                connected[shape]++;
                ck_assert_msg(arrives(space, map, start, goal), "seed %llu, shape %d",
                              (unsigned long long)seed, (int)shape);
            }
            wend_map_release(map);
        }
        wend_space_release(space);
    }
    for (wend_grid_shape shape = 0; shape <= WEND_GRID_QUADTREE; shape++) {
        ck_assert_uint_gt(connected[shape], trials_bound(100));
    }
}
END_TEST

int main(void) {
    SUITE("plan/grid_arrivals", queries_connect_what_moves_connect,
          agents_arrive_where_the_map_connects_start_and_goal);
}
