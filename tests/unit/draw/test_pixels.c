/* Decodes pictures of runs. Everything is drawn at the expected pixels, and every run, however
 * unusual, has a picture. */
#include "draw/canvas/theme.h"
#include "unit/scenario/lab.h"
#include <cairo/cairo.h>
#include <math.h>
#include <stdlib.h>

static cairo_surface_t *image;

/* Runs a scenario and decodes its picture. */
static void draw_scenario(const char *text) {
    static const char *const outputs[] = {"a.png"};
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = 1;
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
    image = cairo_image_surface_create_from_png("a.png");
    ck_assert_int_eq(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    remove("a.png");
}

static void free_image(void) {
    cairo_surface_destroy(image);
    image = NULL;
}

static int width(void) {
    return cairo_image_surface_get_width(image);
}

static int height(void) {
    return cairo_image_surface_get_height(image);
}

static const uint32_t *row_of(int y) {
    const unsigned char *data = cairo_image_surface_get_data(image);
    const void *row = data + (ptrdiff_t)y * cairo_image_surface_get_stride(image);
    return row;
}

static uint32_t pixel(int x, int y) {
    ck_assert_msg(x >= 0 && y >= 0 && x < width() && y < height(), "(%d, %d) is off the picture", x,
                  y);
    return row_of(y)[x] & 0xffffff;
}

static uint32_t count_pixels(uint32_t colour) {
    uint32_t found = 0;
    for (int y = 0; y < height(); y++) {
        for (int x = 0; x < width(); x++) {
            found += (row_of(y)[x] & 0xffffff) == colour;
        }
    }
    return found;
}

/* The ground in most tests: 10 x 8 m, with an additional 2 % of the width on each side. With a
 * margin of 24 px and a header of 58 px, a picture that is 600 px wide has 53.08 px per metre. */
#define ROOM                                                                                       \
    "output: {png: {width: 600}}\nspace: {walkable: [[0, 0], [10, 0], [10, 8], [0, 8]]%s}\n"
static const double SCALE = (600 - 2 * 24) / 10.4;

static uint32_t pixel_at(double x, double y) {
    return pixel((int)(24 + (x + 0.2) * SCALE), (int)(58 + (8.2 - y) * SCALE));
}

static void draw_in_room(const char *space, const char *rest) {
    char text[2000];
    int used = snprintf(text, sizeof text, ROOM, space);
    snprintf(text + used, sizeof text - (size_t)used, "%s", rest);
    draw_scenario(text);
    ck_assert_int_eq(width(), 600);
}

/* Returns the difference between two colours, in the channel in which they differ most. */
static int colour_difference(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = difference > most ? difference : most;
    }
    return most;
}

START_TEST(draws_ground_and_walls) {
    draw_in_room(", obstacles: [[[4, 3], [6, 3], [6, 5], [4, 5]]], walls: [[[1, 6], [3, 6]]],\n"
                 "  terrain: [{polygon: [[7, 1], [9, 1], [9, 3], [7, 3]], type: 1}]",
                 "time: {end: 0}");
    ck_assert_uint_eq(pixel_at(2, 2), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(-0.1, 4), THEME_PAGE);
    ck_assert_uint_eq(pixel_at(10.1, 4), THEME_PAGE);
    ck_assert_uint_eq(pixel_at(5, 4), THEME_SOLID);
    ck_assert_uint_eq(pixel_at(8, 2), theme_terrain_colour(1));
    ck_assert_uint_eq(pixel_at(2, 6), THEME_WALL);
    ck_assert_uint_eq(pixel_at(3.2, 6), THEME_GROUND);
    for (int i = 1; i < 8; i++) {
        ck_assert_int_lt(colour_difference(pixel_at(0, i), THEME_WALL), 60);
        ck_assert_int_lt(colour_difference(pixel_at(10, i), THEME_WALL), 60);
        ck_assert_int_lt(colour_difference(pixel_at(i, 0), THEME_WALL), 60);
        ck_assert_int_lt(colour_difference(pixel_at(i, 8), THEME_WALL), 60);
    }
    free_image();
}
END_TEST

