/* needs: kit */
/* Agents that plan on roadmaps in worlds: doors, obstacle classes, obstacles that stand still,
 * floors, the points of their own path, moving goals, and starts that cannot be linked. */
#include <math.h>
#include <string.h>
#include <wend/kit.h>

#include "map/roadmap/roadmap.h"
#include "support/sampled_roadmap.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_error error;

enum { MOST_LINES = 4 };

typedef struct network {
    wend_line lines[MOST_LINES];
    uint32_t count;
    const wend_obstacle_def *door; /* or NULL */
} network;

static void add_map(wend_world *world, wend_space *space, const network *net) {
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *map = NULL;
    def.space = space;
    def.lines = net->lines;
    def.line_count = net->count;
    def.doors = net->door;
    def.door_count = net->door != NULL ? 1 : 0;
    ck_assert_msg(wend_roadmap_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "roads", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

/* Creates a world on a space with a network; releases the space. */
static wend_world *make_world(wend_space *space, const network *net, const wend_setting *settings,
                              uint32_t setting_count) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    add_map(world, space, net);
    wend_profile_def profile = worlds_profile_def();
    profile.plan = (wend_choice){"roadmap", settings, setting_count};
    worlds_add_profile(world, &profile);
    wend_space_release(space);
    return world;
}

static double highest(wend_world *world, wend_agent agent) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    double most = 0.0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        most = fmax(most, (double)route->points[i].position.y);
    }
    return most;
}

/* ---- Doors, classes, obstacles --------------------------------------------------------------- */

static const wend_point middle[] = {{2, 5}, {9, 5}, {11, 5}, {18, 5}};
static const wend_point upper[] = {{2, 5}, {9, 8.4}, {11, 8.4}, {18, 5}};

/* Lines through the wide gap of the halls, at y = 4 .. 6, and through the narrow one, at y = 8 ..
 * 8.8, which has a solid of class 1 in it. */
static const network two_gaps = {{{middle, 4, 0, NULL, 0, 0}, {upper, 4, 0, NULL, 0, 0}}, 2, NULL};

START_TEST(closed_doors_and_classes_block_edges) {
    static const wend_point ends[] = {{10, 4}, {10, 6}};
    for (int known = 0; known < 2; known++) { /* the map knows the door, or does not */
        wend_obstacle_def def = wend_default_obstacle_def();
        def.points = ends;
        def.point_count = 2;
        def.closed = false;
        network net = two_gaps;
        net.door = known ? &def : NULL;
        wend_world *world = make_world(worlds_halls(), &net, NULL, 0);
        wend_obstacle door;
        ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
        wend_agent agent = worlds_agent(world, 2, 4.5, worlds_point(world, 18, 5.5));
        worlds_step(world, 1);
        ck_assert_double_lt(highest(world, agent), 6.0);
        /* The door closes, and the class blocks the other gap: there is no route. */
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
        ck_assert_uint_eq(worlds_step_counting(world, 2, WEND_EVENT_NO_ROUTE), 1);
        ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_STRANDED);
        /* The class is switched off: the route takes the narrow gap. */
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
        worlds_step(world, 2);
        ck_assert_double_gt(highest(world, agent), 8.0);
        ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(partial_routes_lead_towards_a_closed_door) {
    static const wend_point ends[] = {{10, 4}, {10, 6}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = ends;
    def.point_count = 2;
    const wend_setting partial = {"partial", {.kind = WEND_VALUE_TEXT, .text = "on"}};
    wend_world *world = make_world(worlds_halls(), &two_gaps, &partial, 1);
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, NULL, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 2, 4.5, worlds_point(world, 18, 5.5));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_PARTIAL);
    /* Both vertices at x = 9 are reachable; the one at y = 5 is nearer to the goal. */
    ck_assert_float_eq_tol(route->points[route->point_count - 1].position.x, 9.0F, 1e-3F);
    ck_assert_float_eq_tol(route->points[route->point_count - 1].position.y, 5.0F, 1e-3F);
    wend_world_destroy(world);
}
END_TEST

/* Adds a box, 2 m by 2 h m, that rests at (x, y). */
static wend_obstacle add_box(wend_world *world, double x, double y, double h) {
    const wend_point corners[] = {{-1, -h}, {1, -h}, {1, h}, {-1, h}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle out;
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = corners;
    def.point_count = 4;
    def.position = (wend_point){x, y};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, NULL), WEND_OK);
    return out;
}

