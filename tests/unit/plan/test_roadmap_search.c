/* needs: kit */
/* Compares routes over roadmaps with the shortest paths between all pairs of vertices (R. Floyd, S.
 * Warshall 1962). Also runs the planner `corridor` with a network in worlds, and checks where its
 * routes lead and how doors affect them. */
#include "map/roadmap/roadmap.h"
#include "plan/graph/roadmap.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

enum { MOST = 48 };

static wend_error error;

/* ---- A planner that only asks ---------------------------------------------------------------- */

/* A request to the test planner, and its answer. */
typedef struct question {
    const wend_map *map;
    wend_roadmap_projection from, to;
    float needed;
    bool lead; /* true for a path from the agent's position to `goal`, false for one from `from` to
                  `to` */
    wend_location goal;
    search_outcome outcome;
    wend_location locations[MOST + 4];
    uint32_t count;
    double length;
} question;

static question asked;

static void ask(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)sink;
    if (agents->range_count == 0) {
        return;
    }
    const wend_body *body = &view->bodies[agents->ranges[0].begin];
    wend_location start = {body->position, wend_body_layer(body)};
    roadmap_ground ground = {.view = view,
                             .worker = agents->worker,
                             .map = roadmap_of(asked.map),
                             .needed = asked.needed};
    roadmap_path path = {.count = 0};
    ck_assert(roadmap_find_blockers(&ground));
    asked.outcome = asked.lead ? roadmap_find_path(&ground, start, asked.goal, asked.needed, &path)
                               : roadmap_search(&ground, &asked.from, &asked.to, start, &path);
    asked.count = path.count;
    asked.length = path.length;
    ck_assert_uint_le(path.count, MOST + 4);
    if (path.count > 0) {
        memcpy(asked.locations, path.locations, path.count * sizeof *path.locations);
    }
}

static const wend_planner asking = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "asking", .summary = "asks a roadmap"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = ask};

/* Makes a world with a profile that uses the test planner. */
static wend_world *make_world(wend_space *space, wend_registry **registry) {
    ck_assert_int_eq(wend_registry_create(NULL, registry, &error), WEND_OK);
    ck_assert_int_eq(wend_registry_add(*registry, WEND_KIND_PLANNER, &asking.stage.entry, &error),
                     WEND_OK);
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.registry = *registry;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "asking";
    worlds_add_profile(world, &profile);
    return world;
}

/* Makes one request from a position, by adding a new agent there. */
static void ask_from(wend_world *world, double x, double y) {
    wend_agent_def agent = wend_default_agent_def();
    agent.position = (wend_point){x, y};
    agent.goal = worlds_point(world, 1000.0, 1000.0);
    asked.outcome = SEARCH_NO_MEMORY;
    wend_agent asker = worlds_add(world, &agent);
    worlds_step(world, 1);
    ck_assert_int_ne(asked.outcome, SEARCH_NO_MEMORY);
    ck_assert_int_eq(wend_world_remove_agent(world, asker, &error), WEND_OK);
}

/* ---- By brute force -------------------------------------------------------------------------- */

typedef struct table {
    double length[MOST + 2][MOST + 2];
    uint32_t count;
} table;

static void join(table *t, uint32_t a, uint32_t b, double length) {
    t->length[a][b] = fmin(t->length[a][b], length);
    t->length[b][a] = t->length[a][b];
}

static double apart(wend_vec2 a, wend_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* Adds a point on an edge to the table as an additional vertex. */
static void add_point(table *t, const wend_map *map, const wend_roadmap_projection *projection,
                      uint32_t index) {
    wend_roadmap_edge e = wend_roadmap_edge_at(map, projection->edge);
    join(t, index, e.from,
         apart(projection->position, wend_roadmap_vertex_at(map, e.from).position));
    join(t, index, e.to, apart(projection->position, wend_roadmap_vertex_at(map, e.to).position));
}

static double floyd_warshall(const wend_map *map, const wend_roadmap_projection *from,
                             const wend_roadmap_projection *to, float needed) {
    static table t;
    t.count = wend_roadmap_vertex_count(map) + 2;
    for (uint32_t i = 0; i < t.count; i++) {
        for (uint32_t k = 0; k < t.count; k++) {
            t.length[i][k] = i == k ? 0.0 : HUGE_VAL;
        }
    }
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        if (e.clearance > needed) {
            join(&t, e.from, e.to,
                 apart(wend_roadmap_vertex_at(map, e.from).position,
                       wend_roadmap_vertex_at(map, e.to).position));
        }
    }
    add_point(&t, map, from, t.count - 2);
    add_point(&t, map, to, t.count - 1);
    if (from->edge == to->edge) {
        join(&t, t.count - 2, t.count - 1, apart(from->position, to->position));
    }
    for (uint32_t m = 0; m < t.count; m++) {
        for (uint32_t i = 0; i < t.count; i++) {
            for (uint32_t k = 0; k < t.count; k++) {
                t.length[i][k] = fmin(t.length[i][k], t.length[i][m] + t.length[m][k]);
            }
        }
    }
    return t.length[t.count - 2][t.count - 1];
}

