/* Notices a step that goes on after its run was cancelled. A step cannot be stopped, so the only
 * way out is to finish what is idle during a step, and to end the process. */
#ifndef RUN_OVERDUE_H
#define RUN_OVERDUE_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct overdue_watch {
    const volatile sig_atomic_t *cancel;
    void (*give_up)(void *user); /* must not return */
    void *user;
    atomic_int mark; /* which thread may touch what is idle during a step */
    bool is_running; /* true: there is a thread, and the fields below are initialised */
    bool is_done;    /* guarded by `mutex` */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t done;
} overdue_watch;

/* Starts a thread that calls `give_up(user)` if `*cancel` has been nonzero for half a second within
 * a step. If no thread can be made, the watch does nothing. The watch must not move. */
void overdue_start(overdue_watch *watch, const volatile sig_atomic_t *cancel,
                   void (*give_up)(void *user), void *user);
/* Ends the thread. A zeroed watch is allowed. */
void overdue_stop(overdue_watch *watch);
/* A step begins: until overdue_leave, the watch may give up. */
void overdue_enter(overdue_watch *watch);
/* A step has ended. Does not return if the watch has given up. */
void overdue_leave(overdue_watch *watch);

#endif
