/* needs: kit */
/* label: threads */
/* cost: 10 */
/* Finds paths between two locations without a world, and checks them against the planners in a
 * world, against a visibility graph, and against the shortest paths between all pairs of roadmap
 * vertices. */
#include <check.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "query/kind.h"
#include "spaces.h"
#include "support/kit/disc_oracle.h"
#include "support/mesh_checks.h"
#include "support/suite.h"
#include "support/trials.h"

enum { QUERIES = 24, POINTS = 512 };

static const float RADIUS = 0.25F;

static wend_error error;

typedef struct answer {
    wend_path_result path;
    wend_location points[POINTS];
} answer;

static void find(const wend_map *map, const wend_space *space, const wend_path_def *def,
                 wend_map_query *query, answer *out) {
    wend_result result =
        wend_map_find_path(map, space, def, query, out->points, POINTS, &out->path, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
}

/* Samples locations that have room according to the map itself, with 2 mm to spare. */
static void draw_locations(const wend_map *map, const wend_space *space, uint64_t seed,
                           wend_location *out, uint32_t count) {
    enum { MOST = 8 };
    wend_location sampled[MOST * 2 * QUERIES];
    uint32_t written = 0, kept = 0;
    ck_assert_int_eq(wend_map_sample(map, space, seed, RADIUS, WEND_ALL_CLASSES, NULL, sampled,
                                     MOST * count, &written, &error),
                     WEND_OK);
    for (uint32_t i = 0; i < written && kept < count; i++) {
        float room = wend_space_clearance(space, sampled[i], 1.0F, WEND_ALL_CLASSES);
        if (room > RADIUS + 2e-3F) {
            out[kept++] = sampled[i];
        }
    }
    ck_assert_uint_eq(kept, count);
}

/* Checks a path: its points are connected, its ends are the requested ones, no leg is nearer to a
 * wall than the radius, and the reported length matches the points. */
static void check_points(const wend_space *space, const wend_path_def *def, const answer *a) {
    const wend_path_result *path = &a->path;
    double length = 0.0;
    ck_assert_uint_le(path->point_count, POINTS);
    ck_assert_float_eq(a->points[0].position.x, def->from.position.x);
    ck_assert_float_eq(a->points[0].position.y, def->from.position.y);
    for (uint32_t i = 1; i < path->point_count; i++) {
        wend_location p = a->points[i - 1], q = a->points[i];
        length += hypot((double)q.position.x - (double)p.position.x,
                        (double)q.position.y - (double)p.position.y);
        /* Points may lie on links, so the layer is the one reached by walking */
        q.layer = wend_space_layer_after(space, p, q.position);
        ck_assert_msg(wend_space_is_visible(space, p, q, 0.98F * RADIUS, def->classes),
                      "from (%g, %g) to (%g, %g) near a wall", (double)p.position.x,
                      (double)p.position.y, (double)q.position.x, (double)q.position.y);
    }
    ck_assert_double_eq_tol(length, path->length, 1e-9);
    if (path->status == WEND_PATH_FOUND) {
        wend_location last = a->points[path->point_count - 1];
        ck_assert_float_eq(last.position.x, def->to.position.x);
        ck_assert_float_eq(last.position.y, def->to.position.y);
        ck_assert_uint_eq(last.layer, def->to.layer);
    }
}

/* ---- The planners in a world ----------------------------------------------------------------- */

typedef struct planner_case {
    const char *plan, *control;
    bool along_axis;
} planner_case;

static const planner_case cases[] = {
    {"navmesh", NULL, false}, {"corridor", "shortest", false}, {"corridor", "axis", true}};

static wend_agent add_agent(wend_world *world, wend_space *space, const wend_path_def *def,
                            wend_profile profile) {
    wend_point to = wend_space_from_local(space, def->to.position);
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &to;
    goal.point_count = 1;
    goal.layer = def->to.layer;
    wend_agent_def agent = wend_default_agent_def();
    agent.position = wend_space_from_local(space, def->from.position);
    agent.layer = def->from.layer;
    agent.profile = profile;
    agent.goal = worlds_add_goal(world, &goal);
    return worlds_add(world, &agent);
}

static wend_profile add_planner(wend_world *world, const planner_case *c) {
    wend_setting setting = {"control", {.kind = WEND_VALUE_TEXT, .text = c->control}};
    wend_profile_def profile = wend_default_profile_def();
    profile.plan = (wend_choice){c->plan, &setting, c->control != NULL ? 1 : 0};
    return worlds_add_profile(world, &profile);
}

static void compare(wend_world *world, wend_agent agent, const answer *a, uint32_t space) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_msg((route == NULL) == (a->path.status == WEND_PATH_NONE), "space %u: %d", space,
                  a->path.status);
    if (route != NULL) {
        ck_assert_int_eq(route->status == WEND_ROUTE_STATUS_PARTIAL,
                         a->path.status == WEND_PATH_PARTIAL);
        ck_assert_msg(fabs((double)route->cost - a->path.length) < 1e-5 * a->path.length + 2e-3,
                      "space %u: %g m, the route %g m", space, a->path.length, (double)route->cost);
    }
}

