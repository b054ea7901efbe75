/* Paths, layers, groups, maps and user-defined planners. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "support/suite.h"
#include "support/worlds.h"

/* ---- Paths ----------------------------------------------------------------------------------- */

START_TEST(agents_pass_the_points_of_a_path_in_order) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_point points[] = {{5, 0}, {5, 5}, {0, 5}, {0, 2.5}};
    wend_agent_def def = wend_default_agent_def();
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 4, &def.path, NULL), WEND_OK);
    def.goal = worlds_point(world, 2, 2);
    wend_agent agent = worlds_add(world, &def);
    int next = 0;
    for (int i = 0; i < 300; i++) {
        worlds_step(world, 1);
        wend_point at = worlds_state(world, agent).position;
        for (int k = next + 1; k < 4; k++) { /* no later point is reached before this one */
            ck_assert_double_gt(hypot(at.x - points[k].x, at.y - points[k].y), 0.6);
        }
        next += next < 4 && hypot(at.x - points[next].x, at.y - points[next].y) < 0.6;
        if (worlds_events(world, WEND_EVENT_ARRIVED, NULL)) {
            break;
        }
    }
    ck_assert_int_eq(next, 4);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_paths_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_point points[] = {{0, 0}, {NAN, 0}};
    uint32_t layers[] = {0, 1};
    wend_path path = {9};
    wend_goal_set set = {9};
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 0, &path, NULL), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 2, &path, &error),
                     WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "point 1"));
    points[1].x = 1;
    ck_assert_int_eq(wend_world_add_path(world, points, layers, 2, &path, NULL),
                     WEND_ERROR_INVALID);
    ck_assert_uint_eq(path.value, 9);
    wend_goal none = {0};
    ck_assert_int_eq(wend_world_add_goal_set(world, &none, 1, &set, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_add_goal_set(world, NULL, 0, &set, NULL), WEND_ERROR_INVALID);
    ck_assert_uint_eq(set.value, 9);
    wend_world_destroy(world);
}
END_TEST

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Agents walk from the ground over the stair to a goal on the upper floor, directly above their
 * start. An agent on the ground below the goal has not arrived. */
START_TEST(agents_cross_links) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "direct");
    wend_point point = {4, 16};
    wend_goal_def goal_def = wend_default_goal_def();
    goal_def.points = &point;
    goal_def.layer = 2;
    wend_goal goal = worlds_add_goal(world, &goal_def);
    wend_point points[] = {{9, 5}, {12, 5}, {16, 5}, {17, 15}};
    uint32_t layers[] = {0, 1, 2, 2};
    wend_agent_def def = wend_default_agent_def();
    ck_assert_int_eq(wend_world_add_path(world, points, layers, 4, &def.path, NULL), WEND_OK);
    def.goal = goal;
    def.position = (wend_point){8, 5};
    wend_agent walker = worlds_add(world, &def);
    def.path = (wend_path){0};
    def.position = (wend_point){4, 15};
    wend_agent below = worlds_add(world, &def);
    uint32_t layer = 0, events = 0;
    for (int i = 0; i < 400; i++) {
        worlds_step(world, 1);
        wend_event event;
        if (worlds_events(world, WEND_EVENT_LAYER, &event)) {
            ck_assert_uint_eq(event.agent.value, walker.value);
            ck_assert_uint_eq(event.detail, ++layer);
            events++;
        }
        ck_assert_uint_eq(worlds_state(world, walker).layer, layer);
        wend_point at = worlds_state(world, walker).position;
        ck_assert_uint_eq(at.x < 10 && at.y < 12, layer == 0);
    }
    ck_assert_uint_eq(events, 2);
    ck_assert(worlds_state(world, walker).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(!(worlds_state(world, below).activity == WEND_ACTIVITY_ARRIVED));
    ck_assert_double_le(hypot(worlds_state(world, below).position.x - 4,
                              worlds_state(world, below).position.y - 16),
                        0.01);
    wend_world_destroy(world);
}
END_TEST

/* ---- Groups ---------------------------------------------------------------------------------- */

static void expect_group(wend_world *world, uint64_t member, const uint64_t *keys, uint32_t count) {
    const wend_view *view = wend_world_view(world);
    wend_agent agent = wend_world_find_agent(world, member);
    const uint32_t *slots;
    uint32_t body = wend_view_find_body(view, (uint32_t)agent.value);
    ck_assert_uint_eq(wend_view_group(view, body, &slots), count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(wend_view_key(view, wend_view_find_body(view, slots[i])), keys[i]);
    }
}

