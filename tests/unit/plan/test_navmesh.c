/* The planner `navmesh` in worlds: two halls joined by a wide gap with a door and by a narrow gap,
 * for agents of two sizes. */
#include <math.h>
#include <string.h>

#include <wend/model.h>
#include <wend/snapshot.h>
#include <wend/world.h>

#include "support/meshes.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- Two halls ------------------------------------------------------------------------------- */

/* Returns the halls inset by r, with square corners. The narrow gap is closed if r is 0.4 or more.
 */
static mesh_area *inset_halls(double r, uint32_t door, uint32_t plug) {
    mesh_area *area = meshes_area(0);
    bool passes = r < 0.4;
    double top = passes ? 8.8 - r : 6.0 - r, left = 9.5 - r, right = 10.5 + r;
    const double ring[][2] = {{r, r},       {left, r},   {left, 4 + r},    {right, 4 + r},
                              {right, r},   {20 - r, r}, {20 - r, 10 - r}, {right, 10 - r},
                              {right, top}, {left, top}, {left, 10 - r},   {r, 10 - r}};
    meshes_ring(area, ring, 12);
    if (passes) {
        meshes_box(area, left, 6 - r, right, 8 + r);
        meshes_zone(area, fmax(9.75 - r, left + 0.01), 8 + r, fmin(10.25 + r, right - 0.01),
                    8.8 - r, plug);
    }
    if (door) {
        meshes_zone(area, 9.9 - r, 4 + r, 10.1 + r, 6 - r, door);
    }
    return area;
}

static wend_map *halls_map(const wend_space *space, bool with_door) {
    static const double radii[] = {0.0, 0.3, 0.6};
    mesh_draft *draft = meshes_draft(1);
    uint32_t plug = meshes_class_set(draft, 1);
    uint32_t door =
        with_door ? meshes_door_set(draft, 0, (wend_vec2){10, 4}, (wend_vec2){10, 6}) : 0;
    for (int i = 0; i < 3; i++) {
        mesh_area *area = inset_halls(radii[i], door, plug);
        meshes_level(draft, (float)radii[i]);
        meshes_add(draft, area);
        meshes_free_area(area);
    }
    return meshes_map(draft, wend_space_hash(space));
}

typedef struct hall_world {
    wend_world *world;
    wend_obstacle door;
    wend_profile small, large;
} hall_world;

static wend_profile add_profile(wend_world *world, double radius, const wend_setting *settings,
                                uint32_t count) {
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(radius);
    def.plan = (wend_choice){"navmesh", settings, count};
    return worlds_add_profile(world, &def);
}

/* Makes the world of two halls. The door is initially open. If `known` is true, the mesh contains
 * the door. */
static hall_world make_halls(uint32_t threads, bool known) {
    wend_space *space = worlds_halls();
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    def.classes = 1;
    hall_world made = {.world = worlds_from(&def)};
    wend_map *map = halls_map(wend_world_space(made.world), known);
    wend_error error = {.message = ""};
    ck_assert_msg(wend_world_add_map(made.world, "mesh", map, NULL, &error) == WEND_OK, "%s",
                  error.message);
    wend_map_release(map);
    wend_obstacle_def door = wend_default_obstacle_def();
    const wend_point ends[] = {{10, 4}, {10, 6}};
    door.points = ends;
    door.point_count = 2;
    door.closed = false;
    ck_assert_int_eq(wend_world_add_obstacle(made.world, &door, &made.door, NULL), WEND_OK);
    made.small = add_profile(made.world, 0.25, NULL, 0);
    made.large = add_profile(made.world, 0.55, NULL, 0);
    return made;
}

static wend_agent add_agent(wend_world *world, double x, double y, wend_profile profile,
                            wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.profile = profile;
    def.goal = goal;
    return worlds_add(world, &def);
}

/* True if the route crosses x = 10 at a y between `low` and `high`. */
static bool passes(const wend_route *route, wend_point from, wend_point goal, double low,
                   double high) {
    bool found = false;
    wend_vec2 a = {(float)from.x, (float)from.y}, end = {(float)goal.x, (float)goal.y};
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 b = i < route->point_count ? route->points[i].position : end;
        if ((a.x < 10.0F) != (b.x < 10.0F)) {
            double t = (10.0 - (double)a.x) / ((double)b.x - (double)a.x);
            double y = (double)a.y + t * ((double)b.y - (double)a.y);
            found = y > low && y < high;
        }
        a = b;
    }
    return found;
}

