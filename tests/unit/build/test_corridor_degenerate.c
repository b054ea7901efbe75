/* Corridor maps of typical user input: shapes that touch, overlap or are collinear, slits that are
 * millimetres wide, circles with thousands of corners, empty input. Each scenario is read and
 * cleaned as for a run. Then the axis is compared with brute force over all walls, and the number
 * of its cycles with the number of holes that GEOS finds in the ground. */
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <geos_c.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

/* m: the accuracy of single precision in worlds 20 m wide, as in build/test_corridor.c. */
static const double TOLERANCE = 1e-5;
static const double TURN = 6.283185307179586;

static wend_error error;

/* ---- Scenarios ------------------------------------------------------------------------------- */

enum { MOST_TEXT = 1 << 20 };

static char text[MOST_TEXT];
static size_t length;

static void append_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text + length, MOST_TEXT - length, format, arguments);
    va_end(arguments);
    length += (size_t)written;
    ck_assert_uint_lt(length, MOST_TEXT);
}

static void begin(void) {
    length = 0;
    append_text("wend: 1\nspace:\n");
}

static void append_ring(const double *xy, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        append_text("%s[%.9g, %.9g]%s", i == 0 ? "[" : "", xy[2 * i], xy[2 * i + 1],
                    i + 1 < count ? ", " : "]");
    }
}

/* Writes a circle with coordinates in whole millimetres, so that circles touch exactly. */
static void append_circle(double x, double y, double radius, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        double angle = TURN * i / count;
        append_text("%s[%.3f, %.3f]%s", i == 0 ? "[" : "", x + radius * cos(angle),
                    y + radius * sin(angle), i + 1 < count ? ", " : "]");
    }
}

static void append_walkable(const double *xy, uint32_t count) {
    append_text("  walkable: ");
    append_ring(xy, count);
    append_text("\n");
}

static void append_obstacle(const double *xy, uint32_t count) {
    append_text("    - ");
    append_ring(xy, count);
    append_text("\n");
}

/* ---- Maps ------------------------------------------------------------------------------------ */

typedef struct site {
    wend_registry *registry;
    wend_scenario *scenario;
    wend_space *space;
    wend_map *map;
} site;

/* Reads the scenario and builds its map. Returns false if the scenario is refused; `error` then
 * says why. */
static bool open_site(site *s) {
    *s = (site){NULL, NULL, NULL, NULL};
    ck_assert_int_eq(wend_registry_create(NULL, &s->registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(s->registry, NULL), WEND_OK);
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "drawn";
    def.text = text;
    def.text_size = length;
    def.registry = s->registry;
    error.message[0] = '\0';
    if (wend_scenario_load(&def, &s->scenario, &error) != WEND_OK) {
        wend_registry_destroy(s->registry);
        return false;
    }
    s->space = wend_scenario_space(s->scenario);
    wend_map_def map = wend_default_map_def();
    map.scenario = s->scenario;
    map.kind = "corridor";
    ck_assert_msg(wend_scenario_build_map(&map, &s->map, &error) == WEND_OK, "%s of\n%.3000s",
                  error.message, text);
    return true;
}

static void close_site(site *s) {
    wend_map_release(s->map);
    wend_scenario_destroy(s->scenario);
    wend_registry_destroy(s->registry);
}

/* ---- By brute force -------------------------------------------------------------------------- */

static double wall_distance(const wend_space *space, wend_vec2 p) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        least = fmin(least, plain_distance(p, wall.a, wall.b));
    }
    return least;
}

