/* Compares networks of lines with brute force: lines are joined where they meet and nowhere else,
 * the clearance of every edge is its true distance to walls, and lines that are not walkable are
 * refused with a message that gives the position. */
#include "map/roadmap/roadmap.h"
#include "support/kit/disc_worlds.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

enum { MOST_LINES = 40, LINE_POINTS = 4 };

static wend_error error;

/* Random lines, with storage for their points. */
typedef struct sampled_world {
    wend_point points[MOST_LINES][LINE_POINTS];
    wend_line lines[MOST_LINES];
    uint32_t count;
} sampled_world;

static wend_result try_build(wend_space *space, const wend_line *lines, uint32_t count,
                             wend_map **map) {
    wend_roadmap_def def = wend_default_roadmap_def();
    def.source = WEND_ROADMAP_LINES;
    def.space = space;
    def.lines = lines;
    def.line_count = count;
    return wend_roadmap_build(&def, map, &error);
}

static wend_map *build(wend_space *space, const wend_line *lines, uint32_t count) {
    wend_map *map = NULL;
    wend_result result = try_build(space, lines, count, &map);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

static wend_vec2 end_of(const wend_map *map, uint32_t edge, int end) {
    wend_roadmap_edge e = wend_roadmap_edge_at(map, edge);
    return wend_roadmap_vertex_at(map, end == 0 ? e.from : e.to).position;
}

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        i = parents[i];
    }
    return i;
}

static uint32_t count_roots(uint32_t *parents, uint32_t count) {
    uint32_t roots = 0;
    for (uint32_t i = 0; i < count; i++) {
        roots += parents[i] == i;
    }
    return roots;
}

/* ---- Joining --------------------------------------------------------------------------------- */

static wend_vec2 local(wend_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

/* True if two lines have a point in common. The test is exact. */
static bool lines_meet(const sampled_world *d, uint32_t i, uint32_t k) {
    for (uint32_t a = 0; a + 1 < LINE_POINTS; a++) {
        for (uint32_t b = 0; b + 1 < LINE_POINTS; b++) {
            if (exact_meet(local(d->points[i][a]), local(d->points[i][a + 1]),
                           local(d->points[k][b]), local(d->points[k][b + 1]))) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t count_pieces_of_lines(const sampled_world *d) {
    uint32_t parents[MOST_LINES];
    for (uint32_t i = 0; i < d->count; i++) {
        parents[i] = i;
        for (uint32_t k = 0; k < i; k++) {
            if (lines_meet(d, i, k)) {
                parents[root_of(parents, i)] = root_of(parents, k);
            }
        }
    }
    return count_roots(parents, d->count);
}

static uint32_t count_pieces_of_map(const wend_map *map) {
    uint32_t count = wend_roadmap_vertex_count(map);
    uint32_t *parents = calloc((size_t)count + 1, sizeof *parents);
    ck_assert_ptr_nonnull(parents);
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = i;
    }
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        parents[root_of(parents, e.from)] = root_of(parents, e.to);
    }
    uint32_t pieces = count_roots(parents, count);
    free(parents);
    return pieces;
}

/* Checks that two edges have no point in common except a common end. */
static void check_apart(const wend_map *map, uint32_t i, uint32_t k) {
    wend_vec2 a = end_of(map, i, 0), b = end_of(map, i, 1);
    wend_vec2 c = end_of(map, k, 0), d = end_of(map, k, 1);
    if (!exact_meet(a, b, c, d)) {
        return;
    }
    wend_roadmap_edge e = wend_roadmap_edge_at(map, i), f = wend_roadmap_edge_at(map, k);
    bool common = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
    ck_assert_msg(common, "edges %u and %u cross", i, k);
    /* Beyond their common end the edges diverge: neither contains the other's far end. */
    wend_vec2 far_e = e.from == f.from || e.from == f.to ? b : a;
    wend_vec2 far_f = f.from == e.from || f.from == e.to ? d : c;
    ck_assert(!exact_meet(far_e, far_e, c, d) && !exact_meet(far_f, far_f, a, b));
}

/* Returns the distance from a point to the nearest line. */
static double distance_to_lines(const sampled_world *d, double x, double y) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < d->count; i++) {
        for (uint32_t k = 0; k + 1 < LINE_POINTS; k++) {
            wend_point a = d->points[i][k], b = d->points[i][k + 1];
            least = fmin(least, point_to_segment(x, y, a.x, a.y, b.x, b.y));
        }
    }
    return least;
}

