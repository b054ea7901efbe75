/* The key `simplify` of a space: what it changes, what it keeps, its notes and its messages. */
#include "support/suite.h"
#include "unit/scenario/lab.h"

typedef struct refusal {
    const char *value;
    const char *message;
} refusal;

static const refusal refusals[] = {
    {"-1", "simplify must be a number from 0.002 to 1000, found '-1'"},
    {"0", "simplify must be a number from 0.002 to 1000, found '0'"},
    {".nan", "simplify must be a number from 0.002 to 1000, found '.nan'"},
    {"1e9", "simplify must be a number from 0.002 to 1000, found '1e9'"},
    {"[1, 2]", "simplify must be a size in m, or {below: , shapes: , small_obstacles: }, found a "
               "list of 2"},
    {"{}", "simplify needs 'below' or 'shapes'"},
    {"{below: x}", "below must be a number from 0.002 to 1000, found 'x'"},
    {"{below: 1, shapes: ball}",
     "shapes must be one of exact, hull, box, oriented_box; found 'ball'"},
    {"{shapes: box, small_obstacles: drop}",
     "'small_obstacles' is only for simplify with the key 'below'"},
    {"500", "nothing walkable is left: the ground is at most 500 m across, and details below that "
            "size are dropped"},
};

START_TEST(refuses_bad_values_with_their_position) {
    lab_set_up();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "space:\n  walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]\n  simplify: %s\n",
                 refusals[i].value);
        ck_assert_int_ne(lab_try(text), WEND_OK);
        ck_assert_msg(strcmp(lab_error.message, refusals[i].message) == 0 && lab_error.line == 3,
                      "%s: %d:%d: %s", refusals[i].value, lab_error.line, lab_error.column,
                      lab_error.message);
    }
    lab_tear_down();
}
END_TEST

START_TEST(is_refused_beside_a_map_file) {
    lab_set_up();
    ck_assert_int_ne(lab_try("space: {file: a.wmap, simplify: 0.2}"), WEND_OK);
    ck_assert_ptr_nonnull(strstr(lab_error.message, "simplify"));
    lab_tear_down();
}
END_TEST

/* A room with a notch 0.1 m deep. */
#define ROOM                                                                                       \
    "space:\n  walkable: [[0, 0], [9, 0], [9, 9], [5, 9], [5, 9.1], [4, 9.1], [4, 9], [0, 9]]\n"

static bool is_walkable(const wend_scenario *s, double x, double y) {
    const wend_space *space = wend_scenario_space(s);
    wend_location at = {wend_space_to_local(space, (wend_point){x, y}), 0};
    return wend_space_is_walkable(space, at, WEND_ALL_CLASSES);
}

START_TEST(drops_a_notch_and_says_so) {
    lab_set_up();
    wend_scenario *full = lab_load(ROOM);
    ck_assert(is_walkable(full, 4.5, 9.05));
    ck_assert_uint_eq(wend_scenario_warning_count(full), 0);
    wend_scenario_destroy(full);
    wend_scenario *s = lab_load(ROOM "  simplify: 0.2\n");
    ck_assert(!is_walkable(s, 4.5, 9.05));
    ck_assert(is_walkable(s, 4.5, 8.95));
    ck_assert_uint_eq(wend_scenario_warning_count(s), 1);
    wend_warning note = wend_scenario_warning(s, 0);
    ck_assert(note.note);
    ck_assert_str_eq(note.message,
                     "simplified: 8 vertices became 4, 0.1 of 81.1 m2 of ground lost (0.123 %)");
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* Goals, starts and doors in the notch forbid dropping it. */
START_TEST(keeps_the_ground_under_points_of_the_scenario) {
    static const char *const uses[] = {
        "goals: {notch: [4.5, 9.05]}\n",
        "goals: {notch: {box: [[4.4, 9.05], [4.6, 9.09]]}}\n",
        "agents: [{at: [4.5, 9.05], goal: [1, 1], radius: 0.01}]\n",
        "obstacles: [{door: [[4.5, 9.05], [4.5, 8]]}]\n",
    };
    lab_set_up();
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        char text[500];
        snprintf(text, sizeof text, ROOM "  simplify: 0.2\n%s", uses[i]);
        wend_scenario_def def = lab_def(text);
        wend_scenario *s = NULL;
        wend_result result = wend_scenario_load(&def, &s, &lab_error);
        ck_assert_msg(result == WEND_OK, "%s%s", uses[i], lab_error.message);
        ck_assert_msg(is_walkable(s, 4.5, 9.05), "%s", uses[i]);
        wend_scenario_destroy(s);
    }
    lab_tear_down();
}
END_TEST

/* A link at the end of a recess that would be filled without it. */
START_TEST(keeps_links_between_layers) {
    static const char text[] =
        "space:\n"
        "  layers:\n"
        "    - {name: low, walkable: [[0, 0], [5, 0], [5, 3], [5.1, 3], [5.1, 4], [5, 4], [5, 5],\n"
        "       [4, 5], [4, 5.1], [3, 5.1], [3, 5], [0, 5]]}\n"
        "    - {name: high, walkable: [[5.1, 2], [9, 2], [9, 5], [5.1, 5]]}\n"
        "  links: [{from: low, to: high, segment: [[5.1, 3], [5.1, 4]]}]\n"
        "  simplify: 0.5\n";
    lab_set_up();
    wend_scenario *s = lab_load(text);
    const wend_space_def *def = wend_scenario_space_def(s);
    ck_assert_uint_eq(def->link_count, 1);
    ck_assert_double_eq_tol(def->links[0].a.y, 3.0, 1e-3);
    ck_assert_double_eq_tol(def->links[0].b.y, 4.0, 1e-3);
    ck_assert_uint_eq(wend_scenario_warning_count(s), 2);
    /* The other notch is gone. */
    ck_assert(!is_walkable(s, 3.5, 5.05));
    ck_assert(is_walkable(s, 5.05, 3.5));
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

START_TEST(replaces_obstacles_by_shapes) {
    static const char text[] = "space:\n"
                               "  walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]\n"
                               "  obstacles: [[[2, 2], [6, 2], [6, 3], [3, 3], [3, 6], [2, 6]]]\n"
                               "  simplify: {shapes: box}\n";
    lab_set_up();
    wend_scenario *s = lab_load(text);
    ck_assert(!is_walkable(s, 5.0, 5.0));
    wend_warning note = wend_scenario_warning(s, 0);
    ck_assert_str_eq(note.message, "1 obstacles of 7 m2 were replaced by shapes of 16 m2");
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("scenario/simplify", refuses_bad_values_with_their_position, is_refused_beside_a_map_file,
          drops_a_notch_and_says_so, keeps_the_ground_under_points_of_the_scenario,
          keeps_links_between_layers, replaces_obstacles_by_shapes);
}