static double apart(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

static void check_sample(const site *s, wend_corridor_sample sample, uint32_t edge, double t) {
    double reported = (double)sample.clearance, truth = wall_distance(s->space, sample.position);
    ck_assert_msg(
        fabs(reported - truth) < TOLERANCE &&
            fabs(apart(sample.position, sample.left) - reported) < TOLERANCE &&
            fabs(apart(sample.position, sample.right) - reported) < TOLERANCE,
        "edge %u at %g, (%.9g, %.9g): clearance %.9g, left at %.9g, right at %.9g, but the "
        "nearest wall at %.9g, in\n%.3000s",
        edge, t, (double)sample.position.x, (double)sample.position.y, reported,
        apart(sample.position, sample.left), apart(sample.position, sample.right), truth, text);
    ck_assert_double_lt(wall_distance(s->space, sample.left), TOLERANCE);
    ck_assert_double_lt(wall_distance(s->space, sample.right), TOLERANCE);
}

/* Checks every `stride`-th piece of the axis. Returns the number of pieces checked. */
static uint32_t check_axis(const site *s, uint32_t stride) {
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(s->map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(s->map, i);
        ck_assert_uint_ge(e.breakpoint_count, 2);
        for (uint32_t k = 0; k + 1 < e.breakpoint_count; k++) {
            for (int n = 0; n <= 4 && pieces % stride == 0; n++) {
                check_sample(s, wend_corridor_sample_at(s->map, i, k, n / 4.0), i, k + n / 4.0);
            }
            pieces++;
        }
    }
    return pieces;
}

/* Checks that points on the ground project onto the axis, and that other points do not. */
static void check_locations(const site *s, uint64_t seed, int count) {
    dice from = {seed};
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(s->space, &low, &high));
    for (int i = 0; i < count; i++) {
        wend_location location = {
            {(float)dice_between(&from, (double)low.x - 0.5, (double)high.x + 0.5),
             (float)dice_between(&from, (double)low.y - 0.5, (double)high.y + 0.5)},
            0};
        double clearance = wall_distance(s->space, location.position);
        if (clearance < 5e-3) { /* a point slightly beyond a wall may count as being on it */
            continue;
        }
        wend_corridor_projection found;
        bool walkable = wend_space_is_walkable(s->space, location, 1);
        bool retracts = wend_corridor_project(s->map, location, &found);
        ck_assert_msg(walkable == retracts, "(%.9g, %.9g): %d, %d in\n%.3000s",
                      (double)location.position.x, (double)location.position.y, walkable, retracts,
                      text);
        double moved = retracts ? apart(found.sample.position, location.position) : 0.0;
        ck_assert_msg(!retracts || fabs((double)found.sample.clearance - clearance - moved) < 1e-4,
                      "(%.9g, %.9g): from %.9g by %.9g to %.9g in\n%.3000s",
                      (double)location.position.x, (double)location.position.y, clearance, moved,
                      (double)found.sample.clearance, text);
    }
}

/* ---- Holes, by GEOS -------------------------------------------------------------------------- */

static GEOSGeometry *area_of(GEOSContextHandle_t geos, const wend_ring *ring) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, ring->count + 1, 2);
    for (uint32_t i = 0; i <= ring->count; i++) {
        wend_point p = ring->points[i % ring->count];
        GEOSCoordSeq_setXY_r(geos, points, i, p.x, p.y);
    }
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, points), NULL, 0);
}

static GEOSGeometry *merged(GEOSContextHandle_t geos, GEOSGeometry *a, GEOSGeometry *b) {
    GEOSGeometry *sum = GEOSSymDifference_r(geos, a, b);
    ck_assert_ptr_nonnull(sum);
    GEOSGeom_destroy_r(geos, a);
    GEOSGeom_destroy_r(geos, b);
    return sum;
}

/* Returns the area that is not ground, within a box around all shapes. */
static GEOSGeometry *solid_of(GEOSContextHandle_t geos, const wend_layer_def *layer) {
    const wend_point corners[4] = {{-1e3, -1e3}, {1e3, -1e3}, {1e3, 1e3}, {-1e3, 1e3}};
    GEOSGeometry *solid = area_of(geos, &(wend_ring){corners, 4});
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        solid = merged(geos, solid, area_of(geos, &layer->boundaries[i]));
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        solid = merged(geos, solid, area_of(geos, &layer->solids[i].ring));
    }
    return solid;
}

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        i = parents[i];
    }
    return i;
}

/* Counts the connected parts of the area that is not ground, except the outermost part; parts that
 * touch count as one. The open ground has the same number of independent cycles (Alexander
 * duality). */
