/* Runs the tests of one program. The exit status is 0, or 1 if any test fails. */
#ifndef SUPPORT_SUITE_H
#define SUPPORT_SUITE_H

#include <check.h>
#include <stddef.h>

/* Seconds after which a test counts as hanging: far longer than any test takes, even with
 * sanitizers on a busy machine. */
enum { SUITE_TIMEOUT = 1200 };

/* Runs and frees a suite. It is the last line of a main function that makes its own test cases
 * (loops, signals, fixtures). */
static inline int suite_finish(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

static inline int suite_run(const char *name, const TTest *const *tests, size_t count) {
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create(name);
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(cases, tests[i]);
    }
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}

/* The body of main for a soak test: one test that is run `parts` times. Each run may take an hour.
 */
static inline int suite_run_soak(const char *name, const TTest *test, int parts) {
    Suite *suite = suite_create(name);
    TCase *trials = tcase_create("trials");
    tcase_set_timeout(trials, 3600.0);
    tcase_add_loop_test(trials, test, 0, parts);
    suite_add_tcase(suite, trials);
    return suite_finish(suite);
}

/* The body of main. Usage: SUITE("folder/thing", test_a, test_b). */
#define SUITE(name, ...)                                                                           \
    const TTest *const tests[] = {__VA_ARGS__};                                                    \
    return suite_run(name, tests, sizeof tests / sizeof *tests)

#endif
