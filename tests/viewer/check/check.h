/* The part of libcheck that tests of SIMD code use, for WebAssembly, where there is no libcheck and
 * no second process: the tests of a program run one after the other, and the first assertion that
 * fails ends it with exit status 1. */
#ifndef VIEWER_CHECK_H
#define VIEWER_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct TTest {
    const char *name;
    void (*run)(int _i);
} TTest;

#define START_TEST(name)                                                                           \
    static void name##_run(int _i);                                                                \
    static const TTest name##_test = {#name, name##_run};                                          \
    static const TTest *const name = &name##_test;                                                 \
    static void name##_run(int _i) {                                                               \
        (void)_i;
#define END_TEST }

/* ---- Suites ---------------------------------------------------------------------------------- */

typedef struct TCase {
    const char *name;
    uint32_t count; /* of tests that have run */
} TCase;
typedef TCase Suite;
typedef TCase SRunner;

enum { CK_ENV };

static inline Suite *suite_create(const char *name) {
    static Suite suite;
    suite.name = name;
    return &suite;
}

static inline TCase *tcase_create(const char *name) {
    static TCase cases;
    cases.name = name;
    return &cases;
}

/* Runs the test at once. */
static inline void tcase_add_loop_test(TCase *cases, const TTest *test, int from, int to) {
    for (int i = from; i < to; i++) {
        test->run(i);
        cases->count++;
    }
    printf("%s: passed\n", test->name);
}

static inline void tcase_add_test(TCase *cases, const TTest *test) {
    tcase_add_loop_test(cases, test, 0, 1);
}

static inline void tcase_set_timeout(TCase *cases, double seconds) {
    (void)cases, (void)seconds;
}

static inline void suite_add_tcase(Suite *suite, TCase *cases) {
    suite->count += cases->count;
}

static inline SRunner *srunner_create(Suite *suite) {
    return suite;
}

/* A program without tests fails. */
static inline int srunner_ntests_failed(SRunner *runner) {
    return runner->count == 0;
}

static inline void srunner_run_all(SRunner *runner, int mode) {
    (void)mode;
    printf("%s: %u tests passed\n", runner->name, (unsigned)runner->count);
}

static inline void srunner_free(SRunner *runner) {
    (void)runner;
}

/* ---- Assertions ------------------------------------------------------------------------------ */

__attribute__((noreturn, format(printf, 4, 5))) static inline void
check_failed(const char *file, int line, const char *condition, const char *format, ...) {
    va_list list;
    va_start(list, format);
    printf("%s:%d: '%s' does not hold: ", file, line, condition);
    vprintf(format, list);
    printf("\n");
    va_end(list);
    exit(1);
}

#define ck_abort_msg(...) check_failed(__FILE__, __LINE__, "", __VA_ARGS__)
#define ck_assert_msg(condition, ...)                                                              \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))
#define ck_assert(condition) ck_assert_msg(condition, "%s", "")

#define CHECK_ORDER(type, as, format, a, order, b)                                                 \
    do {                                                                                           \
        type check_a = (type)(a), check_b = (type)(b);                                             \
        if (!(check_a order check_b)) {                                                            \
            check_failed(__FILE__, __LINE__, #a " " #order " " #b, format ", " format,             \
                         (as)check_a, (as)check_b);                                                \
        }                                                                                          \
    } while (0)
#define CHECK_INTEGERS(a, order, b)  CHECK_ORDER(intmax_t, long long, "%lld", a, order, b)
#define CHECK_UNSIGNED(a, order, b)  CHECK_ORDER(uintmax_t, unsigned long long, "%llu", a, order, b)
#define CHECK_FLOATS(a, order, b)    CHECK_ORDER(float, double, "%.9g", a, order, b)
#define CHECK_DOUBLES(a, order, b)   CHECK_ORDER(double, double, "%.17g", a, order, b)
#define ck_assert_int_eq(a, b)       CHECK_INTEGERS(a, ==, b)
#define ck_assert_int_gt(a, b)       CHECK_INTEGERS(a, >, b)
#define ck_assert_uint_eq(a, b)      CHECK_UNSIGNED(a, ==, b)
#define ck_assert_uint_ne(a, b)      CHECK_UNSIGNED(a, !=, b)
#define ck_assert_uint_ge(a, b)      CHECK_UNSIGNED(a, >=, b)
#define ck_assert_uint_gt(a, b)      CHECK_UNSIGNED(a, >, b)
#define ck_assert_uint_le(a, b)      CHECK_UNSIGNED(a, <=, b)
#define ck_assert_uint_lt(a, b)      CHECK_UNSIGNED(a, <, b)
#define ck_assert_float_eq(a, b)     CHECK_FLOATS(a, ==, b)
#define ck_assert_float_ge(a, b)     CHECK_FLOATS(a, >=, b)
#define ck_assert_float_le(a, b)     CHECK_FLOATS(a, <=, b)
#define ck_assert_double_le(a, b)    CHECK_DOUBLES(a, <=, b)
#define ck_assert_ptr_nonnull(a)     ck_assert((a) != NULL)
#define ck_assert_ptr_null(a)        ck_assert((a) == NULL)
#define ck_assert_str_eq(a, b)       ck_assert_msg(strcmp(a, b) == 0, "'%s', '%s'", a, b)
#define ck_assert_mem_eq(a, b, size) ck_assert(memcmp(a, b, size) == 0)
#define ck_assert_double_eq_tol(a, b, tolerance)                                                   \
    CHECK_DOUBLES(fabs((double)(a) - (double)(b)), <=, tolerance)

#endif