static double distance_to_edges(const wend_map *map, double x, double y) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_vec2 a = end_of(map, i, 0), b = end_of(map, i, 1);
        least =
            fmin(least, point_to_segment(x, y, (double)a.x, (double)a.y, (double)b.x, (double)b.y));
    }
    return least;
}

/* m: tolerance for coordinates that were rounded to the grid; the grid unit is a few micrometres.
 */
static const double GRID = 2e-5;

static void check_cover(const wend_map *map, const sampled_world *d) {
    enum { STEPS = 10 };
    for (uint32_t i = 0; i < d->count; i++) {
        for (uint32_t k = 0; k + 1 < LINE_POINTS; k++) {
            wend_point a = d->points[i][k], b = d->points[i][k + 1];
            for (int s = 0; s <= STEPS; s++) {
                double t = s / (double)STEPS;
                double away = distance_to_edges(map, a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
                ck_assert_msg(away < GRID, "line %u is left by %g m", i, away);
            }
        }
    }
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_vec2 a = end_of(map, i, 0), b = end_of(map, i, 1);
        double x = ((double)a.x + (double)b.x) / 2, y = ((double)a.y + (double)b.y) / 2;
        ck_assert_double_lt(distance_to_lines(d, x, y), GRID);
        ck_assert_double_lt(distance_to_lines(d, (double)a.x, (double)a.y), GRID);
    }
}

static void draw_lines(sampled_world *d, dice *from, bool whole) {
    d->count = 1 + dice_below(from, MOST_LINES / 4);
    for (uint32_t i = 0; i < d->count; i++) {
        for (uint32_t k = 0; k < LINE_POINTS; k++) {
            double x = dice_between(from, -20.0, 20.0), y = dice_between(from, -20.0, 20.0);
            d->points[i][k] = whole ? (wend_point){floor(x / 4) * 4, floor(y / 4) * 4}
                                    : (wend_point){floor(x * 1024) / 1024, floor(y * 1024) / 1024};
        }
        d->points[i][1].x += d->points[i][1].x == d->points[i][0].x ? 1.0 : 0.0;
        d->lines[i] = (wend_line){.points = d->points[i], .count = LINE_POINTS};
    }
}

START_TEST(lines_are_joined_where_they_meet) {
    wend_space_def open = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&open, &space, &error), WEND_OK);
    uint32_t crossings = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed};
        sampled_world d;
        draw_lines(&d, &from, seed % 2 == 0);
        wend_map *map = build(space, d.lines, d.count);
        uint32_t edges = wend_roadmap_edge_count(map);
        crossings += edges > d.count * (LINE_POINTS - 1);
        for (uint32_t i = 0; i < edges; i++) {
            for (uint32_t k = 0; k < i; k++) {
                check_apart(map, i, k);
            }
        }
        check_cover(map, &d);
        uint32_t pieces = count_pieces_of_map(map);
        ck_assert_msg(pieces == count_pieces_of_lines(&d), "seed %llu: %u pieces, not %u",
                      (unsigned long long)seed, pieces, count_pieces_of_lines(&d));
        ck_assert_uint_eq((uint32_t)wend_map_find_figure(map, "cycles"),
                          edges + pieces - wend_roadmap_vertex_count(map));
        wend_map_release(map);
    }
    ck_assert_uint_ge(crossings, trials_bound(31));
    wend_space_release(space);
}
END_TEST

