/* Compares colours, round numbers, simplified lines and sums over cells with an oracle for each. */
#define _POSIX_C_SOURCE 200809L
#include "base/ticks.h"
#include "draw/canvas/colour_map.h"
#include "draw/canvas/polyline.h"
#include "draw/canvas/surface.h"
#include "draw/crowd/heat.h"
#include "unit/draw/image.h"
#include <math.h>
#include <wend/random.h>

static memory heap;

static void set_up(void) {
    memory_init(&heap, NULL);
}

static void tear_down(void) {
    ck_assert_uint_eq(heap.held, 0);
}

/* ---- Colours --------------------------------------------------------------------------------- */

static double to_linear(uint32_t byte) {
    double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) {
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116.0;
}

/* Converts a colour to CIE 1976 L*a*b* under D65. The colour map uses a different colour space. */
static void to_lab(uint32_t colour, double out[3]) {
    double r = to_linear(colour >> 16), g = to_linear(colour >> 8 & 255),
           b = to_linear(colour & 255);
    double x = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    double y = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    double z = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    out[0] = 116 * y - 16;
    out[1] = 500 * (x - y);
    out[2] = 200 * (y - z);
}

START_TEST(colour_steps_are_nearly_even_in_cielab) {
    colour_map map;
    colour_map_make(&map);
    double before[3], now[3], fewest = 1e9, most = 0, lightest_drop = 1e9, largest_drop = 0;
    to_lab(map.colours[0], before);
    ck_assert_double_ge(before[0], 94);
    for (int i = 8; i < COLOUR_MAP_SIZE; i += 8) {
        to_lab(map.colours[i], now);
        double step = sqrt(pow(now[0] - before[0], 2) + pow(now[1] - before[1], 2) +
                           pow(now[2] - before[2], 2));
        fewest = fmin(fewest, step);
        most = fmax(most, step);
        lightest_drop = fmin(lightest_drop, before[0] - now[0]);
        largest_drop = fmax(largest_drop, before[0] - now[0]);
        memcpy(before, now, sizeof now);
    }
    ck_assert_double_le(before[0], 20);
    /* In greyscale, every step is darker than the previous one, and the largest step is less than
     * 1.5 times the smallest. */
    ck_assert_double_gt(lightest_drop, 2.0);
    ck_assert_double_lt(largest_drop / lightest_drop, 1.5);
    /* The limit is larger here, because CIELAB itself is uneven for strong colours; Oklab is not.
     */
    ck_assert_double_lt(most / fewest, 2.0);
}
END_TEST

/* Converts sRGB to Oklab with the matrices of Oklab's definition. This is the inverse of the
 * conversion in the colour map. */