/* Makes a random graph whose edges have different clearances, so that some are too narrow for a
 * disc. */
static wend_map *draw_graph(dice *from) {
    uint32_t vertices = 2 + dice_below(from, MOST - 2);
    roadmap sampled = {.layer_count = 1, .vertex_count = vertices};
    sampled.vertices = calloc(vertices, sizeof *sampled.vertices);
    sampled.edges = calloc((size_t)vertices * vertices, sizeof *sampled.edges);
    ck_assert(sampled.vertices != NULL && sampled.edges != NULL);
    for (uint32_t i = 0; i < vertices; i++) {
        sampled.vertices[i].position = (wend_vec2){(float)dice_between(from, -50.0, 50.0),
                                                   (float)dice_between(from, -50.0, 50.0)};
    }
    for (uint32_t i = 0; i < vertices; i++) {
        for (uint32_t k = i + 1; k < vertices; k++) {
            if (dice_below(from, vertices) < 3 || (i == 0 && k == 1)) {
                sampled.edges[sampled.edge_count++] = (roadmap_edge){
                    .from = i, .to = k, .clearance = (float)dice_between(from, 0.0, 2.0)};
            }
        }
    }
    wend_map *map = NULL;
    ck_assert_msg(roadmap_create(&sampled, 1, NULL, &map, &error) == WEND_OK, "%s", error.message);
    free(sampled.vertices);
    free(sampled.edges);
    return map;
}

static wend_roadmap_projection sample_point(const wend_map *map, dice *from, float needed) {
    uint32_t edge = dice_below(from, wend_roadmap_edge_count(map));
    for (int i = 0; i < 1000 && wend_roadmap_edge_at(map, edge).clearance <= needed; i++) {
        edge = dice_below(from, wend_roadmap_edge_count(map));
    }
    wend_roadmap_edge e = wend_roadmap_edge_at(map, edge);
    wend_vec2 a = wend_roadmap_vertex_at(map, e.from).position;
    wend_vec2 b = wend_roadmap_vertex_at(map, e.to).position;
    float t = dice_below(from, 5) == 0 ? 0.0F : (float)dice_between(from, 0.0, 1.0);
    return (wend_roadmap_projection){edge, t, {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}, 0.0F};
}

/* True if a leg of the path is part of an edge with enough clearance. */
static bool is_on_open_edge(const wend_map *map, wend_vec2 p, wend_vec2 q, float needed) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, e.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, e.to).position;
        if (e.clearance > needed && plain_distance(p, a, b) < 1e-4 &&
            plain_distance(q, a, b) < 1e-4) {
            return true;
        }
    }
    return false;
}

static void check_answer(double truth) {
    ck_assert_msg((asked.outcome == SEARCH_FOUND) == isfinite(truth), "found: %d, length %g",
                  asked.outcome == SEARCH_FOUND, truth);
    if (asked.outcome != SEARCH_FOUND) {
        return;
    }
    ck_assert_double_eq_tol(asked.length, truth, 1e-4);
    ck_assert_uint_ge(asked.count, 1);
    double length = 0.0;
    for (uint32_t i = 1; i < asked.count; i++) {
        wend_vec2 a = asked.locations[i - 1].position, b = asked.locations[i].position;
        ck_assert(is_on_open_edge(asked.map, a, b, asked.needed));
        length += apart(a, b);
    }
    ck_assert_double_eq_tol(length, truth, 1e-3);
    ck_assert_double_lt(apart(asked.locations[0].position, asked.from.position), 1e-6);
    ck_assert_double_lt(apart(asked.locations[asked.count - 1].position, asked.to.position), 1e-6);
}

