/* Roadmaps from graph files, visibility graphs and skeletons, and sources on several layers. */
#include "map/roadmap/roadmap.h"
#include "support/kit/disc_worlds.h"
#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

static wend_error error;
static const double radius = 0.25; /* m */

static wend_roadmap_def def_of(wend_space *space, wend_roadmap_source source) {
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.source = source;
    def.radii = &radius;
    def.radius_count = 1;
    return def;
}

static wend_map *build(const wend_roadmap_def *def) {
    wend_map *map = NULL;
    wend_result result = wend_roadmap_build(def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s:%d: %s", error.path, error.line, error.message);
    return map;
}

static wend_vec2 vertex_at(const wend_map *map, uint32_t vertex) {
    return wend_roadmap_vertex_at(map, vertex).position;
}

/* ---- Graph files ----------------------------------------------------------------------------- */

static wend_result build_graph(wend_space *space, const char *text, wend_map **out) {
    FILE *file = fopen("test_sources.txt", "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    wend_roadmap_def def = def_of(space, WEND_ROADMAP_AUTO);
    def.graph = "test_sources.txt";
    *out = NULL;
    wend_result result = wend_roadmap_build(&def, out, &error);
    remove("test_sources.txt");
    return result;
}

START_TEST(graphs_keep_their_vertices_and_edges) {
    wend_space *space = worlds_room(10.0, 8.0);
    wend_map *map;
    /* Edges 0 and 1 cross; they stay apart. Edge 3 repeats edge 0. Vertex 4 is alone. */
    const char *text = "5\n2 1 1\n2 9 7\n2 1 7\n2 9 1\n0 5 7\n4\n0 1\n2 3\n3 2\n1 0\n";
    ck_assert_msg(build_graph(space, text, &map) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(wend_roadmap_vertex_count(map), 5);
    ck_assert_uint_eq(wend_roadmap_edge_count(map), 2);
    ck_assert_float_eq(vertex_at(map, 2).x, 1.0F);
    ck_assert_float_eq(vertex_at(map, 4).y, 7.0F);
    ck_assert_uint_eq(wend_roadmap_vertex_at(map, 4).degree, 0);
    ck_assert_float_eq(wend_roadmap_edge_at(map, 0).clearance, 1.0F);
    ck_assert_double_eq(wend_map_find_figure(map, "pieces"), 3.0);
    ck_assert_double_eq_tol(wend_map_find_figure(map, "largest_piece"), 0.4, 1e-12);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

static void expect_refusal(wend_space *space, const char *text, int line, const char *message) {
    wend_map *map;
    ck_assert_int_eq(build_graph(space, text, &map), WEND_ERROR_GEOMETRY);
    ck_assert_ptr_null(map);
    ck_assert_str_eq(error.message, message);
    ck_assert_str_eq(error.path, "test_sources.txt");
    ck_assert_int_eq(error.line, line);
}

START_TEST(graphs_through_walls_are_refused_with_their_line) {
    wend_space *space = worlds_pillars(); /* a pillar at (7, 4) */
    expect_refusal(space, "2\n1 2 4\n1 12 4\n1\n0 1\n", 5,
                   "edge 0 from vertex 0 to vertex 1 crosses a wall at (6.5, 4)");
    expect_refusal(space, "2\n0 7 4\n0 12 4\n0\n", 2,
                   "vertex 0 at (7, 4) is not on walkable ground");
    expect_refusal(space, "2\n1 2 2\n1 2 40\n1\n0 1\n", 5,
                   "edge 0 from vertex 0 to vertex 1 crosses a wall at (2, 12)");
    wend_map *map;
    ck_assert_int_eq(build_graph(space, "1\n0 1e8 0\n0\n", &map), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message, "vertex 0 at (1e+08, 0) is too far from the space");
    ck_assert_int_eq(build_graph(space, "2\n1 2 2\n1 3 3\n1\n0 2\n", &map), WEND_ERROR_SYNTAX);
    ck_assert_int_eq(error.line, 5);
    wend_roadmap_def def = def_of(space, WEND_ROADMAP_GRAPH);
    ck_assert_int_eq(wend_roadmap_build(&def, &map, &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message,
                     "a roadmap from a graph needs 'graph', the name of a graph file");
    wend_space_release(space);
}
END_TEST

/* The stairs of sketch_stairs: floor 0 at x < 0, stairs (layer 2) to x = 6, floor 1 beyond. */
START_TEST(graphs_follow_links_between_layers) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    wend_map *map;
    const char *text = "3\n1 -5 0\n2 3 0.25\n1 10 0\n2\n1 0\n1 2\n";
    ck_assert_msg(build_graph(space, text, &map) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(wend_roadmap_vertex_count(map), 5);
    ck_assert_uint_eq(wend_roadmap_edge_count(map), 4);
    ck_assert_double_eq(wend_map_find_figure(map, "pieces"), 1.0);
    static const uint32_t layers[3] = {0, 2, 1};
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(wend_roadmap_vertex_at(map, i).layer, layers[i]);
    }
    uint32_t on_layer[3] = {0, 0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        on_layer[wend_roadmap_edge_at(map, i).layer]++;
    }
    ck_assert(on_layer[0] == 1 && on_layer[1] == 1 && on_layer[2] == 2);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Layers and blockers --------------------------------------------------------------------- */

static uint32_t count_pieces(const wend_map *map) {
    return (uint32_t)wend_map_find_figure(map, "pieces");
}

static const wend_roadmap_source built[] = {WEND_ROADMAP_PRM, WEND_ROADMAP_VISIBILITY,
                                            WEND_ROADMAP_SKELETON};

/* All edges lie on one layer, are open for their clearance, and join the floors. */
START_TEST(sources_join_layers) {
    static sketch s;
    for (int i = 0; i < 6; i++) {
        sketch_start(&s);
        sketch_stairs(&s, 6.0);
        wend_space *space = i < 3 ? sketch_space(&s) : worlds_floors();
        wend_roadmap_def def = def_of(space, built[i % 3]);
        def.samples = 300;
        wend_map *map = build(&def);
        uint32_t layers = wend_space_layer_count(space);
        ck_assert_msg(count_pieces(map) == 1, "source %d: %u pieces", i, count_pieces(map));
        for (uint32_t k = 0; k < wend_roadmap_edge_count(map); k++) {
            wend_roadmap_edge e = wend_roadmap_edge_at(map, k);
            wend_location from = {vertex_at(map, e.from), e.layer};
            wend_vec2 end = vertex_at(map, e.to);
            wend_location middle = {{(from.position.x + end.x) / 2, (from.position.y + end.y) / 2},
                                    e.layer};
            wend_location to = {end, wend_space_layer_after(space, from, end)};
            ck_assert_uint_lt(e.layer, layers);
            ck_assert_msg(wend_space_is_walkable(space, middle, 1), "source %d, edge %u", i, k);
            ck_assert(wend_space_is_visible(space, from, to, e.clearance, 1));
        }
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

/* A closed door narrows the edges that it blocks; the blockers of an obstacle class count too. */
START_TEST(doors_and_classes_limit_all_sources) {
    static const wend_point across[2] = {{5, 0}, {5, 10}};
    wend_obstacle_def door = sketch_door(across, 2);
    for (int i = 0; i < 3; i++) {
        wend_space *space = worlds_gap(); /* a class-1 solid fills the gap at x = 10 */
        wend_roadmap_def def = def_of(space, built[i]);
        def.samples = 300;
        def.doors = &door;
        def.door_count = 1;
        wend_map *map = build(&def);
        const roadmap *r = roadmap_of(map);
        uint32_t through_door = 0, through_gap = 0;
        for (uint32_t k = 0; k < r->blocking.limit_count; k++) {
            const map_clearance_limit *limit = &r->blocking.limits[k];
            wend_vec2 a = vertex_at(map, r->edges[limit->part].from);
            wend_vec2 b = vertex_at(map, r->edges[limit->part].to);
            bool crosses = (a.x - 5.0F) * (b.x - 5.0F) <= 0.0F;
            bool passes = (a.x - 10.0F) * (b.x - 10.0F) <= 0.0F;
            through_door += limit->clearance == 0.0F && crosses;
            through_gap += limit->clearance == 0.0F && passes;
        }
        ck_assert_msg(through_gap > 0, "source %d", i);
        ck_assert_msg(through_door > 0 || built[i] == WEND_ROADMAP_VISIBILITY, "source %d", i);
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Visibility graphs ----------------------------------------------------------------------- */

static double path_length(const wend_map *map, const wend_space *space, wend_location from,
                          wend_location to, float r) {
    wend_path_def def = wend_default_path_def();
    wend_path_result result;
    def.from = from;
    def.to = to;
    def.radius = r;
    def.may_be_partial = false;
    ck_assert_int_eq(wend_map_find_path(map, space, &def, NULL, NULL, 0, &result, &error), WEND_OK);
    return result.status == WEND_PATH_FOUND ? result.length : (double)INFINITY;
}

/* Returns the length of the shortest path between two points over the vertices that they see, by
 * relaxing all edges until nothing changes. */
static double shortest_over(const wend_map *map, const wend_space *space, wend_vec2 p, wend_vec2 q,
                            float r) {
    uint32_t count = wend_roadmap_vertex_count(map);
    double *costs = calloc((size_t)count + 1, sizeof *costs), best = (double)INFINITY;
    wend_location from = {p, 0}, to = {q, 0};
    for (uint32_t i = 0; i < count; i++) {
        wend_location at = {vertex_at(map, i), 0};
        bool seen = wend_space_is_visible(space, from, at, r, 1);
        costs[i] = seen ? plain_distance(p, at.position, at.position) : (double)INFINITY;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
            wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
            double length = (double)e.length;
            if (costs[e.from] + length < costs[e.to]) {
                costs[e.to] = costs[e.from] + length;
                changed = true;
            } else if (costs[e.to] + length < costs[e.from]) {
                costs[e.from] = costs[e.to] + length;
                changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_location at = {vertex_at(map, i), 0};
        if (wend_space_is_visible(space, at, to, r, 1)) {
            best = fmin(best, costs[i] + plain_distance(q, at.position, at.position));
        }
    }
    free(costs);
    return best;
}

/* Shortest paths over the graph are those of the mesh, up to the difference between arcs and
 * tangents; never shorter. */
START_TEST(visibility_graphs_have_shortest_paths) {
    uint32_t compared = 0;
    double worst = 1.0;
    for (uint64_t seed = 0; seed < trials(30); seed++) {
        disc_world world;
        disc_world_make(&world, DISC_KIND_COUNT * (seed / 3) + seed % 3);
        wend_roadmap_def def = def_of(world.space, WEND_ROADMAP_VISIBILITY);
        const double own = 0.1;
        def.radii = &own;
        wend_map *map = build(&def);
        wend_navmesh_def mesh_def = wend_default_navmesh_def();
        mesh_def.space = world.space;
        mesh_def.radii = &own;
        mesh_def.radius_count = 1;
        wend_map *mesh = maps_navmesh(&mesh_def);
        wend_location points[40];
        uint32_t count = 0;
        ck_assert_int_eq(wend_map_sample(mesh, world.space, seed, (float)own, 1, NULL, points, 40,
                                         &count, &error),
                         WEND_OK);
        for (uint32_t i = 0; i + 1 < count; i += 2) {
            double truth = path_length(mesh, world.space, points[i], points[i + 1], (float)own);
            double found = shortest_over(map, world.space, points[i].position,
                                         points[i + 1].position, (float)own);
            bool direct =
                wend_space_is_visible(world.space, points[i], points[i + 1], (float)own + 1e-3F, 1);
            if (truth < 1.0 || direct || !isfinite(truth)) {
                continue;
            }
            ck_assert_msg(found >= truth - 1e-3 && found <= 1.05 * truth,
                          "seed %llu: %g m, not %g m", (unsigned long long)seed, found, truth);
            worst = fmax(worst, found / truth);
            compared++;
        }
        wend_map_release(map);
        wend_map_release(mesh);
        disc_world_end(&world);
    }
    ck_assert_uint_gt(compared, trials_bound(60));
    ck_assert_double_gt(worst, 1.0);
}
END_TEST

/* A graph for two radii serves both: the larger disc turns farther away from corners. */
START_TEST(visibility_graphs_have_corners_for_each_radius) {
    static const double radii[2] = {0.5, 0.2};
    wend_space *space = worlds_pillars();
    wend_roadmap_def def = def_of(space, WEND_ROADMAP_VISIBILITY);
    def.radii = radii;
    def.radius_count = 2;
    wend_map *map = build(&def);
    uint32_t wide = 0, narrow = 0;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        float clearance = wend_roadmap_edge_at(map, i).clearance;
        wide += clearance > 0.5F;
        narrow += clearance > 0.2F && clearance < 0.25F;
    }
    ck_assert_uint_gt(wide, 30);
    ck_assert_uint_gt(narrow, 30);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Skeletons ------------------------------------------------------------------------------- */

/* The skeleton has the loops of the ground, one around each obstacle, and a clearance close to that
 * of the axis. */
START_TEST(skeletons_have_the_loops_of_the_ground) {
    for (uint64_t seed = 0; seed < trials(30); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_roadmap_def def = def_of(world.space, WEND_ROADMAP_SKELETON);
        wend_corridor_def axis_def = wend_default_corridor_def();
        axis_def.space = world.space;
        wend_map *axis = NULL, *map = build(&def);
        ck_assert_int_eq(wend_corridor_build(&axis_def, &axis, &error), WEND_OK);
        double length = 0.0;
        for (uint32_t i = 0; i < wend_corridor_edge_count(axis); i++) {
            wend_corridor_edge e = wend_corridor_edge_at(axis, i);
            length += e.dead_end ? 0.0 : (double)e.length;
        }
        ck_assert_msg(fabs(wend_map_find_figure(map, "length_m") - length) < 0.01 * length + 0.01,
                      "seed %llu: %g m, not %g m", (unsigned long long)seed,
                      wend_map_find_figure(map, "length_m"), length);
        ck_assert_uint_eq((uint32_t)wend_map_find_figure(map, "cycles"),
                          maps_axis_topology(axis).cycles);
        for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
            wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
            double ends = fmin((double)wend_roadmap_vertex_at(map, e.from).clearance,
                               (double)wend_roadmap_vertex_at(map, e.to).clearance);
            ck_assert_msg((double)e.clearance > 0.9 * ends - 0.002, "seed %llu: edge %u",
                          (unsigned long long)seed, i);
            ck_assert_uint_gt(wend_roadmap_vertex_at(map, e.from).degree, 0);
        }
        wend_map_release(map);
        wend_map_release(axis);
        disc_world_end(&world);
    }
}
END_TEST

int main(void) {
    SUITE("build/roadmap_sources", graphs_keep_their_vertices_and_edges,
          graphs_through_walls_are_refused_with_their_line, graphs_follow_links_between_layers,
          sources_join_layers, doors_and_classes_limit_all_sources,
          visibility_graphs_have_shortest_paths, visibility_graphs_have_corners_for_each_radius,
          skeletons_have_the_loops_of_the_ground);
}