static uint32_t count_holes(const site *s) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *solid = solid_of(geos, &wend_scenario_space_def(s->scenario)->layers[0]);
    uint32_t count = (uint32_t)GEOSGetNumGeometries_r(geos, solid), holes = count;
    uint32_t *parents = calloc(count + 1, sizeof *parents);
    ck_assert_ptr_nonnull(parents);
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = i;
        for (uint32_t k = 0; k < i; k++) {
            uint32_t a = root_of(parents, i), b = root_of(parents, k);
            if (a != b && GEOSIntersects_r(geos, GEOSGetGeometryN_r(geos, solid, (int)i),
                                           GEOSGetGeometryN_r(geos, solid, (int)k)) == 1) {
                parents[a] = b;
                holes--;
            }
        }
    }
    free(parents);
    GEOSGeom_destroy_r(geos, solid);
    GEOS_finish_r(geos);
    return holes - 1;
}

static void check_site(const site *s, uint32_t stride, int count) {
    check_axis(s, stride);
    check_locations(s, length, count);
    uint32_t holes = count_holes(s);
    ck_assert_msg((uint32_t)wend_map_find_figure(s->map, "cycles") == holes,
                  "%llu cycles, not %u, in\n%.3000s",
                  (unsigned long long)(uint32_t)wend_map_find_figure(s->map, "cycles"), holes,
                  text);
}

/* ---- Shapes on whole metres ------------------------------------------------------------------ */

enum { SIDE = 10, MOST_CORNERS = 6 };

static void append_random(dice *from, bool slanted) {
    double xy[2 * MOST_CORNERS];
    uint32_t count = 3 + dice_below(from, MOST_CORNERS - 2);
    double x = dice_below(from, SIDE), y = dice_below(from, SIDE), w = 1 + dice_below(from, 4);
    if (slanted) {
        for (uint32_t i = 0; i < count; i++) {
            xy[2 * i] = x - 2 + dice_below(from, 5);
            xy[2 * i + 1] = y - 2 + dice_below(from, 5);
        }
        append_obstacle(xy, count);
    } else {
        double h = 1 + dice_below(from, 3);
        append_obstacle((double[]){x, y, x + w, y, x + w, y + h, x, y + h}, 4);
    }
}

/* Everything that can coincide does: corners on edges, collinear edges, circles through many
 * points. */
START_TEST(axis_is_exact_for_coincident_shapes) {
    uint32_t made = 0, cycles = 0;
    for (uint64_t seed = 0; seed < trials(250); seed++) {
        dice from = {seed * 65537 + 1};
        begin();
        append_walkable((double[]){0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE}, 4);
        append_text("  obstacles:\n");
        for (uint32_t i = 1 + dice_below(&from, 12); i > 0; i--) {
            append_random(&from, seed % 2 == 0);
        }
        site s;
        if (open_site(&s)) {
            check_site(&s, 1, 60);
            made++;
            cycles += (uint32_t)(uint32_t)wend_map_find_figure(s.map, "cycles");
            close_site(&s);
        } else {
            ck_assert_msg(strstr(error.message, "no walkable ground") != NULL ||
                              strstr(error.message, "nothing") != NULL,
                          "%s of\n%s", error.message, text);
        }
    }
    ck_assert_uint_ge(made, trials_bound(231));
    ck_assert_uint_ge(cycles, trials_bound(151));
}
END_TEST

/* ---- Slits ----------------------------------------------------------------------------------- */

/* Returns the smallest clearance of all edges except those that run into a corner. */
static double narrowest(const wend_map *map) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        least = e.dead_end ? least : fmin(least, (double)e.least_clearance);
    }
    return least;
}

START_TEST(axis_is_exact_in_millimetre_slits) {
    for (int width = 1; width <= 3; width++) {
        for (int slant = 0; slant < 3; slant++) {
            double w = width / 1e3, d = slant * 1.7;
            begin();
            append_walkable((double[]){0, 0, 10, 0, 10, 10, 0, 10}, 4);
            append_text("  obstacles:\n");
            append_obstacle((double[]){2, 2, 5, 2, 5 + d, 8, 2, 8}, 4);
            append_obstacle((double[]){5 + w, 2, 9.5, 2, 9.5, 8, 5 + d + w, 8}, 4);
            site s;
            ck_assert_msg(open_site(&s), "%s", error.message);
            check_site(&s, 1, 200);
            double wide = w * 6.0 / hypot(6.0, d);
            ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 2);
            ck_assert_double_eq_tol(narrowest(s.map), wide / 2.0, TOLERANCE);
            close_site(&s);
        }
    }
}
END_TEST