static void to_oklab(uint32_t colour, double out[3]) {
    double r = to_linear(colour >> 16), g = to_linear(colour >> 8 & 255),
           b = to_linear(colour & 255);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    out[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    out[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    out[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

START_TEST(colour_steps_are_even_in_oklab) {
    colour_map map;
    colour_map_make(&map);
    double before[3], now[3], fewest = 1e9, most = 0;
    to_oklab(map.colours[0], before);
    for (int i = 15; i < COLOUR_MAP_SIZE; i += 15) {
        to_oklab(map.colours[i], now);
        double step = sqrt(pow(now[0] - before[0], 2) + pow(now[1] - before[1], 2) +
                           pow(now[2] - before[2], 2));
        fewest = fmin(fewest, step);
        most = fmax(most, step);
        memcpy(before, now, sizeof now);
    }
    /* The limit allows for rounding to 8 bits, and for measuring chords instead of arcs. */
    ck_assert_double_lt(most / fewest, 1.08);
}
END_TEST

/* The luminance also falls steadily for viewers who lack one kind of cone. The matrices for
 * protanopes and deuteranopes are those of Vienot, Brettel and Mollon (1999). */
START_TEST(luminance_falls_for_colour_blind_viewers) {
    static const double seen[2][3] = {{0.11238, 0.88762, 0.0}, {0.29275, 0.70725, 0.0}};
    colour_map map;
    colour_map_make(&map);
    for (int kind = 0; kind < 2; kind++) {
        double before = 2.0;
        for (int i = 0; i < COLOUR_MAP_SIZE; i += 4) {
            uint32_t colour = map.colours[i];
            double red_green = seen[kind][0] * to_linear(colour >> 16) +
                               seen[kind][1] * to_linear(colour >> 8 & 255);
            double luminance = 0.93 * red_green + 0.07 * to_linear(colour & 255);
            ck_assert_msg(luminance < before, "kind %d, colour %d", kind, i);
            before = luminance;
        }
    }
}
END_TEST

START_TEST(clamps_values_to_the_range_of_the_colour_map) {
    colour_map map;
    colour_map_make(&map);
    ck_assert_uint_eq(colour_map_at(&map, 0), map.colours[0]);
    ck_assert_uint_eq(colour_map_at(&map, -3), map.colours[0]);
    ck_assert_uint_eq(colour_map_at(&map, NAN), map.colours[0]);
    ck_assert_uint_eq(colour_map_at(&map, 0.5), map.colours[128]);
    ck_assert_uint_eq(colour_map_at(&map, 1), map.colours[255]);
    ck_assert_uint_eq(colour_map_at(&map, 1e300), map.colours[255]);
}
END_TEST

/* ---- Round numbers --------------------------------------------------------------------------- */

/* Prints the number to decide whether it is round: the first digit is 1, 2 or 5, and all others are
 * zero. */
static bool is_round(double value) {
    char text[40];
    snprintf(text, sizeof text, "%.12e", value);
    return strchr("125", text[0]) != NULL && strspn(text + 1, ".0") == 13;
}

START_TEST(finds_round_numbers) {
    for (uint64_t i = 0; i < 20000; i++) {
        double limit = pow(10.0, 24 * wend_random_uniform(5, i, 0, 0) - 12);
        double below = ticks_below(limit), above = ticks_above(limit);
        ck_assert_msg(is_round(below) && below <= limit && below * 2.5001 > limit, "%g", limit);
        ck_assert_msg(is_round(above) && above >= limit && above < limit * 2.5001, "%g", limit);
        ticks chosen = ticks_choose(limit, 5);
        ck_assert(is_round(chosen.step) && chosen.top >= limit * (1 - 1e-8));
        ck_assert(chosen.top < limit + chosen.step && chosen.top / chosen.step < 5.001);
    }
    static const double exact[] = {1e-3, 0.02, 0.1, 0.5, 1, 2, 5, 10, 1e6};
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        ck_assert_double_eq(ticks_below(exact[i]), exact[i]);
        ck_assert_double_eq(ticks_above(exact[i]), exact[i]);
    }
    ck_assert_double_eq(ticks_below(0), 1);
    ck_assert_double_eq(ticks_above(INFINITY), 1);
    ck_assert_double_gt(ticks_choose(NAN, 5).top, 0);
}
END_TEST

/* ---- Lines ----------------------------------------------------------------------------------- */

static double distance_to_piece(wend_point p, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double t = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* Draws a line through the points, and checks that each point is near a drawn piece. Returns the
 * number of pieces. */
static int check_line(const wend_point *points, int count) {
    ck_assert_int_eq(surface_load(NULL), WEND_OK);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    polyline line = {.cr = cairo_create(surface)};
    polyline_begin(&line, points[0]);
    for (int i = 1; i < count; i++) {
        polyline_add(&line, points[i]);
    }
    polyline_end(&line);
    cairo_path_t *path = cairo_copy_path(line.cr);
    wend_point ends[4000];
    int found = 0;
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        ends[found++] = (wend_point){path->data[i + 1].point.x, path->data[i + 1].point.y};
    }
    for (int i = 0; i < count; i++) {
        double least = hypot(points[i].x - ends[0].x, points[i].y - ends[0].y);
        for (int k = 1; k < found; k++) {
            least = fmin(least, distance_to_piece(points[i], ends[k - 1], ends[k]));
        }
        ck_assert_msg(least <= POLYLINE_TOLERANCE, "point %d is %g px off", i, least);
    }
    ck_assert_double_le(
        hypot(points[count - 1].x - ends[found - 1].x, points[count - 1].y - ends[found - 1].y),
        0.09);
    cairo_path_destroy(path);
    cairo_destroy(line.cr);
    cairo_surface_destroy(surface);
    return found - 1;
}

START_TEST(simplified_lines_stay_within_tolerance) {
    wend_point points[1000];
    for (uint64_t round = 0; round < 60; round++) {
        double step = 0.05 * (1 + (double)(round % 20)), angle = 0;
        points[0] = (wend_point){50, 50};
        for (uint64_t i = 1; i < 1000; i++) {
            angle += (wend_random_uniform(7, round, i, 0) - 0.5) * 0.1 * (double)(round % 7);
            points[i] = (wend_point){points[i - 1].x + step * cos(angle),
                                     points[i - 1].y + step * sin(angle)};
        }
        check_line(points, 1000);
    }
    /* Points that move back and forth, points that barely move, and a circle. */
    for (int i = 0; i < 1000; i++) {
        points[i] = (wend_point){30 + 20 * sin(i * 0.05), 40};
    }
    check_line(points, 1000);
    for (int i = 0; i < 1000; i++) {
        points[i] = (wend_point){30 + 0.02 * sin(i), 40 + 0.02 * cos(i)};
    }
    check_line(points, 1000);
    for (int i = 0; i < 1000; i++) {
        points[i] = (wend_point){30 + 15 * sin(i * 0.03), 40 + 15 * cos(i * 0.03)};
    }
    ck_assert_int_lt(check_line(points, 1000), 250);
}
END_TEST

START_TEST(straight_line_is_simplified_to_one_piece) {
    wend_point points[1000];
    for (int i = 0; i < 1000; i++) {
        points[i] = (wend_point){10 + i * 0.7, 20 + i * 0.3};
    }
    ck_assert_int_le(check_line(points, 1000), 2);
}
END_TEST

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { WALKERS = 40, FRAMES = 60, GRID = 24 };

static wend_agent_state walkers[FRAMES][WALKERS];
static double times[FRAMES];

/* Creates unevenly spaced frames with agents on two layers, in a square 6 m wide. */
static void make_frames(void) {
    for (uint32_t f = 0; f < FRAMES; f++) {
        times[f] = 3.0 + f * 0.25 + (f % 3) * 0.05;
        for (uint32_t i = 0; i < WALKERS; i++) {
            double x = 6 * wend_random_uniform(9, f, i, 1) - 2;
            double y = 6 * wend_random_uniform(9, f, i, 2) - 3;
            walkers[f][i] = (wend_agent_state){
                .agent = {(1ull << 32) | i}, .key = i + 1, .position = {x, y}, .layer = i % 2};
        }
    }
}

static void add_frames(draw_heat *heat, double size) {
    wend_recording recording = {.scenario = "heat"};
    make_frames();
    heat_init(heat, &heap, size);
    heat->measures_crowding = true;
    for (uint32_t f = 0; f < FRAMES; f++) {
        wend_frame frame = {.agents = walkers[f], .agent_count = WALKERS, .time = times[f]};
        ck_assert(heat_add(heat, &recording, &frame));
    }
}

typedef struct sums {
    double seconds, crowding, moved, moving;
} sums;

/* Returns the density around a walker: the sum of the kernel over all walkers on its layer. */
static double density_around(uint32_t f, uint32_t self) {
    double density = 0;
    for (uint32_t i = 0; i < WALKERS; i++) {
        wend_point p = walkers[f][i].position, q = walkers[f][self].position;
        double share = hypot(p.x - q.x, p.y - q.y) / 2.0;
        if (walkers[f][i].layer == walkers[f][self].layer && share < 1) {
            density += 3 / (4 * acos(-1)) * pow(1 - share * share, 2);
        }
    }
    return density;
}

/* Computes the sums of one cell by looking at every agent in every frame. */
static sums sum_cell(double low_x, double low_y, double size, uint32_t layer) {
    sums s = {0};
    for (uint32_t f = 1; f < FRAMES; f++) {
        double elapsed = times[f] - times[f - 1];
        for (uint32_t i = 0; i < WALKERS; i++) {
            wend_point p = walkers[f][i].position, q = walkers[f - 1][i].position;
            if (walkers[f][i].layer == layer && p.x >= low_x && p.x < low_x + size &&
                p.y >= low_y && p.y < low_y + size) {
                s.seconds += elapsed;
                s.crowding += density_around(f, i) * elapsed;
                s.moved += hypot(p.x - q.x, p.y - q.y);
                s.moving += elapsed;
            }
        }
    }
    return s;
}

START_TEST(heat_cells_match_brute_force_sums) {
    static const double sizes[] = {0.5, 0.25, 2.0};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        draw_heat heat;
        double size = sizes[k], whole = times[FRAMES - 1] - times[0];
        add_frames(&heat, size);
        whole = times[FRAMES - 1] - times[0];
        for (int y = 0; y * size < 8; y++) {
            for (int x = 0; x * size < 8; x++) {
                for (uint32_t layer = 0; layer < 2; layer++) {
                    double low_x = heat.origin.x + floor(-4 / size) * size + x * size;
                    double low_y = heat.origin.y + floor(-4 / size) * size + y * size;
                    wend_point middle = {low_x + size / 2, low_y + size / 2};
                    sums expected = sum_cell(low_x, low_y, size, layer);
                    const heat_cell *cell = heat_find(&heat, layer, middle);
                    ck_assert((cell != NULL) == (expected.seconds > 0));
                    if (cell == NULL) {
                        continue;
                    }
                    double area = size * size;
                    ck_assert_double_eq_tol(heat_value(&heat, cell, HEAT_USE), expected.seconds,
                                            1e-9);
                    ck_assert_double_eq_tol(heat_value(&heat, cell, HEAT_DENSITY),
                                            expected.seconds / area / whole, 1e-9);
                    ck_assert_double_eq_tol(heat_value(&heat, cell, HEAT_DENSITY_OCCUPIED),
                                            expected.crowding / expected.seconds, 1e-9);
                    ck_assert_double_eq_tol(heat_value(&heat, cell, HEAT_SPEED),
                                            expected.moved / expected.moving, 1e-9);
                }
            }
        }
        heat_free(&heat);
    }
}
END_TEST

/* The kernel integrates to 1: in the middle of a large regular grid, the density is that of the
 * grid. An agent alone has the density of the kernel's peak. */
START_TEST(density_around_agents_is_that_of_the_crowd) {
    enum { SIDE = 41 };
    static wend_agent_state grid[SIDE * SIDE];
    static const double spacings[] = {0.4, 0.5, 0.8};
    for (size_t k = 0; k < sizeof spacings / sizeof spacings[0]; k++) {
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            wend_point p = {(i % SIDE) * spacings[k] - 300, (double)(i / SIDE) * spacings[k] + 5e5};
            grid[i] = (wend_agent_state){.agent = {i}, .key = i + 1, .position = p};
        }
        crowding c = {.heap = &heap};
        wend_frame frame = {.agents = grid, .agent_count = SIDE * SIDE};
        double expected = 1 / spacings[k] / spacings[k];
        ck_assert(crowding_measure(&c, &frame));
        ck_assert_double_eq_tol(c.densities[SIDE * SIDE / 2], expected, 0.01 * expected);
        frame.agent_count = 1;
        ck_assert(crowding_measure(&c, &frame));
        ck_assert_double_eq_tol(c.densities[0], 3 / (4 * acos(-1)), 1e-12);
        frame.agent_count = 0;
        ck_assert(crowding_measure(&c, &frame));
        crowding_free(&c);
    }
}
END_TEST

START_TEST(coarsening_cells_preserves_their_sums) {
    draw_heat heat, large;
    add_frames(&heat, 0.25);
    add_frames(&large, 1.0);
    ck_assert(heat_coarsen(&heat) && heat_coarsen(&heat));
    ck_assert_double_eq(heat.size, 1.0);
    ck_assert_uint_eq(heat.count, large.count);
    for (uint32_t i = 0; i < large.count; i++) {
        const heat_cell *a = &large.cells[i];
        wend_point middle = {large.origin.x + a->x + 0.5, large.origin.y + a->y + 0.5};
        const heat_cell *b = heat_find(&heat, a->layer, middle);
        ck_assert_ptr_nonnull(b);
        ck_assert_double_eq_tol(b->seconds, a->seconds, 1e-9);
        ck_assert_double_eq_tol(b->moved, a->moved, 1e-9);
        ck_assert_double_eq_tol(b->crowding, a->crowding, 1e-9);
    }
    heat_free(&heat);
    heat_free(&large);
}
END_TEST

START_TEST(number_of_heat_cells_stays_limited) {
    draw_heat heat;
    wend_recording recording = {.scenario = "far"};
    heat_init(&heat, &heap, 0.5);
    heat.most = 100;
    double total = 0;
    for (uint32_t f = 0; f < 3000; f++) {
        wend_agent_state agent = {
            .agent = {1ull << 32}, .key = 1, .position = {f * 1.7, sin(f * 0.01) * 200}};
        wend_frame frame = {.agents = &agent, .agent_count = 1, .time = f};
        ck_assert(heat_add(&heat, &recording, &frame));
        ck_assert_uint_le(heat.count, 100);
    }
    for (uint32_t i = 0; i < heat.count; i++) {
        total += heat.cells[i].seconds;
    }
    ck_assert_double_eq_tol(total, 2999, 1e-6);
    ck_assert_double_gt(heat.size, 30);
    heat_free(&heat);
}
END_TEST

START_TEST(heat_map_of_one_frame_is_empty) {
    draw_heat heat;
    wend_recording recording = {.scenario = "one"};
    wend_agent_state agent = {.agent = {1ull << 32}, .key = 1};
    wend_frame frame = {.agents = &agent, .agent_count = 1, .time = 4};
    heat_init(&heat, &heap, 0.5);
    ck_assert(heat_add(&heat, &recording, &frame));
    ck_assert_uint_eq(heat.count, 0);
    ck_assert_ptr_null(heat_find(&heat, 0, (wend_point){0, 0}));
    heat_free(&heat);
}
END_TEST

IMAGE_MAIN("values", colour_steps_are_nearly_even_in_cielab, colour_steps_are_even_in_oklab,
           luminance_falls_for_colour_blind_viewers, clamps_values_to_the_range_of_the_colour_map,
           finds_round_numbers, simplified_lines_stay_within_tolerance,
           straight_line_is_simplified_to_one_piece, heat_cells_match_brute_force_sums,
           density_around_agents_is_that_of_the_crowd, coarsening_cells_preserves_their_sums,
           number_of_heat_cells_stays_limited, heat_map_of_one_frame_is_empty)
