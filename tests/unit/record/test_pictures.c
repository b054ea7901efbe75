/* The .png and .svg outputs: heat maps show the values computed from a second world, scale bars
 * have the length that they state, trajectories without a space can be drawn, and invalid
 * parameters are rejected. */
#define _POSIX_C_SOURCE 200809L
#include "draw/canvas/colour_map.h"
#include "draw/canvas/theme.h"
#include "record/file/picture.h"
#include "unit/draw/image.h"
#include "unit/scenario/lab.h"
#include <math.h>

static const char *const png[] = {"a.png"};

static wend_result run_to(const char *text, const char *const *outputs) {
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = NULL;
    def.outputs = outputs;
    def.output_count = 1;
    wend_result result = wend_run_scenario(&def, &summary, &lab_error);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return result;
}

static image draw(const char *text) {
    ck_assert_msg(run_to(text, png) == WEND_OK, "%s", lab_error.message);
    image shown = image_open("a.png");
    remove("a.png");
    return shown;
}

/* Scale in px per m: a 10 x 8 m room in a picture that is 600 px wide. See
 * tests/unit/draw/test_pixels.c. */
static const double SCALE = (600 - 2 * 24) / 10.4;

static uint32_t pixel_at(const image *shown, double x, double y) {
    return image_at(shown, (int)(24 + (x + 0.2) * SCALE), (int)(58 + (8.2 - y) * SCALE));
}

/* ---- Heat maps ------------------------------------------------------------------------------- */

#define WALK                                                                                       \
    "space: {walkable: [[0, 0], [10, 0], [10, 8], [0, 8]],\n"                                      \
    "  obstacles: [[[4, 3], [6, 3], [6, 5], [4, 5]]]}\n"                                           \
    "time: {end: 5}\nallow_overlap: true\n"                                                        \
    "agents: [{at: [[1.3, 1.4], [1.6, 1.2], [2.4, 1.4]], goal: [9, 1.5]},\n"                       \
    "  {at: [[8.5, 6.6]], goal: [1, 6.4], key: 50}]\n"

enum { CELLS_X = 10, CELLS_Y = 8 };

typedef struct sums {
    double seconds[CELLS_X][CELLS_Y], crowding[CELLS_X][CELLS_Y], moved[CELLS_X][CELLS_Y];
    double whole;
} sums;

/* Computes the values of a heat map with 1 m cells. To do so, steps a second world of the same
 * scenario. */
static sums *sum_by_hand(void) {
    static sums s;
    static const uint64_t keys[] = {1, 2, 3, 50};
    wend_scenario *scenario = lab_load(WALK);
    wend_world *world = lab_world(scenario);
    wend_agent_state now;
    double last_x[4] = {1.3, 1.6, 2.4, 8.5}, last_y[4] = {1.4, 1.2, 1.4, 6.6};
    memset(&s, 0, sizeof s);
    for (int step = 0; step < 50; step++) {
        wend_point all[4];
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        for (int i = 0; i < 4; i++) {
            ck_assert(wend_world_get_agent(world, wend_world_find_agent(world, keys[i]), &now));
            all[i] = now.position;
        }
        for (int i = 0; i < 4; i++) {
            ck_assert(wend_world_get_agent(world, wend_world_find_agent(world, keys[i]), &now));
            int x = (int)now.position.x, y = (int)now.position.y;
            s.seconds[x][y] += 0.1;
            for (int k = 0; k < 4; k++) { /* the quartic kernel with a radius of 2 m */
                double share = hypot(all[k].x - now.position.x, all[k].y - now.position.y) / 2;
                s.crowding[x][y] +=
                    share < 1 ? 0.1 * 3 / (4 * acos(-1)) * pow(1 - share * share, 2) : 0;
            }
            s.moved[x][y] += hypot(now.position.x - last_x[i], now.position.y - last_y[i]);
            last_x[i] = now.position.x;
            last_y[i] = now.position.y;
        }
        s.whole += 0.1;
    }
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return &s;
}

