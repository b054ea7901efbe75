/* Errors: the fields that are filled in, truncation of long messages, and the assertion. */
#include "base/error.h"
#include "support/suite.h"

#include <check.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(every_result_code_has_its_own_text) {
    for (int i = 0; i < WEND_RESULT_COUNT; i++) {
        const char *text = wend_result_text((wend_result)i);
        ck_assert_ptr_nonnull(text);
        ck_assert_uint_gt(strlen(text), 0);
        for (int j = 0; j < i; j++) {
            ck_assert_str_ne(text, wend_result_text((wend_result)j));
        }
    }
    ck_assert_str_eq(wend_result_text(WEND_ERROR_MEMORY), "out of memory");
    ck_assert_str_eq(wend_result_text(WEND_RESULT_COUNT), "unknown result");
    ck_assert_str_eq(wend_result_text((wend_result)-1), "unknown result");
}
END_TEST

START_TEST(version_has_three_numbers) {
    int major = 0, minor = 0, patch = 0;
    ck_assert_int_eq(sscanf(wend_version(), "%d.%d.%d", &major, &minor, &patch), 3);
}
END_TEST

START_TEST(error_set_fills_message_and_clears_location) {
    wend_error error;
    memset(&error, 'x', sizeof error);
    wend_result result = error_set(&error, WEND_ERROR_NAME, "unknown key '%s', did you mean '%s'?",
                                   "raduis", "radius");
    ck_assert_int_eq(result, WEND_ERROR_NAME);
    ck_assert_int_eq(error.code, WEND_ERROR_NAME);
    ck_assert_str_eq(error.message, "unknown key 'raduis', did you mean 'radius'?");
    ck_assert_str_eq(error.path, "");
    ck_assert_int_eq(error.line, 0);
    ck_assert_int_eq(error.column, 0);
    ck_assert_int_eq(error_set(NULL, WEND_ERROR_IO, "%d", 1), WEND_ERROR_IO);
}
END_TEST

START_TEST(error_set_can_wrap_the_earlier_message) {
    wend_error error;
    error_set(&error, WEND_ERROR_INVALID, "radius is -1");
    error_set(&error, error.code, "group 'a': %s", error.message);
    ck_assert_str_eq(error.message, "group 'a': radius is -1");
}
END_TEST

START_TEST(out_of_memory_error_says_what_the_memory_was_for) {
    wend_error error = {.line = 7};
    ck_assert_int_eq(error_no_memory(&error, "the parameters of %s", "orca"), WEND_ERROR_MEMORY);
    ck_assert_int_eq(error.code, WEND_ERROR_MEMORY);
    ck_assert_str_eq(error.message, "out of memory for the parameters of orca");
    ck_assert_int_eq(error.line, 0);
    char name[2 * WEND_ERROR_MESSAGE_SIZE];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    ck_assert_int_eq(error_no_memory(&error, "%s", name), WEND_ERROR_MEMORY);
    ck_assert_uint_eq(strlen(error.message), WEND_ERROR_MESSAGE_SIZE - 1);
    ck_assert_int_eq(error_no_memory(NULL, "a map"), WEND_ERROR_MEMORY);
}
END_TEST

START_TEST(truncates_long_messages) {
    char text[2 * WEND_ERROR_MESSAGE_SIZE];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    wend_error error;
    error_set(&error, WEND_ERROR_LIMIT, "%s", text);
    ck_assert_uint_eq(strlen(error.message), WEND_ERROR_MESSAGE_SIZE - 1);
}
END_TEST