START_TEST(routes_depend_on_radius) {
    hall_world w = make_halls(1, true);
    wend_point from = {5, 8}, to = {15, 8.4};
    wend_goal goal = worlds_point(w.world, to.x, to.y);
    wend_agent small = add_agent(w.world, 5, 8.0, w.small, goal);
    wend_agent large = add_agent(w.world, 5, 8.0, w.large, goal);
    worlds_step(w.world, 1);
    ck_assert(passes(worlds_route(w.world, small), from, to, 8.2, 8.6));
    ck_assert(passes(worlds_route(w.world, large), from, to, 4.5, 5.5));
    ck_assert_float_eq(worlds_route(w.world, small)->inset, 0.3F);
    ck_assert_float_eq(worlds_route(w.world, large)->inset, 0.6F);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(points_and_portals_stay_one_radius_from_walls) {
    hall_world w = make_halls(1, true);
    wend_agent agent = add_agent(w.world, 2, 9, w.small, worlds_point(w.world, 12, 1));
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    const wend_space *space = wend_world_space(w.world);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(route->gives, WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS);
    ck_assert_uint_gt(route->point_count, 0);
    ck_assert_uint_gt(route->portal_count, 1);
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_location location = {route->points[i].position, 0};
        ck_assert_float_ge(route->points[i].clearance, 0.298F);
        ck_assert_float_eq(route->points[i].clearance,
                           wend_space_clearance(space, location, 5.0F, 1));
    }
    wend_vec2 before = {2, 9};
    for (uint32_t i = 0; i < route->portal_count; i++) {
        wend_portal portal = route->portals[i];
        for (int k = 0; k <= 10; k++) {
            float t = (float)k / 10.0F;
            wend_location point = {{portal.left.x + (portal.right.x - portal.left.x) * t,
                                    portal.left.y + (portal.right.y - portal.left.y) * t},
                                   0};
            ck_assert_float_ge(wend_space_clearance(space, point, 5.0F, 1), 0.298F);
        }
        /* Seen from the previous point, the left end of the portal is on the left. */
        wend_vec2 l = {portal.left.x - before.x, portal.left.y - before.y};
        wend_vec2 r = {portal.right.x - before.x, portal.right.y - before.y};
        ck_assert_float_gt(r.x * l.y - r.y * l.x, -1e-3F);
        before =
            (wend_vec2){(portal.left.x + portal.right.x) / 2, (portal.left.y + portal.right.y) / 2};
    }
    wend_world_destroy(w.world);
}
END_TEST

static void set_door_closed(hall_world *w, bool closed) {
    ck_assert_int_eq(wend_world_set_obstacle_closed(w->world, w->door, closed, NULL), WEND_OK);
}

/* Checks that closing the door gives a new route to agents whose route uses the door, and that
 * other agents keep their routes. If `known` is true, the mesh contains the door. */
static void check_door(bool known) {
    hall_world w = make_halls(1, known);
    wend_agent user = add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 15, 5));
    wend_agent other = add_agent(w.world, 5, 8.4, w.small, worlds_point(w.world, 15, 8.4));
    wend_agent past = add_agent(w.world, 11.5, 5, w.small, worlds_point(w.world, 15, 3));
    worlds_step(w.world, 2);
    const wend_route *kept = worlds_route(w.world, other);
    uint64_t plans = wend_world_get_stats(w.world).plans;
    ck_assert_uint_eq(plans, 3);
    set_door_closed(&w, true);
    worlds_step(w.world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_REPLANNED, &event), 1);
    ck_assert_uint_eq(event.agent.value, user.value);
    ck_assert_uint_eq(event.map.value, 0);
    ck_assert_uint_eq(wend_world_get_stats(w.world).plans, plans + 1);
    wend_point at = worlds_state(w.world, user).position;
    ck_assert(passes(worlds_route(w.world, user), at, (wend_point){15, 5}, 8.2, 8.6));
    ck_assert_ptr_eq(worlds_route(w.world, other), kept);
    (void)past;
    ck_assert_uint_eq(worlds_step_counting(w.world, 400, WEND_EVENT_ARRIVED), 3);
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

