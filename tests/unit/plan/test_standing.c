/* needs: kit */
/* Moving obstacles that stand still, in halls joined by two passages. The halls are rotated, and
 * the passages sized, at random. Agents take the free passage, and take the short one again when
 * the obstacle has left. The expected passage is derived only from the distances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/snapshot.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { WORLDS = 40, AGENTS = 3 };

/* Two halls, one with x below 10 and one with x above 10, and a wall between them with two
 * passages: `near`, through which the straight path leads, and `far`. The whole space is rotated by
 * `angle`. */
typedef struct halls {
    double angle, radius;
    double near, far; /* m: y at the lower end of each passage */
    double wide[2];   /* m: width of the near passage, and of the far one */
    double thick;     /* m: thickness of the wall */
    wend_world *world;
    wend_obstacle cart;
    wend_agent agents[AGENTS];
    uint64_t seed;
} halls;

static wend_point turned(const halls *h, double x, double y) {
    return (wend_point){x * cos(h->angle) - y * sin(h->angle),
                        x * sin(h->angle) + y * cos(h->angle)};
}

static void box(const halls *h, double left, double low, double right, double high,
                wend_point out[4]) {
    out[0] = turned(h, left, low);
    out[1] = turned(h, right, low);
    out[2] = turned(h, right, high);
    out[3] = turned(h, left, high);
}