/* A slit that narrows to nothing is a corner; a slit that narrows to a millimetre is a passage. */
START_TEST(axis_follows_narrowing_slits) {
    for (int end = 0; end < 3; end++) {
        begin();
        append_walkable((double[]){0, 0, 10, 0, 10, 10, 0, 10}, 4);
        append_text("  obstacles:\n");
        append_obstacle((double[]){2, 2, 5, 2, 5, 8, 2, 8}, 4);
        append_obstacle((double[]){5.01, 2, 8, 2, 8, 8, 5 + end / 1e3, 8}, 4);
        site s;
        ck_assert_msg(open_site(&s), "%s", error.message);
        check_site(&s, 1, 200);
        ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), end == 0 ? 1 : 2);
        close_site(&s);
    }
}
END_TEST

/* ---- Circles --------------------------------------------------------------------------------- */

enum { ROUND = 3000 };

START_TEST(axis_is_exact_for_circles_of_many_corners) {
    site s;
    begin();
    append_text("  walkable: ");
    append_circle(0, 0, 8, ROUND);
    append_text("\n");
    ck_assert_msg(open_site(&s), "%s", error.message);
    check_axis(&s, 23);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 0);
    double most = 0.0;
    for (uint32_t i = 0; i < wend_corridor_vertex_count(s.map); i++) {
        most = fmax(most, (double)wend_corridor_vertex_at(s.map, i).clearance);
    }
    ck_assert_double_eq_tol(most, 8.0, 2e-3); /* m: radius of the inscribed circle */
    close_site(&s);
    begin();
    append_text("  walkable: ");
    append_circle(0, 0, 8, ROUND);
    append_text("\n  obstacles:\n    - ");
    append_circle(0, 0, 3, ROUND);
    append_text("\n");
    ck_assert_msg(open_site(&s), "%s", error.message);
    check_axis(&s, 41);
    check_locations(&s, 5, 100);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 1);
    close_site(&s);
}
END_TEST

/* Four circles in a square: two circles in one corner of the square that touch each other, one that
 * touches a wall, and one that touches nothing. */
START_TEST(axis_is_exact_for_touching_circles) {
    site s;
    begin();
    append_walkable((double[]){-20, -20, 20, -20, 20, 20, -20, 20}, 4);
    append_text("  obstacles:\n    - ");
    append_circle(0, 0, 3, 400);
    append_text("\n    - ");
    append_circle(6, 0, 3, 400);
    append_text("\n    - ");
    append_circle(0, 17, 3, 400);
    append_text("\n    - ");
    append_circle(-12, -12, 3, 400);
    append_text("\n");
    ck_assert_msg(open_site(&s), "%s", error.message);
    check_site(&s, 5, 200);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 2);
    close_site(&s);
}
END_TEST

/* ---- Small, empty and remote input ----------------------------------------------------------- */

START_TEST(obstacles_outside_the_ground_have_no_effect) {
    static const double room[] = {0, 0, 10, 0, 10, 6, 0, 6};
    site s, plain;
    begin();
    append_walkable(room, 4);
    ck_assert(open_site(&plain));
    begin();
    append_walkable(room, 4);
    append_text("  obstacles:\n");
    append_obstacle((double[]){20, 20, 25, 20, 22, 24}, 3);     /* far away */
    append_obstacle((double[]){10, 1, 14, 1, 14, 4, 10, 4}, 4); /* outside, touches along a wall */
    append_obstacle((double[]){-3, 6, 0, 6, -2, 9}, 3);         /* outside, touches at a corner */
    ck_assert(open_site(&s));
    check_site(&s, 1, 100);
    ck_assert_uint_eq(wend_map_get_info(s.map).vertices, wend_map_get_info(plain.map).vertices);
    ck_assert_uint_eq(wend_map_get_info(s.map).edges, wend_map_get_info(plain.map).edges);
    close_site(&s);
    begin();
    append_walkable(room, 4);
    append_text("  obstacles:\n");
    append_obstacle((double[]){8, -2, 14, 3, 8, 8}, 3); /* half of the obstacle is inside */
    ck_assert(open_site(&s));
    check_site(&s, 1, 100);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 0);
    close_site(&s);
    close_site(&plain);
}
END_TEST

