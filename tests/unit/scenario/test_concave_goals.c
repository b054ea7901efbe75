/* Concave goals among walls: the planner `navmesh` routes agents to the part of the goal that they
 * reach by the shortest path, and followers walk there. The oracle plans a path to each of many
 * points of the goal. */
#include "support/worlds.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/random.h>

enum { LAYOUTS = 4, STARTS = 25, POINTS = 1000, TEXT = 2048 };

/* A polygonal goal and obstacles in a room that measures 20 m by 20 m. */
static const struct {
    double goal[12][2];
    int corners;
    const char *obstacles;
} layouts[LAYOUTS] = {
    /* A U shape, with walls that extend outwards from its arms and one along its base. */
    {{{4, 4}, {16, 4}, {16, 16}, {14, 16}, {14, 6}, {6, 6}, {6, 16}, {4, 16}},
     8,
     "[[[0, 9], [3, 9], [3, 11], [0, 11]], [[17, 9], [20, 9], [20, 11], [17, 11]],"
     " [[5, 1], [15, 1], [15, 3], [5, 3]]]"},
    /* The same U shape, divided in two by a wall. */
    {{{4, 4}, {16, 4}, {16, 16}, {14, 16}, {14, 6}, {6, 6}, {6, 16}, {4, 16}},
     8,
     "[[[9, 0], [11, 0], [11, 14], [9, 14]]]"},
    /* An L shape around a block, with its largest part behind the block. */
    {{{3, 15}, {15, 15}, {15, 3}, {18, 3}, {18, 18}, {3, 18}},
     6,
     "[[[6, 6], [14, 6], [14, 14], [6, 14]], [[0, 12], [2, 12], [2, 14], [0, 14]]]"},
    /* A star with a wall in its middle. */
    {{{10, 2}, {11.5, 8.5}, {18, 10}, {11.5, 11.5}, {10, 18}, {8.5, 11.5}, {2, 10}, {8.5, 8.5}},
     8,
     "[[[8, 8], [12, 8], [12, 12], [8, 12]], [[13, 4], [19, 4], [19, 7], [13, 7]]]"},
};

static wend_world *make_world(int layout, const char *follow) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "plan: navmesh\nfollow: %s\nsteer: {name: orca, neighbours: 0}\nallow_overlap: true\n"
             "maps: {mesh: {kind: navmesh, radii: [0.25]}}\n"
             "space: {walkable: [[0, 0], [20, 0], [20, 20], [0, 20]], obstacles: %s}\n",
             follow, layouts[layout].obstacles);
    wend_scenario *scenario = lab_load(text);
    wend_world *world = lab_world(scenario);
    wend_scenario_destroy(scenario);
    return world;
}

static wend_goal add_goal(wend_world *world, int layout, wend_arrive arrive) {
    wend_point points[12];
    for (int i = 0; i < layouts[layout].corners; i++) {
        points[i] = (wend_point){layouts[layout].goal[i][0], layouts[layout].goal[i][1]};
    }
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = points;
    def.point_count = (uint32_t)layouts[layout].corners;
    def.arrive = arrive;
    return worlds_add_goal(world, &def);
}

static bool is_free(const wend_world *world, wend_point p) {
    const wend_space *space = wend_world_space(world);
    wend_location location = {wend_space_to_local(space, p), 0};
    return wend_space_is_walkable(space, location, 1) &&
           wend_space_clearance(space, location, 1.0F, 1) > 0.31F;
}

/* Samples a point that is clear of walls. */
static wend_point draw_start(const wend_world *world, uint64_t seed) {
    for (uint64_t i = 0;; i++) {
        wend_point p = {20 * wend_random_uniform(seed, i, 0, 0),
                        20 * wend_random_uniform(seed, i, 0, 1)};
        if (is_free(world, p)) {
            return p;
        }
    }
}

/* ---- The route ------------------------------------------------------------------------------- */

/* Adds point goals on the outline of the goal, 0.1 m apart, where the outline is clear of walls. */
static uint32_t add_points(wend_world *world, int layout, wend_goal *out, uint32_t room) {
    uint32_t count = 0;
    for (int i = 0; i < layouts[layout].corners; i++) {
        const double *a = layouts[layout].goal[i];
        const double *b = layouts[layout].goal[(i + 1) % layouts[layout].corners];
        int pieces = (int)ceil(hypot(b[0] - a[0], b[1] - a[1]) / 0.1);
        for (int k = 0; k < pieces; k++) {
            double t = (double)k / pieces;
            wend_point p = {a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t};
            if (is_free(world, p)) {
                ck_assert_uint_lt(count, room);
                out[count++] = worlds_point(world, p.x, p.y);
            }
        }
    }
    return count;
}