/* A grid of streets, some of which are given twice. */
START_TEST(street_grid_has_all_crossings) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 10, 8);
    wend_space *space = sketch_space(&s);
    wend_point ends[7][2] = {{{1, 1}, {9, 1}}, {{1, 4}, {9, 4}}, {{1, 7}, {9, 7}}, {{1, 1}, {1, 7}},
                             {{9, 1}, {9, 7}}, {{5, 1}, {5, 7}}, {{2, 4}, {8, 4}}};
    wend_line lines[7] = {{0}};
    for (int i = 0; i < 7; i++) {
        lines[i] = (wend_line){.points = ends[i], .count = 2};
    }
    wend_map *map = build(space, lines, 7);
    ck_assert_uint_eq(wend_roadmap_vertex_count(map), 9 + 2);
    ck_assert_uint_eq(wend_roadmap_edge_count(map), 12 + 2);
    wend_map_info info = wend_map_get_info(map);
    ck_assert_str_eq(info.kind, "roadmap");
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(map, "cycles"), 4);
    ck_assert_double_eq_tol(wend_map_find_figure(map, "length_m"), 3 * 8 + 3 * 6, 1e-6);
    ck_assert_uint_eq(info.space_hash, wend_space_hash(space));
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
        wend_roadmap_vertex v = wend_roadmap_vertex_at(map, i);
        bool middle = v.position.x == 5.0F && v.position.y == 4.0F;
        ck_assert_int_eq(middle, v.degree == 4);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Clearance ------------------------------------------------------------------------------- */

static double gap_to_walls(const wend_space *space, uint32_t layer, wend_vec2 a, wend_vec2 b) {
    double least = (double)WEND_ROADMAP_MAX_CLEARANCE;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.obstacle_class == 0 && wall.layer == layer) {
            least = fmin(least, plain_gap(a, b, wall.a, wall.b));
        }
    }
    return least;
}

/* Samples two points until the line between them keeps clear of all walls. Returns false if too
 * many attempts have failed. */
static bool draw_free_line(const disc_world *world, dice *from, wend_point out[2]) {
    for (int trial = 0; trial < (int)trials(200); trial++) {
        for (int i = 0; i < 2; i++) {
            out[i] = (wend_point){floor(dice_between(from, 0.0, world->side) * 1024) / 1024,
                                  floor(dice_between(from, 0.0, world->side) * 1024) / 1024};
        }
        wend_vec2 a = wend_space_to_local(world->space, out[0]);
        wend_vec2 b = wend_space_to_local(world->space, out[1]);
        if (wend_space_is_walkable(world->space, (wend_location){a, 0}, 1) &&
            gap_to_walls(world->space, 0, a, b) > 1e-3) {
            return true;
        }
    }
    return false;
}

START_TEST(edges_have_their_true_clearance) {
    uint32_t measured = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        dice from = {seed + 5};
        static wend_point ends[MOST_LINES][2];
        wend_line lines[MOST_LINES];
        uint32_t count = 0;
        while (count < 12 && draw_free_line(&world, &from, ends[count])) {
            lines[count] = (wend_line){.points = ends[count], .count = 2};
            count++;
        }
        wend_map *map = build(world.space, lines, count);
        for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++, measured++) {
            wend_vec2 a = end_of(map, i, 0), b = end_of(map, i, 1);
            double truth = gap_to_walls(world.space, 0, a, b);
            double found = (double)wend_roadmap_edge_at(map, i).clearance;
            ck_assert_msg(found <= truth + 1e-6 && found > truth - 1e-6,
                          "seed %llu, edge %u: %.9g, not %.9g", (unsigned long long)seed, i, found,
                          truth);
        }
        for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
            wend_roadmap_vertex v = wend_roadmap_vertex_at(map, i);
            double truth = gap_to_walls(world.space, 0, v.position, v.position);
            ck_assert_double_eq_tol((double)v.clearance, truth, 1e-6);
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
    ck_assert_uint_ge(measured, trials_bound(601));
}
END_TEST

