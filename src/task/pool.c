/* A thread pool for parallel loops: divides a range of indices into pieces for several threads.
 *
 * A loop is published by storing a ticket {epoch, pieces left} in one 64-bit atomic. A thread that
 * wants a piece reads the ticket, then the loop's description, and takes the piece by
 * compare-exchange on the ticket. Success proves that the description belongs to this loop: pieces
 * were left, so the loop had not ended, and the description changes only after the end. A worker
 * that arrives late sees no pieces left or another epoch, and cannot take a piece of the next loop
 * by mistake.
 *
 * The caller takes pieces too, so a loop does not depend on a worker waking up. Both sides spin
 * briefly and then sleep on a condition variable: a spinning thread would delay the others when
 * cores are shared. A loop of two pieces that do nothing returns after 0.2 us if the worker is
 * still spinning, and after 3 us if the worker has to be woken. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* for clock_gettime, pthread_sigmask */
#endif

#include "task/pool.h"

#include "base/error.h"
#include <pthread.h>
#include <signal.h>
#include <stdalign.h>
#include <time.h>

enum {
    CACHE_LINE = 64,
    SPIN_NANOSECONDS = 20000, /* about the cost of one sleep and wake-up */
    SPINS_PER_CLOCK = 16,
};

typedef struct worker {
    task_pool *pool;
    pthread_t thread;
    uint32_t index;
} worker;

struct task_pool {
    /* The epoch in the high half, the number of pieces left to take in the low half. */
    alignas(CACHE_LINE) _Atomic(uint64_t) ticket;
    /* Describes the loop of the current epoch. */
    _Atomic(wend_task_range *) range;
    _Atomic(void *) context;
    _Atomic(uint32_t) count, grain;

    alignas(CACHE_LINE) _Atomic(uint32_t) unfinished; /* pieces that have not finished */
    _Atomic(bool) caller_sleeps;

    alignas(CACHE_LINE) _Atomic(uint32_t) sleepers; /* workers that sleep or are about to */
    atomic_bool stop;
    atomic_flag busy;
    pthread_mutex_t mutex; /* used only for sleeping and waking */
    pthread_cond_t published, finished;

    memory *source;
    uint32_t thread_count;
    worker workers[]; /* `thread_count` - 1 of them */
};

static uint32_t epoch_of(uint64_t ticket) {
    return (uint32_t)(ticket >> 32);
}

static uint32_t piece_count(uint32_t count, uint32_t grain) {
    return count / grain + (count % grain != 0 ? 1 : 0);
}

static void run_piece(wend_task_range *range, void *context, uint32_t count, uint32_t grain,
                      uint32_t piece, uint32_t worker_index) {
    uint32_t begin = piece * grain;
    uint32_t end = count - begin < grain ? count : begin + grain;
    range(context, begin, end, worker_index);
}

