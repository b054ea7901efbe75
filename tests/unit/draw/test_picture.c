/* Pictures: trails that use limited memory, and PNG files with the expected contents. */
#define _POSIX_C_SOURCE 200809L
#include "base/utf8.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"
#include "draw/crowd/sheet.h"
#include "support/suite.h"
#include <cairo/cairo.h>
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* fontconfig keeps its tables until the process ends. */
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void) {
    return "leak:libfontconfig\n";
}

static wend_space *space;
static wend_error error;
static memory heap;

static const wend_point square[] = {{0, 0}, {10, 0}, {10, 8}, {0, 8}};
static const wend_point block[] = {{4, 3}, {6, 3}, {6, 5}, {4, 5}};
static const wend_point meadow[] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
static const wend_solid_def solid = {{block, 4}, 0};
static const wend_terrain_def terrain = {.ring = {meadow, 4}, .type = 1};
static const wend_ring boundary = {square, 4};
static const wend_point target = {9, 7};
static const wend_agent_group groups[] = {{"first", 1, 1, 0}, {"second", 2, 1, 1}};
static wend_layer_def layers[3];
static wend_space_def space_def;
static wend_goal_def goal;
static wend_agent_def starts[2];
static wend_recording recording;

static void set_up(void) {
    memory_init(&heap, NULL);
    memset(layers, 0, sizeof layers);
    layers[0] = (wend_layer_def){.name = "ground",
                                 .boundaries = &boundary,
                                 .boundary_count = 1,
                                 .solids = &solid,
                                 .solid_count = 1,
                                 .terrains = &terrain,
                                 .terrain_count = 1};
    layers[1] = (wend_layer_def){.name = "roof", .boundaries = &boundary, .boundary_count = 1};
    layers[2] = (wend_layer_def){.name = "cellar", .boundaries = &boundary, .boundary_count = 1};
    space_def = wend_default_space_def();
    space_def.layers = layers;
    space_def.layer_count = 1;
    ck_assert_msg(wend_space_create(&space_def, &space, &error) == WEND_OK, "%s", error.message);
    goal = wend_default_goal_def();
    goal.points = &target;
    goal.point_count = 1;
    starts[0] = wend_default_agent_def();
    starts[0].key = 1;
    starts[0].position = (wend_point){1, 7};
    starts[0].radius = 0.25;
    starts[1] = starts[0];
    starts[1].key = 2;
    starts[1].position = (wend_point){1, 5};
    recording = (wend_recording){.scenario = "sample",
                                 .space = space,
                                 .space_def = &space_def,
                                 .dt = 0.1,
                                 .frame_interval = 0.1,
                                 .groups = groups,
                                 .group_count = 2,
                                 .goals = &goal,
                                 .goal_count = 1,
                                 .agents = starts,
                                 .agent_count = 2};
}

static void tear_down(void) {
    wend_space_release(space);
    ck_assert_uint_eq(heap.held, 0);
}

/* Adds a frame in which both agents have moved `x` metres to the right. */
static bool add_frame(draw_trails *trails, double x) {
    wend_agent_state agents[2] = {{.agent = {(1ull << 32) | 0}, .key = 1, .position = {1 + x, 7}},
                                  {.agent = {(1ull << 32) | 1}, .key = 2, .position = {1 + x, 2}}};
    wend_frame frame = {.agents = agents, .agent_count = 2};
    return trails_add(trails, &recording, &frame);
}

START_TEST(number_of_trail_samples_stays_limited) {
    draw_trails trails;
    trails_init(&trails, &heap, 2);
    trails.most = 100;
    for (int i = 0; i < 5000; i++) {
        ck_assert(add_frame(&trails, i * 1e-3));
        ck_assert_uint_le(trails.count, 100);
    }
    ck_assert_uint_ge(trails.count, 40);
    trail_sample *sorted = trails_sort_by_agent(&trails);
    uint32_t half = trails.count / 2;
    for (uint32_t i = 1; i < trails.count; i++) {
        ck_assert_uint_eq(sorted[i].agent & 0xffffffff, i < half ? 0 : 1);
        ck_assert(i == half || sorted[i].frame == sorted[i - 1].frame + trails.frame_stride);
        ck_assert(i == half || sorted[i].position.x > sorted[i - 1].position.x);
    }
    ck_assert_uint_eq(sorted[0].group, 0);
    ck_assert_uint_eq(sorted[half].group, 1);
    memory_free(&heap, sorted, trails.count * sizeof *sorted);
    trails_free(&trails);
}
END_TEST

START_TEST(only_some_of_very_many_agents_leave_trails) {
    draw_trails trails;
    trails_init(&trails, &heap, 1u << 24);
    ck_assert_uint_gt(trails.agent_stride, 100);
    trails_free(&trails);
}
END_TEST

