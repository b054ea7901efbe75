/* Pictures of several runs. Each run must appear in its own panel, all panels must have the same
 * scale, and a run that failed must leave its reason instead of a picture. The checks decode the
 * file and look at pixels. */
#define _POSIX_C_SOURCE 200809L
#include "unit/draw/image.h"
#include "unit/scenario/lab.h"
#include <wend/panels.h>

#define SQUARE                                                                                     \
    "space: {walkable: [[0, 0], [10, 0], [10, 10], [0, 10]]}\nsteer: direct\n"                     \
    "agents: [{at: [1, 5], goal: [9, 5]}]\n"

/* On the upper layer, an agent walks to a goal beyond the walls, which end at x = 6, and leaves. */
#define FLOORS                                                                                     \
    "time: {end: 30}\nsteer: direct\nspace: {layers: ["                                            \
    "{name: low, walkable: [[0, 0], [10, 0], [10, 10], [0, 10]]}, "                                \
    "{name: high, walls: [[[0, 0], [6, 0]], [[0, 4], [6, 4]]]}]}\n"                                \
    "agents: [{at: [1, 2], layer: high, goal: {point: [9, 2], layer: high, on_arrival: leave}}]\n"

/* HEADERS, LEGEND: px, heights of the two titles above a panel and of the legend below it. */
enum {
    WALL = 0x3f3b36,
    REASON = 0xb3261e,
    TRAIL = 0x0072b2,
    STAR = 0xd9a400,
    HEADERS = 110,
    LEGEND = 50
};

static wend_panels *create_panels(void) {
    wend_panels_def def = wend_default_panels_def();
    wend_panels *panels = NULL;
    def.title = "squares";
    ck_assert_int_eq(wend_panels_create(&def, &panels, &lab_error), WEND_OK);
    return panels;
}

/* Loads a scenario with one setting, adds a panel for it, and runs it. */
static wend_scenario *add_run(wend_panels *panels, const char *text, const char *title,
                              const char *setting) {
    wend_scenario_def scenario_def = lab_def(text);
    scenario_def.settings = &setting;
    scenario_def.setting_count = 1;
    wend_scenario *s = lab_load_def(&scenario_def);
    ck_assert_int_eq(wend_panels_add_run(panels, title, s, &lab_error), WEND_OK);
    wend_run_def def = lab_run_def(s);
    def.observe = wend_panels_observe;
    def.observer = panels;
    wend_summary_destroy(lab_run_from(&def));
    return s;
}

/* The pixels of one colour in a part of the picture. */
typedef struct found {
    int count, left, right, top, bottom;
} found;

static found find_colour(const image *shown, int left, int right, uint32_t colour) {
    found out = {0, right, left, shown->height, 0};
    for (int y = HEADERS; y < shown->height - LEGEND; y++) {
        const uint32_t *row = image_row(shown, y);
        for (int x = left; x < right; x++) {
            if (image_colour_difference(row[x] & 0xffffff, colour) < 24) {
                out.count++;
                out.left = x < out.left ? x : out.left;
                out.right = x > out.right ? x : out.right;
                out.top = y < out.top ? y : out.top;
                out.bottom = y > out.bottom ? y : out.bottom;
            }
        }
    }
    return out;
}

/* The agent walks at 1.3 m/s: 2.6 m in the left panel, and all 8 m in the right one. */
START_TEST(shows_each_run_in_its_panel_at_the_same_scale) {
    wend_panels *panels = create_panels();
    wend_scenario *first = add_run(panels, SQUARE, "short", "time.end=2");
    wend_scenario *second = add_run(panels, SQUARE, "long", "time.end=9");
    ck_assert_int_eq(wend_panels_write(panels, "two.png", &lab_error), WEND_OK);
    image shown = image_open("two.png");
    remove("two.png");
    int half = shown.width / 2;
    found walls[2] = {find_colour(&shown, 0, half, WALL),
                      find_colour(&shown, half, shown.width, WALL)};
    ck_assert_int_gt(walls[0].count, 1000);
    int wide = walls[0].right - walls[0].left;
    ck_assert_int_eq(walls[1].right - walls[1].left, wide);
    ck_assert_int_eq(walls[1].left - walls[0].left, half);
    ck_assert_int_eq(walls[1].top, walls[0].top);
    double metre = wide / 10.0; /* px */
    found trails[2] = {find_colour(&shown, walls[0].left, walls[0].right, TRAIL),
                       find_colour(&shown, walls[1].left, walls[1].right, TRAIL)};
    ck_assert_double_eq_tol((trails[0].right - trails[0].left) / metre, 2.6 + 0.25, 0.35);
    ck_assert_double_eq_tol((trails[1].right - trails[1].left) / metre, 8.0 + 0.25, 0.35);
    image_free(&shown);
    wend_panels_destroy(panels);
    wend_scenario_destroy(first);
    wend_scenario_destroy(second);
}
END_TEST

/* The goal of the first run is 13 m from that of the second. Each panel shows the part of the world
 * that both need, so the walls are at the same places. */
