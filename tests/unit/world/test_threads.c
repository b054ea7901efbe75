/* The same run gives the same hash with any number of threads, any task system, and any order in
 * which agents are added. */
/* label: threads */
#include <pthread.h>
#include <stdlib.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { STEPS = 300, CHECKS = 6 };

/* Computes hashes after every STEPS / CHECKS steps. */
static void run(wend_world_def def, const uint32_t *order, uint64_t hashes[CHECKS]) {
    wend_registry *registry = worlds_registry();
    wend_world *world = worlds_busy(def, registry, order);
    for (int i = 0; i < CHECKS; i++) {
        worlds_busy_run(world, STEPS / CHECKS);
        hashes[i] = wend_world_hash(world);
    }
    /* The scenario is as busy as intended. */
    ck_assert_uint_gt(wend_world_get_stats(world).arrivals, 50);
    ck_assert_uint_gt(wend_world_get_stats(world).wall_interventions, 50);
    ck_assert_uint_lt(wend_world_agent_count(world), WORLDS_BUSY_AGENTS - 50);
    ck_assert_uint_gt(wend_world_agent_count(world), 50);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

static const uint64_t *expected(void) {
    static uint64_t hashes[CHECKS];
    if (hashes[0] == 0) {
        run(wend_default_world_def(), NULL, hashes);
        for (int i = 1; i < CHECKS; i++) {
            ck_assert_uint_ne(hashes[i], hashes[i - 1]);
        }
    }
    return hashes;
}

static void expect_equal(wend_world_def def, const uint32_t *order, const char *what, uint32_t n) {
    uint64_t hashes[CHECKS];
    run(def, order, hashes);
    for (int i = 0; i < CHECKS; i++) {
        ck_assert_msg(hashes[i] == expected()[i], "%s %u differs by step %d", what, n,
                      (i + 1) * STEPS / CHECKS);
    }
}

START_TEST(hash_is_the_same_on_any_number_of_threads) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; i++) {
        wend_world_def def = wend_default_world_def();
        def.threads = threads[i];
        expect_equal(def, NULL, "threads:", threads[i]);
    }
}
END_TEST

/* ---- User-defined task systems --------------------------------------------------------------- */

enum { WORKERS = 4 };

typedef struct loop {
    wend_task_range *range;
    void *context;
    uint32_t count, grain, pieces, shuffle;
} loop;

typedef struct worker_start {
    const loop *of;
    uint32_t worker;
} worker_start;

/* Runs the pieces of one worker, in reverse order or shuffled by a multiplier that is coprime to
 * the number of pieces. */
static void *work(void *argument) {
    const worker_start *start = argument;
    const loop *l = start->of;
    for (uint32_t turn = start->worker; turn < l->pieces; turn += WORKERS) {
        uint32_t piece = l->shuffle
                             ? (uint32_t)(((uint64_t)turn * 2654435761U + l->shuffle) % l->pieces)
                             : l->pieces - 1 - turn;
        uint32_t begin = piece * l->grain, end = begin + l->grain;
        l->range(l->context, begin, end < l->count ? end : l->count, start->worker);
    }
    return NULL;
}

static bool coprime(uint32_t pieces) {
    uint64_t a = 2654435761U, b = pieces;
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

static void run_loop(void *user, wend_task_range *range, void *context, uint32_t count,
                     uint32_t grain) {
    uint32_t *shuffle = user;
    loop l = {range, context, count, grain, (count + grain - 1) / grain, *shuffle};
    if (l.shuffle) {
        *shuffle = *shuffle * 1664525U + 1013904223U;
        l.shuffle = coprime(l.pieces) ? *shuffle | 1 : 0;
    }
    worker_start starts[WORKERS];
    pthread_t threads[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++) {
        starts[i] = (worker_start){&l, i};
        if (i > 0) {
            ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &starts[i]), 0);
        }
    }
    work(&starts[0]);
    for (uint32_t i = 1; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
    }
}

START_TEST(hash_is_the_same_with_any_task_system) {
    for (uint32_t i = 0; i < 3; i++) { /* one reversed order, and two shuffled orders */
        uint32_t shuffle = i * 77;
        wend_world_def def = wend_default_world_def();
        def.tasks = (wend_task_system){WORKERS, run_loop, &shuffle};
        expect_equal(def, NULL, "task system", i);
    }
}
END_TEST

/* ---- The order of adding --------------------------------------------------------------------- */

START_TEST(hash_does_not_depend_on_insertion_order) {
    for (uint32_t seed = 1; seed <= 6; seed++) {
        uint32_t order[WORLDS_BUSY_AGENTS];
        for (uint32_t i = 0; i < WORLDS_BUSY_AGENTS; i++) {
            uint32_t k = (uint32_t)(wend_random_bits(seed, i, 0, 0) % (i + 1));
            order[i] = order[k];
            order[k] = i + 1;
        }
        wend_world_def def = wend_default_world_def();
        def.threads = 1 + seed % 3;
        expect_equal(def, order, "permutation of seed", seed);
    }
}
END_TEST

/* The hash distinguishes runs that differ in one bit of one agent. */
START_TEST(hash_detects_small_differences) {
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile(world, "direct");
        wend_goal goal = worlds_direction(world, 0);
        worlds_agent(world, 0, 0, goal);
        worlds_agent(world, i == 1 ? 5.0000005 : 5, 0, goal);
        if (i == 2) {
            worlds_agent(world, 9, 9, goal);
        }
        worlds_step(world, 1);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_ne(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[0], hashes[2]);
}
END_TEST

/* Worlds on different threads share a space and a registry. */
typedef struct shared_run {
    wend_space *space;
    const wend_registry *registry;
    uint64_t hash;
} shared_run;

static void *step_shared(void *argument) {
    shared_run *shared = argument;
    wend_space_retain(shared->space);
    wend_world *world = worlds_make(shared->space, shared->registry);
    worlds_profile(world, "sway");
    wend_goal goal = worlds_point(world, 10, 6);
    for (int i = 0; i < 30; i++) {
        worlds_agent(world, 1 + i % 6 * 0.5, 1 + i / 6, goal);
    }
    worlds_step(world, 50);
    shared->hash = wend_world_hash(world);
    wend_world_destroy(world);
    return NULL;
}

START_TEST(worlds_are_independent) {
    wend_registry *registry = worlds_registry();
    wend_space *space = worlds_pillars();
    shared_run runs[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        runs[i] = (shared_run){space, registry, 0};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, step_shared, &runs[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_uint_eq(runs[i].hash, runs[0].hash);
    }
    wend_space_release(space);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/threads", hash_is_the_same_on_any_number_of_threads,
          hash_is_the_same_with_any_task_system, hash_does_not_depend_on_insertion_order,
          hash_detects_small_differences, worlds_are_independent);
}