typedef struct png_bytes {
    const char *bytes;
    size_t left;
} png_bytes;

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned int length) {
    png_bytes *from = closure;
    if (length > from->left) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(data, from->bytes, length);
    from->bytes += length;
    from->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

/* Draws a picture and decodes it; the caller destroys the surface. */
static cairo_surface_t *draw(const draw_picture *picture) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    ck_assert_msg(draw_picture_write(picture, DRAW_PNG, stream, &error) == WEND_OK, "%s",
                  error.message);
    fclose(stream);
    png_bytes from = {bytes, size};
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_bytes, &from);
    ck_assert_int_eq(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    free(bytes);
    return image;
}

static uint32_t count_pixels(cairo_surface_t *image, uint32_t colour) {
    uint32_t count = 0;
    int stride = cairo_image_surface_get_stride(image);
    const unsigned char *data = cairo_image_surface_get_data(image);
    for (int y = 0; y < cairo_image_surface_get_height(image); y++) {
        const uint32_t *row = (const uint32_t *)(const void *)(data + y * stride);
        for (int x = 0; x < cairo_image_surface_get_width(image); x++) {
            count += (row[x] & 0xffffff) == colour;
        }
    }
    return count;
}

START_TEST(picture_shows_all_parts_with_the_expected_areas) {
    draw_trails trails;
    trails_init(&trails, &heap, 2);
    for (int i = 0; i <= 60; i++) {
        ck_assert(add_frame(&trails, i * 0.1));
    }
    draw_agent ends[] = {{{7, 7}, 0.25f, 0, 0, true, 1}, {{7, 2}, 0.25f, 0, 1, false, 2}};
    wend_wall_hit wall = {.a = {8, 1}, .b = {8, 3}};
    uint32_t wall_layer = 0;
    draw_picture picture = {.recording = &recording,
                            .heap = &heap,
                            .trails = &trails,
                            .agents = ends,
                            .agent_count = 2,
                            .overlay = {&wall, &wall_layer, 1},
                            .time = 6.0,
                            .style = {.width = 600}};
    cairo_surface_t *image = draw(&picture);
    ck_assert_int_eq(cairo_image_surface_get_width(image), 600);
    int height = cairo_image_surface_get_height(image);
    ck_assert(height > 450 && height < 700);
    /* The scale is about 53 px per metre; the expected areas follow from the geometry above. */
    double scale = (600 - 48) / 10.4;
    uint32_t ground = count_pixels(image, THEME_GROUND);
    ck_assert_double_eq_tol(ground, 72 * scale * scale, 5 * scale * scale);
    ck_assert_double_eq_tol(count_pixels(image, THEME_SOLID), 4 * scale * scale,
                            0.3 * scale * scale);
    ck_assert_double_eq_tol(count_pixels(image, theme_terrain_colour(1)), 4 * scale * scale,
                            0.3 * scale * scale);
    ck_assert_uint_gt(count_pixels(image, THEME_WALL), 500);
    ck_assert_uint_gt(count_pixels(image, THEME_GOAL), 60);
    ck_assert_uint_gt(count_pixels(image, THEME_DOOR), 150);
    ck_assert_uint_gt(count_pixels(image, theme_group_colour(0)), 60);
    ck_assert_uint_gt(count_pixels(image, theme_group_colour(1)), 60);
    ck_assert_uint_gt(count_pixels(image, THEME_TEXT), 60);
    cairo_surface_destroy(image);
    trails_free(&trails);
}
END_TEST

START_TEST(hole_in_terrain_is_drawn_as_ground) {
    static const wend_point pond[] = {{1.5, 1.5}, {2.5, 1.5}, {2.5, 2.5}, {1.5, 2.5}};
    static const wend_ring hole = {pond, 4};
    wend_terrain_def holed = terrain;
    holed.holes = &hole;
    holed.hole_count = 1;
    layers[0].terrains = &holed;
    draw_picture picture = {.recording = &recording, .heap = &heap, .style = {.width = 600}};
    cairo_surface_t *image = draw(&picture);
    double scale = (600 - 48) / 10.4;
    ck_assert_double_eq_tol(count_pixels(image, theme_terrain_colour(1)), 3 * scale * scale,
                            0.3 * scale * scale);
    cairo_surface_destroy(image);
}
END_TEST