static double value_of(const sums *s, int kind, int x, int y) {
    double seconds = s->seconds[x][y];
    return kind == 0   ? seconds / s->whole
           : kind == 1 ? s->crowding[x][y] / seconds
           : kind == 2 ? seconds
                       : s->moved[x][y] / seconds;
}

START_TEST(heat_map_matches_brute_force_sums) {
    static const struct {
        const char *settings;
        double top;
    } kinds[] = {{"show: density, max_value: 0.8", 0.8},
                 {"show: density, average: occupied, max_value: 3", 3},
                 {"show: use, max_value: 4", 4},
                 {"show: speed, max_value: 2", 2}};
    colour_map map;
    colour_map_make(&map);
    const sums *s = sum_by_hand();
    for (int kind = 0; kind < 4; kind++) {
        char text[1000];
        uint32_t used = 0;
        snprintf(text, sizeof text, "output: {png: {width: 600, cell: 1, goals: false, %s}}\n" WALK,
                 kinds[kind].settings);
        image shown = draw(text);
        for (int x = 0; x < CELLS_X; x++) {
            for (int y = 0; y < CELLS_Y; y++) {
                bool solid = (x == 4 || x == 5) && (y == 3 || y == 4);
                uint32_t colour = pixel_at(&shown, x + 0.5, y + 0.5);
                if (s->seconds[x][y] == 0.0) {
                    ck_assert_uint_eq(colour, solid ? THEME_SOLID : THEME_GROUND);
                    continue;
                }
                used++;
                double share = value_of(s, kind, x, y) / kinds[kind].top;
                /* If the value is on the border between two colours, either is accepted. */
                bool same = colour == colour_map_at(&map, share - 1e-6) ||
                            colour == colour_map_at(&map, share + 1e-6);
                ck_assert_msg(same, "kind %d, cell %d, %d: %06x for %g", kind, x, y, colour, share);
                ck_assert_uint_eq(pixel_at(&shown, x + 0.1, y + 0.9), colour);
            }
        }
        ck_assert_uint_ge(used, 10);
        /* Walls are drawn on top of the heat map. */
        ck_assert_int_lt(image_colour_difference(pixel_at(&shown, 10, 4), THEME_WALL), 60);
        ck_assert_int_lt(image_colour_difference(pixel_at(&shown, 4, 4), THEME_WALL), 90);
        image_free(&shown);
    }
}
END_TEST

/* Cells that extend into a wall are clipped at the wall. */
START_TEST(heat_map_covers_only_walkable_ground) {
    image shown = draw("output: {png: {width: 600, show: use, cell: 3, goals: false}}\n" WALK);
    ck_assert_uint_eq(pixel_at(&shown, 5, 4), THEME_SOLID);
    ck_assert_uint_ne(pixel_at(&shown, 4.5, 1), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(&shown, 10.1, 1.5), THEME_PAGE);
    ck_assert_uint_eq(pixel_at(&shown, 5, -0.1), THEME_PAGE);
    image_free(&shown);
}
END_TEST

START_TEST(colour_bar_shows_the_colour_map_from_end_to_end) {
    image shown = draw("output: {png: {width: 600, show: use}}\n" WALK);
    colour_map map;
    colour_map_make(&map);
    int rows = 0;
    for (int y = shown.height - 100; y < shown.height; y++) {
        bool bar = image_at(&shown, 24, y) == map.colours[0] &&
                   image_colour_difference(image_at(&shown, 24 + 419, y), map.colours[255]) < 6 &&
                   image_colour_difference(image_at(&shown, 24 + 210, y), map.colours[128]) < 6;
        rows += bar;
    }
    ck_assert_int_ge(rows, 10);
    image_free(&shown);
}
END_TEST

