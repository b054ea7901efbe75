/* Saves roadmaps as bytes and loads them, checks which input roadmap_create refuses, and compares
 * the edges found near points with brute force. */
/* needs: kit */
#include "map/corridor/corridor.h"
#include "map/roadmap/roadmap.h"
#include "support/map_bytes.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

static wend_error error;

/* Makes a room with a switchable obstacle and a door, and a roadmap of streets through the room. */
static wend_map *make_map(void) {
    static sketch s;
    static const wend_point points[2] = {{2.0, 6.5}, {3.0, 10.0}};
    static const wend_point lines[3][3] = {
        {{1, 1}, {9, 1}, {9, 6}}, {{1, 8}, {5, 8}, {5, 1}}, {{1, 5}, {4, 5}, {9, 6}}};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box(&s, 0, 1, 7, 7, 9, 9);
    wend_space *space = sketch_space(&s);
    wend_obstacle_def door = sketch_door(points, 2);
    wend_line all[3];
    for (int i = 0; i < 3; i++) {
        all[i] = (wend_line){.points = lines[i], .count = 3};
    }
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.lines = all;
    def.line_count = 3;
    def.doors = &door;
    def.door_count = 1;
    wend_map *map = NULL;
    wend_result result = wend_roadmap_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    ck_assert_uint_gt(roadmap_of(map)->blocking.limit_count, 1);
    wend_space_release(space);
    return map;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

START_TEST(survives_save_and_load) {
    wend_map *map = make_map(), *again = map_bytes_reload(map);
    ck_assert_str_eq(wend_map_get_info(again).kind, "roadmap");
    const roadmap *c = roadmap_of(map), *d = roadmap_of(again);
    ck_assert_mem_eq(c->vertices, d->vertices, c->vertex_count * sizeof *c->vertices);
    ck_assert_mem_eq(c->edges, d->edges, c->edge_count * sizeof *c->edges);
    ck_assert_mem_eq(c->blocking.limits, d->blocking.limits,
                     c->blocking.limit_count * sizeof *c->blocking.limits);
    ck_assert_float_eq(d->blocking.blockers[1].points[1].x, 3.0F);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(refuses_damaged_bytes) {
    wend_map *map = make_map();
    map_bytes_check_space_hash(map, &map_kind_roadmap);
    map_bytes_check_damage(map, &map_kind_roadmap, &map_kind_corridor);
    map_bytes_check_behind_checksum(map, &map_kind_roadmap, NULL);
    map_bytes_check_memory(map);
    wend_map_release(map);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static wend_map *source;
static roadmap parts;

static void copy_parts(void) {
    parts = *roadmap_of(source);
    parts.vertices = map_parts_copy(parts.vertices, parts.vertex_count, sizeof *parts.vertices);
    parts.edges = map_parts_copy(parts.edges, parts.edge_count, sizeof *parts.edges);
    parts.blocking.blockers = map_parts_copy(parts.blocking.blockers, parts.blocking.blocker_count,
                                             sizeof *parts.blocking.blockers);
    parts.blocking.limits = map_parts_copy(parts.blocking.limits, parts.blocking.limit_count,
                                           sizeof *parts.blocking.limits);
}

static void free_parts(void) {
    free(parts.vertices);
    free(parts.edges);
    free(parts.blocking.blockers);
    free(parts.blocking.limits);
}

/* Checks that the parts are refused with the reason `why`, then restores them. */
static void expect_refused(const char *why) {
    map_parts_check_refused(&map_kind_roadmap, &parts, why);
    free_parts();
    copy_parts();
}

START_TEST(refuses_inconsistent_parts) {
    source = make_map();
    copy_parts();
    wend_map *map = NULL;
    ck_assert_int_eq(roadmap_create(&parts, 1, NULL, &map, &error), WEND_OK);
    wend_map_release(map);
    parts.layer_count = 0;
    expect_refused("too few or too many layers");
    parts.vertex_count = UINT32_MAX;
    expect_refused("too large");
    parts.vertices[1].position.y = NAN;
    expect_refused("a vertex is not finite");
    parts.vertices[0].layer = 1;
    expect_refused("a vertex is not finite");
    parts.vertices[0].clearance = -1.0F;
    expect_refused("the clearance of a vertex");
    parts.edges[0].to = parts.vertex_count;
    expect_refused("out of range or out of order");
    parts.edges[1].from = parts.edges[1].to;
    expect_refused("out of range or out of order");
    parts.edges[0].layer = 1;
    expect_refused("out of range or out of order");
    parts.edges[2] = parts.edges[1];
    expect_refused("out of order or duplicated");
    parts.vertices[parts.edges[0].to].position = parts.vertices[parts.edges[0].from].position;
    expect_refused("has no length");
    parts.edges[0].clearance = NAN;
    expect_refused("the clearance of an edge");
    parts.edges[0].clearance = 101.0F;
    expect_refused("the clearance of an edge");
    parts.blocking.blockers[1].layer = 1;
    expect_refused("a blocker's class or layer");
    parts.blocking.limits[1] = parts.blocking.limits[0];
    expect_refused("out of order");
    parts.blocking.limits[0].part = parts.edge_count;
    expect_refused("out of order");
    free_parts();
    wend_map_release(source);
}
END_TEST

/* ---- Near edges ------------------------------------------------------------------------------ */

/* Makes a graph of random edges on two layers. Some of the edges are long and some are short; they
 * may be unevenly distributed. */
static wend_map *draw_graph(dice *from, uint32_t vertices) {
    roadmap sampled = {.layer_count = 2, .vertex_count = vertices};
    sampled.vertices = calloc(vertices, sizeof *sampled.vertices);
    sampled.edges = calloc((size_t)vertices * vertices, sizeof *sampled.edges);
    ck_assert(sampled.vertices != NULL && sampled.edges != NULL);
    bool crowded = dice_below(from, 2) == 0;
    for (uint32_t i = 0; i < vertices; i++) {
        double span = crowded && i % 3 != 0 ? 2.0 : 100.0;
        sampled.vertices[i] =
            (roadmap_vertex){.position = {(float)dice_between(from, -span, span),
                                          (float)dice_between(from, -span, span)}};
    }
    for (uint32_t i = 0; i < vertices; i++) {
        for (uint32_t k = i + 1; k < vertices; k++) {
            if (dice_below(from, vertices) < 3) {
                sampled.edges[sampled.edge_count++] =
                    (roadmap_edge){.from = i, .to = k, .layer = dice_below(from, 2)};
            }
        }
    }
    wend_map *map = NULL;
    ck_assert_msg(roadmap_create(&sampled, 1, NULL, &map, &error) == WEND_OK, "%s", error.message);
    free(sampled.vertices);
    free(sampled.edges);
    return map;
}

static double distance_to(const wend_map *map, uint32_t edge, wend_location location) {
    wend_roadmap_edge e = wend_roadmap_edge_at(map, edge);
    return e.layer == location.layer
               ? plain_distance(location.position, wend_roadmap_vertex_at(map, e.from).position,
                                wend_roadmap_vertex_at(map, e.to).position)
               : HUGE_VAL;
}

/* m: in single precision, distances of up to 512 m have an error of at most half of this. */
static const double ROUNDING = 4e-5;

static void check_location(const wend_map *map, wend_location location, float radius,
                           uint32_t capacity) {
    wend_roadmap_projection found[64];
    uint32_t count = wend_roadmap_find_edges(map, location, radius, found, capacity);
    uint32_t within = 0, nearer = 0;
    double last = count > 0 ? (double)found[count - 1].distance : 0.0;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        double distance = distance_to(map, i, location);
        within += distance <= (double)radius - ROUNDING;
        nearer += distance < last - ROUNDING;
    }
    ck_assert_msg(count >= (within < capacity ? within : capacity), "%u of %u found", count,
                  within);
    ck_assert_msg(nearer < count || count == 0, "%u are nearer than the last of %u", nearer, count);
    for (uint32_t i = 0; i < count; i++) {
        double distance = distance_to(map, found[i].edge, location);
        ck_assert_double_eq_tol((double)found[i].distance, distance, ROUNDING);
        ck_assert_double_le((double)found[i].distance, (double)radius);
        ck_assert(
            i == 0 || found[i - 1].distance < found[i].distance ||
            (found[i - 1].distance == found[i].distance && found[i - 1].edge < found[i].edge));
        wend_roadmap_edge e = wend_roadmap_edge_at(map, found[i].edge);
        wend_vec2 a = wend_roadmap_vertex_at(map, e.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, e.to).position;
        double t = (double)found[i].t;
        ck_assert(t >= 0.0 && t <= 1.0);
        ck_assert_double_lt(
            hypot((double)a.x + ((double)b.x - (double)a.x) * t - (double)found[i].position.x,
                  (double)a.y + ((double)b.y - (double)a.y) * t - (double)found[i].position.y),
            1e-4);
        ck_assert_double_eq_tol(hypot((double)location.position.x - (double)found[i].position.x,
                                      (double)location.position.y - (double)found[i].position.y),
                                distance, 1e-4);
    }
}

START_TEST(nearest_edges_match_brute_force) {
    for (uint64_t seed = 0; seed < trials(40); seed++) {
        dice from = {seed};
        wend_map *map = draw_graph(&from, 2 + dice_below(&from, 60));
        for (int i = 0; i < 200; i++) {
            double span = i % 4 == 0 ? 300.0 : 100.0;
            wend_location location = {
                {(float)dice_between(&from, -span, span), (float)dice_between(&from, -span, span)},
                dice_below(&from, 2)};
            check_location(map, location, i % 3 == 0 ? (float)dice_between(&from, 0.0, 50.0) : 1e9F,
                           1 + dice_below(&from, i % 2 ? 64 : 3));
        }
        wend_roadmap_projection found;
        wend_location nowhere = {{NAN, 0.0F}, 0}, other = {{0.0F, 0.0F}, 2};
        ck_assert_uint_eq(wend_roadmap_find_edges(map, nowhere, 1e9F, &found, 1), 0);
        ck_assert_uint_eq(wend_roadmap_find_edges(map, other, 1e9F, &found, 1), 0);
        ck_assert_uint_eq(wend_roadmap_find_edges(map, (wend_location){{0, 0}, 0}, 1e9F, NULL, 0),
                          0);
        wend_map_release(map);
    }
}
END_TEST

/* Compares the list of edges at each vertex with brute force. */
START_TEST(edges_at_vertices_match_brute_force) {
    dice from = {3};
    wend_map *map = draw_graph(&from, 40);
    const roadmap *r = roadmap_of(map);
    uint32_t ends = 0;
    for (uint32_t v = 0; v < r->vertex_count; v++) {
        uint32_t degree = 0;
        for (uint32_t i = 0; i < r->edge_count; i++) {
            degree += r->edges[i].from == v || r->edges[i].to == v;
        }
        ck_assert_uint_eq(degree, wend_roadmap_vertex_at(map, v).degree);
        ck_assert_uint_eq(r->vertices[v].first, ends);
        ends += degree;
        for (uint32_t i = 0; i < degree; i++) {
            uint32_t end = r->ends[r->vertices[v].first + i];
            ck_assert_uint_eq(end % 2 ? r->edges[end / 2].to : r->edges[end / 2].from, v);
        }
    }
    ck_assert_uint_eq(ends, 2 * r->edge_count);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("map/roadmap", survives_save_and_load, refuses_damaged_bytes, refuses_inconsistent_parts,
          nearest_edges_match_brute_force, edges_at_vertices_match_brute_force);
}
