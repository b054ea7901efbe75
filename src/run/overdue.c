/* Watches for a step that goes on after its run was cancelled, on a thread that sleeps most of the
 * time. A mark decides which thread may touch the outputs: the thread of the run sets it before a
 * step and takes it back afterwards; the watch can take it only in between. The thread that takes
 * it keeps it, so that the two never work on the outputs at the same time. */
#define _POSIX_C_SOURCE 200809L
#include "run/overdue.h"
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MARK_IDLE, MARK_STEPPING, MARK_GIVEN_UP };

enum {
    LOOK_INTERVAL = 100000000, /* ns between two looks at `*cancel` */
    LOOKS_OF_PATIENCE = 5      /* a step that is cancelled may take so many intervals more */
};

/* A signal handler sets `*cancel`, on another thread. */
static bool is_cancelled(const overdue_watch *watch) {
    return __atomic_load_n(watch->cancel, __ATOMIC_RELAXED) != 0;
}

static bool change_mark(overdue_watch *watch, int from, int to) {
    return atomic_compare_exchange_strong(&watch->mark, &from, to);
}

/* Sleeps for an interval. Returns false if the run has ended. */
static bool sleep_until_next_look(overdue_watch *watch) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_INTERVAL;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    int code = 0;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->is_done && code == 0) {
        code = pthread_cond_timedwait(&watch->done, &watch->mutex, &until);
    }
    bool goes_on = !watch->is_done;
    pthread_mutex_unlock(&watch->mutex);
    return goes_on;
}

static void *watch_main(void *user) {
    overdue_watch *watch = user;
    int looks = 0;
    while (sleep_until_next_look(watch)) {
        looks += is_cancelled(watch);
        if (looks > LOOKS_OF_PATIENCE && change_mark(watch, MARK_STEPPING, MARK_GIVEN_UP)) {
            watch->give_up(watch->user);
            abort(); /* the run cannot go on: its outputs are closed */
        }
    }
    return NULL;
}

/* Makes the thread with all signals blocked, so that handlers run on the program's own threads. */
static bool make_thread(overdue_watch *watch) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = pthread_create(&watch->thread, NULL, watch_main, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

void overdue_start(overdue_watch *watch, const volatile sig_atomic_t *cancel,
                   void (*give_up)(void *user), void *user) {
    watch->cancel = cancel;
    watch->give_up = give_up;
    watch->user = user;
    watch->is_done = false;
    atomic_init(&watch->mark, MARK_IDLE);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->done, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&watch->mutex, NULL);
    watch->is_running = make_thread(watch);
    if (!watch->is_running) {
        pthread_mutex_destroy(&watch->mutex);
        pthread_cond_destroy(&watch->done);
    }
}

void overdue_stop(overdue_watch *watch) {
    if (!watch->is_running) {
        return;
    }
    pthread_mutex_lock(&watch->mutex);
    watch->is_done = true;
    pthread_cond_signal(&watch->done);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(watch->thread, NULL);
    pthread_mutex_destroy(&watch->mutex);
    pthread_cond_destroy(&watch->done);
    watch->is_running = false;
}

void overdue_enter(overdue_watch *watch) {
    if (watch->is_running) {
        change_mark(watch, MARK_IDLE, MARK_STEPPING);
    }
}

void overdue_leave(overdue_watch *watch) {
    if (watch->is_running && !change_mark(watch, MARK_STEPPING, MARK_IDLE)) {
        for (;;) { /* the other thread ends the process */
            pause();
        }
    }
}