/* Returns the length (m) of the shortest path from a point to any of the goal points. */
static double oracle(wend_world *world, wend_point at, const wend_goal *points, uint32_t count) {
    wend_agent agents[POINTS];
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = worlds_agent(world, at.x, at.y, points[i]);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < count; i++) {
        const wend_route *route = worlds_route(world, agents[i]);
        if (route->status == WEND_ROUTE_STATUS_FOUND) {
            least = fmin(least, (double)route->cost);
        }
        ck_assert_int_eq(wend_world_remove_agent(world, agents[i], NULL), WEND_OK);
    }
    return least;
}

static bool is_inside(int layout, wend_point p) {
    bool inside = false;
    for (int i = 0, k = layouts[layout].corners - 1; i < layouts[layout].corners; k = i++) {
        const double *a = layouts[layout].goal[i], *b = layouts[layout].goal[k];
        if ((a[1] > p.y) != (b[1] > p.y) &&
            p.x < (b[0] - a[0]) * (p.y - a[1]) / (b[1] - a[1]) + a[0]) {
            inside = !inside;
        }
    }
    return inside;
}

START_TEST(route_leads_to_the_part_with_the_shortest_path) {
    uint32_t others = 0;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        wend_world *world = make_world(layout, "portal");
        wend_goal goal = add_goal(world, layout, WEND_ARRIVE_TOUCH), points[POINTS];
        uint32_t count = add_points(world, layout, points, POINTS);
        const wend_region *parts;
        ck_assert_uint_gt(wend_view_goal_parts(wend_world_view(world), 0, &parts), 1);
        for (uint64_t i = 0; i < STARTS; i++) {
            wend_point at = draw_start(world, 100 * (uint64_t)layout + i);
            double far = is_inside(layout, at) ? 0.0 : oracle(world, at, points, count);
            wend_agent agent = worlds_agent(world, at.x, at.y, goal);
            worlds_step(world, 1);
            const wend_route *route = worlds_route(world, agent);
            ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
            ck_assert_msg(fabs((double)route->cost - far) < 0.11,
                          "layout %d, from (%g, %g): %g m, not %g", layout, at.x, at.y,
                          (double)route->cost, far);
            wend_vec2 end = far > 0.0 ? route->points[route->point_count - 1].position
                                      : (wend_vec2){(float)at.x, (float)at.y};
            others += wend_region_distance(&parts[0], end) > 0.2F;
            ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_gt(others, LAYOUTS * STARTS / 4);
}
END_TEST

/* ---- Walking the route ----------------------------------------------------------------------- */

/* A single agent walks at 1.3 m/s, slightly slower around corners. Depending on `aim`, it heads
 * either for the preferred point of the goal's part, which it need not reach if it arrives earlier,
 * or straight for that part. */
START_TEST(agents_arrive_by_shortest_route) {
    static const char *const follows[] = {
        "{name: portal, aim: preferred_point}", "{name: portal, aim: nearest}",
        "{name: waypoint, aim: preferred_point}", "{name: waypoint, aim: nearest}"};
    for (int i = 0; i < LAYOUTS * 8; i++) {
        int layout = i / 8;
        wend_world *world = make_world(layout, follows[i % 4]);
        wend_goal goal =
            add_goal(world, layout, i / 4 % 2 ? WEND_ARRIVE_INSIDE : WEND_ARRIVE_TOUCH);
        wend_agent agents[STARTS];
        double lengths[STARTS], times[STARTS];
        for (uint64_t k = 0; k < STARTS; k++) {
            wend_point at = draw_start(world, 100 * (uint64_t)layout + k);
            agents[k] = worlds_agent(world, at.x, at.y, goal);
            times[k] = INFINITY;
        }
        for (int step = 0; step < 400; step++) {
            worlds_step(world, 1);
            for (int k = 0; k < STARTS; k++) {
                bool there = worlds_state(world, agents[k]).activity == WEND_ACTIVITY_ARRIVED;
                lengths[k] = step == 0 ? (double)worlds_route(world, agents[k])->cost : lengths[k];
                times[k] = there ? fmin(times[k], wend_world_time(world)) : times[k];
            }
        }
        for (int k = 0; k < STARTS; k++) {
            ck_assert_msg(times[k] < lengths[k] / 1.3 + (i % 2 ? 1.0 : 3.0),
                          "layout %d, %s, %d: %g s for %g m", layout, follows[i % 4], k, times[k],
                          lengths[k]);
        }
        wend_world_destroy(world);
    }
}
END_TEST

LAB_MAIN("scenario/concave_goals", route_leads_to_the_part_with_the_shortest_path,
         agents_arrive_by_shortest_route)