/* A box stands on the line. With room beside it, the route leads around it; if it fills the gap,
 * the route takes the other gap; if that is closed too, it leads up to the box. */
START_TEST(routes_lead_around_obstacles_that_stand_still) {
    for (int i = 0; i < 3; i++) {
        wend_world *world = make_world(worlds_halls(), &two_gaps, NULL, 0);
        add_box(world, i == 0 ? 5 : 10, 5, 0.9);
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, i == 2, NULL), WEND_OK);
        worlds_step(world, 60); /* it counts as standing after its rest time */
        wend_agent agent = worlds_agent(world, 2, 4.5, worlds_point(world, 18, 5.5));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_ptr_nonnull(route);
        ck_assert_uint_ne(route->gives & WEND_ROUTE_STANDING, 0);
        ck_assert_int_eq(route->status,
                         i == 2 ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND);
        ck_assert(i != 1 || highest(world, agent) > 8.0);
        ck_assert(i != 0 || highest(world, agent) < 8.0);
        ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), i < 2 ? 1 : 0);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Layers, paths, goals -------------------------------------------------------------------- */

static const wend_point stair[] = {{2, 5}, {10, 5}, {14, 5}, {18, 5}};

START_TEST(agents_change_floors_and_pass_the_points_of_their_path) {
    const network net = {{{stair, 4, 0, NULL, 0, 0}}, 1, NULL};
    wend_world *world = make_world(worlds_floors(), &net, NULL, 0);
    wend_point via = {4, 2}, top = {17, 7};
    wend_path path;
    ck_assert_int_eq(wend_world_add_path(world, &via, NULL, 1, &path, NULL), WEND_OK);
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &top;
    goal.point_count = 1;
    goal.layer = 2;
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 6};
    def.goal = worlds_add_goal(world, &goal);
    def.path = path;
    wend_agent agent = worlds_add(world, &def);
    double nearest = INFINITY; /* m: how near the agent comes to the point of its path */
    uint32_t arrivals = 0;
    for (int i = 0; i < 600 && arrivals == 0; i++) {
        arrivals = worlds_step_counting(world, 1, WEND_EVENT_ARRIVED);
        wend_point at = worlds_state(world, agent).position;
        nearest = fmin(nearest, hypot(at.x - via.x, at.y - via.y));
    }
    ck_assert_uint_eq(arrivals, 1);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    ck_assert_double_lt(nearest, 0.6);
    wend_world_destroy(world);
}
END_TEST

/* On the stair there is no vertex; those at its ends belong to the floors. */
START_TEST(starts_on_a_layer_without_vertices_are_linked_through_links) {
    static const wend_point low[] = {{2, 5}, {9, 5}}, high[] = {{15, 5}, {18, 5}};
    const network net = {{{low, 2, 0, NULL, 0, 0}, {high, 2, 2, NULL, 0, 0}}, 2, NULL};
    wend_world *world = make_world(worlds_floors(), &net, NULL, 0);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){12, 5};
    def.layer = 1;
    def.goal = worlds_point(world, 3, 6);
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 1);
    ck_assert_ptr_nonnull(worlds_route(world, agent));
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 0);
    wend_world_destroy(world);
}
END_TEST