/* Moving goals are drawn where they are at the time that the picture shows. For a polygon that is
 * not convex, the star lies inside the polygon. */
START_TEST(draws_moving_goals_at_the_picture_time) {
    draw_in_room(
        "", "time: {dt: 0.1, end: 4}\ngoals:\n"
            "  a: {disc: {centre: [1, 1], radius: 0.6}, velocity: [0.5, 0]}\n"
            "  b: {disc: {centre: [1, 3], radius: 0.6}, path: [[9, 9], [9, 11]], speed: 0.25}\n"
            "  c: {disc: {centre: [0, 1], radius: 0.6}, carrier: 7}\n"
            "  d: {polygon: [[6, 4], [9, 4], [9, 7], [8.4, 7], [8.4, 4.6], [6, 4.6]]}\n"
            "agents: [{at: [5, 1], key: 7}, {at: [9.5, 1], goal: {direction: [0, 1]}, speed: 1.5, "
            "max_speed: 1.5}]\n");
    uint32_t tint = pixel_at(3.4, 1);
    ck_assert_int_gt(colour_difference(tint, THEME_GROUND), 15);
    ck_assert_uint_eq(pixel_at(3, 1), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(1, 1), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(1, 4), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(1.4, 4.1), tint);
    ck_assert_uint_eq(pixel_at(1, 3), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(5.4, 2), tint);
    ck_assert_uint_eq(pixel_at(5, 2), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(6.3, 4.3), tint);
    ck_assert_uint_eq(pixel_at(7, 5.5), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(8.7, 5.7), tint);
    free_image();
}
END_TEST

START_TEST(draws_goals_of_every_shape) {
    draw_in_room("",
                 "time: {end: 0}\ngoals:\n"
                 "  a: [1, 1]\n"
                 "  b: {disc: {centre: [3, 1], radius: 0.5}}\n"
                 "  c: {segment: [[5, 1], [7, 1]]}\n"
                 "  d: {box: [[8, 0.5], [9, 1.5]]}\n"
                 "  e: {oriented_box: {centre: [2, 5], half_size: [1, 0.4], angle: 1.5707963}}\n"
                 "  f: {polygon: [[5, 5], [7, 5], [6, 7]]}\n"
                 "  g: {direction: [1, 0]}\n");
    uint32_t tint = pixel_at(3.35, 1);
    ck_assert_int_gt(colour_difference(tint, THEME_GROUND), 15);
    ck_assert_uint_eq(pixel_at(1, 1), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(3, 1), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(5.3, 1), THEME_GOAL);
    ck_assert_uint_eq(pixel_at(8.85, 1.35), tint);
    ck_assert_uint_eq(pixel_at(9.1, 1), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(2, 5.85), tint);
    ck_assert_uint_eq(pixel_at(2.6, 5), THEME_GROUND);
    ck_assert_uint_eq(pixel_at(6, 6.5), tint);
    ck_assert_uint_eq(pixel_at(5.2, 6.5), THEME_GROUND);
    free_image();
}
END_TEST

START_TEST(draws_trails_with_starts_and_ends) {
    draw_in_room("", "time: {end: 4}\nagents: [{at: [1, 2], goal: [9, 2]}, {at: [1, 6]}]");
    /* The agent has walked 5.2 m in 4 s. The trail has a faded version of the group's colour, which
     * is still nearer to the group's colour than to that of the ground. */
    uint32_t colour = theme_group_colour(0);
    for (double x = 1.4; x < 5.8; x += 0.2) {
        ck_assert_msg(colour_difference(pixel_at(x, 2), colour) <
                          colour_difference(pixel_at(x, 2), THEME_GROUND),
                      "at %g", x);
        ck_assert_uint_eq(pixel_at(x, 2.2), THEME_GROUND);
    }
    ck_assert_uint_eq(pixel_at(7.5, 2), THEME_GROUND);
    ck_assert_int_lt(colour_difference(pixel_at(6.2, 2.1), colour), 50);
    ck_assert_int_lt(colour_difference(pixel_at(1, 6), theme_group_colour(1)), 50);
    free_image();
}
END_TEST

