/* needs: kit */
/* The planner `corridor` in worlds: two halls joined by a wide gap with a door and by a narrow gap,
 * a ring around a pillar, and floors; also velocity models that follow its routes. */
#include <math.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/world.h>

#include "map/corridor/corridor.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- Worlds ---------------------------------------------------------------------------------- */

static const wend_point door_ends[] = {{10, 4}, {10, 6}};

static wend_obstacle_def door_def(void) {
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = door_ends;
    door.point_count = 2;
    door.closed = false;
    return door;
}

/* Builds the corridor map of a world's space and adds it to the world; `door` may be NULL. */
static void put_map(wend_world *world, const wend_obstacle_def *door) {
    wend_corridor_def def = wend_default_corridor_def();
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    def.space = (wend_space *)wend_world_space(world);
    def.doors = door;
    def.door_count = door != NULL;
    ck_assert_msg(wend_corridor_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "axis", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

static wend_world *make_world(wend_space *space, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    def.classes = 1;
    wend_world *world = worlds_from(&def);
    put_map(world, NULL);
    return world;
}

static wend_profile add_profile(wend_world *world, double radius, const wend_setting *settings,
                                uint32_t count) {
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(radius);
    def.plan = (wend_choice){"corridor", settings, count};
    return worlds_add_profile(world, &def);
}

typedef struct hall_world {
    wend_world *world;
    wend_obstacle door;
    wend_profile small, large;
} hall_world;

/* Makes the world of two halls. The door is initially open. If `known` is true, the map contains
 * the door. */
static hall_world make_halls(uint32_t threads, bool known) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_halls();
    def.threads = threads;
    def.classes = 1;
    hall_world made = {.world = worlds_from(&def)};
    wend_obstacle_def door = door_def();
    put_map(made.world, known ? &door : NULL);
    ck_assert_int_eq(wend_world_add_obstacle(made.world, &door, &made.door, NULL), WEND_OK);
    made.small = add_profile(made.world, 0.25, NULL, 0);
    made.large = add_profile(made.world, 0.55, NULL, 0);
    return made;
}

static void set_door_closed(hall_world *w, bool closed) {
    ck_assert_int_eq(wend_world_set_obstacle_closed(w->world, w->door, closed, NULL), WEND_OK);
}

static wend_agent add_agent(wend_world *world, double x, double y, wend_profile profile,
                            wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.profile = profile;
    def.goal = goal;
    return worlds_add(world, &def);
}

static wend_setting text_setting(const char *name, const char *text) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = text}};
}

