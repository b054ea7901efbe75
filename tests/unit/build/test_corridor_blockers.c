/* Compares the clearance limits that doors and switched obstacles impose on the edges of a corridor
 * map with limits measured at many samples of the edges. */
#include "map/corridor/corridor.h"
#include "support/kit/disc_worlds.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <wend/kit.h>

static const double TOLERANCE = 2e-4; /* m: approximation by chords has an error of up to 1e-4 */

enum { DOORS = 5, STEPS = 64 };

static wend_map *build(wend_space *space, const wend_obstacle_def *doors, uint32_t count) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = doors;
    def.door_count = count;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

/* The relation of an edge to a door, measured at samples of the edge. */
typedef struct finding {
    double least;   /* m: smallest distance to the door */
    double spacing; /* m: largest distance between samples */
    bool reaches;   /* the door reaches into a clearance disc */
} finding;

static finding sample_edge(const wend_map *map, uint32_t edge, wend_vec2 a, wend_vec2 b) {
    finding found = {HUGE_VAL, 0.0, false};
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    for (uint32_t piece = 0; piece + 1 < e.breakpoint_count; piece++) {
        wend_corridor_sample last = wend_corridor_breakpoint_at(map, edge, piece);
        for (int i = 0; i <= STEPS; i++) {
            wend_corridor_sample s = wend_corridor_sample_at(map, edge, piece, i / (double)STEPS);
            double distance = plain_distance(s.position, a, b);
            found.least = fmin(found.least, distance);
            found.spacing =
                fmax(found.spacing, hypot((double)s.position.x - (double)last.position.x,
                                          (double)s.position.y - (double)last.position.y));
            found.reaches |= distance < (double)s.clearance - TOLERANCE;
            last = s;
        }
    }
    return found;
}

static const map_clearance_limit *find(const wend_map *map, uint32_t edge, uint32_t blocker) {
    uint32_t count;
    const map_clearance_limit *all =
        blocking_find_limits(&corridor_of(map)->blocking, edge, &count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(all[i].part, edge);
        if (all[i].blocker == blocker) {
            return &all[i];
        }
    }
    return NULL;
}

static uint32_t check_door(const wend_map *map, uint32_t door) {
    const map_blocker *blocker = &corridor_of(map)->blocking.blockers[door];
    uint32_t blocked = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        finding found = sample_edge(map, i, blocker->points[0], blocker->points[1]);
        const map_clearance_limit *reported = find(map, i, door);
        double least = (double)wend_corridor_edge_at(map, i).least_clearance;
        ck_assert(reported != NULL || !found.reaches);
        if (reported == NULL) {
            continue;
        }
        double expected = fmin(found.least, least);
        ck_assert_double_le((double)reported->clearance, expected + TOLERANCE);
        ck_assert_double_ge((double)reported->clearance,
                            fmin(found.least - found.spacing, least) - TOLERANCE);
        blocked += reported->clearance == 0.0F && least > 0.0;
    }
    return blocked;
}

START_TEST(door_limits_match_samples_in_random_worlds) {
    uint32_t blocked = 0;
    for (uint64_t seed = 0; seed < trials(30); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_obstacle_def doors[DOORS];
        wend_point points[DOORS][2];
        dice from = {seed};
        for (int i = 0; i < DOORS; i++) {
            double x = dice_between(&from, 0.0, world.side),
                   y = dice_between(&from, 0.0, world.side);
            points[i][0] = (wend_point){x, y};
            points[i][1] = (wend_point){x + dice_between(&from, -2.0, 2.0),
                                        y + dice_between(&from, -2.0, 2.0)};
            doors[i] = wend_default_obstacle_def();
            doors[i].kind = i == 0 ? WEND_OBSTACLE_MOVING : WEND_OBSTACLE_DOOR;
            doors[i].points = points[i];
            doors[i].point_count = 2;
        }
        wend_map *map = build(world.space, doors, DOORS);
        ck_assert_uint_eq(corridor_of(map)->blocking.blocker_count, DOORS - 1);
        for (uint32_t i = 0; i + 1 < DOORS; i++) {
            blocked += check_door(map, i);
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
    ck_assert_uint_ge(blocked, trials_bound(31));
}
END_TEST

static uint32_t edge_at(const wend_map *map, float x, float y) {
    wend_corridor_projection found;
    ck_assert(wend_corridor_project(map, (wend_location){{x, y}, 0}, &found));
    return found.edge;
}

/* A corridor 4 m wide with three switched boxes: one on its axis, one beside the axis, and one that
 * covers an end. */
START_TEST(switchable_obstacles_limit_edge_clearance) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 40, 4);
    sketch_line(&s, 0, 0, 10, 4, 10, 3);
    sketch_box(&s, 0, 1, 4, 3, 5, 3.5);
    sketch_box(&s, 0, 2, 20, -1, 41, 5);
    wend_space *space = sketch_space(&s);
    wend_map *map = build(space, NULL, 0);
    ck_assert_uint_eq(corridor_of(map)->blocking.blocker_count, 2);
    uint32_t first = edge_at(map, 5.0F, 2.0F), last = edge_at(map, 30.0F, 2.0F);
    const map_clearance_limit *beside = find(map, first, 0);
    ck_assert_ptr_nonnull(beside);
    ck_assert_float_eq_tol(beside->clearance, 1.0F, 1e-5F);
    ck_assert_ptr_null(find(map, last, 0));
    const map_clearance_limit *across = find(map, last, 1);
    ck_assert_ptr_nonnull(across);
    ck_assert_float_eq(across->clearance, 0.0F);
    ck_assert(wend_corridor_edge_at(map, last).blockable);
    /* The edges into the corners on the right lie entirely inside the box. */
    ck_assert_ptr_nonnull(find(map, edge_at(map, 39.9F, 0.2F), 1));
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(refuses_invalid_doors) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 40, 4);
    wend_space *space = sketch_space(&s);
    wend_point points[2] = {{1, 1}, {2, 2}};
    wend_obstacle_def door = sketch_door(points, 1);
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = &door;
    def.door_count = 1;
    wend_map *map = NULL;
    wend_error error;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_ERROR_INVALID);
    door.point_count = 2;
    door.layer = 1;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_ERROR_INVALID);
    door.layer = 0;
    points[1].x = (double)NAN;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_ERROR_INVALID);
    wend_space_release(space);
}
END_TEST

/* ---- Running out of memory ------------------------------------------------------------------- */

static wend_result build_with(wend_space *space, worlds_heap *given, wend_error *error) {
    wend_point points[2] = {{1, 1}, {12, 7}};
    wend_obstacle_def door = sketch_door(points, 2);
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = &door;
    def.door_count = 1;
    def.allocator = worlds_allocator(given);
    wend_map *map = NULL;
    wend_result result = wend_corridor_build(&def, &map, error);
    wend_map_release(map);
    return result;
}

START_TEST(reports_every_failed_allocation) {
    disc_world world;
    disc_world_make(&world, 3);
    wend_error error = {0};
    worlds_heap counting = {0};
    ck_assert_msg(build_with(world.space, &counting, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(counting.held, 0);
    unsigned long all = counting.calls;
    ck_assert_uint_gt(all, 20);
    for (unsigned long k = 1; k <= all; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_result result = build_with(world.space, &failing, &error);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k, all, result,
                      error.message);
        ck_assert_uint_eq(failing.held, 0);
    }
    disc_world_end(&world);
}
END_TEST

int main(void) {
    SUITE("build/corridor_blockers", door_limits_match_samples_in_random_worlds,
          switchable_obstacles_limit_edge_clearance, refuses_invalid_doors,
          reports_every_failed_allocation);
}
