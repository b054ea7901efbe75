/* Heights of layers and belts in scenario files: they act as those of the C interface, and wrong
 * ones are refused at their position. */
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/space.h>

static double height_at(const wend_space *space, double x, double y, uint32_t layer) {
    wend_location at = {wend_space_to_local(space, (wend_point){x, y}), layer};
    return wend_space_height(space, at);
}

static double slope_at(const wend_space *space, double x, double y, uint32_t layer) {
    wend_location at = {wend_space_to_local(space, (wend_point){x, y}), layer};
    wend_vec2 slope = wend_space_slope(space, at);
    return sqrt((double)(slope.x * slope.x + slope.y * slope.y));
}

/* A plane everywhere, a ramp on a part of it, and a field of 3 x 2 heights. */
START_TEST(heights_are_planes_and_fields) {
    lab_set_up();
    wend_scenario *s =
        lab_load("space:\n  walkable: [[0, 0], [40, 0], [40, 20], [0, 20]]\n  height:\n"
                 "    - {z: 2, slope: [0.3, -0.4]}\n"
                 "    - {polygon: [[10, 0], [20, 0], [20, 20], [10, 20]], z: 5}\n"
                 "    - {polygon: [[30, 0], [34, 0], [34, 2], [30, 2]],\n"
                 "       field: {low: [30, 0], cell: 2, rows: [[0, 1, 4], [2, 3, 6]]}}\n");
    const wend_space *space = wend_scenario_space(s);
    ck_assert(wend_space_has_height(space));
    ck_assert_double_eq_tol(height_at(space, 5, 3, 0), 2.0 + 1.5 - 1.2, 1e-9);
    ck_assert_double_eq_tol(slope_at(space, 5, 3, 0), 0.5, 1e-6);
    ck_assert_double_eq_tol(height_at(space, 15, 3, 0), 5.0, 1e-9);
    ck_assert_double_eq_tol(slope_at(space, 15, 3, 0), 0.0, 1e-9);
    ck_assert_double_eq_tol(height_at(space, 33, 1, 0), 3.5, 1e-6);
    ck_assert_double_eq_tol(height_at(space, 31, 0.5, 0), 1.0, 1e-6);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* Also in a space that is cleaned, because its polygons overlap. */
START_TEST(each_layer_has_its_own_height) {
    lab_set_up();
    wend_scenario *s =
        lab_load("space:\n  layers:\n"
                 "    - {name: a, walkable: [[[0, 0], [9, 0], [9, 9], [0, 9]], [[0, 5], [9, 5], "
                 "[9, 12], [0, "
                 "12]]],\n       height: {slope: [0, 0.1]}}\n"
                 "    - {name: b, walkable: [[9, 0], [18, 0], [18, 9], [9, 9]], height: [{z: 3}]}\n"
                 "  links: [{from: a, to: b, segment: [[9, 0], [9, 9]]}]\n");
    const wend_space *space = wend_scenario_space(s);
    ck_assert_double_eq_tol(height_at(space, 5, 4, 0), 0.4, 1e-9);
    ck_assert_double_eq_tol(height_at(space, 15, 4, 1), 3.0, 1e-9);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* ---- Belts ----------------------------------------------------------------------------------- */

#define CROWD "agents: [{grid: {origin: [1, 1], spacing: 1, count: [4, 3]}, goal: [30, 5]}]\n"

/* The world of a file with belts moves as that of the same file without them, to which the belts
 * are added with the C interface; and not as without belts. */
START_TEST(belts_of_a_file_act_as_those_of_the_library) {
    static const wend_point strip[] = {{2, 0}, {12, 0}, {12, 4}, {2, 4}};
    static const wend_point back[] = {{14, 2}, {18, 2}, {18, 9}, {14, 9}};
    lab_set_up();
    wend_scenario *with = lab_load(
        "belts:\n  - {polygon: [[2, 0], [12, 0], [12, 4], [2, 4]], velocity: [0.8, 0]}\n"
        "  - {polygon: [[14, 2], [18, 2], [18, 9], [14, 9]], velocity: [-0.5, 0.2]}\n" CROWD);
    wend_scenario *without = lab_load(CROWD);
    wend_world *file = lab_world(with), *library = lab_world(without), *still = lab_world(without);
    wend_belt_def def = wend_default_belt_def();
    def.points = strip;
    def.point_count = 4;
    def.velocity = (wend_point){0.8, 0};
    ck_assert_int_eq(wend_world_add_belt(library, &def, NULL, &lab_error), WEND_OK);
    def.points = back;
    def.velocity = (wend_point){-0.5, 0.2};
    ck_assert_int_eq(wend_world_add_belt(library, &def, NULL, &lab_error), WEND_OK);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(wend_world_step(file, 10, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(library, 10, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(still, 10, &lab_error), WEND_OK);
        ck_assert_uint_eq(wend_world_hash(file), wend_world_hash(library));
        ck_assert_uint_ne(wend_world_hash(file), wend_world_hash(still));
    }
    ck_assert_uint_eq(wend_scenario_get_info(with).belts, 2);
    wend_world_destroy(file);
    wend_world_destroy(library);
    wend_world_destroy(still);
    wend_scenario_destroy(with);
    wend_scenario_destroy(without);
    lab_tear_down();
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

#define HEIGHT(value) "space:\n  height: " value "\n"
#define BELT(value)   "belts:\n  - " value "\n"

static const struct {
    const char *text;
    int line, column;
    const char *message;
} refusals[] = {
    {HEIGHT("3"), 2, 11, "a height must be a mapping (key: value), found '3'"},
    {HEIGHT("{}"), 2, 11, "a height needs 'z', 'slope' or 'field'"},
    {HEIGHT("{z: .nan}"), 2, 15, "z must be a number from -100000 to 100000, found '.nan'"},
    {HEIGHT("{slope: 0.1}"), 2, 19, "slope must be a point [x, y], found '0.1'"},
    {HEIGHT("{field: {low: [0, 0], cell: 0, rows: [[0, 1], [0, 1]]}}"), 2, 39,
     "cell must be a number from 0.001 to 10000, found '0'"},
    {HEIGHT("{field: {low: [0, 0], cell: 1, rows: [[0, 1]]}}"), 2, 48,
     "rows must be a list of at least two rows, each with at least two heights"},
    {HEIGHT("{field: {low: [0, 0], cell: 1, rows: [[0, 1], [0]]}}"), 2, 57,
     "a row of heights must be as long as the first one (2), found 1"},
    {HEIGHT("{field: {low: [0, 0], cell: 1, rows: [[0, 1], [0, x]]}}"), 2, 61,
     "a height must be a number from -100000 to 100000, found 'x'"},
    {"space: {height: {z: 1}, layers: [{name: a}]}", 1, 9,
     "'height' cannot be combined with 'layers'"},
    {"belts: {a: 1}", 1, 8, "belts must be a list, found a mapping"},
    {BELT("{velocity: [1, 0]}"), 2, 5, "a belt needs the key 'polygon'"},
    {BELT("{polygon: [[0, 0], [1, 0], [1, 1]]}"), 2, 5, "a belt needs the key 'velocity'"},
    {BELT("{polygon: [[0, 0], [1, 0], [1, 1]], velocity: [101, 0]}"), 2, 51,
     "the velocity of a belt must be at most 100 m/s in x and y, found [101, 0]"},
    {BELT("{polygon: [[0, 0], [1, 0], [1, 1]], velocity: [1, 0], layer: up}"), 2, 66,
     "the space has no named layers"},
};

START_TEST(refuses_wrong_heights_and_belts_at_their_position) {
    lab_set_up();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        wend_result result = lab_try(refusals[i].text);
        ck_assert_msg(result != WEND_OK, "%s", refusals[i].text);
        ck_assert_msg(
            strcmp(lab_error.message, refusals[i].message) == 0 &&
                lab_error.line == refusals[i].line && lab_error.column == refusals[i].column,
            "%s\n%d:%d: %s", refusals[i].text, lab_error.line, lab_error.column, lab_error.message);
    }
    /* A polygon that is too far away is found by the world. */
    ck_assert_int_ne(lab_try(BELT("{polygon: [[9e5, 0], [9e5, 2], [9.1e5, 2]], velocity: [1, 0]}")),
                     WEND_OK);
    ck_assert_int_eq(lab_error.line, 2);
    ck_assert_int_eq(lab_error.column, 15);
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("scenario/ground", heights_are_planes_and_fields, each_layer_has_its_own_height,
          belts_of_a_file_act_as_those_of_the_library,
          refuses_wrong_heights_and_belts_at_their_position);
}