static wend_setting number_setting(const char *name, double value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

/* Returns the y at which the corridor crosses x = 10; NAN if it does not. */
static float crossing_of(const wend_route *route) {
    for (uint32_t i = 1; i < route->disc_count; i++) {
        wend_vec2 a = route->discs[i - 1].position, b = route->discs[i].position;
        if ((a.x < 10.0F) != (b.x < 10.0F)) {
            return a.y + (b.y - a.y) * (10.0F - a.x) / (b.x - a.x);
        }
    }
    return NAN;
}

static float apart(wend_vec2 a, wend_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

static wend_vec2 end_of(const wend_route *route) {
    return route->points[route->point_count - 1].position;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

START_TEST(routes_depend_on_radius) {
    hall_world w = make_halls(1, true);
    wend_goal goal = worlds_point(w.world, 12, 8.4);
    wend_agent small = add_agent(w.world, 8, 8.4, w.small, goal);
    wend_agent large = add_agent(w.world, 8, 8.4, w.large, goal);
    worlds_step(w.world, 1);
    const wend_route *narrow = worlds_route(w.world, small), *wide = worlds_route(w.world, large);
    ck_assert_int_eq(narrow->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(narrow->gives,
                      WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR);
    ck_assert_float_eq_tol(crossing_of(narrow), 8.4F, 1e-3F);
    ck_assert_float_eq_tol(crossing_of(wide), 5.0F, 1e-3F);
    ck_assert_float_eq(narrow->inset, 0.25F);
    ck_assert_uint_eq(wend_route_portal_count(narrow), narrow->portal_count);
    wend_world_destroy(w.world);
}
END_TEST

/* With strict clearance, the clearance of an edge must exceed the radius plus `clearance`. */
START_TEST(only_strict_clearance_closes_edges) {
    hall_world w = make_halls(1, true);
    wend_setting lax[] = {number_setting("clearance", 0.3)};
    wend_setting strict[] = {number_setting("clearance", 0.3),
                             text_setting("strict_clearance", "on")};
    wend_profile first = add_profile(w.world, 0.25, lax, 1);
    wend_profile second = add_profile(w.world, 0.25, strict, 2);
    wend_goal goal = worlds_point(w.world, 12, 8.4);
    wend_agent one = add_agent(w.world, 8, 8.4, first, goal);
    wend_agent two = add_agent(w.world, 8, 8.4, second, goal);
    worlds_step(w.world, 1);
    ck_assert_float_eq_tol(crossing_of(worlds_route(w.world, one)), 8.4F, 1e-3F);
    ck_assert_float_eq_tol(crossing_of(worlds_route(w.world, two)), 5.0F, 1e-3F);
    ck_assert_float_eq_tol(worlds_route(w.world, one)->inset, 0.55F, 1e-6F);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(samples_are_evenly_spaced_and_end_at_the_goal) {
    hall_world w = make_halls(1, true);
    static const double spacings[] = {0.25, 1.0, 3.0};
    for (int i = 0; i < 3; i++) {
        wend_setting spacing = number_setting("spacing", spacings[i]);
        wend_profile profile = add_profile(w.world, 0.25, &spacing, 1);
        wend_agent agent = add_agent(w.world, 2, 5, profile, worlds_point(w.world, 18, 5));
        worlds_step(w.world, 1);
        const wend_route *route = worlds_route(w.world, agent);
        float far = 0.0F;
        for (uint32_t k = 1; k < route->point_count; k++) {
            far = fmaxf(far, apart(route->points[k - 1].position, route->points[k].position));
        }
        ck_assert_float_le(far, (float)spacings[i] + 1e-4F);
        ck_assert_float_gt(far, 0.8F * (float)spacings[i]);
        const wend_corridor_disc *last = &route->discs[route->disc_count - 1];
        ck_assert_float_eq_tol(apart(end_of(route), last->position), 0.0F, 1e-5F);
        ck_assert_float_eq_tol(end_of(route).y, 5.0F, 1e-3F);
    }
    wend_world_destroy(w.world);
}
END_TEST

/* A ring around a pillar: the axis is a cycle without corners. */
static wend_space *ring_space(void) {
    static const wend_point room[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}};
    static const wend_point pillar[] = {{3, 3}, {9, 3}, {9, 9}, {3, 9}};
    wend_ring boundary = {room, 4};
    wend_solid_def solid = {{pillar, 4}, 0};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

/* If start and goal are on the same edge, the route leads straight along it; if a door between them
 * is closed, it leads all the way around the pillar. */
START_TEST(route_stays_on_shared_edge_until_door_closes) {
    wend_world_def def = wend_default_world_def();
    def.space = ring_space();
    wend_world *world = worlds_from(&def);
    const wend_point ends[] = {{6, 0}, {6, 3}};
    wend_obstacle_def door = door_def();
    door.points = ends;
    wend_obstacle obstacle;
    put_map(world, &door);
    ck_assert_int_eq(wend_world_add_obstacle(world, &door, &obstacle, NULL), WEND_OK);
    wend_profile profile = add_profile(world, 0.3, NULL, 0);
    wend_goal goal = worlds_point(world, 7, 1.5);
    wend_agent agent = add_agent(world, 5, 1.5, profile, goal);
    worlds_step(world, 1);
    ck_assert_float_eq_tol(worlds_route(world, agent)->cost, 2.0F, 1e-3F);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, obstacle, true, NULL), WEND_OK);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_float_gt(route->cost, 28.0F);
    ck_assert_float_lt(route->cost, 36.0F);
    bool passes_top = false;
    for (uint32_t i = 0; i < route->disc_count; i++) {
        passes_top |= route->discs[i].position.y > 10.0F;
    }
    ck_assert(passes_top);
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* If start and goal lie in one disc beside the axis, there may be no portal between them, although
 * the axis has breakpoints there. In that case, the chords of the discs must not be reported as
 * portals. */
START_TEST(route_to_a_nearby_goal_may_have_no_portals) {
    hall_world w = make_halls(1, true);
    wend_agent agents[81];
    uint32_t none = 0;
    for (int i = 0; i < 81; i++) {
        double x = 1 + i % 9 * 0.9, y = 1 + i / 9 * 0.9;
        agents[i] = add_agent(w.world, x, y, w.small, worlds_point(w.world, x + 0.3, y + 0.5));
    }
    worlds_step(w.world, 1);
    for (int i = 0; i < 81; i++) {
        const wend_route *route = worlds_route(w.world, agents[i]);
        none += route->disc_count > 2 && route->portal_count == 0;
        ck_assert_uint_eq(wend_route_portal_count(route), route->portal_count);
    }
    ck_assert_uint_ge(none, 3);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(agent_at_its_goal_gets_a_corridor) {
    hall_world w = make_halls(1, true);
    wend_agent agent = add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 5, 5.0001));
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_ge(route->disc_count, 2);
    ck_assert_uint_ge(route->point_count, 1);
    wend_world_destroy(w.world);
}
END_TEST

/* ---- Doors and classes ----------------------------------------------------------------------- */

/* Checks that closing the door gives a new route to agents whose route uses the door, and that
 * other agents keep their routes. If `known` is true, the map contains the door. */
static void check_door(bool known) {
    hall_world w = make_halls(1, known);
    wend_agent user = add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 15, 5));
    wend_agent other = add_agent(w.world, 8, 8.4, w.small, worlds_point(w.world, 12, 8.4));
    add_agent(w.world, 11.5, 5, w.small, worlds_point(w.world, 15, 3));
    worlds_step(w.world, 2);
    const wend_route *kept = worlds_route(w.world, other);
    uint64_t plans = wend_world_get_stats(w.world).plans;
    ck_assert_uint_eq(plans, 3);
    set_door_closed(&w, true);
    worlds_step(w.world, 1);
    wend_event breakpoint;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_REPLANNED, &breakpoint), 1);
    ck_assert_uint_eq(breakpoint.agent.value, user.value);
    ck_assert_uint_eq(wend_world_get_stats(w.world).plans, plans + 1);
    ck_assert_float_eq_tol(crossing_of(worlds_route(w.world, user)), 8.4F, 1e-3F);
    ck_assert_ptr_eq(worlds_route(w.world, other), kept);
    ck_assert_uint_eq(worlds_step_counting(w.world, 500, WEND_EVENT_ARRIVED), 3);
    wend_world_destroy(w.world);
}