START_TEST(group_members_are_ordered_by_key) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_group group;
    ck_assert_int_eq(wend_world_add_group(world, "family", &group, NULL), WEND_OK);
    static const uint64_t keys[] = {50, 10, 40, 20, 30};
    for (int i = 0; i < 5; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = keys[i];
        def.group = group;
        def.position.x = (double)keys[i];
        worlds_add(world, &def);
    }
    wend_agent_def single = wend_default_agent_def();
    single.key = 7;
    worlds_add(world, &single);
    worlds_step(world, 1);
    expect_group(world, 40, (uint64_t[]){10, 20, 30, 40, 50}, 5);
    expect_group(world, 7, NULL, 0);
    ck_assert_uint_eq(worlds_state(world, wend_world_find_agent(world, 20)).group.value,
                      group.value);
    ck_assert_int_eq(wend_world_remove_agent(world, wend_world_find_agent(world, 30), NULL), 0);
    ck_assert_int_eq(wend_world_remove_agent(world, wend_world_find_agent(world, 50), NULL), 0);
    single.key = 25;
    single.group = group;
    worlds_add(world, &single);
    worlds_step(world, 1);
    expect_group(world, 10, (uint64_t[]){10, 20, 25, 40}, 4);
    wend_world_destroy(world);
}
END_TEST

/* ---- Maps and a test planner ----------------------------------------------------------------- */

/* In these tests, a map is a single point. The planner's routes lead through this point; if the map
 * is NULL, the planner finds no route. */
static uint32_t plans, last_plan_without_goal;

static void plan_detour(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            plans++;
            last_plan_without_goal += wend_view_goal(view, i) == WEND_NO_GOAL;
            uint32_t generation;
            const wend_vec2 *by = wend_view_map(view, 0, &generation);
            if (!by) {
                continue;
            }
            wend_route_point point = {*by, 1.0F, 0};
            wend_route bad = {.status = WEND_ROUTE_STATUS_NONE};
            ck_assert(wend_route_sink_add(sink, i, &bad)); /* the last added route applies */
            ck_assert(wend_route_sink_add(sink, i,
                                          &(wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                                                        .gives = WEND_ROUTE_POLYLINE,
                                                        .map = 0,
                                                        .generation = generation,
                                                        .points = &point,
                                                        .point_count = 1}));
        }
    }
}

static const wend_planner planner_detour = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "detour",
                        .summary = "by a place that the map names"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_detour};

static wend_world *map_world(wend_registry **registry, const void *map) {
    *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(*registry, WEND_KIND_PLANNER, &planner_detour.stage.entry, NULL), 0);
    wend_world *world = worlds_make(worlds_open(), *registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "detour";
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_map_object(world, "ways", 1, map, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map_object(world, "ways", 1, map, NULL, NULL), WEND_ERROR_NAME);
    return world;
}

START_TEST(a_replaced_map_makes_routes_stale) {
    wend_registry *registry;
    wend_vec2 north = {0, 10}, south = {0, -10};
    wend_world *world = map_world(&registry, &north);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 20, 0));
    worlds_step(world, 10);
    ck_assert_uint_eq(plans, 1);
    ck_assert_float_eq(worlds_state(world, agent).velocity.y, 1.3F);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_REPLANNED, NULL), 0);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 2, &south, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_REPLANNED, &event), 1);
    ck_assert_uint_eq(event.map.value, worlds_nth_map(0).value);
    ck_assert_uint_eq(plans, 2);
    ck_assert_float_eq(worlds_state(world, agent).velocity.y, -1.3F);
    worlds_step(world, 5);
    ck_assert_uint_eq(plans, 2);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, 2);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* An agent without a route stands still and reports that it has no route; a new map triggers
 * planning again. */
START_TEST(agent_without_route_stands_until_map_changes) {
    wend_registry *registry;
    wend_vec2 north = {0, 3};
    wend_world *world = map_world(&registry, NULL);
    wend_goal goal = worlds_point(world, 20, 0);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_NO_ROUTE, &event), 1);
    ck_assert_uint_eq(event.goal.value, goal.value);
    ck_assert_uint_eq(worlds_step_counting(world, 20, WEND_EVENT_NO_ROUTE), 0);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_STRANDED);
    ck_assert_double_eq(state.position.x, 0.0);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 2, &north, NULL), WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 200, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Planners are called for agents that have a goal, and never for agents that wait for one. */
