/* The JSON writer, compared with what the format asks for. */
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

static char *text;
static size_t size;
static wend_json json;

static void set_up(void) {
    json = (wend_json){.stream = open_memstream(&text, &size), .compact = true};
    ck_assert_ptr_nonnull(json.stream);
}

static void expect(const char *expected) {
    fclose(json.stream);
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(nesting) {
    wend_json_begin_object(&json);
    wend_json_key(&json, "a");
    wend_json_begin_array(&json);
    wend_json_integer(&json, -5);
    wend_json_bool(&json, true);
    wend_json_begin_object(&json);
    wend_json_end_object(&json);
    wend_json_end_array(&json);
    wend_json_key(&json, "b");
    wend_json_text(&json, NULL);
    wend_json_end_object(&json);
    expect("{\"a\": [-5, true, {}], \"b\": null}");
}
END_TEST

START_TEST(lines) {
    json.compact = false;
    wend_json_begin_object(&json);
    wend_json_key(&json, "a");
    wend_json_begin_array(&json);
    wend_json_integer(&json, 1);
    wend_json_integer(&json, 2);
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    expect("{\n  \"a\": [\n    1,\n    2\n  ]\n}");
}
END_TEST

START_TEST(texts_are_escaped) {
    wend_json_text(&json,
                   "q\" b\\ n\n t\t \x01 \xc3\xa9 \xff\xe2\x82 \xed\xa0\x80 \xf0\x9f\x98\x80");
    expect("\"q\\\" b\\\\ n\\n t\\u0009 \\u0001 \xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd "
           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x98\x80\"");
}
END_TEST

START_TEST(numbers_are_shortest_or_null) {
    wend_json_begin_array(&json);
    wend_json_number(&json, 0.1);
    wend_json_number(&json, NAN);
    wend_json_number(&json, -INFINITY);
    wend_json_number(&json, 3);
    wend_json_integer(&json, INT64_MIN);
    wend_json_end_array(&json);
    expect("[0.1, null, null, 3, -9223372036854775808]");
}
END_TEST

START_TEST(a_report_is_an_object) {
    static const char *const items[] = {"x.csv", "y.png"};
    wend_report *report = NULL;
    ck_assert_int_eq(wend_report_create(NULL, &report, NULL), WEND_OK);
    wend_report_integer(report, "n", 3);
    wend_report_number(report, "m", NAN);
    wend_report_text(report, "t", "a\"b");
    wend_report_list(report, "l", items, 2);
    wend_report_list(report, "e", NULL, 0);
    ck_assert(wend_report_whole(report));
    ck_assert_uint_eq(wend_report_count(report), 5);
    ck_assert_str_eq(wend_report_find(report, "l")->items[1], "y.png");
    ck_assert_ptr_null(wend_report_find(report, "none"));
    wend_report_write_json(report, &json);
    wend_report_destroy(report);
    expect("{\"n\": 3, \"m\": null, \"t\": \"a\\\"b\", \"l\": [\"x.csv\", \"y.png\"], \"e\": []}");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, nesting);
    tcase_add_test(all, lines);
    tcase_add_test(all, texts_are_escaped);
    tcase_add_test(all, numbers_are_shortest_or_null);
    tcase_add_test(all, a_report_is_an_object);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
