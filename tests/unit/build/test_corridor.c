/* Compares corridor maps with brute force. Every axis point is as far from its two nearest wall
 * points as its clearance says, and no wall is nearer. Every point of the ground projects onto an
 * axis point with a clearance disc that contains it. The axis has as many cycles as the ground has
 * holes. */
#include "support/kit/disc_worlds.h"
#include "support/kit/maps.h"
#include "support/suite.h"
#include "support/trials.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wend/kit.h>

/* m; in worlds that are 20 m wide, single precision represents positions to within 1e-6 m. */
static const double TOLERANCE = 1e-5;

static wend_error error;

static wend_map *build(wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    wend_map *map = NULL;
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

/* ---- By brute force -------------------------------------------------------------------------- */

static double distance_to_walls(const wend_space *space, uint32_t layer, wend_vec2 p) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.obstacle_class == 0 && wall.layer == layer) {
            least = fmin(least, plain_distance(p, wall.a, wall.b));
        }
    }
    return least;
}

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_sample(const wend_space *space, uint32_t layer, wend_corridor_sample s,
                         const char *where) {
    double clearance = (double)s.clearance;
    double truth = distance_to_walls(space, layer, s.position);
    ck_assert_msg(fabs(truth - clearance) < TOLERANCE,
                  "%s: clearance %.9g, but the nearest wall is at %.9g", where, clearance, truth);
    ck_assert_msg(fabs(apart(s.position, s.left) - clearance) < TOLERANCE,
                  "%s: the place on the left is at %.9g, not %.9g", where,
                  apart(s.position, s.left), clearance);
    ck_assert_msg(fabs(apart(s.position, s.right) - clearance) < TOLERANCE,
                  "%s: the place on the right is at %.9g, not %.9g", where,
                  apart(s.position, s.right), clearance);
    ck_assert_double_lt(distance_to_walls(space, layer, s.left), TOLERANCE);
    ck_assert_double_lt(distance_to_walls(space, layer, s.right), TOLERANCE);
}

/* Returns the signed distance (m) from the line a -> b to a point; positive on the left. */
static double side_of(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return (x * ((double)p.y - (double)a.y) - y * ((double)p.x - (double)a.x)) / hypot(x, y);
}

enum { STEPS = 8 };

/* Checks that the samples of a piece lead from its first breakpoint to its last, and that their
 * nearest wall points are on the correct sides. Returns the total length (m) of the chords between
 * the samples. */
static double check_piece(const wend_space *space, const wend_map *map, uint32_t edge,
                          uint32_t piece, const char *world) {
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    wend_corridor_sample last = wend_corridor_breakpoint_at(map, edge, piece);
    double length = 0.0;
    for (int i = 0; i <= STEPS; i++) {
        char where[128];
        snprintf(where, sizeof where, "%s, edge %u, piece %u, t %d/%d", world, edge, piece, i,
                 STEPS);
        wend_corridor_sample s = wend_corridor_sample_at(map, edge, piece, i / (double)STEPS);
        check_sample(space, e.layer, s, where);
        ck_assert_double_ge((double)s.clearance, (double)e.least_clearance - TOLERANCE);
        double step = apart(last.position, s.position);
        ck_assert_msg(i > 0 || step < TOLERANCE, "%s: begins %g m off", where, step);
        if (step > 1e-3) {
            ck_assert_msg(side_of(last.position, s.position, s.left) > -TOLERANCE, "%s: left",
                          where);
            ck_assert_msg(side_of(last.position, s.position, s.right) < TOLERANCE, "%s: right",
                          where);
        }
        length += i > 0 ? step : 0.0;
        last = s;
    }
    ck_assert_double_lt(
        apart(last.position, wend_corridor_breakpoint_at(map, edge, piece + 1).position),
        TOLERANCE);
    return length;
}