START_TEST(closing_a_door_replans_routes_through_it) {
    check_door(true);
}
END_TEST

START_TEST(closing_a_door_not_in_the_map_replans_routes_through_it) {
    check_door(false);
}
END_TEST

START_TEST(enabled_class_closes_edges) {
    hall_world w = make_halls(1, true);
    wend_agent user = add_agent(w.world, 8, 8.4, w.small, worlds_point(w.world, 12, 8.4));
    add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 2);
    ck_assert_int_eq(wend_world_set_class_enabled(w.world, 1, true, NULL), WEND_OK);
    worlds_step(w.world, 1);
    wend_event breakpoint;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_REPLANNED, &breakpoint), 1);
    ck_assert_uint_eq(breakpoint.agent.value, user.value);
    ck_assert_float_eq_tol(crossing_of(worlds_route(w.world, user)), 5.0F, 1e-3F);
    ck_assert_uint_eq(worlds_step_counting(w.world, 500, WEND_EVENT_ARRIVED), 2);
    wend_world_destroy(w.world);
}
END_TEST

/* An agent whose disc overlaps a closed door gets a route that leads away from the door. The route
 * starts on the agent's side of the door. */
START_TEST(agent_at_closed_door_gets_route) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_agent agent = add_agent(w.world, 9.9, 5, w.small, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_float_lt(route->discs[0].position.x, 10.0F);
    ck_assert_float_eq_tol(crossing_of(route), 8.4F, 1e-3F);
    wend_world_destroy(w.world);
}
END_TEST