START_TEST(draws_doors_and_moving_obstacles) {
    draw_in_room("", "time: {end: 2}\nobstacles:\n"
                     "  - {door: [[2, 1], [2, 7]]}\n"
                     "  - {door: [[4, 1], [4, 7]], times: [{at: 1, closed: false}]}\n"
                     "  - {moving: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],\n"
                     "     position: [6, 4], velocity: [1, 0]}\nagents: [{at: [1, 1]}]\n");
    uint32_t on_closed = 0, on_open = 0;
    for (int i = 12; i < 69; i++) {
        on_closed += pixel_at(2, i / 10.0) == THEME_DOOR;
        on_open += pixel_at(4, i / 10.0) == THEME_DOOR;
    }
    ck_assert_uint_eq(on_closed, 57);
    ck_assert_uint_eq(on_open, 0);
    /* The obstacle has moved two metres in two seconds. */
    ck_assert_uint_eq(pixel_at(7.5, 4), THEME_DOOR);
    ck_assert_uint_eq(pixel_at(8.5, 4), THEME_DOOR);
    ck_assert_uint_eq(pixel_at(8, 4), THEME_GROUND);
    free_image();
}
END_TEST

START_TEST(each_panel_shows_its_own_layer) {
    draw_scenario("output: {png: {width: 700}}\ntime: {end: 0}\nspace:\n  layers:\n"
                  "    - {name: low, walkable: [[0, 0], [10, 0], [10, 4], [0, 4]],\n"
                  "       obstacles: [[[4, 1], [5, 1], [5, 2], [4, 2]]]}\n"
                  "    - {name: high, walkable: [[0, 0], [10, 0], [10, 4], [0, 4]],\n"
                  "       terrain: [{polygon: [[1, 1], [3, 1], [3, 2], [1, 2]], type: 2}]}\n"
                  "goals: {g: {point: [8, 3], layer: high}}\n");
    /* The panels are stacked vertically, with 62.7 px per metre, 20 px for each name, and 16 px
     * between the panels. */
    double scale = (700 - 48) / 10.4, panel = 4.4 * scale;
    double low = 58 + 20, high = low + panel + 16 + 20;
    uint32_t solid = pixel((int)(24 + 4.7 * scale), (int)(low + (4.2 - 1.5) * scale));
    uint32_t terrain = pixel((int)(24 + 2.2 * scale), (int)(high + (4.2 - 1.5) * scale));
    uint32_t goal = pixel((int)(24 + 8.2 * scale), (int)(high + (4.2 - 3) * scale));
    uint32_t none = pixel((int)(24 + 8.2 * scale), (int)(low + (4.2 - 3) * scale));
    ck_assert_uint_eq(solid, THEME_SOLID);
    ck_assert_uint_eq(terrain, theme_terrain_colour(2));
    ck_assert_uint_eq(goal, THEME_GOAL);
    ck_assert_uint_eq(none, THEME_GROUND);
    free_image();
}
END_TEST

/* Goals, obstacles and agents beyond the walls, or in a space without walls, enlarge the picture.
 */
START_TEST(picture_contains_everything_drawn) {
    static const struct {
        const char *text;
        uint32_t colour, least;
    } all[] = {
        {"goals: {g: [100, 100]}", THEME_GOAL, 60},
        {"goals: {g: {point: [0, 0], velocity: [30, 0]}}\nagents: [{at: [0, 0]}]\ntime: {end: 3}",
         THEME_GOAL, 90},
        {"obstacles: [{door: [[50, 0], [50, 9]]}]\nagents: [{at: [0, 0]}]\ntime: {end: 1}",
         THEME_DOOR, 100},
        {"obstacles: [{moving: [[0, 0], [4, 0], [0, 4]], velocity: [10, 0]}]\n"
         "agents: [{at: [0, 0]}]\ntime: {end: 5}",
         THEME_DOOR, 100},
        {"agents: [{at: [0, 0], goal: [80, 0]}]\ntime: {end: 9}", 0x0072b2, 60},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        draw_scenario(all[i].text);
        ck_assert_msg(count_pixels(all[i].colour) >= all[i].least, "%s: %u", all[i].text,
                      count_pixels(all[i].colour));
        free_image();
    }
    /* The corners of a rotated box are inside the picture: the outline is closed at all four
     * corners. */
    draw_scenario(
        "output: {png: {width: 600}}\ntime: {end: 0}\n"
        "goals: {g: {oriented_box: {centre: [0, 0], half_size: [5, 5], angle: 0.78539816}}}\n");
    double scale = (600 - 48) / (2 * sqrt(50) * 1.04);
    int top = (int)(58 + 0.04 * sqrt(50) * scale);
    uint32_t found = 0;
    for (int y = top - 4; y < top + 12; y++) {
        found += colour_difference(pixel(300, y), THEME_GROUND) > 15;
    }
    ck_assert_uint_ge(found, 6);
    free_image();
}
END_TEST