static void check_edge(const wend_space *space, const wend_map *map, uint32_t edge,
                       const char *world) {
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < e.breakpoint_count; i++) {
        length += check_piece(space, map, edge, i, world);
    }
    ck_assert_msg(length <= (double)e.length * 1.000001 + TOLERANCE &&
                      length >= (double)e.length * 0.99 - TOLERANCE,
                  "%s, edge %u: length %g, chords %g", world, edge, (double)e.length, length);
    wend_corridor_vertex from = wend_corridor_vertex_at(map, e.from);
    wend_corridor_vertex to = wend_corridor_vertex_at(map, e.to);
    ck_assert(from.degree != 2 || e.from == e.to);
    ck_assert_int_eq(e.dead_end, to.clearance == 0.0F);
    wend_corridor_sample last = wend_corridor_breakpoint_at(map, edge, e.breakpoint_count - 1);
    ck_assert_double_eq_tol((double)to.clearance, (double)last.clearance, TOLERANCE);
    ck_assert(!e.dead_end || to.degree == 1);
}

/* ---- Points ---------------------------------------------------------------------------------- */

static void check_location(const wend_space *space, const wend_map *map, wend_location location,
                           const char *world) {
    wend_corridor_projection found;
    double clearance = distance_to_walls(space, location.layer, location.position);
    bool walkable = wend_space_is_walkable(space, location, 1);
    bool retracts = wend_corridor_project(map, location, &found);
    if (clearance < 5e-3) {
        return;
    }
    ck_assert_msg(retracts == walkable, "%s: (%.9g, %.9g) retracts: %d, walkable: %d", world,
                  (double)location.position.x, (double)location.position.y, retracts, walkable);
    if (!retracts) {
        return;
    }
    double moved = apart(found.sample.position, location.position);
    ck_assert_double_eq_tol((double)found.clearance, clearance, TOLERANCE);
    ck_assert_msg(fabs((double)found.sample.clearance - clearance - moved) < 1e-4,
                  "%s: (%.9g, %.9g), clearance %.9g, goes %.9g m to a clearance of %.9g", world,
                  (double)location.position.x, (double)location.position.y, clearance, moved,
                  (double)found.sample.clearance);
    char where[96];
    snprintf(where, sizeof where, "%s, retracted", world);
    check_sample(space, location.layer, found.sample, where);
}

static void check_axis(const wend_space *space, const wend_map *map, const char *world) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        check_edge(space, map, i, world);
    }
}

/* ---- Cycles ---------------------------------------------------------------------------------- */

START_TEST(axis_is_exact_in_random_worlds) {
    for (uint64_t seed = 0; seed < trials(120); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_map *map = build(world.space);
        char name[64];
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        check_axis(world.space, map, name);
        ck_assert_msg((uint32_t)wend_map_find_figure(map, "cycles") ==
                          maps_ground_topology(world.space).cycles,
                      "%s: %llu cycles, %u holes", name,
                      (unsigned long long)(uint32_t)wend_map_find_figure(map, "cycles"),
                      maps_ground_topology(world.space).cycles);
        dice from = {seed + 77};
        for (int i = 0; i < 400; i++) {
            wend_vec2 at = {(float)dice_between(&from, -1.0, world.side + 1.0),
                            (float)dice_between(&from, -1.0, world.side + 1.0)};
            check_location(world.space, map, (wend_location){at, 0}, name);
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
}
END_TEST

/* ---- Simple and degenerate ground ------------------------------------------------------------ */

static sketch sampled;

/* Builds and checks the map of the sketch. The caller releases the map and the space. */
static wend_map *build_sketch(wend_space **space, uint32_t cycles) {
    *space = sketch_space(&sampled);
    wend_map *map = build(*space);
    check_axis(*space, map, "drawn");
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(map, "cycles"), cycles);
    return map;
}

static void end_sketch(wend_space *space, wend_map *map) {
    wend_map_release(map);
    wend_space_release(space);
}

/* Counts the vertices that are not corners. */
static uint32_t count_inner(const wend_map *map, wend_corridor_vertex *last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_corridor_vertex_count(map); i++) {
        wend_corridor_vertex v = wend_corridor_vertex_at(map, i);
        if (v.clearance > 0.0F) {
            count++;
            *last = v;
        }
    }
    return count;
}