START_TEST(trails_are_coloured_by_speed) {
    image shown = draw("output: {png: {width: 600, colour: speed, max_value: 2, goals: false}}\n"
                       "space: {walkable: [[0, 0], [10, 0], [10, 8], [0, 8]]}\ntime: {end: 5}\n"
                       "profiles: {slow: {speed: 0.3}, fast: {speed: 1.7}}\n"
                       "agents: [{at: [1, 2], goal: [9, 2], profile: slow},\n"
                       "  {at: [1, 6], goal: [9.9, 6], profile: fast}]\n");
    colour_map map;
    colour_map_make(&map);
    /* The top of the scale is 2 m/s, divided into 16 shades: 0.3 m/s is in the third shade, 1.7 m/s
     * in the 14th. The first quarter of the colour map is unused. */
    uint32_t slow = colour_map_at(&map, 0.25 + 0.75 * 2.5 / 16);
    uint32_t fast = colour_map_at(&map, 0.25 + 0.75 * 13.5 / 16);
    uint32_t at_slow = pixel_at(&shown, 1.7, 2), at_fast = pixel_at(&shown, 5, 6);
    ck_assert_int_lt(image_colour_difference(at_slow, slow),
                     image_colour_difference(at_slow, fast));
    ck_assert_int_lt(image_colour_difference(at_fast, fast),
                     image_colour_difference(at_fast, slow));
    ck_assert_int_lt(image_colour_difference(at_fast, fast), 120);
    image_free(&shown);
}
END_TEST

/* ---- Other parts of the picture -------------------------------------------------------------- */

START_TEST(scale_bar_has_stated_length) {
    static const double sides[] = {4.5, 10, 37, 120, 900, 7000};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        char text[300];
        double side = sides[i], scale = (600 - 48) / (side * 1.04), length = 1e-3;
        snprintf(text, sizeof text,
                 "output: {png: {width: 600}}\nspace: {walkable: [[0, 0], [%g, 0], [%g, %g], [0, "
                 "%g]]}\n",
                 side, side, side * 0.7, side * 0.7);
        for (double unit = 1e-3; unit < 1e5; unit *= 10) {
            for (int k = 0; k < 3; k++) {
                double candidate = unit * (k == 0 ? 1 : k == 1 ? 2 : 5);
                length = candidate * scale <= 160 ? candidate : length;
            }
        }
        image shown = draw(text);
        int longest = 0, run = 0;
        for (int x = 300; x < 600; x++) {
            run = image_at(&shown, x, 49) == THEME_TEXT ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
        ck_assert_double_eq_tol(longest, length * scale, 1.5);
        image_free(&shown);
    }
}
END_TEST

START_TEST(courtyard_is_visible_inside_its_building) {
    image shown = draw("output: {png: {width: 600, show: use, cell: 1, goals: false}}\n"
                       "space: {walkable: [[[0, 0], [10, 0], [10, 8], [0, 8]],\n"
                       "    [[4, 3], [6, 3], [6, 5], [4, 5]]],\n"
                       "  obstacles: [[[3, 2], [7, 2], [7, 6], [3, 6]]]}\n"
                       "time: {end: 2}\nagents: [{at: [4.4, 3.4], goal: [4.6, 3.6]}]\n");
    ck_assert_uint_eq(pixel_at(&shown, 3.5, 4), THEME_SOLID);
    ck_assert_uint_eq(pixel_at(&shown, 5.5, 4.5), THEME_GROUND);
    ck_assert_uint_ne(pixel_at(&shown, 4.2, 3.8), THEME_GROUND);
    ck_assert_uint_ne(pixel_at(&shown, 4.2, 3.8), THEME_SOLID);
    image_free(&shown);
}
END_TEST

