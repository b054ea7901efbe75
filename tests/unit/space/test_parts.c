/* Compares the visible parts of polylines with the visibility of sampled points. Also tests invalid
 * arguments. */
#include <math.h>

#include <wend/math.h>
#include <wend/random.h>
#include <wend/space.h>

#include "support/suite.h"

enum { SOLIDS = 6, WALLS = 4, POINTS = 6, SAMPLES = 60, WORLDS = 60, PARTS = 64 };

static double sample_uniform(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 2, 0, purpose);
}

/* Makes non-overlapping triangles on a lattice, with thin walls between them. Every second triangle
 * has class 1. */
static wend_space *make(uint64_t seed) {
    wend_point corners[SOLIDS][3], ends[WALLS][2];
    wend_solid_def solids[SOLIDS];
    wend_open_wall_def walls[WALLS];
    for (uint32_t i = 0; i < SOLIDS; i++) {
        wend_point at = {4.0 * (i % 3), 4.0 * (i / 3)};
        for (uint32_t k = 0; k < 3; k++) {
            double angle = sample_uniform(seed, 8 * i + k, 0, 2) + 2.0 * WEND_PI * k / 3;
            double r = sample_uniform(seed, 8 * i + 4 + k, 0.4, 1.2);
            corners[i][k] = (wend_point){at.x + r * cos(angle), at.y + r * sin(angle)};
        }
        solids[i] = (wend_solid_def){.ring = {corners[i], 3}, .obstacle_class = i % 2};
    }
    for (uint32_t i = 0; i < WALLS; i++) {
        double x = 2.0 + 4.0 * (i % 2), y = -2.0 + 4.0 * (i / 2),
               angle = sample_uniform(seed, 80 + i, 0, 3);
        ends[i][0] = (wend_point){x + 0.6 * cos(angle), y + 0.6 * sin(angle)};
        ends[i][1] = (wend_point){x - 0.6 * cos(angle), y - 0.6 * sin(angle)};
        walls[i] = (wend_open_wall_def){.points = ends[i], .count = 2};
    }
    wend_layer_def layer = {
        .solids = solids, .solid_count = SOLIDS, .open_walls = walls, .open_wall_count = WALLS};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

/* True if the position `at` along the polyline lies in a part. Sets *near if rounding may decide
 * this. */
static bool is_in(const wend_interval *parts, uint32_t count, double at, bool *near) {
    bool inside = false;
    *near = false;
    for (uint32_t i = 0; i < count; i++) {
        inside = inside || (at >= parts[i].begin && at <= parts[i].end);
        *near = *near || fabs(at - parts[i].begin) < 2e-5 || fabs(at - parts[i].end) < 2e-5;
    }
    return inside;
}

static uint32_t check_world(uint64_t seed, float radius, uint32_t classes) {
    wend_space *space = make(seed);
    wend_location points[POINTS], from = {{0, 0}, 0};
    uint32_t mixed = 0;
    for (uint32_t trial = 0; trial < 100; trial++) { /* finds a position where the disc has room */
        from.position = (wend_vec2){(float)sample_uniform(seed, 500 + trial, -3, 11),
                                    (float)sample_uniform(seed, 700 + trial, -3, 7)};
        if (wend_space_clearance(space, from, 1.0F, WEND_ALL_CLASSES) > radius &&
            wend_space_is_walkable(space, from, WEND_ALL_CLASSES)) {
            break;
        }
    }
    for (uint32_t i = 0; i < POINTS; i++) {
        points[i] = (wend_location){{(float)sample_uniform(seed, 900 + i, -3, 11),
                                     (float)sample_uniform(seed, 950 + i, -3, 7)},
                                    0};
    }
    wend_interval parts[PARTS];
    uint32_t count =
        wend_space_visible_parts(space, from, radius, points, POINTS, classes, parts, PARTS);
    ck_assert_uint_le(count, PARTS);
    double start = 0.0;
    for (uint32_t i = 0; i + 1 < POINTS; i++) {
        wend_vec2 a = points[i].position, b = points[i + 1].position;
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        double length = hypot(dx, dy);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < SAMPLES; k++) {
            double t = (k + 0.5) / SAMPLES;
            wend_location to = {{(float)((double)a.x + t * dx), (float)((double)a.y + t * dy)}, 0};
            bool near, inside = is_in(parts, count, start + t * length, &near);
            /* No line of sight is defined inside a solid. */
            if (near || !wend_space_is_walkable(space, to, classes)) {
                continue;
            }
            bool visible = wend_space_is_visible(space, from, to, radius, classes);
            ck_assert_msg(visible == inside, "seed %u, r %g: segment %u at %g: %d", (unsigned)seed,
                          (double)radius, i, t, visible);
            seen += visible;
        }
        mixed += seen > 0 && seen < SAMPLES / 2;
        start += length;
    }
    wend_space_release(space);
    return mixed;
}