START_TEST(clearance_on_open_ground_is_capped) {
    wend_space_def open = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&open, &space, &error), WEND_OK);
    wend_point ends[2] = {{0, 0}, {50, 20}};
    wend_line line = {.points = ends, .count = 2};
    wend_map *map = build(space, &line, 1);
    ck_assert_float_eq(wend_roadmap_edge_at(map, 0).clearance, WEND_ROADMAP_MAX_CLEARANCE);
    wend_map_release(map);
    map = build(space, NULL, 0);
    ck_assert_uint_eq(wend_map_get_info(map).edges, 0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void check_refused(wend_space *space, const wend_point *points, uint32_t count,
                          uint32_t layer, const char *why) {
    wend_point good[2] = {{1, 1}, {2, 1}};
    wend_line lines[2] = {
        {.points = good, .count = 2},
        {points, count, layer, "streets.wkt", 7, 3},
    };
    wend_map *map = NULL;
    wend_result result = try_build(space, lines, 2, &map);
    ck_assert_msg(result != WEND_OK, "taken in spite of: %s", why);
    ck_assert_ptr_null(map);
    ck_assert_str_eq(error.message, why);
    ck_assert_str_eq(error.path, "streets.wkt");
    ck_assert_int_eq(error.line, 7);
    ck_assert_int_eq(error.column, 3);
}

START_TEST(refuses_lines_that_are_not_walkable) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 10);
    sketch_box(&s, 0, 0, 8, 2, 12, 9);
    sketch_box(&s, 0, 1, 2, 2, 4, 4);
    wend_space *space = sketch_space(&s);
    wend_point through[3] = {{2, 1}, {2, 5}, {18, 5}};
    check_refused(space, through, 3, 0, "line 2 of the network crosses a wall at (8, 5)");
    wend_point outside[2] = {{-3, 5}, {2, 5}};
    check_refused(space, outside, 2, 0,
                  "line 2 of the network leaves the walkable ground at (-3, 5)");
    wend_point inside[2] = {{9, 5}, {10, 5}};
    check_refused(space, inside, 2, 0,
                  "line 2 of the network leaves the walkable ground at (9, 5)");
    wend_point same[3] = {{1, 1}, {1, 1}, {1, 1}};
    check_refused(space, same, 3, 0, "line 2 of the network needs two different points");
    check_refused(space, same, 1, 0, "line 2 of the network needs two different points");
    check_refused(space, same, 0, 0, "line 2 of the network needs two different points");
    check_refused(space, through, 2, 1,
                  "line 2 of the network begins on a layer that does not exist");
    wend_point strange[2] = {{1, 1}, {NAN, 2}};
    check_refused(space, strange, 2, 0,
                  "line 2 of the network is not finite, or too far from the space");
    strange[1].x = 1e9;
    check_refused(space, strange, 2, 0,
                  "line 2 of the network is not finite, or too far from the space");
    /* A line along a wall is allowed, although no disc fits there. A line across a switched
     * obstacle is allowed too. */
    wend_point along[2] = {{8, 2}, {12, 2}};
    wend_point over[2] = {{1, 3}, {5, 3}};
    wend_line lines[2] = {{.points = along, .count = 2}, {.points = over, .count = 2}};
    wend_map *map = build(space, lines, 2);
    ck_assert_uint_eq(wend_roadmap_edge_count(map), 2);
    ck_assert_float_eq(wend_roadmap_edge_at(map, 1).clearance, 0.0F);
    ck_assert_int_eq(wend_roadmap_edge_at(map, 0).blockable, true);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(refuses_too_many_points_or_crossings) {
    enum { MANY = 700 };
    wend_space_def open = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&open, &space, &error), WEND_OK);
    wend_point(*ends)[2] = calloc(MANY, sizeof *ends);
    wend_line *lines = calloc(MANY, sizeof *lines);
    wend_point *many = calloc(WEND_MAX_ROADMAP_POINTS + 1, sizeof *many);
    ck_assert(ends != NULL && lines != NULL && many != NULL);
    for (int i = 0; i < MANY; i++) {
        double at = i / 8.0;
        ends[i][0] = i % 2 ? (wend_point){at, -1} : (wend_point){-1, at};
        ends[i][1] = i % 2 ? (wend_point){at, 100} : (wend_point){100, at};
        lines[i] = (wend_line){.points = ends[i], .count = 2};
    }
    wend_map *map = NULL;
    ck_assert_int_eq(try_build(space, lines, MANY, &map), WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "lines of the network on layer 0 cross too often");
    for (uint32_t i = 0; i <= WEND_MAX_ROADMAP_POINTS; i++) {
        many[i].x = (i % 2) * 3.0;
    }
    lines[0] = (wend_line){.points = many, .count = WEND_MAX_ROADMAP_POINTS + 1};
    ck_assert_int_eq(try_build(space, lines, 1, &map), WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "at most 65536 points"));
    free(ends);
    free(lines);
    free(many);
    wend_space_release(space);
}
END_TEST

