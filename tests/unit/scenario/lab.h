/* Helpers shared by tests of the kit: a registry with all entries, scenarios from text, runs. */
#ifndef UNIT_SCENARIO_LAB_H
#define UNIT_SCENARIO_LAB_H

#include "support/suite.h"
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>

/* fontconfig keeps its tables until the process ends. */
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void) {
    return "leak:libfontconfig\n";
}

static wend_registry *lab_registry;
static wend_error lab_error;

static inline void lab_set_up(void) {
    memset(&lab_error, 0, sizeof lab_error);
    ck_assert_int_eq(wend_registry_create(NULL, &lab_registry, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_kit_register(lab_registry, &lab_error), WEND_OK);
}

static inline void lab_tear_down(void) {
    wend_registry_destroy(lab_registry);
    lab_registry = NULL;
}

/* Returns a def for reading `text` as if it were the file folder/sample.yaml. */
static inline wend_scenario_def lab_def(const char *text) {
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "folder/sample.yaml";
    def.text = text;
    def.text_size = strlen(text);
    def.registry = lab_registry;
    return def;
}

static inline wend_scenario *lab_load_def(const wend_scenario_def *def) {
    wend_scenario *s = NULL;
    wend_result result = wend_scenario_load(def, &s, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s:%d:%d: %s", lab_error.path, lab_error.line,
                  lab_error.column, lab_error.message);
    return s;
}

static inline wend_scenario *lab_load(const char *text) {
    wend_scenario_def def = lab_def(text);
    return lab_load_def(&def);
}

/* Loads a scenario and makes its world. Returns the result of the first step that fails, or
 * WEND_OK. */
static inline wend_result lab_try(const char *text) {
    wend_scenario_def def = lab_def(text);
    wend_scenario *s = NULL;
    wend_world *world = NULL;
    wend_result result = wend_scenario_load(&def, &s, &lab_error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(s, lab_registry, 1, NULL, &world, &lab_error);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return result;
}

static inline wend_world *lab_world(const wend_scenario *s) {
    wend_world *world = NULL;
    wend_result result = wend_scenario_create_world(s, lab_registry, 1, NULL, &world, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    return world;
}

static inline wend_run_def lab_run_def(const wend_scenario *s) {
    wend_run_def def = wend_default_run_def();
    def.scenario = s;
    def.registry = lab_registry;
    return def;
}

static inline wend_summary *lab_run_from(const wend_run_def *def) {
    wend_summary *summary = NULL;
    wend_result result = wend_run_scenario(def, &summary, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s: %s", lab_error.path, lab_error.message);
    return summary;
}

static inline wend_summary *lab_run(const char *text) {
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = lab_run_from(&def);
    wend_scenario_destroy(s);
    return summary;
}

/* Loads a scenario with models that ignore everything around them, so a test knows where every
 * agent will be. */
static inline wend_scenario *lab_load_blind(const char *text) {
    wend_scenario_def def = lab_def(text);
    def.plan = "straight";
    def.follow = "waypoint";
    def.steer = "direct";
    return lab_load_def(&def);
}

static inline wend_summary *lab_run_blind(const char *text) {
    wend_scenario *s = lab_load_blind(text);
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = lab_run_from(&def);
    wend_scenario_destroy(s);
    return summary;
}

/* Returns a number from the summary, which may be an integer or a real number. */
static inline double lab_number(const wend_summary *summary, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(summary), name);
    ck_assert_msg(value != NULL, "%s", name);
    return value->kind == WEND_REPORT_INTEGER ? (double)value->integer : value->number;
}

static inline const char *lab_text(const wend_summary *summary, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(summary), name);
    ck_assert_msg(value != NULL && value->kind == WEND_REPORT_TEXT, "%s", name);
    return value->text;
}

/* Runs tests; main only calls this function. Creates a registry before each test and frees it
 * afterwards. */
static inline int lab_main(const char *name, const TTest *const *tests, size_t count) {
    Suite *suite = suite_create(name);
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}

#define LAB_MAIN(name, ...)                                                                        \
    int main(void) {                                                                               \
        const TTest *const tests[] = {__VA_ARGS__};                                                \
        return lab_main(name, tests, sizeof tests / sizeof *tests);                                \
    }

#endif