START_TEST(visible_parts_match_line_of_sight) {
    static const float radii[] = {0.0F, 0.1F, 0.35F};
    uint32_t mixed = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        for (int i = 0; i < 3; i++) {
            mixed += check_world(seed, radii[i], seed % 3 ? WEND_ALL_CLASSES : 1U);
        }
    }
    ck_assert_uint_gt(mixed, WORLDS); /* many segments are only partly visible */
}
END_TEST

/* Computed by hand: a wall that is 2 m long and 1 m away hides 4 m of a line that is 2 m away. For
 * a disc of radius r, the hidden part ends where the line meets the tangents to the discs of radius
 * r around the wall's ends. */
START_TEST(wall_hides_expected_length) {
    static const wend_point ends[] = {{-1, 1}, {1, 1}};
    const wend_open_wall_def wall = {.points = ends, .count = 2};
    const wend_layer_def layer = {.open_walls = &wall, .open_wall_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_location line[] = {{{-5, 2}, 0}, {{5, 2}, 0}}, from = {{0, 0}, 0};
    wend_interval parts[4];
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 2, 1, parts, 4), 2);
    ck_assert_double_eq_tol(parts[0].begin, 0.0, 1e-12);
    ck_assert_double_eq_tol(parts[0].end, 3.0, 1e-12);
    ck_assert_double_eq_tol(parts[1].begin, 7.0, 1e-12);
    ck_assert_double_eq_tol(parts[1].end, 10.0, 1e-12);
    double angle =
        atan2(1.0, 1.0) - asin(0.25 / sqrt(2.0)); /* angle of the tangent for a radius of 0.25 */
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0.25F, line, 2, 1, parts, 4), 2);
    ck_assert_double_eq_tol(parts[1].begin, 5.0 + 2.0 / tan(angle), 1e-9);
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 2, 1, parts, 1), 2);
    /* A part may continue across a vertex of the polyline. */
    wend_location bent[] = {{{-5, 0.5F}, 0}, {{0, 0.5F}, 0}, {{0, 0.5F}, 0}, {{5, 0.5F}, 0}};
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, bent, 4, 1, parts, 4), 1);
    ck_assert_double_eq_tol(parts[0].end, 10.0, 1e-12);
    wend_space_release(space);
}
END_TEST

START_TEST(invalid_queries_find_no_visible_parts) {
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_location line[] = {{{-5, 2}, 0}, {{5, 2}, 0}}, from = {{0, 0}, 0};
    wend_interval parts[4];
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 2, 1, parts, 4), 1);
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 1, 1, parts, 4), 0);
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, NULL, 0, 1, NULL, 0), 0);
    ck_assert_uint_eq(wend_space_visible_parts(space, from, -1, line, 2, 1, parts, 4), 0);
    ck_assert_uint_eq(wend_space_visible_parts(space, from, NAN, line, 2, 1, parts, 4), 0);
    line[1].position.x = NAN;
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 2, 1, parts, 4), 0);
    line[1] = (wend_location){{5, 2}, 3};
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 2, 1, parts, 4), 0);
    from.layer = 1;
    ck_assert_uint_eq(wend_space_visible_parts(space, from, 0, line, 1, 1, parts, 4), 0);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("space/parts", visible_parts_match_line_of_sight, wall_hides_expected_length,
          invalid_queries_find_no_visible_parts);
}