static void run_serially(wend_task_range *range, void *context, uint32_t count, uint32_t grain) {
    uint32_t pieces = piece_count(count, grain);
    for (uint32_t piece = 0; piece < pieces; piece++) {
        run_piece(range, context, count, grain, piece, 0);
    }
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void pause_core(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t now_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* True if there is no loop that is newer than epoch `seen`, and no request to stop. */
static bool nothing_published(task_pool *pool, uint32_t seen) {
    return epoch_of(atomic_load(&pool->ticket)) == seen && !atomic_load(&pool->stop);
}

static bool has_unfinished_pieces(task_pool *pool, uint32_t unused) {
    (void)unused;
    return atomic_load(&pool->unfinished) != 0;
}

/* Spins while `waiting` returns true, for at most SPIN_NANOSECONDS. Returns true on timeout. */
static bool spin(task_pool *pool, bool (*waiting)(task_pool *, uint32_t), uint32_t seen) {
    int64_t deadline = 0;
    for (uint32_t i = 0; waiting(pool, seen); i++) {
        pause_core();
        if (i % SPINS_PER_CLOCK == 0) {
            int64_t now = now_nanoseconds();
            deadline = i == 0 ? now + SPIN_NANOSECONDS : deadline;
            if (now >= deadline) {
                return true;
            }
        }
    }
    return false;
}

/* Waits for a loop newer than epoch `seen`. The worker raises the count of sleepers before it
 * checks the condition, and the publisher checks the count after publishing. All these operations
 * are in the total order of seq_cst, so at least one of the two threads sees what the other has
 * done. */
static void wait_for_loop(task_pool *pool, uint32_t seen) {
    if (!spin(pool, nothing_published, seen)) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (nothing_published(pool, seen)) {
        pthread_cond_wait(&pool->published, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

static void wait_for_end(task_pool *pool) {
    if (!spin(pool, has_unfinished_pieces, 0)) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (has_unfinished_pieces(pool, 0)) {
        pthread_cond_wait(&pool->finished, &pool->mutex);
    }
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

static void wake_workers(task_pool *pool, uint32_t wanted) {
    if (atomic_load(&pool->sleepers) == 0) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    uint32_t sleepers = atomic_load(&pool->sleepers);
    for (uint32_t i = 0; i < sleepers && i < wanted; i++) {
        pthread_cond_signal(&pool->published);
    }
    pthread_mutex_unlock(&pool->mutex);
}

/* ---- Working --------------------------------------------------------------------------------- */

/* Takes and runs pieces of the loop `epoch` until none is left to take. */
static void work(task_pool *pool, uint32_t epoch, uint32_t worker_index) {
    uint32_t done = 0;
    uint64_t ticket = atomic_load_explicit(&pool->ticket, memory_order_acquire);
    while (epoch_of(ticket) == epoch && (uint32_t)ticket > 0) {
        wend_task_range *range = atomic_load_explicit(&pool->range, memory_order_relaxed);
        void *context = atomic_load_explicit(&pool->context, memory_order_relaxed);
        uint32_t count = atomic_load_explicit(&pool->count, memory_order_relaxed);
        uint32_t grain = atomic_load_explicit(&pool->grain, memory_order_relaxed);
        uint32_t left = (uint32_t)ticket;
        if (atomic_compare_exchange_weak_explicit(&pool->ticket, &ticket, ticket - 1,
                                                  memory_order_acq_rel, memory_order_acquire)) {
            uint32_t piece = piece_count(count, grain) - left;
            run_piece(range, context, count, grain, piece, worker_index);
            done++;
            ticket = atomic_load_explicit(&pool->ticket, memory_order_acquire);
        }
    }
    if (done > 0 && atomic_fetch_sub(&pool->unfinished, done) == done &&
        atomic_load(&pool->caller_sleeps)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->mutex);
    }
}

static void *worker_main(void *argument) {
    worker *self = argument;
    task_pool *pool = self->pool;
    uint32_t seen = 0;
    for (;;) {
        wait_for_loop(pool, seen);
        if (atomic_load(&pool->stop)) {
            return NULL;
        }
        seen = epoch_of(atomic_load(&pool->ticket));
        work(pool, seen, self->index);
    }
}

static void pool_run(void *user, wend_task_range *range, void *context, uint32_t count,
                     uint32_t grain) {
    task_pool *pool = user;
    bool nested_or_shared = atomic_flag_test_and_set_explicit(&pool->busy, memory_order_acquire);
    WEND_ASSERT(!nested_or_shared);
    uint32_t pieces = piece_count(count, grain);
    if (pieces <= 1 || pool->thread_count == 1) {
        run_serially(range, context, count, grain);
    } else {
        atomic_store_explicit(&pool->range, range, memory_order_relaxed);
        atomic_store_explicit(&pool->context, context, memory_order_relaxed);
        atomic_store_explicit(&pool->count, count, memory_order_relaxed);
        atomic_store_explicit(&pool->grain, grain, memory_order_relaxed);
        atomic_store_explicit(&pool->unfinished, pieces, memory_order_relaxed);
        uint32_t epoch = epoch_of(atomic_load(&pool->ticket)) + 1;
        atomic_store(&pool->ticket, (uint64_t)epoch << 32 | pieces);
        wake_workers(pool, pieces - 1);
        work(pool, epoch, 0);
        wait_for_end(pool);
    }
    atomic_flag_clear_explicit(&pool->busy, memory_order_release);
}

/* ---- Interface ------------------------------------------------------------------------------- */

static size_t pool_size(uint32_t thread_count) {
    return sizeof(task_pool) + (thread_count - 1) * sizeof(worker);
}

/* Stops the first `started` workers and releases everything. */
static void tear_down(task_pool *pool, uint32_t started) {
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->stop, true);
    pthread_cond_broadcast(&pool->published);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(pool->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->published);
    pthread_mutex_destroy(&pool->mutex);
    memory_free(pool->source, pool, pool_size(pool->thread_count));
}

/* Starts all workers with signals blocked, so that signal handlers run on the program's own
 * threads. Returns the number of workers started. */
static uint32_t start_workers(task_pool *pool) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    uint32_t started = 0;
    for (; started < pool->thread_count - 1; started++) {
        worker *self = &pool->workers[started];
        self->pool = pool;
        self->index = started + 1;
        if (pthread_create(&self->thread, NULL, worker_main, self) != 0) {
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

task_pool *task_pool_create(memory *source, uint32_t thread_count) {
    WEND_ASSERT(thread_count >= 1 && thread_count <= TASK_WORKER_LIMIT);
    task_pool *pool = memory_get_zeroed(source, pool_size(thread_count));
    if (pool == NULL) {
        return NULL;
    }
    pool->source = source;
    pool->thread_count = thread_count;
    atomic_flag_clear(&pool->busy);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->published, NULL);
    pthread_cond_init(&pool->finished, NULL);
    uint32_t started = start_workers(pool);
    if (started < thread_count - 1) {
        tear_down(pool, started);
        return NULL;
    }
    return pool;
}

void task_pool_destroy(task_pool *pool) {
    if (pool != NULL) {
        tear_down(pool, pool->thread_count - 1);
    }
}

wend_task_system task_pool_system(task_pool *pool) {
    if (pool == NULL) {
        return (wend_task_system){.worker_count = 1};
    }
    return (wend_task_system){.worker_count = pool->thread_count, .run = pool_run, .user = pool};
}

void task_run(const wend_task_system *system, wend_task_range *range, void *context, uint32_t count,
              uint32_t grain) {
    WEND_ASSERT(grain >= 1);
    if (count == 0) {
        return;
    }
    /* The library's own pool decides by itself whether to run serially, so that it also detects
     * nested loops of one piece. */
    bool is_own_pool = system->run == pool_run;
    if (system->run == NULL || (!is_own_pool && (system->worker_count <= 1 || count <= grain))) {
        run_serially(range, context, count, grain);
    } else {
        system->run(system->user, range, context, count, grain);
    }
}