START_TEST(every_unusual_run_gets_a_picture) {
    static const char *const all[] = {
        "{}",
        "agents: [{at: [0, 0]}]\ntime: {end: 0}",
        "name: \"\\u00e9 \\u4e2d \\U0001F600 \\e[31m\"\nagents: [{at: [0, 0]}]\ntime: {end: 1}",
        "goals: {g: [8000, -8000]}\nagents: [{at: [0, 0], goal: g}]\ntime: {end: 1}",
        "space: {walkable: [[900000000, 0], [900000009, 0], [900000009, 9]]}",
        "space: {walkable: [[0, 0], [8000, 0], [8000, 0.5], [0, 0.5]]}",
        "space: {walkable: [[0, 0], [0.5, 0], [0.5, 8000], [0, 8000]]}",
        "space: {walkable: [[0, 0], [0.01, 0], [0.01, 0.01]]}",
        "goals: {g: {disc: {centre: [0, 0], radius: 8192}}}",
        "agents: [{at: [0, 0], goal: {point: [0.3, 0], on_arrival: leave}}]",
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        draw_scenario(all[i]);
        ck_assert_int_eq(width(), 1200);
        ck_assert_msg(height() >= 80 && height() < 4000, "%s: %d px high", all[i], height());
        free_image();
    }
}
END_TEST

/* With very many layers, the picture becomes taller, so that its panels do not vanish. */
START_TEST(picture_grows_with_many_layers) {
    static char text[20000];
    static const int counts[] = {2, 7, 30, 100, 256};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char *end = text + sprintf(text, "output: {png: {width: 300}}\nspace: {layers: [");
        for (int k = 0; k < counts[i]; k++) {
            end += sprintf(end, "{name: l%d, walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]},", k);
        }
        strcpy(end - 1, "]}\n");
        draw_scenario(text);
        ck_assert_int_eq(width(), 300);
        /* Each panel shows some ground. */
        ck_assert_uint_ge(count_pixels(THEME_GROUND), (uint32_t)counts[i] * 400);
        ck_assert_int_lt(height(), 32767);
        free_image();
    }
}
END_TEST

START_TEST(legend_fits_many_groups_and_long_names) {
    static char text[20000];
    char *end = text + sprintf(text, "time: {end: 1}\nagents:\n");
    for (int i = 0; i < 40; i++) {
        end += sprintf(end,
                       "  - {name: a group with quite a long name in the legend %d, at: [%d, 0]}\n",
                       i, i);
    }
    draw_scenario(text);
    int tall = height();
    for (uint32_t i = 0; i < 7; i++) {
        ck_assert_uint_gt(count_pixels(theme_group_colour(i)), 100);
    }
    free_image();
    draw_scenario(
        "time: {end: 1}\nagents: [{grid: {origin: [0, 0], spacing: [1, 1], count: [40, 1]}}]");
    ck_assert_int_gt(tall, height() + 3 * (int)THEME_ROW);
    free_image();
}
END_TEST

LAB_MAIN("pixels", draws_ground_and_walls, draws_goals_of_every_shape,
         draws_moving_goals_at_the_picture_time, draws_trails_with_starts_and_ends,
         draws_doors_and_moving_obstacles, each_panel_shows_its_own_layer,
         picture_contains_everything_drawn, every_unusual_run_gets_a_picture,
         picture_grows_with_many_layers, legend_fits_many_groups_and_long_names)
