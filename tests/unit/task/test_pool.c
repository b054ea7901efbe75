/* The thread pool: each index runs once, no two pieces use a worker index at the same time, many
 * small loops run correctly, and misuse aborts. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* for nanosleep */
#endif

#include "support/suite.h"
#include "task/pool.h"

#include <check.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 10000 };

/* A log that the pieces write to. The fields are deliberately not atomic, so that the thread
 * sanitizer detects whether the loop orders the writes before the caller's reads. */
typedef struct record {
    uint32_t visits[LARGEST];
    uint32_t count, grain, workers;
    atomic_uint occupied[TASK_WORKER_LIMIT];
    atomic_uint errors;
} record;

static record shared;

static void visit(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    record *r = context;
    uint32_t longest = r->count - begin < r->grain ? r->count - begin : r->grain;
    bool good =
        worker < r->workers && begin % r->grain == 0 && end - begin == longest && end > begin;
    if (!good || atomic_fetch_add(&r->occupied[worker], 1) != 0) {
        atomic_fetch_add(&r->errors, 1);
        return;
    }
    for (uint32_t i = begin; i < end; i++) {
        r->visits[i]++;
    }
    atomic_fetch_sub(&r->occupied[worker], 1);
}

static void check_loop(const wend_task_system *system, uint32_t count, uint32_t grain) {
    memset(&shared, 0, sizeof shared);
    shared.count = count;
    shared.grain = grain;
    shared.workers = system->worker_count;
    task_run(system, visit, &shared, count, grain);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < LARGEST; i++) {
        wrong += shared.visits[i] != (i < count ? 1U : 0U) ? 1 : 0;
    }
    ck_assert_msg(wrong == 0 && shared.errors == 0,
                  "count %u, grain %u, %u workers: %u indices not visited once, %u bad pieces",
                  count, grain, system->worker_count, wrong, shared.errors);
}

START_TEST(covers_each_index_exactly_once) {
    static const uint32_t threads[] = {1, 2, 3, 8, 33};
    static const uint32_t counts[] = {0, 1, 2, 3, 7, 64, 1000, 9999, LARGEST};
    static const uint32_t grains[] = {1, 2, 3, 64, 999, 5000, LARGEST, UINT32_MAX};
    memory m;
    memory_init(&m, NULL);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        task_pool *pool = task_pool_create(&m, threads[t]);
        ck_assert_ptr_nonnull(pool);
        wend_task_system system = task_pool_system(pool);
        ck_assert_uint_eq(system.worker_count, threads[t]);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
                check_loop(&system, counts[c], grains[g]);
            }
        }
        task_pool_destroy(pool);
    }
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

static void sum_sizes(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    atomic_fetch_add((_Atomic(uint64_t) *)context, end - begin);
}

START_TEST(the_largest_count_does_not_overflow) {
    memory m;
    memory_init(&m, NULL);
    task_pool *pool = task_pool_create(&m, 2);
    wend_task_system system = task_pool_system(pool);
    _Atomic(uint64_t) total = 0;
    task_run(&system, sum_sizes, &total, UINT32_MAX, UINT32_C(1) << 30);
    ck_assert_uint_eq(total, UINT32_MAX);
    task_pool_destroy(pool);
}
END_TEST

static void add_one(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)end;
    (void)worker;
    ((uint64_t *)context)[begin]++;
}

/* Loops that start without a pause find the workers spinning; loops that start after a pause find
 * them asleep. The number of pieces changes each time, which exposes a worker that takes a piece of
 * the wrong loop. */
START_TEST(consecutive_tiny_loops_run_each_piece_once) {
    enum { LOOPS = 20000 };
    memory m;
    memory_init(&m, NULL);
    for (uint32_t threads = 2; threads <= 4; threads++) {
        task_pool *pool = task_pool_create(&m, threads);
        wend_task_system system = task_pool_system(pool);
        uint64_t counters[5] = {0};
        for (int i = 0; i < LOOPS; i++) {
            task_run(&system, add_one, counters, 2 + (uint32_t)i % 4, 1);
            if (i % 500 == 0) {
                nanosleep(&(struct timespec){0, 200000}, NULL);
            }
        }
        ck_assert_uint_eq(counters[0], LOOPS);
        ck_assert_uint_eq(counters[1], LOOPS);
        ck_assert_uint_eq(counters[4], LOOPS / 4);
        task_pool_destroy(pool);
    }
}
END_TEST

static void sleep_a_little(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)begin;
    (void)end;
    nanosleep(&(struct timespec){0, 2000000}, NULL);
    atomic_fetch_add((atomic_uint *)context + worker, 1);
}