START_TEST(parts_and_time_range_of_picture_are_selectable) {
    static const char walk[] = "space: {walkable: [[0, 0], [10, 0], [10, 8], [0, 8]]}\n"
                               "time: {end: 5}\nagents: [{at: [1, 2], goal: [9, 2]}]\n";
    char text[600];
    snprintf(text, sizeof text, "output: {png: {width: 600}}\n%s", walk);
    image whole = draw(text);
    snprintf(text, sizeof text,
             "output: {png: {width: 600, from: 2, to: 3, legend: false, goals: false, starts: "
             "false}}\n%s",
             walk);
    image part = draw(text);
    ck_assert_int_lt(part.height, whole.height);
    ck_assert_uint_eq(pixel_at(&whole, 9, 2), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(&part, 9, 2), THEME_GROUND);
    /* The agent walks at 1.3 m/s: it is at x = 3.6 m after 2 s, and at x = 4.9 m after 3 s. */
    ck_assert_uint_ne(pixel_at(&whole, 2, 2), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(&part, 2, 2), THEME_GROUND);
    ck_assert_uint_ne(pixel_at(&part, 4.2, 2), THEME_GROUND);
    ck_assert_int_lt(image_colour_difference(pixel_at(&part, 4.9, 2.1), theme_group_colour(0)), 30);
    ck_assert_uint_eq(pixel_at(&part, 5.5, 2), THEME_GROUND);
    image_free(&whole);
    image_free(&part);
}
END_TEST

/* ---- Trajectories ---------------------------------------------------------------------------- */

/* Passes frames to an output as a reader of trajectories does: the recording has no world, no list
 * of agents and no goals. */
static void play(const char *name, const char *path, const wend_recording *recording, int64_t width,
                 int32_t show, uint32_t layers) {
    picture_params params = {
        .width = width, .show = show, .to = 1e9, .legend = true, .starts = true, .goals = true};
    const wend_output *output =
        (const wend_output *)wend_registry_find(lab_registry, WEND_KIND_OUTPUT, name, &lab_error);
    ck_assert_uint_eq(output->entry.params_size, sizeof params);
    void *state = calloc(1, output->state_size);
    ck_assert_int_eq(output->begin(state, &params, NULL, recording, path, &lab_error), WEND_OK);
    for (int f = 0; f <= 20; f++) {
        wend_agent_state agents[2] = {
            {.agent = {1ull << 32 | 3}, .key = 900, .position = {1000 + f * 0.4, 5000}},
            {.agent = {1ull << 32 | 1}, .key = 7, .position = {1000, 5000 + f * 0.3}}};
        agents[1].layer = layers - 1;
        wend_frame frame = {.agents = agents, .agent_count = 2, .time = f * 0.5};
        ck_assert_int_eq(output->frame(state, &frame, &lab_error), WEND_OK);
    }
    ck_assert_msg(output->end(state, true, &lab_error) == WEND_OK, "%s", lab_error.message);
    free(state);
}

/* The picture shows the bounds of the trails: 8.4 x 6.4 m, including the radius of points, plus a
 * margin of 2 %. */
START_TEST(draws_trajectory_without_space) {
    wend_recording recording = {.scenario = "read", .frame_interval = 0.5};
    play("png", "a.png", &recording, 600, 0, 1);
    image shown = image_open("a.png");
    double scale = (600 - 48) / (8.4 * 1.04), left = 1000 - 0.2 - 8.4 * 0.02;
    double top = 5006 + 0.2 + 8.4 * 0.02;
    uint32_t trail =
        image_at(&shown, (int)(24 + (1004.3 - left) * scale), (int)(58 + (top - 5000) * scale));
    ck_assert_int_lt(image_colour_difference(trail, theme_group_colour(0)), 120);
    ck_assert_uint_eq(
        image_at(&shown, (int)(24 + (1004 - left) * scale), (int)(58 + (top - 5003) * scale)),
        THEME_GROUND);
    image_free(&shown);
    for (int32_t show = 1; show < 4; show++) {
        play("png", "a.png", &recording, 600, show, 3);
        shown = image_open("a.png");
        ck_assert_int_gt(shown.height, 600); /* high enough for three panels */
        image_free(&shown);
        play("svg", "a.svg", &recording, 600, show, 1);
    }
    remove("a.png");
    remove("a.svg");
}
END_TEST