/* A path of 1 x 1 m over the meadow; the hatch of forbidden types lies below later terrain. */
START_TEST(later_terrain_covers_earlier_and_forbidden_terrain_is_hatched) {
    static const wend_point path[] = {{2, 2}, {3, 2}, {3, 3}, {2, 3}};
    static const char *const names[] = {NULL, "meadow", "path"};
    const wend_terrain_def terrains[] = {terrain, {.ring = {path, 4}, .type = 2}};
    const wend_forbidden_terrain forbidden[] = {{1, true}};
    layers[0].terrains = terrains;
    layers[0].terrain_count = 2;
    space_def.terrain_names = names;
    space_def.terrain_name_count = 3;
    draw_picture picture = {
        .recording = &recording, .heap = &heap, .style = {.width = 600, .no_legend = true}};
    double scale = (600 - 48) / 10.4, metre = scale * scale;
    cairo_surface_t *image = draw(&picture);
    uint32_t meadow_before = count_pixels(image, theme_terrain_colour(1));
    uint32_t path_before = count_pixels(image, theme_terrain_colour(2));
    ck_assert_double_eq_tol(meadow_before, 3 * metre, 0.3 * metre);
    ck_assert_double_eq_tol(path_before, metre, 0.1 * metre);
    cairo_surface_destroy(image);
    recording.forbidden = forbidden;
    recording.forbidden_count = 1;
    image = draw(&picture);
    /* Lines of 1.1 px in x - y at distances of 8 px: each row has one pixel in eight, and those
     * that lines touch in part. */
    double left = count_pixels(image, theme_terrain_colour(1)) / (double)meadow_before;
    ck_assert_msg(left > 0.5 && left < 0.88, "%g", left);
    ck_assert_uint_eq(count_pixels(image, theme_terrain_colour(2)), path_before);
    cairo_surface_destroy(image);
}
END_TEST

/* 40 types fill several rows of the legend, fewer if they have short names. */
START_TEST(legend_lists_all_terrain_types) {
    enum { TYPES = 40 };
    static wend_point corners[TYPES][4];
    static wend_terrain_def terrains[TYPES];
    static const char *names[TYPES + 1];
    for (uint32_t i = 0; i < TYPES; i++) {
        double x = 1.0 + 0.2 * i;
        const wend_point box[4] = {{x, 1}, {x + 0.1, 1}, {x + 0.1, 2}, {x, 2}};
        memcpy(corners[i], box, sizeof box);
        terrains[i] = (wend_terrain_def){.ring = {corners[i], 4}, .type = TYPES - i};
        names[i + 1] = "a";
    }
    layers[0].terrains = terrains;
    draw_picture picture = {.recording = &recording, .heap = &heap, .style = {.width = 600}};
    int heights[3];
    for (int i = 0; i < 3; i++) {
        layers[0].terrain_count = i == 0 ? 1 : TYPES;
        space_def.terrain_names = i == 2 ? names : NULL;
        space_def.terrain_name_count = i == 2 ? TYPES + 1 : 0;
        cairo_surface_t *image = draw(&picture);
        heights[i] = cairo_image_surface_get_height(image);
        ck_assert_uint_gt(count_pixels(image, theme_terrain_colour(TYPES)), 100);
        cairo_surface_destroy(image);
    }
    ck_assert_int_ge(heights[1], heights[0] + 4 * 22);
    ck_assert_int_lt(heights[2], heights[1]);
}
END_TEST

START_TEST(belts_are_drawn_with_an_arrow) {
    static const wend_point strip[] = {{1, 6}, {7, 6}, {7, 7.5}, {1, 7.5}};
    wend_belt_def belt = wend_default_belt_def();
    belt.points = strip;
    belt.point_count = 4;
    recording.belts = &belt;
    recording.belt_count = 1;
    draw_picture picture = {
        .recording = &recording, .heap = &heap, .style = {.width = 600, .no_legend = true}};
    cairo_surface_t *image = draw(&picture);
    uint32_t at_rest = count_pixels(image, THEME_BELT);
    cairo_surface_destroy(image);
    belt.velocity = (wend_point){0.5, 0.0};
    image = draw(&picture);
    ck_assert_uint_gt(count_pixels(image, THEME_BELT), at_rest + 50);
    cairo_surface_destroy(image);
}
END_TEST

/* Returns the number of pixels in which two images of the same size differ. */
static uint32_t count_differences(cairo_surface_t *a, cairo_surface_t *b) {
    uint32_t count = 0;
    int stride = cairo_image_surface_get_stride(a);
    const unsigned char *from = cairo_image_surface_get_data(a);
    const unsigned char *to = cairo_image_surface_get_data(b);
    for (int y = 0; y < cairo_image_surface_get_height(a); y++) {
        const uint32_t *left = (const uint32_t *)(const void *)(from + y * stride);
        const uint32_t *right = (const uint32_t *)(const void *)(to + y * stride);
        for (int x = 0; x < cairo_image_surface_get_width(a); x++) {
            count += left[x] != right[x];
        }
    }
    return count;
}