START_TEST(enabled_class_closes_its_polygons) {
    hall_world w = make_halls(1, true);
    wend_agent user = add_agent(w.world, 5, 8.4, w.small, worlds_point(w.world, 15, 8.4));
    wend_agent other = add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 2);
    ck_assert_int_eq(wend_world_set_class_enabled(w.world, 1, true, NULL), WEND_OK);
    worlds_step(w.world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_REPLANNED, &event), 1);
    ck_assert_uint_eq(event.agent.value, user.value);
    wend_point at = worlds_state(w.world, user).position;
    ck_assert(passes(worlds_route(w.world, user), at, (wend_point){15, 8.4}, 4.2, 5.8));
    (void)other;
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(partial_route_ends_as_near_to_goal_as_possible) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_agent large = add_agent(w.world, 3, 2, w.large, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_NO_ROUTE, &event), 1);
    ck_assert_uint_eq(event.detail, 1);
    const wend_route *route = worlds_route(w.world, large);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_PARTIAL);
    wend_vec2 end = route->points[route->point_count - 1].position;
    ck_assert_float_eq_tol(end.x, 9.3F, 0.01F); /* the door's closed zone extends 0.7 m from it */
    ck_assert_float_eq_tol(end.y, 5.0F, 0.01F);
    ck_assert(worlds_state(w.world, large).activity == WEND_ACTIVITY_APPROACHING);
    worlds_step(w.world, 80);
    ck_assert_double_gt(worlds_state(w.world, large).position.x, 9.0);
    set_door_closed(&w, false);
    worlds_step(w.world, 1);
    ck_assert_int_eq(worlds_route(w.world, large)->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert(!(worlds_state(w.world, large).activity == WEND_ACTIVITY_APPROACHING));
    ck_assert_uint_eq(worlds_step_counting(w.world, 200, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(w.world);
}
END_TEST

static wend_setting text_setting(const char *name, const char *text) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = text}};
}