/* ---- Layers ---------------------------------------------------------------------------------- */

static uint32_t vertex_near(const wend_map *map, float x, float y) {
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
        wend_vec2 p = wend_roadmap_vertex_at(map, i).position;
        double away = hypot((double)p.x - (double)x, (double)p.y - (double)y);
        if (away < least) {
            least = away;
            best = i;
        }
    }
    ck_assert_double_lt(least, 1e-4);
    return best;
}

/* Floor 0 covers x < 0, the stairs (layer 2) extend to x = 6, and floor 1 lies beyond. */
START_TEST(lines_continue_through_links) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    wend_point over[3] = {{-5, 0.25}, {3, 0.125}, {11, 0.5}};
    wend_point up_to[2] = {{-5, -0.5}, {0, -0.5}}, from[2] = {{0, -0.5}, {3, -0.5}};
    wend_line lines[3] = {{.points = over, .count = 3},
                          {.points = up_to, .count = 2},
                          {.points = from, .count = 2, .layer = 2}};
    wend_map *map = build(space, lines, 3);
    ck_assert_uint_eq(wend_roadmap_edge_count(map), 4 + 2);
    uint32_t lengths[3] = {0};
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        double middle = ((double)end_of(map, i, 0).x + (double)end_of(map, i, 1).x) / 2;
        ck_assert_uint_eq(e.layer, middle < 0 ? 0 : middle < 6 ? 2 : 1);
        ck_assert_float_gt(e.clearance, 0.4F);
        lengths[e.layer]++;
    }
    ck_assert(lengths[0] == 2 && lengths[1] == 1 && lengths[2] == 3);
    uint32_t entrance = vertex_near(map, 0.0F, 0.171875F);
    ck_assert_uint_eq(wend_roadmap_vertex_at(map, entrance).degree, 2);
    ck_assert_uint_eq(wend_roadmap_vertex_at(map, entrance).layer, 0);
    uint32_t joined = vertex_near(map, 0.0F, -0.5F);
    ck_assert_uint_eq(wend_roadmap_vertex_at(map, joined).degree, 2);
    ck_assert_uint_eq(count_pieces_of_map(map), 2);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* Two links end at the same corner. Lines on all three layers that end at this corner are joined
 * there. */
START_TEST(lines_of_three_layers_are_joined_at_one_point) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 2, 0, 0, 4, 4);
    sketch_box_boundary(&s, 0, 4, 0, 8, 4);
    sketch_box_boundary(&s, 1, 0, 4, 4, 8);
    sketch_link(&s, 4, 0, 4, 4, 2, 0);
    sketch_link(&s, 4, 4, 0, 4, 2, 1);
    wend_space *space = sketch_space(&s);
    wend_point ends[3][2] = {{{7, 1}, {4, 4}}, {{1, 7}, {4, 4}}, {{1, 1}, {4, 4}}};
    wend_line lines[3];
    for (uint32_t i = 0; i < 3; i++) {
        lines[i] = (wend_line){.points = ends[i], .count = 2, .layer = i};
    }
    for (uint32_t count = 2; count <= 3; count++) {
        wend_map *map = build(space, lines, count);
        uint32_t joined = vertex_near(map, 4.0F, 4.0F);
        ck_assert_uint_eq(wend_roadmap_vertex_at(map, joined).degree, count);
        ck_assert_uint_eq(wend_roadmap_vertex_at(map, joined).layer, 0);
        ck_assert_uint_eq(count_pieces_of_map(map), 1);
        wend_map_release(map);
    }
    wend_space_release(space);
}
END_TEST

/* The walls of a 3 m wide corridor begin beyond a link. Their corners limit the clearance even of
 * an edge that ends before the link. The oracle is the space itself, queried along the edge. */