static void compare_in_space(const planner_case *c, uint32_t index) {
    wend_space *space = rooms_space(index);
    bool mesh = c->control == NULL;
    wend_map *map = mesh ? rooms_navmesh(space, (double)RADIUS) : rooms_corridor(space);
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "map", map, NULL, NULL), WEND_OK);
    wend_profile profile = add_planner(world, c);
    wend_location locations[2 * QUERIES];
    wend_agent agents[QUERIES];
    draw_locations(map, space, 7 * index + 1, locations, 2 * QUERIES);
    wend_path_def def = wend_default_path_def();
    def.along_axis = c->along_axis;
    for (uint32_t i = 0; i < QUERIES; i++) {
        def.from = locations[2 * i];
        def.to = locations[2 * i + 1];
        agents[i] = add_agent(world, space, &def, profile);
    }
    worlds_step(world, 1);
    wend_map_query *query = NULL;
    ck_assert_int_eq(wend_map_query_create(NULL, &query, &error), WEND_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        static answer a;
        def.from = locations[2 * i];
        def.to = locations[2 * i + 1];
        find(map, space, &def, query, &a);
        compare(world, agents[i], &a, index);
        if (a.path.status != WEND_PATH_NONE) {
            check_points(space, &def, &a);
        }
    }
    wend_map_query_destroy(query);
    wend_world_destroy(world);
    wend_map_release(map);
    wend_space_release(space);
}

START_TEST(matches_the_planner_in_a_world) {
    uint32_t count = ROOMS_BY_HAND + trials(DISC_KIND_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        compare_in_space(&cases[_i], i);
    }
}
END_TEST

/* ---- The shortest path of a disc --------------------------------------------------------------
 */

START_TEST(matches_visibility_graph_length) {
    uint32_t bent = 0, found = 0, rounds = trials(2 * DISC_KIND_COUNT);
    for (uint32_t seed = 100; seed < 100 + rounds; seed++) {
        disc_world sampled;
        disc_world_make(&sampled, seed);
        wend_map *map = rooms_navmesh(sampled.space, 0.25);
        disc_oracle *oracle =
            disc_oracle_make(&sampled.layer, wend_space_origin(sampled.space), 0.25);
        wend_location locations[2 * QUERIES];
        draw_locations(map, sampled.space, seed, locations, 2 * QUERIES);
        for (uint32_t i = 0; i < QUERIES; i++) {
            static answer a;
            wend_path_def def = wend_default_path_def();
            def.from = locations[2 * i];
            def.to = locations[2 * i + 1];
            def.may_be_partial = false;
            find(map, sampled.space, &def, NULL, &a);
            disc_path line = disc_oracle_find(oracle, def.from.position, def.to.position);
            ck_assert_int_eq(a.path.status == WEND_PATH_FOUND, isfinite(line.length));
            if (isfinite(line.length)) { /* same tolerances as in support/kit/disc_trials.c */
                double most = 1e-4 * line.length + 20e-6;
                ck_assert_double_ge(a.path.length, line.length - most);
                ck_assert_double_le(a.path.length, line.length + most + 0.25e-3 * line.turn_angle);
                found++;
                bent += a.path.point_count > 2;
            }
        }
        disc_oracle_free(oracle);
        wend_map_release(map);
        disc_world_end(&sampled);
    }
    ck_assert_uint_gt(found, rounds * QUERIES / 4);
    ck_assert_uint_gt(bent, found / 4);
}
END_TEST

/* ---- Roadmaps -------------------------------------------------------------------------------- */

enum { VERTICES = 64 };

/* Computes the length of the shortest path between each pair of vertices, using only edges with
 * enough clearance (algorithm of Floyd and Warshall). */
static void measure_all_pairs(const wend_map *map, float radius,
                              double length[VERTICES][VERTICES]) {
    uint32_t count = wend_roadmap_vertex_count(map);
    ck_assert_uint_le(count, VERTICES);
    for (uint32_t i = 0; i < count * count; i++) {
        length[i / count][i % count] = i / count == i % count ? 0.0 : INFINITY;
    }
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        if (e.clearance > radius) {
            length[e.from][e.to] = length[e.to][e.from] = (double)e.length;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < count * count; i++) {
            double over = length[i / count][k] + length[k][i % count];
            length[i / count][i % count] = fmin(length[i / count][i % count], over);
        }
    }
}

