/* Saves the spaces of scenarios as .wmap files, and reads them back with their names. */
#define _XOPEN_SOURCE 700
#include "lab.h"
#include "scenario/scenario.h"
#include "support/suite.h"
#include <stdlib.h>
#include <unistd.h>

static const char text[] =
    "space:\n"
    "  classes: [crates]\n"
    "  layers:\n"
    "    - {name: low, walkable: [[0, 0], [9, 0], [9, 9], [0, 9]],\n"
    "       obstacles: [{polygon: [[2, 2], [3, 2], [3, 3]], class: crates}]}\n"
    "    - {name: high, walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
    "agents: [{at: [1, 1], layer: high}]\n";

static char path[] = "/tmp/wend-wmap-XXXXXX";

/* Reads the file `path` as the space of an otherwise empty scenario. */
static wend_scenario *read_map(reader *r) {
    wend_scenario *s = calloc(1, sizeof *s);
    node_tree_init(&s->tree, NULL);
    node *at = node_new(&s->tree, NODE_SCALAR, NULL);
    at->source = "folder/sample.yaml";
    at->line = 3;
    at->column = 7;
    *r = (reader){&s->tree, lab_registry, &lab_error, WEND_OK};
    scenario_read_wmap(s, r, at, path);
    return s;
}

static void free_map(wend_scenario *s) {
    wend_space_def_destroy(s->loaded_space);
    node_tree_free(&s->tree);
    free(s);
}

START_TEST(layers_and_classes_keep_their_names) {
    wend_scenario *first = lab_load(text);
    ck_assert_int_eq(wend_space_def_save_file(wend_scenario_space_def(first), path, &lab_error),
                     WEND_OK);
    reader r;
    wend_scenario *s = read_map(&r);
    ck_assert_int_eq(r.result, WEND_OK);
    ck_assert_uint_eq(read_names_find(&s->layer_names, "high"), 1);
    ck_assert_uint_eq(read_names_find(&s->layer_names, "low"), 0);
    ck_assert_uint_eq(read_names_find(&s->class_names, "crates"), 1);
    ck_assert_uint_eq(read_names_find(&s->class_names, "fixed"), 0);
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&s->space_def, &space, &lab_error), WEND_OK);
    ck_assert(wend_space_hash(space) == wend_space_hash(wend_scenario_space(first)));
    wend_space_release(space);
    free_map(s);
    wend_scenario_destroy(first);
}
END_TEST

START_TEST(unbounded_ground_has_one_layer) {
    wend_space_def def = wend_default_space_def();
    ck_assert_int_eq(wend_space_def_save_file(&def, path, &lab_error), WEND_OK);
    reader r;
    wend_scenario *s = read_map(&r);
    ck_assert_int_eq(r.result, WEND_OK);
    ck_assert_uint_eq(s->space_def.layer_count, 1);
    ck_assert_uint_eq(s->layer_names.count, 0);
    free_map(s);
}
END_TEST

START_TEST(damaged_file_is_reported_at_its_position_in_the_scenario) {
    wend_space_def def = wend_default_space_def();
    ck_assert_int_eq(wend_space_def_save_file(&def, path, &lab_error), WEND_OK);
    ck_assert_int_eq(truncate(path, 30), 0);
    reader r;
    wend_scenario *s = read_map(&r);
    ck_assert_int_eq(r.result, WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.path, "folder/sample.yaml");
    ck_assert_int_eq(lab_error.line, 3);
    ck_assert_ptr_nonnull(strstr(lab_error.message, path));
    ck_assert_ptr_nonnull(strstr(lab_error.message, "damaged or truncated"));
    free_map(s);
}
END_TEST

static void set_up(void) {
    lab_set_up();
    strcpy(path, "/tmp/wend-wmap-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void tear_down(void) {
    ck_assert_int_eq(remove(path), 0);
    lab_tear_down();
}

int main(void) {
    Suite *suite = suite_create("wmap");
    TCase *tests = tcase_create("wmap");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, layers_and_classes_keep_their_names);
    tcase_add_test(tests, unbounded_ground_has_one_layer);
    tcase_add_test(tests, damaged_file_is_reported_at_its_position_in_the_scenario);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