START_TEST(caller_waits_for_slow_pieces_shared_with_workers) {
    memory m;
    memory_init(&m, NULL);
    task_pool *pool = task_pool_create(&m, 4);
    wend_task_system system = task_pool_system(pool);
    atomic_uint pieces[4] = {0};
    for (int i = 0; i < 10; i++) {
        task_run(&system, sleep_a_little, pieces, 5, 1);
    }
    ck_assert_uint_eq(pieces[0] + pieces[1] + pieces[2] + pieces[3], 50);
    ck_assert_uint_lt(pieces[0], 50);
    task_pool_destroy(pool);
}
END_TEST

START_TEST(pool_destroyed_right_after_creation_releases_its_memory) {
    memory m;
    memory_init(&m, NULL);
    for (uint32_t i = 0; i < 100; i++) {
        task_pool_destroy(task_pool_create(&m, 1 + i % 5));
    }
    task_pool_destroy(NULL);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

static void *fail_allocation(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void release_block(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

START_TEST(create_fails_if_out_of_memory) {
    memory m;
    memory_init(&m, &(wend_allocator){fail_allocation, release_block, NULL});
    ck_assert_ptr_null(task_pool_create(&m, 2));
}
END_TEST

static void expect_ascending(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    uint32_t *next = context;
    ck_assert_uint_eq(begin, *next);
    ck_assert_uint_eq(worker, 0);
    *next = end;
}

START_TEST(serial_system_runs_in_ascending_order) {
    const wend_task_system systems[] = {{0}, task_pool_system(NULL)};
    for (int i = 0; i < 2; i++) {
        uint32_t next = 0;
        task_run(&systems[i], expect_ascending, &next, 100, 7);
        ck_assert_uint_eq(next, 100);
    }
}
END_TEST

static void embedder_run(void *user, wend_task_range *range, void *context, uint32_t count,
                         uint32_t grain) {
    ++*(int *)user;
    for (uint32_t end = count; end > 0;) {
        uint32_t begin = (end - 1) / grain * grain;
        range(context, begin, end, 2);
        end = begin;
    }
}

START_TEST(custom_task_system_receives_multi_piece_loops) {
    int calls = 0;
    wend_task_system system = {.worker_count = 3, .run = embedder_run, .user = &calls};
    check_loop(&system, 1000, 33);
    ck_assert_int_eq(calls, 1);
    check_loop(&system, 33, 33);
    ck_assert_int_eq(calls, 1);
}
END_TEST

static void start_another(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    uint64_t counters[4] = {0};
    (void)begin;
    (void)end;
    (void)worker;
    task_run(context, add_one, counters, 1, 1);
}

static void run_nested(uint32_t threads, uint32_t count) {
    memory m;
    memory_init(&m, NULL);
    wend_task_system system = task_pool_system(task_pool_create(&m, threads));
    task_run(&system, start_another, &system, count, 1);
}

START_TEST(nested_loop_aborts) {
    run_nested(2, 2);
}
END_TEST

START_TEST(nested_loop_on_one_thread_aborts) {
    run_nested(1, 1);
}
END_TEST

START_TEST(loop_with_zero_grain_aborts) {
    task_run(&(wend_task_system){0}, add_one, NULL, 1, 0);
}
END_TEST

START_TEST(pool_with_zero_threads_aborts) {
    memory m;
    memory_init(&m, NULL);
    task_pool_create(&m, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pool");
    TCase *test_case = tcase_create("all");
    tcase_set_timeout(test_case, 120);
    tcase_add_test(test_case, covers_each_index_exactly_once);
    tcase_add_test(test_case, the_largest_count_does_not_overflow);
    tcase_add_test(test_case, consecutive_tiny_loops_run_each_piece_once);
    tcase_add_test(test_case, caller_waits_for_slow_pieces_shared_with_workers);
    tcase_add_test(test_case, pool_destroyed_right_after_creation_releases_its_memory);
    tcase_add_test(test_case, create_fails_if_out_of_memory);
    tcase_add_test(test_case, serial_system_runs_in_ascending_order);
    tcase_add_test(test_case, custom_task_system_receives_multi_piece_loops);
    tcase_add_test_raise_signal(test_case, nested_loop_aborts, SIGABRT);
    tcase_add_test_raise_signal(test_case, nested_loop_on_one_thread_aborts, SIGABRT);
    tcase_add_test_raise_signal(test_case, loop_with_zero_grain_aborts, SIGABRT);
    tcase_add_test_raise_signal(test_case, pool_with_zero_threads_aborts, SIGABRT);
    suite_add_tcase(suite, test_case);
    return suite_finish(suite);
}