static wend_space *make_space(const halls *h) {
    wend_point outer[4], pieces[3][4];
    double left = 10.0 - h->thick / 2.0, right = 10.0 + h->thick / 2.0;
    box(h, 0.0, 0.0, 20.0, 12.0, outer);
    box(h, left, 0.02, right, h->near, pieces[0]);
    box(h, left, h->near + h->wide[0], right, h->far, pieces[1]);
    box(h, left, h->far + h->wide[1], right, 11.98, pieces[2]);
    wend_solid_def solids[3];
    for (int i = 0; i < 3; i++) {
        solids[i] = (wend_solid_def){{pieces[i], 4}, 0};
    }
    wend_ring boundary = {outer, 4};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = solids, .solid_count = 3};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static wend_map *build_map(wend_space *space, const char *planner, double radius) {
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result;
    if (strcmp(planner, "navmesh") == 0) {
        wend_navmesh_def def = wend_default_navmesh_def();
        def.space = space;
        def.radii = &radius;
        def.radius_count = 1;
        result = wend_navmesh_build(&def, &map, &error);
    } else {
        wend_corridor_def def = wend_default_corridor_def();
        def.space = space;
        result = wend_corridor_build(&def, &map, &error);
    }
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

/* Adds a cart that measures `length` along the wall and 1 m across it. Initially the cart stands
 * away from both passages; move_cart moves it. */
static void add_cart(halls *h, double length) {
    wend_point points[4] = {
        {-0.5, -length / 2.0}, {0.5, -length / 2.0}, {0.5, length / 2.0}, {-0.5, length / 2.0}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = points;
    def.point_count = 4;
    def.angle = h->angle;
    def.position = turned(h, 18.0, 11.0);
    ck_assert_int_eq(wend_world_add_obstacle(h->world, &def, &h->cart, NULL), WEND_OK);
}

static void move_cart(halls *h, double x, double y) {
    ck_assert_int_eq(wend_world_set_obstacle_motion(h->world, h->cart, turned(h, x, y), h->angle,
                                                    (wend_point){0.0, 0.0}, 0.0, NULL),
                     WEND_OK);
}

static void make(halls *h, uint64_t seed, const char *planner, const char *steer, double speed) {
    dice from = {seed};
    *h = (halls){.angle = dice_between(&from, 0.0, 6.28),
                 .radius = dice_between(&from, 0.15, 0.35),
                 .near = dice_between(&from, 1.5, 3.0),
                 .thick = dice_between(&from, 0.1, 1.5),
                 .seed = seed};
    h->far = dice_between(&from, 7.5, 9.0);
    h->wide[0] = dice_between(&from, 1.0, 2.5);
    h->wide[1] = dice_between(&from, 1.0, 2.5);
    wend_space *space = make_space(h);
    wend_map *map = build_map(space, planner, h->radius);
    h->world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(h->world, "map", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(h->radius);
    profile.preferred_speed = wend_constant(speed);
    profile.plan.name = planner;
    profile.steer.name = steer;
    worlds_add_profile(h->world, &profile);
    for (int i = 0; i < AGENTS; i++) {
        wend_point goal = turned(h, dice_between(&from, 15.0, 18.0), h->near + 0.8 * i);
        wend_point at = turned(h, dice_between(&from, 2.0, 6.0), h->near + 0.8 * i);
        h->agents[i] = worlds_agent(h->world, at.x, at.y, worlds_point(h->world, goal.x, goal.y));
    }
}

/* Returns the y, in the unrotated coordinates of the halls, at which a route crosses the middle of
 * the wall. */
static double crossing(const halls *h, wend_agent agent) {
    const wend_route *route = worlds_route(h->world, agent);
    ck_assert_msg(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND, "seed %llu: no route",
                  (unsigned long long)h->seed);
    const wend_view *view = wend_world_view(h->world);
    wend_point before = {0.0, 0.0};
    wend_agent_state state = worlds_state(h->world, agent);
    double cosine = cos(h->angle), sine = sin(h->angle);
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_point p = i == 0 ? state.position
                              : wend_space_from_local(view->space, route->points[i - 1].position);
        wend_point q = {p.x * cosine + p.y * sine, p.y * cosine - p.x * sine};
        if (i > 0 && before.x < 10.0 && q.x >= 10.0) {
            return before.y + (q.y - before.y) * (10.0 - before.x) / (q.x - before.x);
        }
        before = q;
    }
    return before.y; /* from its last point, the route leads straight to the goal */
}

static void expect_passage(const halls *h, bool far, const char *when) {
    for (int i = 0; i < AGENTS; i++) {
        double y = crossing(h, h->agents[i]);
        ck_assert_msg((y > (h->near + h->far) / 2.0) == far,
                      "seed %llu, agent %d, %s: crosses at %g m, passages at %g and %g",
                      (unsigned long long)h->seed, i, when, y, h->near, h->far);
    }
}

static void check_both(const char *planner) {
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        halls h;
        make(&h, seed, planner, "orca", 0.0);
        add_cart(&h, h.wide[0] - 2.0 * h.radius + 0.3); /* the cart leaves no gap */
        double middle = h.near + h.wide[0] / 2.0;
        worlds_step(h.world, 2);
        expect_passage(&h, false, "without it");
        move_cart(&h, 10.0, middle);
        worlds_step(h.world, 25); /* 25 steps are 2.5 s */
        expect_passage(&h, false, "before it has stood for 3 s");
        worlds_step(h.world, 10);
        expect_passage(&h, true, "while it stands there");
        for (int i = 0; i < 20;
             i++) { /* a cart teleported to the same position repeatedly counts as standing still */
            move_cart(&h, 10.0, middle);
            worlds_step(h.world, 1);
        }
        expect_passage(&h, true, "while it is put there again");
        wend_world *copy = worlds_reload(h.world, NULL);
        const wend_map *map = wend_view_map(wend_world_view(h.world), 0, NULL);
        uint64_t content = wend_map_get_info(map).hash;
        ck_assert_int_eq(wend_world_restore_map(copy, "map", content, map, NULL), WEND_OK);
        worlds_step(copy, 1);
        worlds_step(h.world, 1);
        ck_assert_msg(wend_world_hash(copy) == wend_world_hash(h.world), "a snapshot forgets");
        wend_world_destroy(copy);
        move_cart(&h, 18.0, 11.0);
        worlds_step(h.world, 2);
        expect_passage(&h, false, "after it has left");
        wend_world_destroy(h.world);
    }
}

START_TEST(navmesh_avoids_standing_obstacles) {
    check_both("navmesh");
}
END_TEST

START_TEST(corridor_avoids_standing_obstacles) {
    check_both("corridor");
}
END_TEST

/* Checks that agents use a gap 2.3 radii wide, which the cart leaves on one side of the near
 * passage. */
static void check_gap(const char *planner) {
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        halls h;
        make(&h, seed, planner, "orca", 0.0);
        double gap = 2.3 * h.radius, length = h.wide[0] - gap;
        bool high = seed % 2;
        add_cart(&h, length);
        move_cart(&h, 10.0, high ? h.near + length / 2.0 : h.near + h.wide[0] - length / 2.0);
        worlds_step(h.world, 50);
        expect_passage(&h, false, "with a gap beside it");
        wend_world_destroy(h.world);
    }
}

