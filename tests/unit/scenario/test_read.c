/* Reading of typed values, and the messages of the reader. */
#include "scenario/format/format.h"
#include "scenario/read.h"
#include "scenario/shape.h"
#include "support/suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static node_tree tree;
static wend_error error;
static reader r;

static void set_up(void) {
    node_tree_init(&tree, NULL);
}

static void tear_down(void) {
    node_tree_free(&tree);
}

/* Parses a value and prepares a new reader for it. */
static const node *value(const char *text) {
    r = (reader){&tree, NULL, &error, WEND_OK};
    ck_assert_int_eq(node_parse(&tree, "f", text, strlen(text), false, &tree.root, &error),
                     WEND_OK);
    return tree.root;
}

static void failed_with(const char *message) {
    ck_assert(!reader_ok(&r));
    ck_assert_str_eq(error.message, message);
}

START_TEST(reads_numbers_within_bounds) {
    ck_assert_double_eq(read_number(&r, value("2.5"), "x", 0, 10), 2.5);
    ck_assert(reader_ok(&r));
    read_number(&r, value("11"), "x", 0, 10);
    failed_with("x must be a number from 0 to 10, found '11'");
    read_number(&r, value("'5'"), "x", 0, 10);
    failed_with("x must be a number from 0 to 10, found '5'");
    read_number(&r, value("nan"), "x", -INFINITY, INFINITY);
    failed_with("x must be a number, found 'nan'");
    read_number(&r, value("1e999"), "x", 0, INFINITY);
    failed_with("x must be a number of at least 0, found '1e999'");
    read_number(&r, value("[1, 2]"), "x", -INFINITY, INFINITY);
    failed_with("x must be a number, found a list of 2");
    ck_assert_int_eq(read_integer(&r, value("-3"), "n", -5, 5), -3);
    read_integer(&r, value("1.5"), "n", -5, 5);
    failed_with("n must be a whole number from -5 to 5, found '1.5'");
}
END_TEST

START_TEST(reader_keeps_the_first_failure) {
    const node *list = value("[a, b]");
    read_number(&r, list->items[0], "first", 0, 1);
    read_number(&r, list->items[1], "second", 0, 1);
    failed_with("first must be a number from 0 to 1, found 'a'");
    ck_assert_int_eq(error.column, 2);
    ck_assert_ptr_null(read_allocate(&r, 1, 1));
}
END_TEST

START_TEST(reads_points_and_lists_of_points) {
    wend_point p = read_point(&r, value("[1, -2e3]"), "p");
    ck_assert(reader_ok(&r) && p.x == 1 && p.y == -2000);
    read_point(&r, value("[1, 2, 3]"), "p");
    failed_with("p must be a point [x, y], found a list of 3");
    const wend_point *points = NULL;
    ck_assert_uint_eq(read_points(&r, value("[[0, 0], [1, 0], [1, 5]]"), "q", 3, 4, &points), 3);
    ck_assert_double_eq(points[2].y, 5);
    read_points(&r, value("[[0, 0]]"), "q", 3, 4, &points);
    failed_with("q must be a list of 3 to 4 points [x, y], found a list of 1");
    read_points(&r, value("[[0, 0], [1, y], [2, 2]]"), "q", 3, UINT32_MAX, &points);
    failed_with("y must be a number from -1000000000 to 1000000000, found 'y'");
}
END_TEST