/* A switched obstacle at the wall of a hall leaves room on the axis beside it. The discs of the
 * corridor there are no larger than the remaining room. */
START_TEST(discs_shrink_beside_an_enabled_obstacle) {
    static const wend_point room[] = {{0, 0}, {20, 0}, {20, 4}, {0, 4}};
    static const wend_point crate[] = {{9.5, 0}, {10.5, 0}, {10.5, 0.9}, {9.5, 0.9}};
    wend_ring boundary = {room, 4};
    wend_solid_def solid = {{crate, 4}, 1};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    wend_world *world = make_world(space, 1);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, true, NULL), WEND_OK);
    static const char *const controls[] = {"axis", "shortest"};
    for (int i = 0; i < 2; i++) {
        wend_setting control = text_setting("control", controls[i]);
        wend_profile profile = add_profile(world, 0.3, &control, 1);
        wend_agent agent = add_agent(world, 3, 0.4, profile, worlds_point(world, 17, 0.4));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
        float least = 2.0F;
        for (uint32_t k = 0; k < route->disc_count; k++) {
            wend_location at = {route->discs[k].position, 0};
            float truth = wend_space_clearance(wend_world_space(world), at, 5.0F, 3);
            ck_assert_float_eq_tol(route->discs[k].clearance, truth, 1e-4F);
            least = fminf(least, truth);
        }
        ck_assert_float_eq_tol(least, 1.1F, 0.02F);
        for (uint32_t k = 0; k < route->point_count; k++) {
            wend_location at = {route->points[k].position, 0};
            ck_assert_float_gt(wend_space_clearance(wend_world_space(world), at, 5.0F, 3), 0.299F);
        }
        ck_assert_uint_eq(worlds_step_counting(world, 300, WEND_EVENT_ARRIVED), 1);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Partial routes -------------------------------------------------------------------------- */

START_TEST(partial_route_ends_as_near_to_goal_as_possible) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_agent large = add_agent(w.world, 3, 2, w.large, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 1);
    wend_event breakpoint;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_NO_ROUTE, &breakpoint), 1);
    ck_assert_uint_eq(breakpoint.detail, 1);
    const wend_route *route = worlds_route(w.world, large);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_PARTIAL);
    /* Stops about one radius before the door */
    ck_assert_float_eq_tol(end_of(route).x, 9.3F, 0.2F);
    ck_assert_float_eq_tol(end_of(route).y, 5.0F, 0.05F);
    worlds_step(w.world, 120);
    ck_assert_double_gt(worlds_state(w.world, large).position.x, 8.9);
    set_door_closed(&w, false);
    worlds_step(w.world, 1);
    ck_assert_int_eq(worlds_route(w.world, large)->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(worlds_step_counting(w.world, 300, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(w.world);
}
END_TEST

/* If the goal lies behind a wall, the route ends one radius away from the wall. */
START_TEST(partial_route_ends_at_wall_before_goal) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_agent large = add_agent(w.world, 3, 8, w.large, worlds_point(w.world, 12, 2));
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, large);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_PARTIAL);
    ck_assert_float_eq_tol(end_of(route).x, 8.95F, 0.01F);
    ck_assert_float_eq_tol(end_of(route).y, 2.0F, 0.01F);
    wend_world_destroy(w.world);
}
END_TEST