START_TEST(matches_floyd_warshall_length) {
    wend_registry *registry = NULL;
    wend_world *world = make_world(worlds_open(), &registry);
    uint32_t none = 0, found = 0;
    for (uint64_t seed = 0; seed < trials_at_least(60, 20); seed++) {
        dice from = {seed};
        wend_map *map = draw_graph(&from);
        for (int i = 0; i < 12; i++) {
            float needed = i % 3 == 0 ? 0.0F : (float)dice_between(&from, 0.0, 1.0);
            asked = (question){.map = map, .needed = needed};
            asked.from = sample_point(map, &from, needed);
            asked.to = sample_point(map, &from, needed);
            if (wend_roadmap_edge_at(map, asked.from.edge).clearance <= needed ||
                wend_roadmap_edge_at(map, asked.to.edge).clearance <= needed) {
                continue; /* all edges are too narrow for this request */
            }
            ask_from(world, 0.0, 0.0);
            double truth = floyd_warshall(map, &asked.from, &asked.to, needed);
            check_answer(truth);
            none += isfinite(truth) ? 0 : 1;
            found += isfinite(truth) ? 1 : 0;
        }
        wend_map_release(map);
    }
    ck_assert_uint_ge(found, trials_bound(301));
    ck_assert_uint_ge(none, trials_bound(31));
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Coming onto it -------------------------------------------------------------------------- */

static wend_map *build(wend_space *space, const wend_line *lines, uint32_t count,
                       const wend_obstacle_def *doors, uint32_t door_count) {
    wend_roadmap_def def = wend_default_roadmap_def();
    def.source = WEND_ROADMAP_LINES;
    def.space = space;
    def.lines = lines;
    def.line_count = count;
    def.doors = doors;
    def.door_count = door_count;
    wend_map *map = NULL;
    ck_assert_msg(wend_roadmap_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

/* Two rooms separated by a wall with a gap at the top. */
static wend_space *two_rooms(void) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 10);
    sketch_box(&s, 0, 0, 9.5, 1, 10.5, 8);
    return sketch_space(&s);
}

static const wend_point left_room[2] = {{8, 1}, {8, 9}}, right_room[2] = {{11, 1}, {11, 9}},
                        over[2] = {{8, 9}, {11, 9}};
static const wend_line rooms[3] = {{.points = left_room, .count = 2},
                                   {.points = right_room, .count = 2},
                                   {.points = over, .count = 2}};

static void request_route(wend_world *world, const wend_map *map, wend_point from, float x,
                          float y) {
    asked = (question){.map = map, .needed = 0.25F, .lead = true, .goal = {{x, y}, 0}};
    ask_from(world, from.x, from.y);
}

static void expect_points(const float (*expected)[2], uint32_t count) {
    ck_assert_int_eq(asked.outcome, SEARCH_FOUND);
    ck_assert_uint_eq(asked.count, count + 1); /* the goal itself is the last point */
    wend_location last = asked.locations[count];
    ck_assert(apart(last.position, asked.goal.position) == 0.0 && last.layer == asked.goal.layer);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_float_eq_tol(asked.locations[i].position.x, expected[i][0], 1e-4F);
        ck_assert_float_eq_tol(asked.locations[i].position.y, expected[i][1], 1e-4F);
    }
}