START_TEST(handles_tiny_and_empty_ground) {
    site s;
    begin();
    append_walkable((double[]){0, 0, 0.002, 0, 0.002, 0.002, 0, 0.002}, 4); /* 2 mm across */
    if (open_site(&s)) {
        ck_assert_uint_ge(wend_corridor_vertex_count(s.map), 1);
        check_axis(&s, 1);
        close_site(&s);
    }
    begin();
    append_walkable((double[]){0, 0, 6, 0, 6, 4, 0, 4}, 4);
    append_text("  obstacles:\n");
    append_obstacle((double[]){-1, -1, 7, -1, 7, 5, -1, 5}, 4); /* covers everything */
    ck_assert(!open_site(&s));
    ck_assert_uint_gt(strlen(error.message), 10);
    begin();
    append_walkable((double[]){0, 0, 6, 0, 6, 4, 0, 4}, 4);
    append_text("  obstacles:\n");
    append_obstacle((double[]){0.001, 0.001, 5.999, 0.001, 5.999, 3.999, 0.001, 3.999}, 4);
    ck_assert_msg(open_site(&s), "%s", error.message); /* the ground is a ring 1 mm wide */
    check_axis(&s, 1);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 1);
    close_site(&s);
}
END_TEST

/* Consecutive collinear corners on the outer wall and on an obstacle change nothing. */
START_TEST(collinear_corners_do_not_change_the_axis) {
    double wall[2 * 64], box[2 * 64];
    for (int i = 0; i < 16; i++) {
        double t = i * 0.75, u = 3.0 + i * 0.375;
        const double outer[4][2] = {{t, 0}, {12, t}, {12 - t, 12}, {0, 12 - t}};
        const double inner[4][2] = {{u, 3}, {9, u}, {12 - u, 9}, {3, 12 - u}};
        for (int k = 0; k < 4; k++) {
            wall[2 * (16 * k + i)] = outer[k][0];
            wall[2 * (16 * k + i) + 1] = outer[k][1];
            box[2 * (16 * k + i)] = inner[k][0];
            box[2 * (16 * k + i) + 1] = inner[k][1];
        }
    }
    site s, plain;
    begin();
    append_walkable((double[]){0, 0, 12, 0, 12, 12, 0, 12}, 4);
    append_text("  obstacles:\n");
    append_obstacle((double[]){3, 3, 9, 3, 9, 9, 3, 9}, 4);
    ck_assert(open_site(&plain));
    begin();
    append_walkable(wall, 64);
    append_text("  obstacles:\n");
    append_obstacle(box, 64);
    ck_assert(open_site(&s));
    check_site(&s, 1, 200);
    ck_assert_uint_eq((uint32_t)wend_map_find_figure(s.map, "cycles"), 1);
    ck_assert_uint_eq(wend_map_get_info(s.map).vertices, wend_map_get_info(plain.map).vertices);
    ck_assert_uint_eq(wend_map_get_info(s.map).edges, wend_map_get_info(plain.map).edges);
    close_site(&s);
    close_site(&plain);
}
END_TEST

int main(void) {
    SUITE("build/corridor_degenerate", axis_is_exact_for_coincident_shapes,
          axis_is_exact_in_millimetre_slits, axis_follows_narrowing_slits,
          axis_is_exact_for_circles_of_many_corners, axis_is_exact_for_touching_circles,
          obstacles_outside_the_ground_have_no_effect, handles_tiny_and_empty_ground,
          collinear_corners_do_not_change_the_axis);
}