START_TEST(does_not_plan_without_goal) {
    wend_registry *registry;
    wend_vec2 north = {0, 10}, south = {0, -10};
    wend_world *world = map_world(&registry, &north);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "detour";
    wend_profile other = worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, (wend_goal){0});
    worlds_step(world, 2);
    ck_assert_int_eq(wend_world_set_agent_profile(world, agent, other, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_uint_eq(plans, 0);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, worlds_point(world, 20, 0), NULL),
                     WEND_OK);
    worlds_step(world, 2);
    ck_assert_uint_eq(plans, 1);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, (wend_goal){0}, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 2, &south, NULL), WEND_OK);
    worlds_step(world, 2);
    ck_assert_uint_eq(plans, 1);
    ck_assert_uint_eq(last_plan_without_goal, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Two replacements are queued when the snapshot is taken; the second one applies. */
START_TEST(snapshot_keeps_a_queued_map_replacement) {
    wend_registry *registry;
    wend_vec2 north = {0, 10}, west = {-10, 0}, south = {0, -10};
    wend_world *world = map_world(&registry, &north);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 20, 0));
    worlds_step(world, 3);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 2, &west, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), 3, &south, NULL), WEND_OK);
    wend_world *copy = worlds_reload(world, registry);
    ck_assert_int_eq(wend_world_restore_map(copy, "ways", 4, &south, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_restore_map(copy, "paths", 3, &south, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_restore_map(copy, "ways", 1, &north, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_restore_map(copy, "ways", 2, &west, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_restore_map(copy, "ways", 3, &south, NULL), WEND_OK);
    uint32_t generation;
    ck_assert_ptr_eq(wend_view_map(wend_world_view(copy), 0, &generation), &north);
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        worlds_step(copy, 1);
        ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(world));
        ck_assert_uint_eq(worlds_events(copy, WEND_EVENT_REPLANNED, NULL), i == 0 ? 1 : 0);
        ck_assert_ptr_eq(wend_view_map(wend_world_view(copy), 0, &generation), &south);
        if (i == 0) {
            ck_assert_float_eq(worlds_state(copy, agent).velocity.y, -1.3F);
        }
    }
    wend_world_destroy(copy);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Routes that are not sound --------------------------------------------------------------- */

enum { SOUND, BAD_COST, BAD_LAYER, BAD_CLEARANCE, BAD_LOCATION, BAD_PORTAL, BAD_STATUS, BAD_KINDS };

static int bad_kind;

static void plan_unsound(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_route_point points[] = {{{1, 0}, 1.0F, 0}, {{2, 0}, 1.0F, 0}};
            wend_portal portal = {{1, 1}, {1, -1}, bad_kind == BAD_PORTAL ? 9 : 0};
            points[1].layer = bad_kind == BAD_LAYER ? 1 : 0;
            points[1].clearance = bad_kind == BAD_CLEARANCE ? -1.0F : INFINITY;
            points[1].position.y = bad_kind == BAD_LOCATION ? NAN : 0.0F;
            wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                                .gives = WEND_ROUTE_POLYLINE,
                                .map = WEND_NO_MAP,
                                .points = points,
                                .point_count = 2,
                                .portals = &portal,
                                .portal_count = 1,
                                .cost = bad_kind == BAD_COST ? NAN : 20.0F};
            route.status = bad_kind == BAD_STATUS ? (wend_route_status)3 : route.status;
            ck_assert(wend_route_sink_add(sink, i, &route));
        }
    }
}

static const wend_planner planner_unsound = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "unsound",
                        .summary = "routes with something wrong"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_unsound};

START_TEST(refuses_invalid_route) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_PLANNER, &planner_unsound.stage.entry, NULL), 0);
    for (bad_kind = SOUND; bad_kind < BAD_KINDS; bad_kind++) {
        wend_world *world = worlds_make(worlds_open(), registry);
        wend_profile_def def = worlds_profile_def();
        def.plan.name = "unsound";
        worlds_add_profile(world, &def);
        wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 20, 0));
        ck_assert_msg(worlds_step_counting(world, 3, WEND_EVENT_NO_ROUTE) == (bad_kind != SOUND),
                      "kind %d", bad_kind);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_int_eq(state.activity == WEND_ACTIVITY_STRANDED, bad_kind != SOUND);
        ck_assert_int_eq(state.position.x > 0.1, bad_kind == SOUND);
        wend_world *copy = worlds_reload(world, registry);
        worlds_step(world, 5);
        worlds_step(copy, 5);
        ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(world));
        wend_world_destroy(copy);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Shared paths ---------------------------------------------------------------------------- */

enum { WALKERS = 1000, LONG = 1000 };

/* Makes a path along x at the given y, in steps of 0.5 m. */
static wend_path long_path(wend_world *world, double y) {
    static wend_point points[LONG];
    for (int i = 0; i < LONG; i++) {
        points[i] = (wend_point){1 + 0.5 * i, y};
    }
    wend_path path = {0};
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, LONG, &path, NULL), WEND_OK);
    return path;
}