START_TEST(location_keeps_the_end_of_a_long_path) {
    wend_error error;
    error_set(&error, WEND_ERROR_SYNTAX, "found ']'");
    error_set_location(&error, "a/b.yaml", 3, 14);
    ck_assert_str_eq(error.path, "a/b.yaml");
    ck_assert_int_eq(error.line, 3);
    ck_assert_int_eq(error.column, 14);
    error_set_location(&error, NULL, 4, 0);
    ck_assert_str_eq(error.path, "a/b.yaml");
    ck_assert_int_eq(error.line, 4);

    char path[400];
    memset(path, 'd', sizeof path);
    memcpy(path + sizeof path - 6, "/file", 6);
    error_set_location(&error, path, 1, 1);
    ck_assert_uint_eq(strlen(error.path), WEND_ERROR_PATH_SIZE - 1);
    ck_assert_int_eq(strncmp(error.path, "...d", 4), 0);
    ck_assert_str_eq(error.path + WEND_ERROR_PATH_SIZE - 6, "/file");
    path[WEND_ERROR_PATH_SIZE - 1] = '\0';
    error_set_location(&error, path, 1, 1);
    ck_assert_str_eq(error.path, path);
    error_set_location(NULL, path, 1, 1);
}
END_TEST

static jmp_buf after_assert;

static void jump(const char *condition, const char *file, int line, void *user) {
    ck_assert_str_eq(condition, "1 > 2");
    ck_assert_ptr_nonnull(strstr(file, "test_error.c"));
    ck_assert_int_gt(line, 0);
    *(int *)user += 1;
    longjmp(after_assert, 1);
}

START_TEST(error_text_contains_the_fields_that_are_set) {
    wend_error error = {0};
    char out[64];
    error_set(&error, WEND_ERROR_INVALID, "wrong");
    ck_assert_str_eq(wend_error_text(&error, out, sizeof out), "wrong");
    error_set_location(&error, "a.yaml", 0, 0);
    ck_assert_str_eq(wend_error_text(&error, out, sizeof out), "a.yaml: wrong");
    error_set_location(&error, "a.yaml", 3, 0);
    ck_assert_str_eq(wend_error_text(&error, out, sizeof out), "a.yaml:3: wrong");
    error_set_location(&error, "a.yaml", 3, 7);
    ck_assert_str_eq(wend_error_text(&error, out, sizeof out), "a.yaml:3:7: wrong");
    ck_assert_str_eq(wend_error_text(&error, out, 9), "a.yaml:3");
    error_set(&error, WEND_ERROR_SYNTAX, "wrong");
    error_set_location(&error, NULL, 3, 7); /* of a text that is not a file */
    ck_assert_str_eq(wend_error_text(&error, out, sizeof out), "3:7: wrong");
}
END_TEST

START_TEST(assert_calls_the_handler) {
    static int calls = 0;
    wend_set_assert_handler(jump, &calls);
    WEND_ASSERT(2 > 1);
    ck_assert_int_eq(calls, 0);
    if (setjmp(after_assert) == 0) {
        WEND_ASSERT(1 > 2);
        ck_abort_msg("the assertion returned");
    }
    ck_assert_int_eq(calls, 1);
}
END_TEST

static void do_nothing(const char *condition, const char *file, int line, void *user) {
    (void)condition;
    (void)file;
    (void)line;
    (void)user;
}

START_TEST(aborts_if_the_handler_returns) {
    wend_set_assert_handler(do_nothing, NULL);
    WEND_ASSERT(false);
}
END_TEST

START_TEST(default_handler_aborts) {
    wend_set_assert_handler(do_nothing, NULL);
    wend_set_assert_handler(NULL, NULL);
    WEND_ASSERT(false);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("error");
    TCase *test_case = tcase_create("all");
    tcase_set_timeout(test_case, 120);
    tcase_add_test(test_case, every_result_code_has_its_own_text);
    tcase_add_test(test_case, version_has_three_numbers);
    tcase_add_test(test_case, error_set_fills_message_and_clears_location);
    tcase_add_test(test_case, error_set_can_wrap_the_earlier_message);
    tcase_add_test(test_case, out_of_memory_error_says_what_the_memory_was_for);
    tcase_add_test(test_case, truncates_long_messages);
    tcase_add_test(test_case, location_keeps_the_end_of_a_long_path);
    tcase_add_test(test_case, error_text_contains_the_fields_that_are_set);
    tcase_add_test(test_case, assert_calls_the_handler);
    tcase_add_test_raise_signal(test_case, aborts_if_the_handler_returns, SIGABRT);
    tcase_add_test_raise_signal(test_case, default_handler_aborts, SIGABRT);
    suite_add_tcase(suite, test_case);
    return suite_finish(suite);
}