/* A place in a line is a circle, of which only the outline is drawn; a place of service is filled;
 * those on other layers are not drawn. 600 px show about 10 m, so a disc of 0.5 m has about 2,300
 * px. */
START_TEST(places_of_queues_are_circles) {
    wend_waiting_place place = {.position = {5, 1.5}, .radius = 0.5, .layer = 1};
    draw_picture picture = {
        .recording = &recording, .heap = &heap, .style = {.width = 600, .no_legend = true}};
    cairo_surface_t *without = draw(&picture);
    uint32_t changed[3];
    recording.waiting_places = &place;
    recording.waiting_place_count = 1;
    for (int i = 0; i < 3; i++) {
        place.layer = i == 0;
        place.is_service = i == 2;
        cairo_surface_t *image = draw(&picture);
        changed[i] = count_differences(without, image);
        cairo_surface_destroy(image);
    }
    cairo_surface_destroy(without);
    ck_assert_uint_eq(changed[0], 0);
    ck_assert_uint_gt(changed[1], 100);
    ck_assert_uint_lt(changed[1], 800);
    ck_assert_uint_gt(changed[2], 1500);
}
END_TEST

START_TEST(every_layer_has_a_panel) {
    draw_picture picture = {.recording = &recording, .heap = &heap, .style = {.width = 600}};
    cairo_surface_t *one = draw(&picture);
    uint32_t ground = count_pixels(one, THEME_GROUND);
    space_def.layer_count = 3;
    canvas c = canvas_of(&recording, &heap);
    for (uint32_t i = 0; i < 3; i++) {
        panel_add(&c.panels[i], (wend_point){0, 0}, 0.0);
        panel_add(&c.panels[i], (wend_point){10, 8}, 0.0);
    }
    canvas_layout(&c, 600, 20.0);
    for (uint32_t i = 1; i < 3; i++) {
        const world_panel *a = canvas_panel(&c, i - 1), *b = canvas_panel(&c, i);
        ck_assert(b->corner.x >= a->corner.x + a->width || b->corner.y >= a->corner.y + a->height);
        wend_point at = canvas_at(&c, i, (wend_point){0, 8});
        ck_assert(at.x >= b->corner.x && at.x <= b->corner.x + b->width && at.y >= b->corner.y);
    }
    ck_assert_double_le(c.height, 600 * 1.6 + 200);
    cairo_surface_t *three = draw(&picture);
    ck_assert_uint_gt(count_pixels(three, THEME_GROUND), ground / 8);
    cairo_surface_destroy(one);
    cairo_surface_destroy(three);
    space_def.layer_count = 1;
}
END_TEST

START_TEST(draws_an_empty_run) {
    wend_layer_def bare = {.name = NULL};
    wend_space_def def = wend_default_space_def();
    def.layers = &bare;
    def.layer_count = 1;
    wend_space *unbounded = NULL;
    ck_assert_int_eq(wend_space_create(&def, &unbounded, &error), WEND_OK);
    wend_recording nothing = {.scenario = "\xff not text", .space = unbounded, .space_def = &def};
    draw_picture picture = {.recording = &nothing, .heap = &heap, .style = {.width = 300}};
    cairo_surface_t *image = draw(&picture);
    ck_assert_int_eq(cairo_image_surface_get_width(image), 300);
    cairo_surface_destroy(image);
    wend_space_release(unbounded);
}
END_TEST

START_TEST(copies_only_complete_utf8_characters) {
    char out[8];
    utf8_copy(out, sizeof out, "abc\xc3\xa9\xe2\x82\xac");
    ck_assert_str_eq(out, "abc\xc3\xa9");
    utf8_copy(out, sizeof out, "\xff\xe2\x82");
    ck_assert_str_eq(out, "???");
    utf8_copy(out, sizeof out, "");
    ck_assert_str_eq(out, "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("picture");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, number_of_trail_samples_stays_limited);
    tcase_add_test(all, only_some_of_very_many_agents_leave_trails);
    tcase_add_test(all, picture_shows_all_parts_with_the_expected_areas);
    tcase_add_test(all, hole_in_terrain_is_drawn_as_ground);
    tcase_add_test(all, later_terrain_covers_earlier_and_forbidden_terrain_is_hatched);
    tcase_add_test(all, legend_lists_all_terrain_types);
    tcase_add_test(all, belts_are_drawn_with_an_arrow);
    tcase_add_test(all, places_of_queues_are_circles);
    tcase_add_test(all, every_layer_has_a_panel);
    tcase_add_test(all, draws_an_empty_run);
    tcase_add_test(all, copies_only_complete_utf8_characters);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