START_TEST(convex_rooms_have_one_inner_vertex) {
    wend_space *space;
    wend_corridor_vertex v;
    sketch_start(&sampled);
    sketch_boundary(&sampled, 0, (double[]){0, 0, 4, 0, 0, 3}, 3);
    wend_map *map = build_sketch(&space, 0);
    ck_assert_uint_eq(count_inner(map, &v), 1); /* the centre of the inscribed circle */
    ck_assert_float_eq_tol(v.position.x, 1.0F, 1e-6F);
    ck_assert_float_eq_tol(v.position.y, 1.0F, 1e-6F);
    ck_assert_float_eq_tol(v.clearance, 1.0F, 1e-6F);
    ck_assert_uint_eq(wend_corridor_edge_count(map), 3);
    end_sketch(space, map);
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 6, 6);
    map = build_sketch(&space, 0);
    ck_assert_uint_eq(count_inner(map, &v), 1);
    ck_assert_uint_eq(v.degree, 4);
    ck_assert_float_eq(v.clearance, 3.0F);
    end_sketch(space, map);
}
END_TEST

/* A box in the middle of a room: four parallel axis segments, and parabolas around its corners. */
START_TEST(axis_around_one_obstacle_is_exact) {
    wend_space *space;
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 10, 10);
    sketch_box(&sampled, 0, 0, 4, 4, 6, 6);
    wend_map *map = build_sketch(&space, 1);
    wend_corridor_projection found;
    ck_assert(wend_corridor_project(map, (wend_location){{5.0F, 6.5F}, 0}, &found));
    ck_assert_float_eq_tol(found.sample.position.x, 5.0F, 1e-6F);
    ck_assert_float_eq_tol(found.sample.position.y, 8.0F, 1e-6F);
    ck_assert_float_eq_tol(found.sample.clearance, 2.0F, 1e-6F);
    ck_assert_float_eq_tol(found.clearance, 0.5F, 1e-6F);
    /* On the diagonal: as far from the corner (6, 6) as from two walls. */
    ck_assert(wend_corridor_project(map, (wend_location){{6.1F, 6.1F}, 0}, &found));
    double clearance = 4.0 * (2.0 - sqrt(2.0));
    ck_assert_double_eq_tol((double)found.sample.clearance, clearance, 1e-5);
    ck_assert(!wend_corridor_project(map, (wend_location){{5.0F, 5.0F}, 0}, &found));
    ck_assert(!wend_corridor_project(map, (wend_location){{50.0F, 5.0F}, 0}, &found));
    ck_assert(!wend_corridor_project(map, (wend_location){{5.0F, 6.5F}, 1}, &found));
    ck_assert(!wend_corridor_project(map, (wend_location){{NAN, 6.5F}, 0}, &found));
    end_sketch(space, map);
}
END_TEST

START_TEST(touching_obstacles_form_one_hole) {
    wend_space *space;
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 10, 10);
    sketch_box(&sampled, 0, 0, 2, 2, 5, 5); /* two boxes that touch at a corner: one hole */
    sketch_box(&sampled, 0, 0, 5, 5, 7, 7);
    wend_map *map = build_sketch(&space, 1);
    end_sketch(space, map);
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 10, 10);
    sketch_solid(&sampled, 0, 0, (double[]){10, 5, 8, 7, 6, 5, 8, 3},
                 4); /* touches the outer wall: no hole */
    map = build_sketch(&space, 0);
    end_sketch(space, map);
    sketch_start(&sampled);
    sketch_set_transform(&sampled, 0.4, 0.3, 0.2);
    sketch_box_boundary(&sampled, 0, 0, 0, 10, 10);
    sketch_solid(&sampled, 0, 0, (double[]){3, 5, 5, 3, 7, 5, 5, 7}, 4);
    sketch_box(&sampled, 0, 0, 7, 4.5, 8,
               5.5); /* a rotated corner touches a side; rounding may separate them */
    space = sketch_try(&sampled);
    if (space != NULL) {
        map = build(space);
        check_axis(space, map, "a corner on a side");
        end_sketch(space, map);
    }
}
END_TEST