START_TEST(shows_the_same_part_of_each_layer) {
    wend_panels *panels = create_panels();
    wend_scenario *far = add_run(panels, FLOORS, "far", "agents.0.goal.point=[15,2]");
    wend_scenario *near = add_run(panels, FLOORS, "near", "agents.0.goal.point=[2,2]");
    ck_assert_int_eq(wend_panels_write(panels, "layers.png", &lab_error), WEND_OK);
    image shown = image_open("layers.png");
    remove("layers.png");
    int half = shown.width / 2;
    found walls[2] = {find_colour(&shown, 0, half, WALL),
                      find_colour(&shown, half, shown.width, WALL)};
    ck_assert_int_gt(walls[0].count, 1000);
    ck_assert_int_eq(walls[1].left - walls[0].left, half);
    ck_assert_int_eq(walls[1].right - walls[0].right, half);
    ck_assert_int_eq(walls[1].top, walls[0].top);
    ck_assert_int_eq(walls[1].bottom, walls[0].bottom);
    found stars[2] = {find_colour(&shown, 0, half, STAR),
                      find_colour(&shown, half, shown.width, STAR)};
    ck_assert_int_eq(stars[0].top, stars[1].top);
    /* The walls of the lower layer end at x = 10 m. */
    double far_x = (stars[0].left + stars[0].right) / 2.0 - walls[0].right; /* px */
    double near_x = walls[1].right - (stars[1].left + stars[1].right) / 2.0;
    ck_assert_double_eq_tol(near_x / far_x, (10.0 - 2.0) / (15.0 - 10.0), 0.02);
    image_free(&shown);
    wend_panels_destroy(panels);
    wend_scenario_destroy(far);
    wend_scenario_destroy(near);
}
END_TEST

START_TEST(failed_run_leaves_its_reason_instead_of_a_picture) {
    wend_panels *panels = create_panels();
    wend_scenario *first = add_run(panels, SQUARE, "works", "time.end=2");
    wend_scenario *second = add_run(panels, SQUARE, "fails", "time.end=1");
    ck_assert_int_eq(wend_panels_fail_run(panels, "it needs a map that is missing", &lab_error),
                     WEND_OK);
    ck_assert_int_eq(wend_panels_add_text(panels, "no file", "it cannot be read", &lab_error),
                     WEND_OK);
    ck_assert_int_eq(wend_panels_write(panels, "three.png", &lab_error), WEND_OK);
    image shown = image_open("three.png");
    remove("three.png");
    int third = shown.width / 3;
    ck_assert_int_gt(find_colour(&shown, 0, third, WALL).count, 500);
    ck_assert_int_eq(find_colour(&shown, 0, third, REASON).count, 0);
    for (int i = 1; i < 3; i++) {
        found walls = find_colour(&shown, i * third, (i + 1) * third, TRAIL);
        ck_assert_int_eq(walls.count, 0);
        ck_assert_int_gt(find_colour(&shown, i * third, (i + 1) * third, REASON).count, 20);
    }
    image_free(&shown);
    wend_panels_destroy(panels);
    wend_scenario_destroy(first);
    wend_scenario_destroy(second);
}
END_TEST

/* Twelve runs as an SVG, and a long reason without spaces. */
START_TEST(draws_many_panels_and_long_texts) {
    wend_panels *panels = create_panels();
    wend_scenario *scenarios[12];
    char reason[2001];
    memset(reason, 'x', sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    for (int i = 0; i < 12; i++) {
        scenarios[i] = add_run(panels, SQUARE, "panel", "time.end=1");
    }
    ck_assert_int_eq(wend_panels_add_text(panels, reason, reason, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_panels_write(panels, "many.svg", &lab_error), WEND_OK);
    ck_assert_int_eq(wend_panels_write(panels, "many.png", &lab_error), WEND_OK);
    image shown = image_open("many.png");
    remove("many.png");
    remove("many.svg");
    ck_assert_int_gt(find_colour(&shown, 0, shown.width / 4, WALL).count, 500);
    image_free(&shown);
    wend_panels_destroy(panels);
    for (int i = 0; i < 12; i++) {
        wend_scenario_destroy(scenarios[i]);
    }
}
END_TEST

START_TEST(refuses_other_endings_and_empty_pictures) {
    wend_panels *panels = create_panels();
    ck_assert_int_eq(wend_panels_write(panels, "a.png", &lab_error), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_panels_add_text(panels, "a", "b", &lab_error), WEND_OK);
    ck_assert_int_eq(wend_panels_write(panels, "a.gif", &lab_error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(lab_error.message, ".svg or .png"));
    ck_assert_int_eq(wend_panels_write(panels, "no/such/folder.png", &lab_error), WEND_ERROR_IO);
    ck_assert_int_eq(wend_panels_write(panels, "a.png", &lab_error), WEND_OK);
    remove("a.png");
    wend_panels_destroy(panels);
    wend_panels_destroy(NULL);
}
END_TEST

LAB_MAIN("sheets", shows_each_run_in_its_panel_at_the_same_scale, shows_the_same_part_of_each_layer,
         failed_run_leaves_its_reason_instead_of_a_picture, draws_many_panels_and_long_texts,
         refuses_other_endings_and_empty_pictures)