START_TEST(walls_beyond_links_limit_clearance) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    wend_point before[2] = {{-4, 1.0}, {-0.125, 1.0}};
    wend_line line = {.points = before, .count = 2};
    wend_map *map = build(space, &line, 1);
    double least = HUGE_VAL;
    for (int i = 0; i <= 1000; i++) {
        wend_location at = {{(float)(-4.0 + 3.875 * i / 1000.0), 1.0F}, 0};
        least = fmin(least, (double)wend_space_clearance(space, at, 100.0F, 1));
    }
    ck_assert_double_eq_tol((double)wend_roadmap_edge_at(map, 0).clearance, least, 1e-5);
    ck_assert_double_lt(least, 1.0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Blockers -------------------------------------------------------------------------------- */

START_TEST(doors_and_classes_limit_edge_clearance) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 30, 10);
    sketch_box(&s, 0, 1, 20, 6, 22, 8);
    wend_space *space = sketch_space(&s);
    static const wend_point blocked[2] = {{10, 0}, {10, 10}}, beside[2] = {{2, 6}, {4, 6.5}};
    wend_obstacle_def doors[3];
    for (int i = 0; i < 3; i++) {
        doors[i] = wend_default_obstacle_def();
        doors[i].kind = i == 1 ? WEND_OBSTACLE_MOVING : WEND_OBSTACLE_DOOR;
        doors[i].points = i == 0 ? blocked : beside;
        doors[i].point_count = 2;
    }
    wend_point ends[3][2] = {{{5, 5}, {9, 5}}, {{9, 5}, {11, 5}}, {{11, 5}, {25, 5}}};
    wend_line lines[3];
    for (int i = 0; i < 3; i++) {
        lines[i] = (wend_line){.points = ends[i], .count = 2};
    }
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.lines = lines;
    def.line_count = 3;
    def.doors = doors;
    def.door_count = 3;
    wend_map *map = NULL;
    ck_assert_msg(wend_roadmap_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    const roadmap *r = roadmap_of(map);
    ck_assert_uint_eq(r->blocking.blocker_count, 3);
    /* Blocker 0 is the obstacle class, blocker 1 is the door across the middle edge, and blocker 2
     * is the door beside the first edge. Edges are numbered from left to right. */
    static const map_clearance_limit expected[] = {
        {0, 1, 1.0F}, {0, 2, 1.8027756F}, {1, 1, 0.0F}, {2, 0, 1.0F}, {2, 1, 1.0F}};
    ck_assert_uint_eq(r->blocking.limit_count, 5);
    for (int i = 0; i < 5; i++) {
        ck_assert_uint_eq(r->blocking.limits[i].part, expected[i].part);
        ck_assert_uint_eq(r->blocking.limits[i].blocker, expected[i].blocker);
        ck_assert_float_eq_tol(r->blocking.limits[i].clearance, expected[i].clearance, 1e-6F);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

static wend_result build_with(worlds_heap *heap, wend_space *space) {
    static const wend_point ends[2][2] = {{{-5, 0.25}, {11, 0.5}}, {{-5, 1}, {-1, -1}}};
    static const wend_point door[2] = {{-3, -3}, {-3, 3}};
    wend_line lines[2] = {{.points = ends[0], .count = 2}, {.points = ends[1], .count = 2}};
    wend_obstacle_def blocked = sketch_door(door, 2);
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.lines = lines;
    def.line_count = 2;
    def.doors = &blocked;
    def.door_count = 1;
    def.allocator = worlds_allocator(heap);
    wend_map *map = NULL;
    wend_result result = wend_roadmap_build(&def, &map, &error);
    if (result == WEND_OK) {
        wend_map_release(map);
    }
    return result;
}

START_TEST(reports_every_failed_allocation) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    worlds_heap counting = {0};
    ck_assert_msg(build_with(&counting, space) == WEND_OK, "%s", error.message);
    unsigned long all = counting.calls;
    ck_assert_uint_gt(all, 10);
    for (unsigned long k = 1; k <= all; k++) {
        worlds_heap failing = {.fails_at = k};
        ck_assert_int_eq(build_with(&failing, space), WEND_ERROR_MEMORY);
        ck_assert_uint_eq(failing.held, 0);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/roadmap", lines_are_joined_where_they_meet, street_grid_has_all_crossings,
          edges_have_their_true_clearance, clearance_on_open_ground_is_capped,
          refuses_lines_that_are_not_walkable, refuses_too_many_points_or_crossings,
          lines_continue_through_links, lines_of_three_layers_are_joined_at_one_point,
          walls_beyond_links_limit_clearance, doors_and_classes_limit_edge_clearance,
          reports_every_failed_allocation);
}