START_TEST(roadmap_paths_match_floyd_warshall_length) {
    static double length[VERTICES][VERTICES];
    wend_space *space = worlds_pillars();
    const wend_point a[] = {{1, 1}, {19, 1}, {19, 11}, {1, 11}, {1, 1}}, b[] = {{10, 1}, {10, 11}},
                     c[] = {{1, 6}, {19, 6}}, d[] = {{1, 1}, {5, 6}, {1, 11}};
    const wend_line lines[] = {
        {a, 5, 0, NULL, 0, 0}, {b, 2, 0, NULL, 0, 0}, {c, 2, 0, NULL, 0, 0}, {d, 3, 0, NULL, 0, 0}};
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *map = NULL;
    def.space = space;
    def.lines = lines;
    def.line_count = 4;
    ck_assert_msg(wend_roadmap_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    measure_all_pairs(map, RADIUS, length);
    uint32_t count = wend_roadmap_vertex_count(map), checked = 0;
    for (uint32_t i = 0; i < count * count; i++) {
        static answer out;
        wend_roadmap_vertex from = wend_roadmap_vertex_at(map, i / count);
        wend_roadmap_vertex to = wend_roadmap_vertex_at(map, i % count);
        wend_path_def path = wend_default_path_def();
        path.from = (wend_location){from.position, from.layer};
        path.to = (wend_location){to.position, to.layer};
        find(map, space, &path, NULL, &out);
        ck_assert_int_eq(out.path.status, WEND_PATH_FOUND);
        ck_assert_double_eq_tol(out.path.length, length[i / count][i % count], 1e-4);
        checked++;
    }
    ck_assert_uint_gt(checked, 50);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Kinds ----------------------------------------------------------------------------------- */

START_TEST(every_kind_of_map_answers_queries) {
    for (uint32_t i = 0; i < map_kind_count; i++) {
        const query_kind *found = NULL;
        for (uint32_t k = 0; k < query_kind_count; k++) {
            bool same = strcmp(query_kinds[k]->kind, map_kinds[i]->name) == 0;
            found = same ? query_kinds[k] : found;
        }
        ck_assert_msg(found != NULL, "%s: add a folder to src/query", map_kinds[i]->name);
        ck_assert(found->find_path != NULL && found->find_nearest != NULL);
    }
    ck_assert_uint_eq(map_kind_count, query_kind_count);
}
END_TEST

/* ---- Status, classes, errors ----------------------------------------------------------------- */

/* Two rooms joined by a gap; an obstacle of class 1 fills the gap. */
START_TEST(path_is_partial_where_a_class_blocks_it) {
    wend_space *space = worlds_gap();
    wend_map *maps[] = {rooms_navmesh(space, (double)RADIUS), rooms_corridor(space)};
    for (uint32_t k = 0; k < 2; k++) {
        static answer a;
        wend_path_def def = wend_default_path_def();
        def.from = (wend_location){{2, 5}, 0};
        def.to = (wend_location){{18, 5}, 0};
        find(maps[k], space, &def, NULL, &a);
        ck_assert_int_eq(a.path.status, WEND_PATH_PARTIAL);
        ck_assert_float_lt(a.points[a.path.point_count - 1].position.x, 10.0F);
        def.may_be_partial = false;
        find(maps[k], space, &def, NULL, &a);
        ck_assert_int_eq(a.path.status, WEND_PATH_NONE);
        ck_assert_uint_eq(a.path.point_count, 0);
        def.classes = 1;
        find(maps[k], space, &def, NULL, &a);
        ck_assert_int_eq(a.path.status, WEND_PATH_FOUND);
        ck_assert_double_ge(a.path.length, 16.0 - 1e-6);
        /* A points array that is too small changes none of the other results. */
        wend_path_result again;
        ck_assert_int_eq(wend_map_find_path(maps[k], space, &def, NULL, NULL, 0, &again, &error),
                         WEND_OK);
        ck_assert_uint_eq(again.point_count, a.path.point_count);
        ck_assert_double_eq(again.length, a.path.length);
        wend_map_release(maps[k]);
    }
    wend_space_release(space);
}
END_TEST

START_TEST(refuses_invalid_queries) {
    wend_space *space = worlds_pillars(), *other = worlds_gap();
    wend_map *map = rooms_navmesh(space, (double)RADIUS);
    wend_path_result out;
    wend_path_def good = wend_default_path_def(), def = good;
    ck_assert_int_eq(wend_map_find_path(map, other, &def, NULL, NULL, 0, &out, &error),
                     WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "another space"));
    def.radius = -1.0F;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &out, &error),
                     WEND_ERROR_INVALID);
    def = good;
    def.to.position.x = NAN;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &out, &error),
                     WEND_ERROR_INVALID);
    def = good;
    def.from.layer = 1;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &out, &error),
                     WEND_ERROR_INVALID);
    def = good;
    def.tolerance = INFINITY;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &out, &error),
                     WEND_ERROR_INVALID);
    wend_map_release(map);
    wend_space_release(space);
    wend_space_release(other);
}
END_TEST

