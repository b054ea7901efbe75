/* The points of routes. No two consecutive points are the same: a zero-length leg has no
 * direction, and a follower needs the direction to detect that its agent has passed the point. A
 * crowd pushes agents past the points at a corner, and all of the agents continue. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* A passage of the given width with two corners, from (0, 0) to (20 + width, 20). */
static wend_space *zigzag(double w) {
    sketch s;
    const double ring[] = {0,  0,  10 + w, 0,      10 + w, 10,     20 + w, 10, 20 + w, 20,
                           20, 20, 20,     10 + w, 10,     10 + w, 10,     w,  0,      w};
    sketch_start(&s);
    sketch_boundary(&s, 0, ring, 10);
    return sketch_space(&s);
}

static wend_world *make(double w, const char *follow) {
    wend_space *space = zigzag(w);
    wend_world *world = worlds_make(space, NULL);
    wend_navmesh_def mesh = wend_default_navmesh_def();
    const double radius = 0.25;
    wend_map *map = NULL;
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    ck_assert_int_eq(wend_navmesh_build(&mesh, &map, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "mesh", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "navmesh";
    def.follow.name = follow;
    def.steer.name = "orca";
    worlds_add_profile(world, &def);
    return world;
}

static wend_goal add_exit(wend_world *world, double w) {
    wend_goal_def def = wend_default_goal_def();
    wend_point ends[2] = {{20.1, 19.5}, {19.9 + w, 19.5}};
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    return worlds_add_goal(world, &def);
}

START_TEST(consecutive_points_differ) {
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        double w = 1.0 + 2.0 * wend_random_uniform(seed, 1, 0, 1);
        wend_world *world = make(w, "waypoint");
        wend_agent agent =
            worlds_agent(world, 0.3 + 9.0 * wend_random_uniform(seed, 1, 0, 2),
                         0.3 + (w - 0.6) * wend_random_uniform(seed, 1, 0, 3), add_exit(world, w));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_ptr_nonnull(route);
        ck_assert_uint_gt(route->point_count, 2);
        for (uint32_t i = 1; i < route->point_count; i++) {
            wend_vec2 a = route->points[i - 1].position, b = route->points[i].position;
            ck_assert_msg(hypotf(b.x - a.x, b.y - a.y) >= 1e-3F, "seed %d: points %u and %u",
                          (int)seed, i - 1, i);
        }
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(crowd_passes_corners) {
    static const char *const followers[] = {"portal", "waypoint", "attraction"};
    for (uint32_t k = 0; k < 12; k++) {
        double w = 1.5 + 0.5 * (double)(k / 3);
        wend_world *world = make(w, followers[k % 3]);
        wend_goal goal = add_exit(world, w);
        for (uint32_t i = 0; i < 28; i++) {
            worlds_agent(world, 0.5 + 0.6 * (i / 2), 0.4 + 0.6 * (i % 2) + 0.01 * (i % 7), goal);
        }
        worlds_step(world, 1500);
        ck_assert_msg(wend_world_get_stats(world).arrivals == 28, "%s, %g m: %d arrivals",
                      followers[k % 3], w, (int)wend_world_get_stats(world).arrivals);
        wend_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("plan/route_points", consecutive_points_differ, crowd_passes_corners);
}
