/* Paths past corner fans. Paths through a gap with millimetres to spare are compared with a length
 * computed by hand. On random worlds, paths to points and regions are compared with paths on the
 * same mesh without corner fans, which the search crosses polygon by polygon. */
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

#include "map/navmesh/navmesh.h"
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { QUERIES = 60, MOST_DRAWS = 400 };

static wend_map *build(wend_space *space, const double *radii, uint32_t count, uint32_t arcs) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = radii;
    def.radius_count = count;
    def.arc_pieces = arcs;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static wend_profile add_walker_profile(wend_world *world, double radius) {
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    profile.plan.name = "navmesh";
    return worlds_add_profile(world, &profile);
}

/* ---- A gap ----------------------------------------------------------------------------------- */

/* Makes two blocks in a hall. The short path between them leads past a slanted wall, from (5, 6) to
 * (6, 7). The opposite corner, (6, 6), is 0.7071 m away from this wall. */
static wend_space *gap_space(void) {
    sketch *s = malloc(sizeof *s);
    sketch_start(s);
    sketch_box_boundary(s, 0, 0, 0, 12, 12);
    double askew[] = {1, 6, 5, 6, 6, 7, 6, 11, 1, 11};
    sketch_solid(s, 0, 0, askew, 5);
    sketch_box(s, 0, 0, 6, 1, 11, 6);
    wend_space *space = sketch_space(s);
    free(s);
    return space;
}

/* Returns the length of a tangent from a point to a circle. `angle` receives the angle between the
 * tangent point and `from`, seen from the centre. */
static double tangent(wend_point from, wend_point centre, double radius, double *angle) {
    double apart = hypot(from.x - centre.x, from.y - centre.y);
    *angle = acos(radius / apart);
    return sqrt(apart * apart - radius * radius);
}

/* Computes the path around (6, 7) and (5, 6), which runs along the wall between these corners.
 * Returns the total length of its straight parts, and stores the total angle by which it turns. */
static double slanted_path_length(wend_point above, wend_point below, double radius,
                                  double *turning) {
    wend_point first = {6, 7}, last = {5, 6};
    double in, out;
    double straight =
        tangent(above, first, radius, &in) + sqrt(2.0) + tangent(below, last, radius, &out);
    *turning = atan2(above.y - first.y, above.x - first.x) - in -
               atan2(below.y - last.y, below.x - last.x) - out;
    return straight;
}

/* No corner fan fits at the opposite corner. Paths from above and from below therefore leave each
 * of the vertex chains around (6, 7) and (5, 6) at its last vertex, through polygons that all have
 * a corner at that vertex. */
