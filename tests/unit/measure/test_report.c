/* Reports: the order and kinds of their values, copies of their input, and their JSON form. */
#define _POSIX_C_SOURCE 200809L
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

static wend_report *report;

static void create_report(void) {
    ck_assert_int_eq(wend_report_create(NULL, &report, &lab_error), WEND_OK);
}

START_TEST(values_keep_their_order_and_kind) {
    create_report();
    ck_assert_uint_eq(wend_report_count(report), 0);
    for (int i = 0; i < 500; i++) {
        char name[20];
        snprintf(name, sizeof name, "value %d", i);
        switch (i % 3) {
        case 0:
            wend_report_add_integer(report, name, -i);
            break;
        case 1:
            wend_report_add_number(report, name, i / 4.0);
            break;
        default:
            wend_report_add_text(report, name, name + 6);
        }
    }
    ck_assert_uint_eq(wend_report_count(report), 500);
    for (int i = 0; i < 500; i++) {
        char name[20];
        snprintf(name, sizeof name, "value %d", i);
        const wend_report_value *value = wend_report_at(report, (uint32_t)i);
        ck_assert_str_eq(value->name, name);
        ck_assert_ptr_eq(wend_report_find(report, name), value);
        ck_assert_int_eq(value->kind, i % 3 == 0   ? WEND_REPORT_INTEGER
                                      : i % 3 == 1 ? WEND_REPORT_NUMBER
                                                   : WEND_REPORT_TEXT);
        ck_assert(i % 3 != 0 || value->integer == -i);
        ck_assert(i % 3 != 1 || value->number == i / 4.0);
        ck_assert(i % 3 != 2 || atoi(value->text) == i);
    }
    ck_assert(wend_report_is_complete(report));
    wend_report_destroy(report);
}
END_TEST

START_TEST(report_copies_names_and_values) {
    create_report();
    char name[] = "name", text[] = "text", item[] = "item";
    const char *items[] = {item, "second"};
    wend_report_add_text(report, name, text);
    wend_report_add_list(report, name, items, 2);
    memset(name, 'x', 4);
    memset(text, 'x', 4);
    memset(item, 'x', 4);
    items[1] = NULL;
    ck_assert_str_eq(wend_report_at(report, 0)->name, "name");
    ck_assert_str_eq(wend_report_at(report, 0)->text, "text");
    ck_assert_str_eq(wend_report_at(report, 1)->items[0], "item");
    ck_assert_str_eq(wend_report_at(report, 1)->items[1], "second");
    wend_report_destroy(report);
}
END_TEST

START_TEST(finds_first_value_with_the_given_name) {
    create_report();
    wend_report_add_integer(report, "n", 1);
    wend_report_add_integer(report, "n", 2);
    ck_assert_int_eq(wend_report_find(report, "n")->integer, 1);
    ck_assert_ptr_null(wend_report_find(report, "N"));
    ck_assert_ptr_null(wend_report_find(report, ""));
    wend_report_destroy(report);
    wend_report_destroy(NULL);
}
END_TEST

START_TEST(json_of_a_run_contains_every_value) {
    wend_summary *summary = lab_run("name: \"q\\\"\\\\\"\nagents: [{at: [0, 0], goal: [1, 0]}]");
    char *text = NULL;
    size_t size = 0;
    wend_json json = {.stream = open_memstream(&text, &size), .compact = true};
    const wend_report *made = wend_summary_report(summary);
    wend_report_write_json(made, &json);
    fclose(json.stream);
    ck_assert_msg(strstr(text, "{\"scenario\": \"q\\\"\\\\\", \"plan\": \"straight\"") == text,
                  "%s", text);
    const char *at = text;
    for (uint32_t i = 0; i < wend_report_count(made); i++) {
        char key[80];
        snprintf(key, sizeof key, "\"%s\": ", wend_report_at(made, i)->name);
        at = strstr(at, key);
        ck_assert_msg(at != NULL, "%s", key);
    }
    ck_assert_str_eq(text + size - 2, "]}");
    free(text);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(report_lists_output_paths_as_given) {
    static const char *const outputs[] = {"x.csv", "./y.csv"};
    wend_scenario *s = lab_load("agents: [{at: [0, 0], goal: [1, 0]}]");
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = 2;
    def.threads = 2;
    wend_summary *summary = lab_run_from(&def);
    const wend_report_value *list = wend_report_find(wend_summary_report(summary), "outputs");
    ck_assert_int_eq(list->kind, WEND_REPORT_LIST);
    ck_assert_uint_eq(list->item_count, 2);
    ck_assert_str_eq(list->items[1], "./y.csv");
    ck_assert_double_eq(lab_number(summary, "threads"), 2);
    ck_assert_double_eq(lab_number(summary, "seed"), 1);
    ck_assert(!wend_summary_cancelled(summary));
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    remove("x.csv");
    remove("y.csv");
}
END_TEST

LAB_MAIN("report", values_keep_their_order_and_kind, report_copies_names_and_values,
         finds_first_value_with_the_given_name, json_of_a_run_contains_every_value,
         report_lists_output_paths_as_given)