START_TEST(draws_trajectory_if_space_has_no_definition) {
    static const wend_point corners[] = {{995, 4995}, {1015, 4995}, {1015, 5010}, {995, 5010}};
    wend_ring ring = {corners, 4};
    wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, &lab_error), WEND_OK);
    wend_recording recording = {.scenario = "read", .space = space};
    play("png", "a.png", &recording, 600, 0, 1);
    image shown = image_open("a.png");
    double scale = (600 - 48) / 20.8;
    for (int i = 1; i < 15; i++) {
        uint32_t wall = image_at(&shown, (int)(24 + 0.4 * scale), (int)(58 + (0.4 + i) * scale));
        ck_assert_int_lt(image_colour_difference(wall, THEME_WALL), 60);
    }
    image_free(&shown);
    remove("a.png");
    wend_space_release(space);
}
END_TEST

/* ---- Bytes and refusals ---------------------------------------------------------------------- */

static size_t read_all(const char *path, char *out, size_t size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(out, 1, size, file);
    ck_assert_uint_lt(length, size);
    fclose(file);
    remove(path);
    return length;
}

/* tests/cli/pictures.test checks the same for SVG. It uses separate processes, because the ids in
 * an SVG file depend on the pictures that its process has already drawn. */
START_TEST(the_same_run_gives_the_same_bytes) {
    static char first[1 << 20], second[1 << 20];
    static const char *const texts[] = {WALK, "output: {png: {show: use}}\n" WALK};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(run_to(texts[i], png), WEND_OK);
        size_t length = read_all("a.png", first, sizeof first);
        ck_assert_int_eq(run_to(texts[i], png), WEND_OK);
        ck_assert_uint_eq(read_all("a.png", second, sizeof second), length);
        ck_assert_msg(memcmp(first, second, length) == 0, "case %d", i);
    }
}
END_TEST

START_TEST(rejects_invalid_parameters) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"output: {png: {from: 5, to: 4}}", "from 5 s to 4 s; expected `to` to be at least `from`"},
        {"output: {png: {cell: 0.004}}",
         "cells of 0.004 m; expected 0 (automatic) or at least 0.01"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(run_to(cases[i].text, png), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(lab_error.message, cases[i].message) != NULL, "%s", lab_error.message);
        ck_assert_str_eq(lab_error.path, "a.png");
        ck_assert_ptr_null(fopen("a.png", "rb"));
    }
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"output: {svg: {show: densty}}", "did you mean 'density'?"},
        {"output: {svg: {colour: red}}", "group"},
        {"output: {png: {show: 3}}", "show"},
        {"output: {png: {max_value: -1}}", "max_value"},
        {"output: {png: {cell: 2000}}", "cell"},
        {"output: {png: {legend: maybe}}", "legend"},
        {"output: {svg: {widht: 300}}", "did you mean 'width'?"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ck_assert_int_ne(lab_try(refused[i].text), WEND_OK);
        ck_assert_msg(strstr(lab_error.message, refused[i].message) != NULL, "%s",
                      lab_error.message);
        ck_assert_int_eq(lab_error.line, 1);
    }
}
END_TEST

LAB_MAIN("pictures", heat_map_matches_brute_force_sums, heat_map_covers_only_walkable_ground,
         colour_bar_shows_the_colour_map_from_end_to_end, trails_are_coloured_by_speed,
         scale_bar_has_stated_length, courtyard_is_visible_inside_its_building,
         parts_and_time_range_of_picture_are_selectable, draws_trajectory_without_space,
         draws_trajectory_if_space_has_no_definition, the_same_run_gives_the_same_bytes,
         rejects_invalid_parameters)