START_TEST(uses_gap_that_is_wide_enough) {
    check_gap("navmesh");
    check_gap("corridor");
}
END_TEST

/* Checks, at points all along a route in the open, that the route stays at least one radius away
 * from the cart. */
static void check_distance(const char *planner) {
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        halls h;
        make(&h, seed, planner, "orca", 0.0);
        dice from = {seed + 50};
        add_cart(&h, dice_between(&from, 1.0, 4.0));
        double x = dice_between(&from, 7.5, 9.0), y = h.near + 0.8;
        move_cart(&h, x, y);
        worlds_step(h.world, 50);
        for (int i = 0; i < AGENTS; i++) {
            const wend_route *route = worlds_route(h.world, h.agents[i]);
            const wend_view *view = wend_world_view(h.world);
            ck_assert(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND);
            wend_agent_state state = worlds_state(h.world, h.agents[i]);
            wend_vec2 at = wend_space_to_local(view->space, state.position);
            wend_wall_hit walls[8];
            uint32_t count = wend_world_get_overlay_walls(h.world, walls, NULL, 8);
            ck_assert_uint_eq(count, 4);
            for (uint32_t k = 0; k < route->point_count; k++) {
                wend_vec2 next = route->points[k].position;
                for (int n = 0; n <= 400; n++) {
                    float t = (float)n / 400.0F;
                    wend_vec2 p = {at.x + (next.x - at.x) * t, at.y + (next.y - at.y) * t};
                    for (uint32_t m = 0; m < 4; m++) {
                        double gap = plain_gap(p, p, walls[m].a, walls[m].b);
                        /* A route stays valid as long as its distance from the cart is at least
                         * 0.99 * radius - 1 mm. */
                        ck_assert_msg(gap > 0.99 * h.radius - 1.1e-3,
                                      "%s, seed %llu, agent %d: %g m from it", planner,
                                      (unsigned long long)seed, i, gap);
                    }
                }
                at = next;
            }
        }
        wend_world_destroy(h.world);
    }
}

START_TEST(routes_keep_radius_from_standing_obstacle) {
    check_distance("navmesh");
    check_distance("corridor");
}
END_TEST

/* In a hall without other walls, a cart of random size and angle stands directly in front of the
 * agent. Checks that the agent arrives within the time that a path around the cart takes. */
static void check_open(const char *planner, const char *follower) {
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        dice from = {seed + 900};
        double half = dice_between(&from, 0.2, 3.6), thick = dice_between(&from, 0.1, 1.0);
        double low = 5.0 - dice_between(&from, -0.5, 0.5),
               turned_by = dice_between(&from, 0.0, 3.0);
        sketch room;
        sketch_start(&room);
        sketch_box_boundary(&room, 0, 0.0, 0.0, 30.0, 10.0);
        wend_space *space = sketch_space(&room);
        wend_map *map = build_map(space, planner, 0.25);
        halls h = {.world = worlds_make(space, NULL), .angle = seed % 3 ? turned_by : 0.0};
        ck_assert_int_eq(wend_world_add_map(h.world, "map", map, NULL, NULL), WEND_OK);
        wend_map_release(map);
        wend_profile_def profile = worlds_profile_def();
        profile.plan.name = planner;
        profile.follow.name = follower;
        profile.steer.name = "orca";
        worlds_add_profile(h.world, &profile);
        wend_point points[4] = {{-thick, -half}, {thick, -half}, {thick, half}, {-thick, half}};
        wend_obstacle_def def = wend_default_obstacle_def();
        def.kind = WEND_OBSTACLE_MOVING;
        def.points = points;
        def.point_count = 4;
        def.angle = h.angle;
        def.position = (wend_point){13.0, low};
        ck_assert_int_eq(wend_world_add_obstacle(h.world, &def, &h.cart, NULL), WEND_OK);
        worlds_agent(h.world, 2.0, 5.0, worlds_point(h.world, 28.0, 5.0));
        /* 26 m plus 8 m for the path around the cart, at 1.3 m/s, plus 3 s during which the cart
         * does not yet count as standing still. */
        for (int i = 0; i < 330 && wend_world_get_stats(h.world).arrivals == 0; i++) {
            worlds_step(h.world, 1);
        }
        ck_assert_msg(wend_world_get_stats(h.world).arrivals == 1,
                      "%s, %s, seed %llu: half height %g m, angle %g", planner, follower,
                      (unsigned long long)seed, half, h.angle);
        wend_world_destroy(h.world);
    }
}