START_TEST(enters_network_at_visible_point) {
    wend_registry *registry = NULL;
    wend_space *space = two_rooms();
    wend_map *map = build(space, rooms, 3, NULL, 0);
    wend_world *world = make_world(space, &registry);
    /* The path enters and leaves the network at the nearest visible lines: the left line for the
     * agent, the right line for the goal. */
    wend_point at = {9.0, 4.0};
    request_route(world, map, at, 18.0F, 2.0F);
    expect_points((const float[4][2]){{8, 4}, {8, 9}, {11, 9}, {11, 2}}, 4);
    /* If the goal is nearer to the agent than the sum of both distances to the network, the agent
     * walks straight to the goal. */
    request_route(world, map, at, 8.75F, 5.0F);
    expect_points(NULL, 0);
    request_route(world, map, at, 5.0F, 4.0F);
    expect_points(NULL, 0);
    /* A straight path that is longer than this sum is not taken. */
    request_route(world, map, at, 7.5F, 8.5F);
    expect_points((const float[2][2]){{8, 4}, {8, 8.5F}}, 2);
    wend_map_release(map);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(skips_disconnected_components) {
    wend_registry *registry = NULL;
    wend_space *space = two_rooms();
    static const wend_point stub[2] = {{9, 2}, {9, 3}};
    wend_line lines[4] = {rooms[0], rooms[1], rooms[2], {.points = stub, .count = 2}};
    wend_map *map = build(space, lines, 4, NULL, 0);
    wend_world *world = make_world(space, &registry);
    wend_point at = {8.75, 2.5};
    request_route(world, map, at, 18.0F, 2.0F);
    expect_points((const float[4][2]){{8, 2.5F}, {8, 9}, {11, 9}, {11, 2}}, 4);
    wend_map_release(map);
    map = build(space, lines, 2, NULL, 0); /* without the connecting line */
    request_route(world, map, at, 18.0F, 2.0F);
    ck_assert_int_eq(asked.outcome, SEARCH_NONE);
    wend_map_release(map);
    map = build(space, NULL, 0, NULL, 0);
    request_route(world, map, at, 18.0F, 2.0F);
    ck_assert_int_eq(asked.outcome, SEARCH_NONE);
    wend_map_release(map);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Four edges that meet at the nearest point count as one entry. */
START_TEST(a_junction_counts_as_one_entry) {
    wend_registry *registry = NULL;
    wend_space *space = two_rooms();
    static const wend_point lines_of[2][2] = {{{7, 3}, {7.5, 3}}, {{7.25, 2.75}, {7.25, 3.25}}};
    static const wend_point far[3] = {{2, 1}, {2, 9}, {8, 9}};
    wend_line lines[5] = {{.points = lines_of[0], .count = 2},
                          {.points = lines_of[1], .count = 2},
                          rooms[1],
                          rooms[2],
                          {.points = far, .count = 3}};
    wend_map *map = build(space, lines, 5, NULL, 0);
    wend_world *world = make_world(space, &registry);
    wend_point at = {7.25, 3.0};
    request_route(world, map, at, 18.0F, 2.0F);
    ck_assert_int_eq(asked.outcome, SEARCH_FOUND);
    ck_assert_float_eq_tol(asked.locations[0].position.x, 2.0F, 1e-4F);
    ck_assert_float_eq_tol(asked.locations[0].position.y, 3.0F, 1e-4F);
    wend_map_release(map);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The planner ----------------------------------------------------------------------------- */

static wend_map *build_axis(wend_space *space, const wend_obstacle_def *doors, uint32_t count) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = doors;
    def.door_count = count;
    wend_map *map = NULL;
    ck_assert_msg(wend_corridor_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static void put(wend_world *world, const char *name, wend_map *map) {
    ck_assert_int_eq(wend_world_add_map(world, name, map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

static wend_agent add_walker(wend_world *world, const char *network, double x, double y) {
    wend_setting settings[2] = {{"control", {.kind = WEND_VALUE_TEXT, .text = "network"}},
                                {"network", {.kind = WEND_VALUE_TEXT, .text = network}}};
    wend_profile_def profile = worlds_profile_def();
    profile.plan = (wend_choice){"corridor", settings, network != NULL ? 2 : 1};
    wend_agent_def agent = wend_default_agent_def();
    agent.position = (wend_point){x, y};
    agent.profile = worlds_add_profile(world, &profile);
    agent.goal = worlds_point(world, 18.0, 5.0);
    return worlds_add(world, &agent);
}

/* Makes a room with a block in the middle. Two streets lead around the block, one longer than the
 * other. */
static wend_space *make_block_space(void) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 10);
    sketch_box(&s, 0, 0, 8, 4, 12, 7);
    return sketch_space(&s);
}

static const wend_point below[4] = {{2, 5}, {6, 2}, {14, 2}, {18, 5}};
static const wend_point above[4] = {{2, 5}, {6, 9}, {14, 9}, {18, 5}};
static const wend_point blocked_below[2] = {{10, 0}, {10, 4}};

static bool passes(const wend_route *route, float x, float y) {
    for (uint32_t i = 0; i < route->point_count; i++) {
        if (apart(route->points[i].position, (wend_vec2){x, y}) < 1e-4) {
            return true;
        }
    }
    return false;
}

/* Returns the largest distance in m from a point of the control path to the network. */
static double off_network(const wend_route *route, const wend_map *map) {
    double most = 0.0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_roadmap_projection near;
        wend_location at = {route->points[i].position, route->points[i].layer};
        ck_assert_uint_eq(wend_roadmap_find_edges(map, at, INFINITY, &near, 1), 1);
        most = fmax(most, (double)near.distance);
    }
    return most;
}

START_TEST(control_path_follows_the_network) {
    wend_space *space = make_block_space();
    wend_line lines[2] = {{.points = below, .count = 4}, {.points = above, .count = 4}};
    wend_obstacle_def door = sketch_door(blocked_below, 2);
    wend_map *both = build(space, lines, 2, &door, 1), *upper = build(space, lines + 1, 1, NULL, 0);
    wend_map *axis = build_axis(space, &door, 1);
    wend_world *world = worlds_make(space, NULL);
    wend_map_retain(both);
    wend_map_retain(upper);
    put(world, "axis", axis);
    put(world, "both", both);
    put(world, "upper", upper);
    wend_agent first = add_walker(world, NULL, 2.0, 4.5);
    wend_agent second = add_walker(world, "upper", 2.0, 5.5);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, first);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert(passes(route, 6.0F, 2.0F) && passes(route, 14.0F, 2.0F));
    ck_assert_double_lt(off_network(route, both), 1e-4);
    ck_assert_uint_ge(route->disc_count, 2);
    route = worlds_route(world, second);
    ck_assert(passes(route, 6.0F, 9.0F) && passes(route, 14.0F, 9.0F));
    ck_assert_double_lt(off_network(route, upper), 1e-4);
    for (uint32_t i = 0; i < route->point_count; i++) {
        ck_assert_float_ge(route->points[i].clearance, 0.25F);
    }
    wend_map_release(both);
    wend_map_release(upper);
    wend_world_destroy(world);
}
END_TEST

START_TEST(closed_door_blocks_its_edges) {
    for (int known = 0; known < 2; known++) {
        wend_space *space = make_block_space();
        wend_line lines[2] = {{.points = below, .count = 4}, {.points = above, .count = 4}};
        wend_obstacle_def door = sketch_door(blocked_below, 2);
        door.closed = false;
        wend_map *map = build(space, lines, 2, &door, (uint32_t)known);
        wend_map *axis = build_axis(space, &door, 1);
        wend_world *world = worlds_make(space, NULL);
        put(world, "axis", axis);
        put(world, "streets", map);
        wend_obstacle id;
        ck_assert_int_eq(wend_world_add_obstacle(world, &door, &id, &error), WEND_OK);
        wend_agent walker = add_walker(world, NULL, 2.0, 4.5);
        worlds_step(world, 1);
        ck_assert(passes(worlds_route(world, walker), 14.0F, 2.0F));
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, id, true, &error), WEND_OK);
        worlds_step(world, 2);
        const wend_route *route = worlds_route(world, walker);
        ck_assert_ptr_nonnull(route);
        ck_assert(!passes(route, 14.0F, 2.0F) && passes(route, 14.0F, 9.0F));
        wend_world_destroy(world);
    }
}
END_TEST

/* If the network does not lead to the goal, the route follows the axis. */
START_TEST(follows_axis_if_network_does_not_lead_to_goal) {
    wend_space *space = two_rooms();
    wend_map *apart_map = build(space, rooms, 2, NULL, 0), *axis = build_axis(space, NULL, 0);
    wend_world *world = worlds_make(space, NULL);
    put(world, "axis", axis);
    put(world, "streets", apart_map);
    wend_agent with = add_walker(world, NULL, 2.0, 5.25);
    worlds_step(world, 2);
    const wend_route *route = worlds_route(world, with);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    wend_world_destroy(world);
}
END_TEST

/* The network covers both floors and the stairs between them. */
START_TEST(route_over_a_network_crosses_floors) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    static const wend_point path[4] = {{-8, 3}, {-2, 0.25}, {8, -0.5}, {14, -3}};
    wend_line line = {.points = path, .count = 4};
    wend_map *map = build(space, &line, 1, NULL, 0), *axis = build_axis(space, NULL, 0);
    wend_world *world = worlds_make(space, NULL);
    put(world, "axis", axis);
    put(world, "streets", map);
    wend_setting network = {"control", {.kind = WEND_VALUE_TEXT, .text = "network"}};
    wend_profile_def profile = worlds_profile_def();
    profile.plan = (wend_choice){"corridor", &network, 1};
    wend_goal_def goal = wend_default_goal_def();
    wend_point at = {15, -3};
    goal.points = &at;
    goal.point_count = 1;
    goal.layer = 1;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = (wend_point){-8.5, 3};
    agent.profile = worlds_add_profile(world, &profile);
    agent.goal = worlds_add_goal(world, &goal);
    wend_agent walker = worlds_add(world, &agent);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, walker);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    for (int i = 0; i < 4; i++) {
        ck_assert_msg(passes(route, (float)path[i].x, (float)path[i].y), "point %d", i);
    }
    for (uint32_t i = 0; i < route->point_count; i++) {
        float x = route->points[i].position.x;
        uint32_t layer = x < 0.0F ? 0 : x < 6.0F ? 2 : 1;
        ck_assert(fabsf(x) < 1e-4F || fabsf(x - 6.0F) < 1e-4F || route->points[i].layer == layer);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/roadmap_search", matches_floyd_warshall_length, enters_network_at_visible_point,
          skips_disconnected_components, a_junction_counts_as_one_entry,
          control_path_follows_the_network, closed_door_blocks_its_edges,
          follows_axis_if_network_does_not_lead_to_goal, route_over_a_network_crosses_floors);
}
