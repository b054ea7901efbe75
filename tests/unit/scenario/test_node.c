/* The document tree: positions of nodes, limits, and settings. */
#include "scenario/document/node.h"
#include "support/suite.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static node_tree tree;
static wend_error error;

static void set_up(void) {
    node_tree_init(&tree, NULL);
    memset(&error, 0, sizeof error);
}

static void tear_down(void) {
    node_tree_free(&tree);
    ck_assert_uint_eq(tree.heap.held, 0);
}

static wend_result parse(const char *text) {
    return node_parse(&tree, "f.yaml", text, strlen(text), false, &tree.root, &error);
}

static void expect_error(const char *text, wend_result code, int line, int column,
                         const char *message) {
    ck_assert_int_eq(parse(text), code);
    ck_assert_str_eq(error.path, "f.yaml");
    ck_assert_int_eq(error.line, line);
    ck_assert_int_eq(error.column, column);
    ck_assert_msg(strstr(error.message, message) != NULL, "%s", error.message);
}

START_TEST(nodes_store_their_line_and_column) {
    ck_assert_int_eq(parse("a: 1\nbb:\n  - x\n  - [1, 'two']\nc: {d: e}\n"), WEND_OK);
    ck_assert_int_eq(tree.root->kind, NODE_MAPPING);
    ck_assert_uint_eq(tree.root->count, 3);
    const node *list = node_get(tree.root, "bb");
    ck_assert_int_eq(list->kind, NODE_LIST);
    const node *inner = list->items[1];
    ck_assert_int_eq(inner->line, 4);
    ck_assert_int_eq(inner->column, 5);
    ck_assert_str_eq(inner->items[1]->text, "two");
    ck_assert(inner->items[1]->quoted && !inner->items[0]->quoted);
    ck_assert_int_eq(inner->items[1]->column, 9);
    const node_member *c = node_member_of(tree.root, "c");
    ck_assert_int_eq(c->line, 5);
    ck_assert_int_eq(c->column, 1);
    ck_assert_int_eq(node_member_of(c->value, "d")->column, 5);
    ck_assert_ptr_null(node_get(tree.root, "d"));
    ck_assert_ptr_null(node_get(list, "d"));
}
END_TEST

START_TEST(reads_json) {
    ck_assert_int_eq(parse("{\"a\": [1, 2.5], \"b\": {\"c\": \"d\"}}"), WEND_OK);
    ck_assert_str_eq(node_get(tree.root, "a")->items[1]->text, "2.5");
    ck_assert_str_eq(node_get(node_get(tree.root, "b"), "c")->text, "d");
}
END_TEST

START_TEST(refuses_invalid_documents) {
    expect_error("a: &x 1\n", WEND_ERROR_SYNTAX, 1, 4, "anchors");
    expect_error("a: *x\n", WEND_ERROR_SYNTAX, 1, 4, "aliases");
    expect_error("a: 1\nb: 2\na: 3\n", WEND_ERROR_NAME, 3, 1, "first in line 1");
    expect_error("[a]: 1\n", WEND_ERROR_SYNTAX, 1, 1, "plain string");
    expect_error("a: 1\n--- \nb: 1\n", WEND_ERROR_SYNTAX, 2, 1, "second document");
    expect_error("a: \"x\\0y\"\n", WEND_ERROR_SYNTAX, 1, 4, "zero byte");
    expect_error("a: [1, 2\nb: 3\n", WEND_ERROR_SYNTAX, 2, 2, "not YAML");
    expect_error("a: \xff\n", WEND_ERROR_SYNTAX, 1, 4, "byte 3");
    expect_error("a: 1\nbc: \xff\n", WEND_ERROR_SYNTAX, 2, 5, "byte 9");
}
END_TEST

START_TEST(refuses_excessive_nesting_depth) {
    char text[NODE_MAX_DEPTH + 3];
    memset(text, '[', sizeof text);
    text[NODE_MAX_DEPTH] = '\0';
    char *closed = calloc(1, 2 * sizeof text);
    strcpy(closed, text);
    memset(closed + NODE_MAX_DEPTH, ']', NODE_MAX_DEPTH);
    ck_assert_int_eq(parse(closed), WEND_OK);
    free(closed);
    memset(text, '[', sizeof text);
    text[NODE_MAX_DEPTH + 1] = '\0';
    expect_error(text, WEND_ERROR_LIMIT, 1, NODE_MAX_DEPTH + 1, "64 deep");
}
END_TEST

START_TEST(empty_text_is_an_empty_scalar) {
    ck_assert_int_eq(parse(""), WEND_OK);
    ck_assert_int_eq(tree.root->kind, NODE_SCALAR);
    ck_assert_str_eq(tree.root->text, "");
}
END_TEST

static void apply(const char *setting) {
    ck_assert_msg(node_apply_setting(&tree, setting, &error) == WEND_OK, "%s", error.message);
}

START_TEST(settings_change_the_tree) {
    ck_assert_int_eq(parse("a: {b: 1}\nlist: [1, {c: 2}]\nsteer: orca\n"), WEND_OK);
    apply("a.b=7");
    apply("a.x.y=[1, 2]");
    apply("list.1.c=z");
    apply("steer.horizon=3");
    const node *a = node_get(tree.root, "a");
    ck_assert_str_eq(node_get(a, "b")->text, "7");
    ck_assert_uint_eq(node_get(node_get(a, "x"), "y")->count, 2);
    ck_assert_str_eq(node_get(node_get(tree.root, "list")->items[1], "c")->text, "z");
    ck_assert_str_eq(node_get(node_get(tree.root, "steer"), "name")->text, "orca");
    ck_assert_str_eq(node_get(node_get(tree.root, "steer"), "horizon")->text, "3");
    ck_assert_str_eq(node_get(a, "b")->source, "setting a.b=7");
    ck_assert_int_eq(node_get(a, "b")->line, 0);
}
END_TEST

START_TEST(refuses_invalid_settings) {
    static const char *const wrong[][2] = {
        {"a", "expected path=value"}, {"=1", "expected path=value"},
        {"a..b=1", "is empty"},       {"list.5=1", "list of 2: expected 0 to 1"},
        {"list.x=1", "not an index"}, {"a.b.c=1", "has no members"},
        {"a=[1", "not YAML"},         {"a=&x 1", "anchors"},
    };
    ck_assert_int_eq(parse("a: {b: 1}\nlist: [1, 2]\n"), WEND_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_int_ne(node_apply_setting(&tree, wrong[i][0], &error), WEND_OK);
        ck_assert_msg(strstr(error.message, wrong[i][1]) != NULL, "%s: %s", wrong[i][0],
                      error.message);
        ck_assert_msg(strncmp(error.path, "setting ", 8) == 0, "%s", error.path);
    }
}
END_TEST

START_TEST(members_can_be_removed) {
    ck_assert_int_eq(parse("a: 1\nb: 2\nc: 3\n"), WEND_OK);
    node_remove(tree.root, "b");
    node_remove(tree.root, "nothing");
    ck_assert_uint_eq(tree.root->count, 2);
    ck_assert_ptr_null(node_get(tree.root, "b"));
    ck_assert_str_eq(node_get(tree.root, "c")->text, "3");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("node");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, nodes_store_their_line_and_column);
    tcase_add_test(all, reads_json);
    tcase_add_test(all, refuses_invalid_documents);
    tcase_add_test(all, refuses_excessive_nesting_depth);
    tcase_add_test(all, empty_text_is_an_empty_scalar);
    tcase_add_test(all, settings_change_the_tree);
    tcase_add_test(all, refuses_invalid_settings);
    tcase_add_test(all, members_can_be_removed);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