/* The door is thinner than the steps along the axis. It is tested at several positions. */
START_TEST(thin_agents_do_not_slip_through_doors) {
    for (int i = 0; i < 12; i++) {
        double x = 10.0 + 0.05 * i;
        wend_world_def def = wend_default_world_def();
        def.space = worlds_room(20, 2);
        wend_world *world = worlds_from(&def);
        const wend_point ends[] = {{x, 0}, {x, 2}};
        wend_obstacle_def door = door_def();
        door.points = ends;
        door.closed = true;
        put_map(world, &door);
        ck_assert_int_eq(wend_world_add_obstacle(world, &door, NULL, NULL), WEND_OK);
        wend_profile profile = add_profile(world, 0.05, NULL, 0);
        wend_agent agent = add_agent(world, 2.07, 1.1, profile, worlds_point(world, 18, 1));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_msg(route != NULL && route->status == WEND_ROUTE_STATUS_PARTIAL, "door at %g", x);
        ck_assert_double_lt((double)end_of(route).x, x);
        ck_assert_double_gt((double)end_of(route).x, x - 0.4);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(has_no_route_if_blocked) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_setting off = text_setting("partial", "off");
    wend_profile profile = add_profile(w.world, 0.55, &off, 1);
    wend_goal goal = worlds_point(w.world, 15, 5);
    wend_agent large = add_agent(w.world, 3, 2, profile, goal);
    wend_agent there = add_agent(w.world, 8.95, 5, w.large, worlds_point(w.world, 11, 5));
    worlds_step(w.world, 1);
    ck_assert_ptr_null(worlds_route(w.world, large));
    ck_assert(worlds_state(w.world, large).activity == WEND_ACTIVITY_STRANDED);
    (void)there;
    wend_world_destroy(w.world);
}
END_TEST

/* ---- Starts and goals ------------------------------------------------------------------------ */

/* A route is found even if its start or goal is nearer to a wall than the radius, lies in a corner
 * where the axis has no room either, or lies inside a wall. */
START_TEST(accepts_starts_and_goals_at_walls) {
    hall_world w = make_halls(1, true);
    static const wend_point froms[] = {{0.1, 9.9}, {0.02, 5}, {9.45, 3.9}, {5, 9.99}};
    static const wend_point tos[] = {{19.95, 1}, {19.98, 0.02}, {15, -0.2}, {10.6, 0.1}};
    for (int i = 0; i < 4; i++) {
        wend_goal goal = worlds_point(w.world, tos[i].x, tos[i].y);
        wend_agent agent = add_agent(w.world, froms[i].x, froms[i].y, w.small, goal);
        worlds_step(w.world, 1);
        const wend_route *route = worlds_route(w.world, agent);
        ck_assert_msg(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND, "way %d", i);
        for (uint32_t k = 0; k < route->disc_count; k++) {
            ck_assert_float_gt(route->discs[k].clearance, 0.25F);
        }
    }
    wend_setting exact[] = {number_setting("tolerance", 0.0), text_setting("partial", "off")};
    wend_profile strict = add_profile(w.world, 0.25, exact, 2);
    wend_agent in_corner = add_agent(w.world, 0.02, 0.02, strict, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 1);
    /* The agent is 0.33 m away from the nearest free point */
    ck_assert_ptr_null(worlds_route(w.world, in_corner));
    ck_assert_uint_eq(worlds_step_counting(w.world, 500, WEND_EVENT_ARRIVED),
                      2); /* only two of the goals can be touched */
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(reaches_goal_regions) {
    hall_world w = make_halls(1, true);
    wend_goal_def goal = wend_default_goal_def();
    const wend_point ends[] = {{19.9, 1}, {19.9, 9}};
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = ends;
    goal.point_count = 2;
    wend_goal at_wall = worlds_add_goal(w.world, &goal);
    goal.shape = WEND_GOAL_BOX;
    const wend_point corners[] = {{12, 7.5}, {19, 9.5}};
    goal.points = corners;
    wend_goal box = worlds_add_goal(w.world, &goal);
    wend_goal disc = worlds_disc(w.world, 15, 2, 1.5);
    wend_goal all[] = {at_wall, box, disc};
    for (int i = 0; i < 3; i++) {
        wend_agent agent = add_agent(w.world, 5, 2.0 + i, w.small, all[i]);
        worlds_step(w.world, 1);
        ck_assert_int_eq(worlds_route(w.world, agent)->status, WEND_ROUTE_STATUS_FOUND);
    }
    ck_assert_uint_eq(worlds_step_counting(w.world, 500, WEND_EVENT_ARRIVED), 3);
    wend_world_destroy(w.world);
}
END_TEST

static const wend_point via_points[] = {{5, 8}, {8, 2}};

static wend_agent add_walker(wend_world *world, wend_profile profile) {
    wend_path path = {0};
    ck_assert_int_eq(wend_world_add_path(world, via_points, NULL, 2, &path, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 2};
    def.profile = profile;
    def.goal = worlds_point(world, 15, 5);
    def.path = path;
    return worlds_add(world, &def);
}

/* With each kind of control path, the route passes the points of the agent's path in order. */
START_TEST(routes_pass_through_the_points_of_the_agents_path) {
    static const char *const controls[] = {"axis", "shortest", "visibility_voronoi", "path"};
    for (int c = 0; c < 4; c++) {
        hall_world w = make_halls(1, true);
        wend_setting control = text_setting("control", controls[c]);
        wend_agent agent = add_walker(w.world, add_profile(w.world, 0.25, &control, 1));
        worlds_step(w.world, 1);
        const wend_route *route = worlds_route(w.world, agent);
        ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
        uint32_t passed = 0;
        for (uint32_t i = 0; i < route->point_count && passed < 2; i++) {
            wend_vec2 via = {(float)via_points[passed].x, (float)via_points[passed].y};
            passed += apart(route->points[i].position, via) < 1e-4F;
        }
        ck_assert_msg(passed == 2, "%s: %u", controls[c], passed);
        ck_assert_float_eq_tol(crossing_of(route), 5.0F, 1e-3F);
        ck_assert_uint_eq(worlds_step_counting(w.world, 600, WEND_EVENT_ARRIVED), 1);
        wend_world_destroy(w.world);
    }
}
END_TEST

/* The agent's own path leads straight through a wall. There, the route follows the axis instead. */
START_TEST(route_leads_around_a_wall_that_blocks_the_agents_path) {
    hall_world w = make_halls(1, true);
    wend_setting control = text_setting("control", "path");
    wend_profile profile = add_profile(w.world, 0.25, &control, 1);
    wend_path path = {0};
    const wend_point via[] = {{8, 1}, {12, 1}};
    ck_assert_int_eq(wend_world_add_path(w.world, via, NULL, 2, &path, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 1};
    def.profile = profile;
    def.goal = worlds_point(w.world, 18, 1);
    def.path = path;
    wend_agent agent = worlds_add(w.world, &def);
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_float_eq_tol(crossing_of(route), 5.0F, 1e-3F);
    ck_assert_float_eq_tol(route->points[0].position.y, 1.0F, 1e-5F);
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_location at = {route->points[i].position, 0};
        ck_assert_float_gt(wend_space_clearance(wend_world_space(w.world), at, 5, 1), 0.249F);
    }
    ck_assert_uint_eq(worlds_step_counting(w.world, 600, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(routes_cross_links_to_other_floors) {
    static const char *const controls[] = {"axis", "shortest", "path"};
    static const char *const followers[] = {"waypoint", "portal"};
    for (int i = 0; i < 6; i++) {
        wend_world *world = make_world(worlds_floors(), 1);
        wend_setting control = text_setting("control", controls[i / 2]);
        wend_profile_def def = worlds_profile_def();
        def.radius = wend_constant(0.25);
        def.plan = (wend_choice){"corridor", &control, 1};
        def.follow.name = followers[i % 2];
        wend_profile profile = worlds_add_profile(world, &def);
        wend_goal_def goal = wend_default_goal_def();
        wend_point to = {16, 9};
        goal.points = &to;
        goal.point_count = 1;
        goal.layer = 2;
        wend_agent agent = add_agent(world, 3, 14, profile, worlds_add_goal(world, &goal));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_msg(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND, "%s",
                      controls[i / 2]);
        uint32_t layer = 0;
        for (uint32_t k = 0; k < route->disc_count; k++) {
            ck_assert_uint_ge(route->discs[k].layer, layer);
            ck_assert_uint_le(route->discs[k].layer, layer + 1);
            layer = route->discs[k].layer;
        }
        ck_assert_uint_eq(layer, 2);
        ck_assert_msg(worlds_step_counting(world, 600, WEND_EVENT_ARRIVED) == 1, "%s, %s",
                      controls[i / 2], followers[i % 2]);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Velocity models ------------------------------------------------------------------------- */

/* Checks that agents that cross the halls in several directions arrive, with a given velocity
 * model, follower and clearance. */
static void check_model(const char *steer, const char *follow, double clearance) {
    hall_world w = make_halls(1, true);
    wend_setting setting = number_setting("clearance", clearance);
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(0.25);
    def.plan = (wend_choice){"corridor", &setting, 1};
    def.follow.name = follow;
    def.steer.name = steer;
    wend_profile profile = worlds_add_profile(w.world, &def);
    wend_goal east = worlds_point(w.world, 17, 6), south = worlds_point(w.world, 13, 1.5);
    wend_goal north = worlds_point(w.world, 3, 8.5);
    add_agent(w.world, 3, 3, profile, east);
    add_agent(w.world, 4, 7, profile, south);
    add_agent(w.world, 17, 2, profile, north);
    ck_assert_msg(worlds_step_counting(w.world, 600, WEND_EVENT_ARRIVED) == 3, "%s, %s, %g", steer,
                  follow, clearance);
    wend_world_destroy(w.world);
}

START_TEST(agents_arrive_with_every_velocity_model) {
    static const char *const models[] = {"orca", "orca_segment", "orca_arc", "gvo", "direct"};
    for (int i = 0; i < 5; i++) {
        check_model(models[i], "portal", 0.0);
        check_model(models[i], "portal", 0.5);
        check_model(models[i], "waypoint", 0.0);
    }
}
END_TEST

/* A single agent walks through portals that leave half a metre between its disc and walls. It comes
 * no nearer to walls than that, except for a small deviation where it turns. */
START_TEST(keeps_clearance_along_path) {
    hall_world w = make_halls(1, true);
    wend_setting setting = number_setting("clearance", 0.5);
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(0.25);
    def.plan = (wend_choice){"corridor", &setting, 1};
    def.follow.name = "portal";
    def.steer.name = "orca_segment";
    wend_profile profile = worlds_add_profile(w.world, &def);
    wend_agent agent = add_agent(w.world, 8, 1.5, profile, worlds_point(w.world, 12, 1.5));
    float least = 10.0F;
    for (int i = 0; i < 150; i++) {
        worlds_step(w.world, 1);
        wend_point p = worlds_state(w.world, agent).position;
        wend_location at = {{(float)p.x, (float)p.y}, 0};
        least = fminf(least, wend_space_clearance(wend_world_space(w.world), at, 5.0F, 1));
    }
    ck_assert(worlds_state(w.world, agent).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_float_gt(least, 0.70F);
    wend_world_destroy(w.world);
}
END_TEST

/* ---- Maps that are not of this world --------------------------------------------------------- */

/* All edges are parallel and too narrow: such a map can be loaded, although it cannot be built. For
 * an agent that starts there, the planner tries only some of the edges, and finds no route. */
START_TEST(tries_a_limited_number_of_edges_at_a_vertex) {
    enum { EDGES = 2000 };
    static corridor_site sites[] = {{{-1, 0.1F}, {2, 0.1F}}, {{-1, -0.1F}, {2, -0.1F}}};
    static corridor_vertex vertices[] = {{.position = {0, 0}}, {.position = {0.5F, 0}}};
    static corridor_edge edges[EDGES];
    static corridor_breakpoint breakpoints[2 * EDGES];
    for (uint32_t i = 0; i < EDGES; i++) {
        edges[i] = (corridor_edge){.from = 0, .to = 1, .first = 2 * i, .count = 2};
        breakpoints[2 * i] = (corridor_breakpoint){.left_site = 0, .right_site = 1};
        breakpoints[2 * i + 1] = (corridor_breakpoint){
            .position = {0.5F, 0}, .left_site = CORRIDOR_NONE, .right_site = CORRIDOR_NONE};
    }
    corridor parts = {.sites = sites,
                      .vertices = vertices,
                      .edges = edges,
                      .breakpoints = breakpoints,
                      .layer_count = 1,
                      .site_count = 2,
                      .vertex_count = 2,
                      .edge_count = EDGES,
                      .breakpoint_count = 2 * EDGES};
    wend_world_def def = wend_default_world_def();
    def.space = worlds_room(5, 5);
    wend_world *world = worlds_from(&def);
    wend_allocator heap = {0};
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(corridor_create(&parts, wend_space_hash(wend_world_space(world)), &heap, &map,
                                  &error) == WEND_OK,
                  "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "axis", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile profile = add_profile(world, 0.3, NULL, 0);
    wend_agent agent = add_agent(world, 0.25, 0, profile, worlds_point(world, 4, 0));
    worlds_step(world, 1);
    ck_assert_ptr_null(worlds_route(world, agent));
    wend_world_destroy(world);
}
END_TEST

/* ---- Sameness and memory --------------------------------------------------------------------- */

static void add_crowd(hall_world *w) {
    for (int i = 0; i < 60; i++) {
        double x = 1 + (i % 10) * 0.8, y = 1 + (double)(i / 10) * 1.4;
        add_agent(w->world, x, y, i % 3 ? w->small : w->large,
                  worlds_point(w->world, 20 - x, 10 - y));
    }
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        hall_world w = make_halls(i == 0 ? 1 : 4, true);
        add_crowd(&w);
        worlds_step(w.world, 40);
        set_door_closed(&w, true);
        worlds_step(w.world, 40);
        hashes[i] = wend_world_hash(w.world);
        wend_world_destroy(w.world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

/* Whichever allocation fails, agents get no route, or the step reports the shortage of memory. */
START_TEST(survives_running_out_of_memory) {
    worlds_heap heap = {0};
    bool done = false;
    for (unsigned long fails = 1; fails < 400 && !done; fails++) {
        wend_world_def def = wend_default_world_def();
        def.space = worlds_halls();
        def.allocator = worlds_allocator(&heap);
        wend_world *world = worlds_from(&def);
        put_map(world, NULL);
        static const char *const controls[] = {"axis", "shortest", "path"};
        for (int i = 0; i < 3; i++) {
            wend_setting control = text_setting("control", controls[i]);
            add_walker(world, add_profile(world, 0.25, &control, 1));
        }
        unsigned long before = heap.calls;
        heap.fails_at = heap.calls + fails;
        wend_error error;
        wend_result result = wend_world_step(world, 1, &error);
        done = result == WEND_OK && heap.calls < before + fails;
        heap.fails_at = 0;
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
    }
    ck_assert(done);
}
END_TEST

int main(void) {
    SUITE("plan/corridor", routes_depend_on_radius, only_strict_clearance_closes_edges,
          samples_are_evenly_spaced_and_end_at_the_goal,
          route_stays_on_shared_edge_until_door_closes, agent_at_its_goal_gets_a_corridor,
          closing_a_door_replans_routes_through_it,
          closing_a_door_not_in_the_map_replans_routes_through_it, enabled_class_closes_edges,
          agent_at_closed_door_gets_route, discs_shrink_beside_an_enabled_obstacle,
          route_to_a_nearby_goal_may_have_no_portals, thin_agents_do_not_slip_through_doors,
          tries_a_limited_number_of_edges_at_a_vertex,
          partial_route_ends_as_near_to_goal_as_possible, partial_route_ends_at_wall_before_goal,
          has_no_route_if_blocked, accepts_starts_and_goals_at_walls, reaches_goal_regions,
          routes_pass_through_the_points_of_the_agents_path,
          route_leads_around_a_wall_that_blocks_the_agents_path, routes_cross_links_to_other_floors,
          agents_arrive_with_every_velocity_model, keeps_clearance_along_path,
          result_is_the_same_on_any_number_of_threads, survives_running_out_of_memory);
}
