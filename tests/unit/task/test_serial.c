/* The thread pool of a build without threads: each index is visited once, in ascending order, by
 * the calling thread. This program has that pool instead of the library's. */
#include "support/suite.h"
#include "task/pool.h"

#include <signal.h>

enum { LARGEST = 1000 };

/* What the pieces of a loop saw. */
typedef struct record {
    uint32_t next, pieces, grain, count;
    bool is_wrong;
} record;

static void visit(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    record *r = context;
    uint32_t expected = r->count - begin < r->grain ? r->count : begin + r->grain;
    r->is_wrong = r->is_wrong || worker != 0 || begin != r->next || end != expected;
    r->next = end;
    r->pieces++;
}

static void check_loop(const wend_task_system *system, uint32_t count, uint32_t grain) {
    record r = {.grain = grain, .count = count};
    task_run(system, visit, &r, count, grain);
    ck_assert_msg(!r.is_wrong && r.next == count, "count %u, grain %u", count, grain);
    ck_assert_uint_eq(r.pieces, count / grain + (count % grain != 0));
}

START_TEST(visits_each_index_once_in_order) {
    static const uint32_t threads[] = {1, 2, TASK_WORKER_LIMIT};
    static const uint32_t grains[] = {1, 2, 7, 999, LARGEST, UINT32_MAX};
    memory m;
    memory_init(&m, NULL);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        task_pool *pool = task_pool_create(&m, threads[t]);
        wend_task_system own = task_pool_system(pool), none = task_pool_system(NULL);
        ck_assert_uint_eq(own.worker_count, 1);
        ck_assert_uint_eq(none.worker_count, 1);
        for (uint32_t count = 0; count <= LARGEST; count += count < 20 ? 1 : 98) {
            for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
                check_loop(&own, count, grains[g]);
                check_loop(&none, count, grains[g]);
            }
        }
        task_pool_destroy(pool);
    }
    task_pool_destroy(NULL);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

static void run_another(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)begin, (void)end, (void)worker;
    record r = {.grain = 1, .count = 1};
    task_run(context, visit, &r, 1, 1);
}

START_TEST(rejects_a_loop_within_a_loop) {
    memory m;
    memory_init(&m, NULL);
    wend_task_system system = task_pool_system(task_pool_create(&m, 1));
    task_run(&system, run_another, &system, 1, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("task/serial");
    TCase *cases = tcase_create("serial");
    tcase_add_test(cases, visits_each_index_once_in_order);
    tcase_add_test_raise_signal(cases, rejects_a_loop_within_a_loop, SIGABRT);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