START_TEST(has_no_route_if_blocked) {
    hall_world w = make_halls(1, true);
    set_door_closed(&w, true);
    wend_setting off = text_setting("partial", "off");
    wend_profile profile = add_profile(w.world, 0.55, &off, 1);
    wend_goal goal = worlds_point(w.world, 15, 5);
    wend_agent large = add_agent(w.world, 3, 2, profile, goal);
    worlds_step(w.world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_NO_ROUTE, &event), 1);
    ck_assert_uint_eq(event.detail, 0);
    ck_assert_ptr_null(worlds_route(w.world, large));
    ck_assert(worlds_state(w.world, large).activity == WEND_ACTIVITY_STRANDED);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(accepts_starts_and_goals_off_mesh) {
    hall_world w = make_halls(1, true);
    /* These positions are nearer to walls than the radius; the level begins 0.3 m from walls. */
    wend_agent agent = add_agent(w.world, 0.1, 9.9, w.small, worlds_point(w.world, 19.95, 1));
    wend_setting strict = {"tolerance", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(0.0)}};
    wend_setting both[] = {strict, text_setting("partial", "off")};
    wend_profile exact = add_profile(w.world, 0.02, both, 2);
    wend_agent far = add_agent(w.world, 0.1, 5, exact, worlds_point(w.world, 19.95, 5));
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    wend_vec2 end = route->points[route->point_count - 1].position;
    ck_assert_float_eq_tol(end.x, 19.7F, 2e-3F);
    ck_assert_float_eq_tol(end.y, 1.0F, 2e-3F);
    /* The agent is farther than 0.02 m from its level. */
    ck_assert_ptr_null(worlds_route(w.world, far));
    ck_assert_uint_eq(worlds_step_counting(w.world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(reaches_goal_regions_and_passes_through_path_points) {
    hall_world w = make_halls(1, true);
    wend_goal_def exit = wend_default_goal_def();
    const wend_point ends[] = {{19.9, 1}, {19.9, 9}}; /* off the mesh level */
    exit.shape = WEND_GOAL_SEGMENT;
    exit.points = ends;
    exit.point_count = 2;
    wend_goal at_wall = worlds_add_goal(w.world, &exit);
    exit.shape = WEND_GOAL_BOX;
    const wend_point corners[] = {{12, 8}, {19, 9}};
    exit.points = corners;
    wend_goal box = worlds_add_goal(w.world, &exit);
    wend_agent one = add_agent(w.world, 5, 2, w.small, at_wall);
    wend_agent two = add_agent(w.world, 5, 2, w.small, box);
    wend_path path = {0};
    const wend_point via[] = {{5, 8}, {8, 2}};
    ck_assert_int_eq(wend_world_add_path(w.world, via, NULL, 2, &path, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 2};
    def.profile = w.small;
    def.goal = worlds_point(w.world, 15, 5);
    def.path = path;
    wend_agent three = worlds_add(w.world, &def);
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, three);
    ck_assert_float_eq(route->points[0].position.x, 5.0F);
    ck_assert_float_eq(route->points[0].position.y, 8.0F);
    ck_assert_float_eq(route->points[1].position.x, 8.0F);
    double first = sqrt(9.0 + 36.0) + sqrt(9.0 + 36.0);
    ck_assert_double_gt((double)route->cost, first + 7.0);
    /* The route leads straight to the far corner of the gap, then to the nearest corner of the box.
     */
    double start = sqrt(5.8 * 5.8 + 3.7 * 3.7), leg = sqrt(1.2 * 1.2 + 2.3 * 2.3);
    ck_assert_float_eq_tol(worlds_route(w.world, two)->cost, (float)(start + leg), 2e-3F);
    ck_assert_int_eq(worlds_route(w.world, one)->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(worlds_step_counting(w.world, 500, WEND_EVENT_ARRIVED), 3);
    wend_world_destroy(w.world);
}
END_TEST

/* Returns the index of the route's portal that a point lies on, to within 1 mm, or UINT32_MAX. */
static uint32_t portal_at(const wend_route *route, wend_point at) {
    for (uint32_t i = 0; i < route->portal_count; i++) {
        wend_portal p = route->portals[i];
        double x = (double)(p.left.x - p.right.x), y = (double)(p.left.y - p.right.y);
        double px = at.x - (double)p.right.x, py = at.y - (double)p.right.y;
        double t = (px * x + py * y) / (x * x + y * y);
        if (t > 0 && t < 1 && fabs(px * y - py * x) < 1e-3 * hypot(x, y)) {
            return i;
        }
    }
    return UINT32_MAX;
}

/* The points of the path lie in the middle of a hall. At each of them, in the same order, the route
 * has a portal across the path. Each end of a portal is one radius from a wall, or 5 m from the
 * point. The turn at (5, 8), between the legs from (2, 2) and to (8, 2), is too sharp for a portal
 * that bisects it, so the portal there is perpendicular to the incoming leg. */
START_TEST(points_of_the_path_have_portals) {
    hall_world w = make_halls(1, true);
    wend_path path = {0};
    const wend_point via[] = {{5, 8}, {8, 2}, {5, 2}};
    ck_assert_int_eq(wend_world_add_path(w.world, via, NULL, 3, &path, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 2};
    def.profile = w.small;
    def.goal = worlds_point(w.world, 2, 5);
    def.path = path;
    wend_agent agent = worlds_add(w.world, &def);
    worlds_step(w.world, 1);
    const wend_route *route = worlds_route(w.world, agent);
    uint32_t before = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t at = portal_at(route, via[i]);
        ck_assert_msg(at != UINT32_MAX && (i == 0 || at > before), "point %d", i);
        wend_portal p = route->portals[at];
        double width = (double)hypotf(p.left.x - p.right.x, p.left.y - p.right.y);
        ck_assert_double_gt(width, 3);
        ck_assert_double_lt(width, 10.001);
        const wend_space *space = wend_world_space(w.world);
        ck_assert_float_ge(wend_space_clearance(space, (wend_location){p.left, 0}, 5, 1), 0.298F);
        ck_assert_float_ge(wend_space_clearance(space, (wend_location){p.right, 0}, 5, 1), 0.298F);
        before = at;
    }
    wend_portal first = route->portals[portal_at(route, via[0])];
    wend_vec2 across = {first.right.x - first.left.x, first.right.y - first.left.y};
    ck_assert_float_eq_tol(across.x * 3 + across.y * 6, 0, 1e-3F);
    ck_assert_float_gt(across.x, 0); /* the left end of the portal is on the left */
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(astar_route_is_never_shorter_than_the_shortest_route) {
    hall_world w = make_halls(1, true);
    wend_setting astar = text_setting("search", "astar");
    wend_profile profile = add_profile(w.world, 0.25, &astar, 1);
    wend_profile oversized = add_profile(w.world, 0.9, NULL, 0); /* larger than every level */
    meshes_seed(3);
    for (int i = 0; i < 40; i++) {
        double x = 1 + 7 * meshes_random(), y = 1 + 8 * meshes_random();
        wend_point to = {12 + 7 * meshes_random(), 1 + 8 * meshes_random()};
        wend_goal goal = worlds_point(w.world, to.x, to.y);
        wend_agent one = add_agent(w.world, x, y, w.small, goal);
        wend_agent other = add_agent(w.world, x, y, profile, goal);
        wend_agent third = add_agent(w.world, x, y, oversized, goal);
        worlds_step(w.world, 1);
        const wend_route *a = worlds_route(w.world, one), *b = worlds_route(w.world, other);
        ck_assert(a != NULL && b != NULL && worlds_route(w.world, third) != NULL);
        /* The mesh level of `shortest` is inset by 0.3 m, which is 5 cm more than the distance from
         * walls that A* keeps. */
        ck_assert_float_ge(b->cost, a->cost - 0.3F);
        ck_assert_int_eq(b->status, WEND_ROUTE_STATUS_FOUND);
        ck_assert(passes(worlds_route(w.world, third), (wend_point){x, y}, to, 4.8, 5.2));
        wend_world_remove_agent(w.world, one, NULL);
        wend_world_remove_agent(w.world, other, NULL);
        wend_world_remove_agent(w.world, third, NULL);
    }
    wend_world_destroy(w.world);
}
END_TEST

/* ---- Maps in worlds -------------------------------------------------------------------------- */

START_TEST(a_map_of_another_space_is_refused) {
    hall_world w = make_halls(1, true);
    mesh_area *area = meshes_area(0);
    meshes_box(area, 0, 0, 20, 10);
    wend_map *other = meshes_of(area, 12345);
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_world_add_map(w.world, "other", other, NULL, &error), WEND_ERROR_INVALID);
    ck_assert(strstr(error.message, "another space") != NULL);
    uint64_t hash = wend_map_get_info(other).hash;
    ck_assert_int_eq(wend_world_replace_map(w.world, worlds_nth_map(0), hash, other, &error),
                     WEND_ERROR_INVALID);
    wend_map_release(other);
    meshes_free_area(area);
    wend_world_destroy(w.world);
}
END_TEST

/* If the map is replaced with one without the door in the wide gap, routes are planned again. The
 * world keeps its own reference to the map. */
START_TEST(replacing_a_map_replans_routes) {
    hall_world w = make_halls(1, true);
    wend_agent agent = add_agent(w.world, 5, 5, w.small, worlds_point(w.world, 15, 5));
    worlds_step(w.world, 2);
    wend_map *other = halls_map(wend_world_space(w.world), false);
    uint64_t hash = wend_map_get_info(other).hash;
    ck_assert_int_eq(wend_world_replace_map(w.world, worlds_nth_map(0), hash + 1, other, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_replace_map(w.world, worlds_nth_map(0), hash, other, NULL),
                     WEND_OK);
    worlds_step(w.world, 1);
    wend_map_release(other);
    wend_event event;
    ck_assert_uint_eq(worlds_events(w.world, WEND_EVENT_REPLANNED, &event), 1);
    ck_assert_uint_eq(event.map.value, worlds_nth_map(0).value);
    ck_assert_uint_eq(worlds_route(w.world, agent)->generation, 2);
    ck_assert_uint_eq(worlds_step_counting(w.world, 200, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(w.world);
}
END_TEST

START_TEST(loaded_snapshot_continues_with_its_map) {
    hall_world w = make_halls(1, true);
    meshes_seed(21);
    for (int i = 0; i < 40; i++) {
        wend_goal goal = worlds_point(w.world, 12 + 7 * meshes_random(), 1 + 8 * meshes_random());
        add_agent(w.world, 1 + 7 * meshes_random(), 1 + 8 * meshes_random(),
                  i % 3 ? w.small : w.large, goal);
    }
    worlds_step(w.world, 10);
    wend_world *copy = worlds_reload(w.world, NULL);
    wend_map *map = halls_map(wend_world_space(copy), true);
    uint64_t hash = wend_map_get_info(map).hash;
    ck_assert_int_eq(wend_world_restore_map(copy, "mesh", hash + 1, map, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_restore_map(copy, "mesh", hash, map, NULL), WEND_OK);
    wend_map_release(map);
    wend_agent first = {((uint64_t)1 << 32) | 0};
    ck_assert_float_eq(worlds_route(copy, first)->inset, worlds_route(w.world, first)->inset);
    set_door_closed(&w, true);
    ck_assert_int_eq(wend_world_set_obstacle_closed(copy, w.door, true, NULL), WEND_OK);
    worlds_step(w.world, 30);
    worlds_step(copy, 30);
    ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(w.world));
    ck_assert_uint_eq(wend_world_get_stats(copy).plans, wend_world_get_stats(w.world).plans);
    wend_world_destroy(copy);
    wend_world_destroy(w.world);
}
END_TEST

/* ---- Threads --------------------------------------------------------------------------------- */

static uint64_t run_crowd(uint32_t threads) {
    hall_world w = make_halls(threads, true);
    meshes_seed(11);
    for (int i = 0; i < 600; i++) {
        wend_goal goal = worlds_point(w.world, 12 + 7 * meshes_random(), 1 + 8 * meshes_random());
        add_agent(w.world, 1 + 7 * meshes_random(), 1 + 8 * meshes_random(),
                  i % 3 ? w.small : w.large, goal);
    }
    worlds_step(w.world, 20);
    set_door_closed(&w, true);
    worlds_step(w.world, 20);
    uint64_t hash = wend_world_hash(w.world);
    for (uint32_t i = 0; i < 10; i++) {
        const wend_route *route = worlds_route(w.world, (wend_agent){((uint64_t)1 << 32) | i});
        hash = hash * 31 + (route ? route->point_count * 1000 + route->portal_count : 7);
    }
    wend_world_destroy(w.world);
    return hash;
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    uint64_t one = run_crowd(1);
    ck_assert_uint_eq(run_crowd(2), one);
    ck_assert_uint_eq(run_crowd(5), one);
}
END_TEST

START_TEST(allocates_nothing_after_warm_up) {
    hall_world w = make_halls(1, true);
    wend_goal left = worlds_point(w.world, 4, 2), right = worlds_point(w.world, 16, 8);
    wend_agent agents[50];
    for (int i = 0; i < 50; i++) {
        agents[i] = add_agent(w.world, 2 + 0.1 * i, 5, w.small, i % 2 ? left : right);
    }
    uint64_t calls = 0;
    for (int round = 0; round < 280; round++) {
        for (int i = 0; i < 50; i++) {
            wend_world_set_agent_goal(w.world, agents[i], (i + round) % 2 ? left : right, NULL);
        }
        worlds_step(w.world, 2);
        uint64_t now = wend_world_get_memory_use(w.world).calls;
        ck_assert_msg(round < 200 || now == calls, "round %d: %llu calls, then %llu", round,
                      (unsigned long long)calls, (unsigned long long)now);
        calls = now;
    }
    wend_world_destroy(w.world);
}
END_TEST

int main(void) {
    SUITE("plan/navmesh", routes_depend_on_radius, points_and_portals_stay_one_radius_from_walls,
          closing_a_door_replans_routes_through_it,
          closing_a_door_not_in_the_map_replans_routes_through_it,
          enabled_class_closes_its_polygons, partial_route_ends_as_near_to_goal_as_possible,
          has_no_route_if_blocked, accepts_starts_and_goals_off_mesh,
          reaches_goal_regions_and_passes_through_path_points, points_of_the_path_have_portals,
          astar_route_is_never_shorter_than_the_shortest_route, a_map_of_another_space_is_refused,
          replacing_a_map_replans_routes, loaded_snapshot_continues_with_its_map,
          result_is_the_same_on_any_number_of_threads, allocates_nothing_after_warm_up);
}
