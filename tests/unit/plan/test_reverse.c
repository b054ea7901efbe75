/* needs: kit */
/* Paths from and to points on walls, in corners and at vertices of the mesh. A shortest path is as
 * long in the other direction, although starts and goals are treated differently. */
/* cost: 8 */
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>
#include <wend/world.h>

#include "plan/polyanya/search.h"
#include "support/kit/disc_worlds.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { PAIRS = 150 };

static dice dice_at(uint64_t seed) {
    return (dice){seed + 1};
}

/* Samples a point of a level: anywhere, a vertex, or a point of an edge. Returns false if the point
 * lies off the level. */
static bool sample_start(dice *from, const navmesh_level *level, double side, search_start *out) {
    double kind = dice_between(from, 0.0, 1.0);
    wend_vec2 at = {(float)dice_between(from, 0.0, side), (float)dice_between(from, 0.0, side)};
    uint32_t corner = (uint32_t)dice_between(from, 0.0, (double)level->corner_count);
    if (kind < 0.4 && corner < level->corner_count) {
        at = level->points[corner];
    } else if (kind < 0.7 && corner + 1 < level->corner_count) {
        wend_vec2 a = level->points[corner], b = level->points[corner + 1];
        at = (wend_vec2){0.5F * (a.x + b.x), 0.5F * (a.y + b.y)};
    }
    *out = (search_start){at, navmesh_locate(level, (wend_location){at, 0})};
    return out->polygon != NAVMESH_NONE;
}

/* Returns the length of the path, or INFINITY if there is none. */
static double find_length(const search_ground *ground, search_start from, search_start to) {
    target goal = target_at(to.position, 0, NAVMESH_NONE);
    search_path path;
    search_outcome outcome = search_shortest(ground, from, &goal, &path);
    ck_assert_msg(outcome == SEARCH_FOUND || outcome == SEARCH_NONE, "outcome %d", (int)outcome);
    return outcome == SEARCH_FOUND ? path.length : (double)INFINITY;
}

static uint32_t check_level(const search_ground *ground, uint64_t seed, double side) {
    dice from = dice_at(seed);
    uint32_t found = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        search_start a, b;
        if (!sample_start(&from, ground->level, side, &a) ||
            !sample_start(&from, ground->level, side, &b)) {
            continue;
        }
        double there = find_length(ground, a, b), back = find_length(ground, b, a);
        found += isfinite(there) ? 1 : 0;
        ck_assert_msg(there == back || fabs(there - back) <= 1e-9 * (1.0 + there),
                      "seed %llu, radius %g: (%.9g, %.9g) to (%.9g, %.9g): %.9g there, %.9g back",
                      (unsigned long long)seed, (double)ground->level->radius, (double)a.position.x,
                      (double)a.position.y, (double)b.position.x, (double)b.position.y, there,
                      back);
    }
    return found;
}

/* Segments that lie on the line of a wall, because they start at a vertex and are parallel to an
 * axis, touch some polygons only along a line. */
static uint32_t check_ends(const search_ground *ground, uint64_t seed, double side) {
    dice from = dice_at(seed);
    uint32_t found = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        search_start start, end;
        if (!sample_start(&from, ground->level, side, &start) ||
            !sample_start(&from, ground->level, side, &end)) {
            continue;
        }
        bool across = dice_below(&from, 2) == 0;
        wend_region segment = {.shape = WEND_SHAPE_SEGMENT, .a = end.position, .b = end.position};
        float length = (float)dice_between(&from, -4.0, 4.0);
        segment.b.x += across ? length : 0.0F;
        segment.b.y += across ? 0.0F : length;
        target goal = target_of(&segment, 0, 0.0);
        search_path path;
        if (search_shortest(ground, start, &goal, &path) == SEARCH_FOUND) {
            wend_vec2 last = path.points[path.count - 1].position;
            ck_assert_msg(
                wend_region_distance(&segment, last) < 1e-4F,
                "seed %llu, radius %g: (%.9g, %.9g) is not on (%.9g, %.9g) to (%.9g, %.9g)",
                (unsigned long long)seed, (double)ground->level->radius, (double)last.x,
                (double)last.y, (double)segment.a.x, (double)segment.a.y, (double)segment.b.x,
                (double)segment.b.y);
            found++;
        }
    }
    return found;
}

/* Calls a check for the levels of random worlds. In mazes, level 0 is included; elsewhere,
 * obstacles that touch leave passages without width there. Returns the sum of the results. */
static uint32_t check_worlds(uint32_t (*check)(const search_ground *, uint64_t, double)) {
    wend_world *buffers = worlds_make(worlds_open(), NULL);
    worlds_profile(buffers, "direct");
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_navmesh_def def = wend_default_navmesh_def();
        wend_error error = {.message = ""};
        wend_map *map = NULL;
        def.space = world.space;
        def.radii = world.radii;
        def.radius_count = DISC_RADII;
        ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
        const navmesh *mesh = navmesh_of(map);
        for (uint32_t i = world.kind == DISC_MAZE ? 0 : 1; i < mesh->level_count; i++) {
            search_ground ground = {
                .view = wend_world_view(buffers), .mesh = mesh, .level = &mesh->levels[i]};
            found += check(&ground, seed, world.side);
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
    wend_world_destroy(buffers);
    return found;
}

START_TEST(paths_are_as_long_in_the_other_direction) {
    ck_assert_uint_ge(check_worlds(check_level), trials_bound(5000));
}
END_TEST

START_TEST(paths_to_segments_end_on_them) {
    ck_assert_uint_ge(check_worlds(check_ends), trials_bound(5000));
}
END_TEST

int main(void) {
    SUITE("plan/reverse", paths_are_as_long_in_the_other_direction, paths_to_segments_end_on_them);
}