START_TEST(reads_distributions) {
    wend_distribution d = read_distribution(&r, value("1.5"), "d", 0, 9);
    ck_assert(d.kind == WEND_DISTRIBUTION_CONSTANT && d.a == 1.5);
    d = read_distribution(&r, value("{uniform: [1, 2]}"), "d", 0, 9);
    ck_assert(reader_ok(&r) && d.kind == WEND_DISTRIBUTION_UNIFORM && d.a == 1 && d.b == 2);
    d = read_distribution(&r, value("{normal: [5, 1]}"), "d", 0, 8);
    ck_assert(d.kind == WEND_DISTRIBUTION_NORMAL && d.low == 1 && d.high == 8);
    d = read_distribution(&r, value("{normal: [5, 1], min: 4, max: 6}"), "d", 0, 9);
    ck_assert(d.low == 4 && d.high == 6);
    d = read_distribution(&r, value("{normal: [5, 0]}"), "d", 0, 9);
    ck_assert(reader_ok(&r) && d.kind == WEND_DISTRIBUTION_CONSTANT && d.a == 5);
    read_distribution(&r, value("{uniform: [2, 1]}"), "d", 0, 9);
    failed_with("uniform must be [low, high] with numbers from 0 to 9, found [2, 1]");
    read_distribution(&r, value("{uniform: [2, 10]}"), "d", 0, 9);
    ck_assert(!reader_ok(&r));
    read_distribution(&r, value("{normal: [5, -1]}"), "d", 0, 9);
    ck_assert(!reader_ok(&r));
    read_distribution(&r, value("{normal: [5, 1], min: 6, max: 4}"), "d", 0, 9);
    failed_with("d has an empty range: min must be below max");
    read_distribution(&r, value("{gamma: [1, 2]}"), "d", 0, 9);
    ck_assert(!reader_ok(&r));
    read_distribution(&r, value("{uniform: [1, 2], min: 1}"), "d", 0, 9);
    failed_with("a uniform distribution has no key 'min'; available: uniform");
}
END_TEST

START_TEST(finds_each_of_many_names) {
    value("x");
    read_names names;
    static char texts[1000][8];
    read_names_init(&r, &names, 1000);
    for (int i = 0; i < 1000; i++) {
        snprintf(texts[i], sizeof texts[i], "n%d", (i * 617) % 1000);
        read_names_add(&names, texts[i]);
    }
    read_names_sort(&r, &names);
    for (int i = 0; i < 1000; i++) {
        ck_assert_uint_eq(read_names_find(&names, texts[i]), (uint32_t)i);
    }
    ck_assert_uint_eq(read_names_find(&names, "n1000"), UINT32_MAX);
    read_name(&r, value("n99x"), "thing", &names);
    ck_assert(!reader_ok(&r));
    ck_assert_msg(strstr(error.message, "there is no thing 'n99x'; did you mean") != NULL, "%s",
                  error.message);
}
END_TEST

START_TEST(reads_shapes) {
    shape s;
    ck_assert(!shape_read(&r, value("{count: 1}"), &format_goal, &s));
    ck_assert(reader_ok(&r));
    ck_assert(shape_read(
        &r, value("{oriented_box: {centre: [1, 1], half_size: [2, 1], angle: 1.5707963}}"),
        &format_goal, &s));
    ck_assert(shape_contains(&s, (wend_point){1.9, 2.9}));
    ck_assert(!shape_contains(&s, (wend_point){2.9, 1.9}));
    ck_assert(shape_read(&r, value("{box: [[3, 4], [1, 2]]}"), &format_goal, &s));
    ck_assert(shape_contains(&s, (wend_point){2, 3}) && !shape_contains(&s, (wend_point){2, 5}));
    ck_assert(shape_read(&r, value("{polygon: [[0, 0], [4, 0], [0, 4]]}"), &format_goal, &s));
    ck_assert(shape_contains(&s, (wend_point){1, 1}) && !shape_contains(&s, (wend_point){3, 3}));
    ck_assert(shape_read(&r, value("{disc: {centre: [0, 0], radius: 2}}"), &format_goal, &s));
    ck_assert(shape_contains(&s, (wend_point){1.4, 1.4}) &&
              !shape_contains(&s, (wend_point){1.5, 1.5}));
    ck_assert(shape_read(&r, value("{direction: [0, 2]}"), &format_goal, &s));
    ck_assert_double_eq_tol(s.angle, 1.5707963267948966, 1e-15);
    shape_read(&r, value("{direction: [0, 0]}"), &format_goal, &s);
    ck_assert(!reader_ok(&r));
    shape_read(&r, value("{box: [[0, 0], [0, 1]]}"), &format_goal, &s);
    ck_assert(!reader_ok(&r));
    shape_read(&r, value("{disc: {centre: [0, 0]}}"), &format_goal, &s);
    failed_with("a disc needs the key 'radius'");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("read");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, reads_numbers_within_bounds);
    tcase_add_test(all, reader_keeps_the_first_failure);
    tcase_add_test(all, reads_points_and_lists_of_points);
    tcase_add_test(all, reads_distributions);
    tcase_add_test(all, finds_each_of_many_names);
    tcase_add_test(all, reads_shapes);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
