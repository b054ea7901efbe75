/* Saves corridor maps as bytes and loads them, and checks which input corridor_create refuses. */
/* needs: kit */
#include "map/corridor/corridor.h"
#include "map/navmesh/navmesh.h"
#include "support/map_bytes.h"
#include "support/spaces.h"
#include "support/suite.h"
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

static wend_error error;

/* Makes a room with a box, a switchable obstacle and a door. */
static wend_map *make_map(void) {
    static sketch s;
    static const wend_point points[2] = {{2.0, 6.5}, {3.0, 10.0}};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 10);
    sketch_box(&s, 0, 0, 4, 4, 6, 6.5);
    sketch_box(&s, 0, 1, 7, 7, 9, 9);
    wend_space *space = sketch_space(&s);
    wend_obstacle_def door = sketch_door(points, 2);
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.doors = &door;
    def.door_count = 1;
    wend_map *map = NULL;
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    ck_assert_uint_gt(corridor_of(map)->blocking.limit_count, 1);
    wend_space_release(space);
    return map;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

START_TEST(survives_save_and_load) {
    wend_map *map = make_map(), *again = map_bytes_reload(map);
    ck_assert_str_eq(wend_map_get_info(again).kind, "corridor");
    const corridor *c = corridor_of(map), *d = corridor_of(again);
    ck_assert_mem_eq(c->breakpoints, d->breakpoints, c->breakpoint_count * sizeof *c->breakpoints);
    ck_assert_mem_eq(c->edges, d->edges, c->edge_count * sizeof *c->edges);
    ck_assert_mem_eq(c->vertices, d->vertices, c->vertex_count * sizeof *c->vertices);
    ck_assert_float_eq(d->blocking.blockers[1].points[1].x, 3.0F);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

static void retract(const wend_map *map) {
    wend_corridor_projection projection;
    wend_corridor_project(map, (wend_location){{2.0F, 3.0F}, 0}, &projection);
}

START_TEST(refuses_damaged_bytes) {
    wend_map *map = make_map();
    map_bytes_check_space_hash(map, &map_kind_corridor);
    map_bytes_check_damage(map, &map_kind_corridor, &map_kind_navmesh);
    map_bytes_check_behind_checksum(map, &map_kind_corridor, retract);
    map_bytes_check_memory(map);
    wend_map_release(map);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

/* A copy of a map's parts that a test may corrupt. */
static wend_map *source;
static corridor parts;

static void copy_parts(void) {
    parts = *corridor_of(source);
    parts.sites = map_parts_copy(parts.sites, parts.site_count, sizeof *parts.sites);
    parts.vertices = map_parts_copy(parts.vertices, parts.vertex_count, sizeof *parts.vertices);
    parts.edges = map_parts_copy(parts.edges, parts.edge_count, sizeof *parts.edges);
    parts.breakpoints =
        map_parts_copy(parts.breakpoints, parts.breakpoint_count, sizeof *parts.breakpoints);
    parts.blocking.blockers = map_parts_copy(parts.blocking.blockers, parts.blocking.blocker_count,
                                             sizeof *parts.blocking.blockers);
    parts.blocking.limits = map_parts_copy(parts.blocking.limits, parts.blocking.limit_count,
                                           sizeof *parts.blocking.limits);
}

/* Checks that the parts are refused with the reason `why`, then restores them. */
static void expect_refused(const char *why) {
    map_parts_check_refused(&map_kind_corridor, &parts, why);
    free(parts.sites);
    free(parts.vertices);
    free(parts.edges);
    free(parts.breakpoints);
    free(parts.blocking.blockers);
    free(parts.blocking.limits);
    copy_parts();
}

START_TEST(refuses_inconsistent_parts) {
    source = make_map();
    copy_parts();
    wend_map *map = NULL;
    ck_assert_int_eq(corridor_create(&parts, 1, NULL, &map, &error), WEND_OK);
    wend_map_release(map);
    parts.layer_count = 0;
    expect_refused("too few or too many layers");
    parts.breakpoint_count = UINT32_MAX;
    expect_refused("too large");
    parts.sites[1].b.y = NAN;
    expect_refused("a wall is not finite");
    parts.vertices[0].position.x = 1e6F;
    expect_refused("a vertex is not finite");
    parts.vertices[0].layer = 1;
    expect_refused("a vertex is not finite");
    parts.edges[1].first++;
    expect_refused("breakpoints of edges are not consecutive");
    parts.edges[parts.edge_count - 1].count++;
    expect_refused("breakpoints of edges are not consecutive");
    parts.edges[0].to = parts.vertex_count;
    expect_refused("out of range");
    parts.edges[0].layer = 9;
    expect_refused("out of range");
    parts.edges[0].flags = 2;
    expect_refused("out of range");
    parts.edge_count--;
    expect_refused("breakpoints without an edge");
    parts.breakpoints[1].position.x = INFINITY;
    expect_refused("a breakpoint is not finite");
    parts.breakpoints[0].position.x += 0.5F;
    expect_refused("does not end at its vertices");
    parts.breakpoints[parts.breakpoint_count - 1].left_site = 0;
    expect_refused("the last breakpoint of an edge has walls");
    parts.breakpoints[0].left_site = parts.site_count;
    expect_refused("a wall that does not exist");
    parts.blocking.blockers[1].layer = 1;
    expect_refused("a blocker's class or layer");
    parts.blocking.blockers[0].obstacle_class = WEND_MAX_CLASSES;
    expect_refused("a blocker's class or layer");
    parts.overlaps = &(corridor_overlap){parts.breakpoint_count, 0};
    parts.overlap_count = 1;
    expect_refused("reaches into another layer");
    parts.blocking.limits[1] = parts.blocking.limits[0];
    expect_refused("out of order");
    parts.blocking.limits[0].clearance = -1.0F;
    expect_refused("out of order");
    wend_map_release(source);
}
END_TEST

/* Changes a breakpoint in the middle of an edge: moves it off the axis, then swaps its walls. */
START_TEST(refuses_breakpoints_off_the_axis) {
    source = make_map();
    copy_parts();
    uint32_t edge = 0;
    while (parts.edges[edge].count < 3) {
        edge++;
    }
    corridor_breakpoint *middle = &parts.breakpoints[parts.edges[edge].first + 1];
    wend_vec2 aside = {(middle->left.x - middle->position.x) * 0.01F,
                       (middle->left.y - middle->position.y) * 0.01F};
    middle->position.x += aside.x;
    middle->position.y += aside.y;
    expect_refused("not equally far");
    middle = &parts.breakpoints[parts.edges[edge].first + 1];
    uint32_t left = middle->left_site; /* swaps the left and right walls */
    middle->left_site = middle->right_site;
    middle->right_site = left;
    expect_refused("jump at a breakpoint");
    wend_map_release(source);
}
END_TEST

/* ---- Lengths --------------------------------------------------------------------------------- */

/* Approximates the length of a piece from its beginning to t by many chords. Returns this length in
 * metres. */
static double length_by_chords(const corridor *c, uint32_t breakpoint, double t) {
    enum { CHORDS = 2000 };
    double length = 0.0;
    wend_vec2 last = corridor_piece_sample(c, breakpoint, 0.0).position;
    for (int i = 1; i <= CHORDS; i++) {
        wend_vec2 at = corridor_piece_sample(c, breakpoint, t * i / CHORDS).position;
        length += hypot((double)at.x - (double)last.x, (double)at.y - (double)last.y);
        last = at;
    }
    return length;
}

START_TEST(lengths_convert_to_axis_points_and_back) {
    wend_map *map = make_map();
    const corridor *c = corridor_of(map);
    uint32_t curved = 0;
    for (uint32_t i = 0; i < c->breakpoint_count; i++) {
        if (c->breakpoints[i].left_site == CORRIDOR_NONE) {
            continue;
        }
        corridor_piece p = corridor_piece_of(c, i);
        corridor_arc_length arc_length = corridor_measure_piece(&p);
        curved += p.curved;
        ck_assert_double_eq_tol(arc_length.length, length_by_chords(c, i, 1.0), 2e-3);
        ck_assert_double_eq_tol(arc_length.length, corridor_length(c, i), 1e-12);
        for (int k = 0; k <= 8; k++) {
            double t = k / 8.0, length = corridor_length_to(c, i, t);
            ck_assert_double_eq_tol(length, length_by_chords(c, i, t), 2e-3);
            wend_corridor_sample there = corridor_piece_sample(c, i, t);
            wend_corridor_sample again =
                corridor_piece_at(&p, corridor_t_at_length(&p, &arc_length, length));
            ck_assert_float_eq_tol(there.position.x, again.position.x, 1e-4F);
            ck_assert_float_eq_tol(there.position.y, again.position.y, 1e-4F);
        }
    }
    ck_assert_uint_ge(curved, 4);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("map/corridor", lengths_convert_to_axis_points_and_back, survives_save_and_load,
          refuses_damaged_bytes, refuses_inconsistent_parts, refuses_breakpoints_off_the_axis);
}