START_TEST(path_through_a_narrow_gap_has_expected_length) {
    const double radius = 0.35,
                 arc_error = 0.25e-3; /* m; the arc error is the one documented in wend/kit.h */
    const wend_point ends[2] = {{7, 9.5}, {2.5, 4.5}};
    wend_world *world = worlds_make(gap_space(), NULL);
    wend_map *map = build(wend_world_space(world), &radius, 1, 0);
    ck_assert_uint_eq(navmesh_of(map)->levels[1].fan_count,
                      8); /* one of the nine corners has no fan */
    ck_assert_int_eq(wend_world_add_map(world, "mesh", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_profile profile = add_walker_profile(world, radius);
    double turning, straight = slanted_path_length(ends[0], ends[1], radius, &turning);
    ck_assert_double_gt(turning, 0.5);
    wend_agent agents[2];
    for (uint32_t i = 0; i < 2; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = ends[i];
        def.profile = profile;
        def.goal = worlds_point(world, ends[1 - i].x, ends[1 - i].y);
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < 2; i++) {
        const wend_route *route = worlds_route(world, agents[i]);
        ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
        double least = straight + radius * turning;
        ck_assert_double_ge((double)route->cost, least - 2e-5);
        ck_assert_double_le((double)route->cost, least + arc_error * turning + 2e-5);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Random worlds --------------------------------------------------------------------------- */

/* Removes the corner fans from a mesh. */
static void remove_corner_fans(wend_map *map) {
    for (uint32_t i = 0; i < navmesh_of(map)->level_count; i++) {
        navmesh_level *level = &navmesh_of(map)->levels[i];
        for (uint32_t k = 0; k < level->polygon_count; k++) {
            level->fan_of[k] = NAVMESH_NONE;
        }
    }
}

static bool sample_point(const disc_world *sampled, const navmesh_level *level, dice *from,
                         wend_point *out) {
    wend_point origin = wend_space_origin(sampled->space);
    for (uint32_t i = 0; i < MOST_DRAWS; i++) {
        *out = (wend_point){dice_between(from, 0.0, sampled->side),
                            dice_between(from, 0.0, sampled->side)};
        wend_vec2 at = {(float)(out->x - origin.x), (float)(out->y - origin.y)};
        if (navmesh_locate(level, (wend_location){at, 0}) != NAVMESH_NONE) {
            return true;
        }
    }
    return false;
}

/* Adds a goal. Depending on `number`, it is a point, a small disc or a large disc. */
static wend_goal goal_at(wend_world *world, wend_point at, uint32_t number) {
    return number % 3 == 0 ? worlds_point(world, at.x, at.y)
                           : worlds_disc(world, at.x, at.y, number % 3 == 1 ? 0.3 : 1.0);
}

typedef struct crowd {
    wend_world *world;
    wend_agent agents[DISC_RADII * QUERIES];
    uint32_t count;
} crowd;

/* Plans paths with or without corner fans. The same seed gives the same positions. */
static crowd plan(const disc_world *sampled, uint64_t seed, uint32_t arcs, bool corner_fans) {
    wend_space_retain(sampled->space);
    crowd c = {.world = worlds_make(sampled->space, NULL)};
    wend_map *map = build(sampled->space, sampled->radii, DISC_RADII, arcs);
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        wend_profile profile = add_walker_profile(c.world, sampled->radii[i]);
        dice from = {seed * DISC_RADII + i};
        wend_point start, end;
        for (uint32_t k = 0;
             k < QUERIES && sample_point(sampled, &navmesh_of(map)->levels[i + 1], &from, &start) &&
             sample_point(sampled, &navmesh_of(map)->levels[i + 1], &from, &end);
             k++) {
            wend_agent_def def = wend_default_agent_def();
            def.position = start;
            def.profile = profile;
            def.goal = goal_at(c.world, end, k);
            c.agents[c.count++] = worlds_add(c.world, &def);
        }
    }
    if (!corner_fans) {
        remove_corner_fans(map);
    }
    ck_assert_int_eq(wend_world_add_map(c.world, "mesh", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    worlds_step(c.world, 1);
    return c;
}

static double cost_of(const crowd *c, uint32_t i) {
    const wend_route *route = worlds_route(c->world, c->agents[i]);
    return route != NULL && route->status == WEND_ROUTE_STATUS_FOUND ? (double)route->cost
                                                                     : (double)INFINITY;
}

/* Compares the lengths of paths with and without corner fans, which may differ only by rounding to
 * single precision. Returns the number of paths found. */
static uint32_t compare(uint64_t seed, uint32_t arcs) {
    disc_world sampled;
    disc_world_make(&sampled, seed);
    crowd with = plan(&sampled, seed, arcs, true), without = plan(&sampled, seed, arcs, false);
    uint32_t found = 0;
    ck_assert_uint_eq(with.count, without.count);
    for (uint32_t i = 0; i < with.count; i++) {
        double ours = cost_of(&with, i), theirs = cost_of(&without, i);
        ck_assert_msg(isinf(ours) ? isinf(theirs) : fabs(ours - theirs) <= 5e-7 * theirs + 1e-6,
                      "seed %llu, way %u: %.9g m with kites, %.9g m without",
                      (unsigned long long)seed, i, ours, theirs);
        found += !isinf(ours);
    }
    wend_world_destroy(with.world);
    wend_world_destroy(without.world);
    disc_world_end(&sampled);
    return found;
}

START_TEST(corner_fans_do_not_change_path_lengths) {
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < 2 * DISC_KIND_COUNT; seed++) {
        found += compare(seed, seed % 4 == 0 ? 48 : 0);
    }
    ck_assert_uint_gt(found, DISC_KIND_COUNT * DISC_RADII * QUERIES);
}
END_TEST

/* In these worlds, paths leave a vertex chain at its last vertex and cross a polygon that has this
 * vertex as a corner. This occurs in gaps with millimetres to spare, and towards regions beside
 * that corner. */
START_TEST(finds_shortest_paths_that_leave_a_vertex_chain_at_its_end) {
    static const uint64_t seeds[] = {19, 26, 32, 49, 50, 54, 60, 95, 99};
    for (uint32_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        ck_assert_uint_gt(compare(seeds[i], 0), 0);
    }
}
END_TEST

int main(void) {
    SUITE("build/kite_ways", path_through_a_narrow_gap_has_expected_length,
          corner_fans_do_not_change_path_lengths,
          finds_shortest_paths_that_leave_a_vertex_chain_at_its_end);
}