/* The goal moves through the gap to the other hall; the agent follows it. */
START_TEST(agents_follow_a_moving_goal) {
    wend_world *world = make_world(worlds_halls(), &two_gaps, NULL, 0);
    wend_goal goal = worlds_disc(world, 2, 8, 0.5);
    worlds_agent(world, 6, 2, goal);
    worlds_step(world, 1);
    for (int i = 0; i < 30; i++) {
        ck_assert_int_eq(
            worlds_shift_goal(world, goal, (wend_point){0.5, -0.1}, (wend_point){0, 0}), WEND_OK);
        worlds_step(world, 1);
    }
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* A goal in plain sight that is nearer than the network is walked to directly. */
START_TEST(near_goals_are_walked_to_directly) {
    wend_world *world = make_world(worlds_halls(), &two_gaps, NULL, 0);
    wend_agent agent = worlds_agent(world, 5, 0.5, worlds_point(world, 6, 0.5));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_uint_eq(route->point_count, 0);
    ck_assert_float_eq_tol(route->cost, 1.0F, 1e-5F);
    wend_world_destroy(world);
}
END_TEST

/* A visibility graph of a room without corners has no nodes: an agent that sees its goal goes
 * straight to it. */
START_TEST(goals_in_sight_are_walked_to_without_any_node) {
    wend_roadmap_def def = wend_default_roadmap_def();
    const double radius = 0.25;
    wend_map *map = NULL;
    def.space = worlds_room(20, 20);
    def.source = WEND_ROADMAP_VISIBILITY;
    def.radii = &radius;
    def.radius_count = 1;
    ck_assert_msg(wend_roadmap_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(roadmap_of(map)->vertex_count, 0);
    wend_world *world = worlds_make(def.space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "roads", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.plan = (wend_choice){"roadmap", NULL, 0};
    worlds_add_profile(world, &profile);
    worlds_agent(world, 2, 2, worlds_point(world, 17, 15));
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* The nearest node is at the far end of a hairpin, of which the second leg comes nearer to the
 * start than that node. In the other direction, the node nearest to the goal is that one. */
START_TEST(routes_use_the_leg_of_a_hairpin_that_comes_nearest) {
    static const wend_point hairpin[] = {{4, 8}, {0.8, 8}, {8, 6}};
    static const wend_point ends[] = {{4.5, 7.2}, {8, 5}};
    const network net = {{{hairpin, 3, 0, NULL, 0, 0}}, 1, NULL};
    for (int i = 0; i < 2; i++) {
        wend_world *world = make_world(worlds_halls(), &net, NULL, 0);
        const wend_point *to = &ends[1 - i];
        wend_agent agent =
            worlds_agent(world, ends[i].x, ends[i].y, worlds_point(world, to->x, to->y));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_ptr_nonnull(route);
        /* to the hairpin, 3.5 m along it, and 1 m to its end */
        ck_assert_msg(route->cost < 5.0F, "%g m", (double)route->cost);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Failure --------------------------------------------------------------------------------- */

/* The network is only in the left hall, and its nodes cannot be seen from the right hall. */
START_TEST(reports_no_route_if_nothing_can_be_linked) {
    static const wend_point left[] = {{2, 1}, {2, 9}};
    const network net = {{{left, 2, 0, NULL, 0, 0}}, 1, NULL};
    wend_world *world = make_world(worlds_halls(), &net, NULL, 0);
    wend_agent agents[] = {worlds_agent(world, 12, 9.5, worlds_point(world, 3, 0.5)),
                           worlds_agent(world, 3, 0.5, worlds_point(world, 12, 9.5))};
    ck_assert_uint_eq(worlds_step_counting(world, 1, WEND_EVENT_NO_ROUTE), 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_null(worlds_route(world, agents[i]));
        ck_assert_int_eq(worlds_state(world, agents[i]).activity, WEND_ACTIVITY_STRANDED);
    }
    wend_world_destroy(world);
}
END_TEST

/* Agents that are too large for the narrow gap take the wide one, and those that are too large for
 * both have no route. */
START_TEST(only_links_that_are_wide_enough_are_used) {
    static const double radii[] = {0.3, 0.45, 1.1};
    const network net = {{{upper, 4, 0, NULL, 0, 0}}, 1, NULL};
    for (int i = 0; i < 3; i++) {
        wend_world *world = make_world(worlds_halls(), i == 1 ? &two_gaps : &net, NULL, 0);
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){3, 5};
        def.goal = worlds_point(world, 17, 5);
        def.radius = (float)radii[i];
        wend_agent agent = worlds_add(world, &def);
        worlds_step(world, 1);
        ck_assert((worlds_route(world, agent) == NULL) == (i == 2));
        ck_assert(i != 0 || highest(world, agent) > 8.0);
        ck_assert(i != 1 || highest(world, agent) < 6.0);
        wend_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("plan/roadmap_worlds", closed_doors_and_classes_block_edges,
          partial_routes_lead_towards_a_closed_door, routes_lead_around_obstacles_that_stand_still,
          agents_change_floors_and_pass_the_points_of_their_path,
          starts_on_a_layer_without_vertices_are_linked_through_links, agents_follow_a_moving_goal,
          near_goals_are_walked_to_directly, goals_in_sight_are_walked_to_without_any_node,
          routes_use_the_leg_of_a_hairpin_that_comes_nearest,
          reports_no_route_if_nothing_can_be_linked, only_links_that_are_wide_enough_are_used);
}