START_TEST(every_follower_passes_standing_obstacle) {
    static const char *const followers[] = {"portal", "waypoint", "attraction", "indicative"};
    for (int i = 0; i < 4; i++) {
        if (i < 3) {
            check_open("navmesh", followers[i]);
        }
        check_open("corridor", followers[i]);
    }
}
END_TEST

/* Fifteen overlapping carts form a row across a hall, with 4 m free at each end. Checks that the
 * path leads around all of them. */
static void check_row(const char *planner) {
    sketch room;
    sketch_start(&room);
    sketch_box_boundary(&room, 0, 0.0, 0.0, 30.0, 30.0);
    wend_space *space = sketch_space(&room);
    wend_map *map = build_map(space, planner, 0.25);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "map", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = planner;
    profile.steer.name = "orca";
    worlds_add_profile(world, &profile);
    wend_point points[4] = {{-0.5, -1.0}, {0.5, -1.0}, {0.5, 1.0}, {-0.5, 1.0}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = points;
    def.point_count = 4;
    for (int i = 0; i < 15; i++) {
        wend_obstacle cart;
        def.position = (wend_point){15.0 + 0.1 * (i % 3), 5.0 + 20.0 * i / 14.0};
        ck_assert_int_eq(wend_world_add_obstacle(world, &def, &cart, NULL), WEND_OK);
    }
    worlds_agent(world, 4.0, 13.0, worlds_point(world, 26.0, 13.0));
    for (int i = 0; i < 500 && wend_world_get_stats(world).arrivals == 0; i++) {
        worlds_step(world, 1);
    }
    ck_assert_msg(wend_world_get_stats(world).arrivals == 1, "%s", planner);
    wend_world_destroy(world);
}

START_TEST(agents_walk_around_a_row_of_carts) {
    check_row("navmesh");
    check_row("corridor");
}
END_TEST

/* Checks that walking agents arrive after a cart has moved into the near passage. */
static void check_walk(const char *planner, const char *steer) {
    for (uint64_t seed = 1; seed <= trials(WORLDS / 2); seed++) {
        halls h;
        make(&h, seed, planner, steer, 1.3);
        add_cart(&h, h.wide[0] - 0.05);
        move_cart(&h, 10.0, h.near + h.wide[0] / 2.0);
        uint64_t arrived = 0;
        for (int i = 0; i < 600 && arrived < AGENTS; i++) {
            worlds_step(h.world, 1);
            arrived = wend_world_get_stats(h.world).arrivals;
        }
        ck_assert_msg(arrived == AGENTS, "%s, %s, seed %llu: %llu arrive", planner, steer,
                      (unsigned long long)seed, (unsigned long long)arrived);
        wend_world_destroy(h.world);
    }
}

START_TEST(agents_arrive_through_the_other_passage) {
    check_walk("navmesh", "orca");
    check_walk("navmesh", "hrvo");
    check_walk("corridor", "orca");
    check_walk("corridor", "hrvo");
}
END_TEST

/* If there is no other passage, agents walk up to the cart, and continue when it has left. */
START_TEST(agents_wait_where_there_is_no_other_passage) {
    static const char *const planners[] = {"navmesh", "corridor"};
    for (int k = 0; k < 2; k++) {
        halls h;
        make(&h, 5, planners[k], "orca", 1.3);
        add_cart(&h, 11.5); /* in front of both passages */
        move_cart(&h, 9.0, 6.0);
        worlds_step(h.world, 150);
        ck_assert_uint_eq(wend_world_get_stats(h.world).arrivals, 0);
        move_cart(&h, 40.0, 40.0);
        worlds_step(h.world, 250);
        ck_assert_uint_eq(wend_world_get_stats(h.world).arrivals, AGENTS);
        wend_world_destroy(h.world);
    }
}
END_TEST

int main(void) {
    SUITE("plan/standing", navmesh_avoids_standing_obstacles, corridor_avoids_standing_obstacles,
          uses_gap_that_is_wide_enough, routes_keep_radius_from_standing_obstacle,
          every_follower_passes_standing_obstacle, agents_walk_around_a_row_of_carts,
          agents_arrive_through_the_other_passage, agents_wait_where_there_is_no_other_passage);
}