START_TEST(extra_points_on_walls_do_not_change_the_axis) {
    wend_space *space, *other;
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 12, 4);
    wend_map *plain = build_sketch(&space, 0);
    sketch_start(&sampled);
    sketch_boundary(&sampled, 0,
                    (double[]){0, 0, 3, 0, 5, 0, 5.5, 0, 12, 0, 12, 2, 12, 4, 11, 4, 6, 4, 0, 4},
                    10);
    wend_map *pointed = build_sketch(&other, 0);
    wend_map_info a = wend_map_get_info(plain), b = wend_map_get_info(pointed);
    ck_assert_uint_eq(a.vertices, b.vertices);
    ck_assert_uint_eq(a.edges, b.edges);
    ck_assert_uint_gt(b.faces, a.faces);
    end_sketch(space, plain);
    end_sketch(other, pointed);
}
END_TEST

/* Thin walls that cross, end on other walls, lie on them, or are free-standing. */
START_TEST(axis_around_thin_walls_is_exact) {
    wend_space *space;
    sketch_start(&sampled);
    sketch_box_boundary(&sampled, 0, 0, 0, 10, 10);
    sketch_line(&sampled, 0, 0, 2, 2, 8, 7);
    sketch_line(&sampled, 0, 0, 2, 7, 8, 2.5);   /* crosses the first line */
    sketch_line(&sampled, 0, 0, 9, 10, 9, 8);    /* starts at the outer wall */
    sketch_line(&sampled, 0, 0, 1, 0, 4, 0);     /* lies on the outer wall */
    sketch_line(&sampled, 0, 0, 0.5, 9, 1.5, 9); /* free-standing */
    wend_map *map = build_sketch(&space, 2);
    end_sketch(space, map);
}
END_TEST

START_TEST(unbounded_ground_is_bounded_by_a_box) {
    wend_space *space;
    sketch_start(&sampled);
    space = sketch_space(&sampled); /* no obstacles: the ground is a box */
    wend_map *map = build(space);
    wend_corridor_vertex v;
    ck_assert_uint_eq(count_inner(map, &v), 1);
    ck_assert_float_eq(v.clearance, 10.0F);
    end_sketch(space, map);
    sketch_start(&sampled);
    sketch_box(&sampled, 0, 0, 4, 4, 6, 6);
    space = sketch_space(&sampled);
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    def.low = (wend_point){-30.0, 0.0};
    def.high = (wend_point){30.0, 8.0};
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_OK);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(map, "cycles"), 1);
    wend_corridor_projection found;
    ck_assert(wend_corridor_project(map, (wend_location){{-39.0F, 4.0F}, 0}, &found));
    ck_assert_float_eq_tol(found.clearance, 1.0F, 1e-6F);
    ck_assert(!wend_corridor_project(map, (wend_location){{-41.0F, 4.0F}, 0}, &found));
    wend_map_release(map);
    def.high.x = (double)INFINITY;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_ERROR_INVALID);
    def.high.x = 1e6;
    ck_assert_int_eq(wend_corridor_build(&def, &map, &error), WEND_ERROR_LIMIT);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/corridor", axis_is_exact_in_random_worlds, convex_rooms_have_one_inner_vertex,
          axis_around_one_obstacle_is_exact, touching_obstacles_form_one_hole,
          extra_points_on_walls_do_not_change_the_axis, axis_around_thin_walls_is_exact,
          unbounded_ground_is_bounded_by_a_box);
}