/* ---- Memory and threads ---------------------------------------------------------------------- */

typedef struct thread_job {
    const wend_map *map;
    const wend_space *space;
    const wend_location *locations;
    double lengths[QUERIES];
} thread_job;

static void *run_queries(void *user) {
    thread_job *c = user;
    wend_map_query *query = NULL;
    wend_error mine;
    if (wend_map_query_create(NULL, &query, &mine) != WEND_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < QUERIES; i++) {
        wend_path_def def = wend_default_path_def();
        wend_path_result out = {.length = -1.0};
        def.from = c->locations[2 * i];
        def.to = c->locations[2 * i + 1];
        wend_map_find_path(c->map, c->space, &def, query, NULL, 0, &out, &mine);
        c->lengths[i] = out.length;
    }
    wend_map_query_destroy(query);
    return NULL;
}

START_TEST(threads_sharing_a_map_get_equal_results) {
    enum { THREADS = 4 };
    wend_space *space = worlds_halls();
    wend_map *map = _i == 0 ? rooms_navmesh(space, (double)RADIUS) : rooms_corridor(space);
    wend_location locations[2 * QUERIES];
    draw_locations(map, space, 5, locations, 2 * QUERIES);
    static thread_job alone, jobs[THREADS];
    pthread_t threads[THREADS];
    alone = (thread_job){.map = map, .space = space, .locations = locations};
    run_queries(&alone);
    for (uint32_t i = 0; i < THREADS; i++) {
        jobs[i] = (thread_job){.map = map, .space = space, .locations = locations};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_queries, &jobs[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        for (uint32_t k = 0; k < QUERIES; k++) {
            ck_assert_double_eq(jobs[i].lengths[k], alone.lengths[k]);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(query_reuses_and_frees_memory) {
    wend_space *space = worlds_halls();
    wend_map *map = rooms_navmesh(space, (double)RADIUS);
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    wend_map_query *query = NULL;
    wend_path_def def = wend_default_path_def();
    wend_path_result out;
    def.from = (wend_location){{1, 1}, 0};
    def.to = (wend_location){{19, 9}, 0};
    ck_assert_int_eq(wend_map_query_create(&allocator, &query, &error), WEND_OK);
    ck_assert_int_eq(wend_map_find_path(map, space, &def, query, NULL, 0, &out, &error), WEND_OK);
    unsigned long calls = heap.calls;
    for (int i = 0; i < 100; i++) {
        wend_map_find_path(map, space, &def, query, NULL, 0, &out, &error);
    }
    ck_assert_uint_eq(heap.calls, calls);
    wend_map_query_destroy(query);
    ck_assert_uint_eq(heap.held, 0);
    /* Each iteration makes a different allocation fail, until none fails. */
    bool done = false;
    for (unsigned long n = 1; !done; n++) {
        heap.calls = 0;
        heap.fails_at = n;
        query = NULL;
        wend_result result = wend_map_query_create(&allocator, &query, &error);
        if (result == WEND_OK) {
            result = wend_map_find_path(map, space, &def, query, NULL, 0, &out, &error);
        }
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        done = result == WEND_OK;
        wend_map_query_destroy(query);
        ck_assert_uint_eq(heap.held, 0);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("query/paths");
    TCase *tests = tcase_create("paths");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_loop_test(tests, matches_the_planner_in_a_world, 0, 3);
    tcase_add_test(tests, matches_visibility_graph_length);
    tcase_add_test(tests, roadmap_paths_match_floyd_warshall_length);
    tcase_add_test(tests, every_kind_of_map_answers_queries);
    tcase_add_test(tests, path_is_partial_where_a_class_blocks_it);
    tcase_add_test(tests, refuses_invalid_queries);
    tcase_add_loop_test(tests, threads_sharing_a_map_get_equal_results, 0, 2);
    tcase_add_test(tests, query_reuses_and_frees_memory);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