/* Returns the number of bytes held by a world in which agents walk on `paths` different long paths.
 */
static size_t bytes_of_walkers(uint32_t paths) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent_def def = wend_default_agent_def();
    def.goal = worlds_point(world, 600, 0);
    wend_path numbers[16];
    for (uint32_t i = 0; i < paths; i++) {
        numbers[i] = long_path(world, i);
    }
    for (uint32_t i = 0; i < WALKERS; i++) {
        def.path = numbers[i % paths];
        def.position.y = i * 0.05;
        worlds_add(world, &def);
    }
    worlds_step(world, 20); /* by then, the memory used for planning has been released */
    size_t held = wend_world_get_memory_use(world).held;
    wend_world_destroy(world);
    return held;
}

START_TEST(a_shared_path_costs_little_per_agent) {
    size_t one = bytes_of_walkers(1), many = bytes_of_walkers(16);
    ck_assert_msg(one / WALKERS < 1000, "%zu bytes per agent", one / WALKERS);
    /* The 15 additional paths are stored as paths and as routes; the memory block of a route may be
     * nearly twice as large as needed. */
    ck_assert_uint_gt(many, one);
    ck_assert_msg(many - one < (size_t)15 * 4 * LONG * sizeof(wend_route_point), "%zu bytes",
                  many - one);
}
END_TEST

/* Two agents walk along one path, and a third agent along another; when one of the two leaves, the
 * routes of the other agents stay. */
START_TEST(shared_path_stays_when_another_agent_leaves) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent_def def = wend_default_agent_def();
    def.goal = worlds_point(world, 20, 0);
    wend_point there = {5, 5}, other = {5, -5};
    wend_agent agents[3];
    wend_path paths[2];
    ck_assert_int_eq(wend_world_add_path(world, &there, NULL, 1, &paths[0], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_path(world, &other, NULL, 1, &paths[1], NULL), WEND_OK);
    for (int i = 0; i < 3; i++) {
        def.path = paths[i / 2];
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 2);
    ck_assert_int_eq(wend_world_remove_agent(world, agents[0], NULL), WEND_OK);
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    for (int i = 1; i < 3; i++) {
        uint32_t body = wend_view_find_body(view, (uint32_t)agents[i].value);
        const wend_route *route = wend_view_route(view, body);
        ck_assert_ptr_nonnull(route);
        ck_assert_uint_eq(route->point_count, 1);
        ck_assert_float_eq(route->points[0].position.y, i == 1 ? 5.0F : -5.0F);
    }
    float highest = 0.0F, lowest = 0.0F;
    for (int i = 0; i < 200; i++) {
        worlds_step(world, 1);
        highest = fmaxf(highest, (float)worlds_state(world, agents[1]).position.y);
        lowest = fminf(lowest, (float)worlds_state(world, agents[2]).position.y);
    }
    ck_assert_float_gt(highest, 4.0F);
    ck_assert_float_lt(lowest, -4.0F);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_path_that_is_too_long_is_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_point *points = calloc(WEND_MAX_PATH + 1, sizeof *points);
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, WEND_MAX_PATH + 1, NULL, &error),
                     WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "65537"));
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, WEND_MAX_PATH, NULL, NULL), WEND_OK);
    free(points);
    wend_world_destroy(world);
}
END_TEST

/* A planner that returns an invalid route: the route refers to a map that is not in the world. */
static void plan_astray(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_route_sink_add(sink, i,
                                &(wend_route){.status = WEND_ROUTE_STATUS_FOUND, .map = 5});
        }
    }
}

static const wend_planner planner_astray = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "astray",
                        .summary = "names a map that is not there"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_astray};

START_TEST(refuses_route_on_unknown_map) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_PLANNER, &planner_astray.stage.entry, NULL), 0);
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "astray";
    worlds_add_profile(world, &def);
    worlds_agent(world, 0, 0, worlds_point(world, 20, 0));
    ck_assert_uint_eq(worlds_step_counting(world, 3, WEND_EVENT_NO_ROUTE), 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/routes", agents_pass_the_points_of_a_path_in_order, bad_paths_are_refused,
          agents_cross_links, group_members_are_ordered_by_key, a_replaced_map_makes_routes_stale,
          agent_without_route_stands_until_map_changes, does_not_plan_without_goal,
          refuses_route_on_unknown_map, snapshot_keeps_a_queued_map_replacement,
          refuses_invalid_route, a_shared_path_costs_little_per_agent,
          shared_path_stays_when_another_agent_leaves, a_path_that_is_too_long_is_refused);
}
