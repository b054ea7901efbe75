/* Catches SIGINT and SIGTERM, and turns SIGXFSZ and SIGPIPE into write errors. */
#define _POSIX_C_SOURCE 200809L
#include "cli/signals.h"
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; /* number of the first signal; 0 until it arrives */
static struct timespec interrupted_at;

static double seconds_since(struct timespec then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then.tv_sec) + 1e-9 * (double)(now.tv_nsec - then.tv_nsec);
}

static void on_signal(int number) {
    if (interrupted == 0) {
        clock_gettime(CLOCK_MONOTONIC, &interrupted_at);
        /* Atomic because a run may have a thread that looks at it. */
        __atomic_store_n(&interrupted, number, __ATOMIC_RELAXED);
    } else if (seconds_since(interrupted_at) > 1.0) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void exit_at_once(int number) {
    _exit(128 + number);
}

static void set_handler(void (*handler)(int number)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void signals_exit_at_once(void) {
    set_handler(exit_at_once);
}

const volatile sig_atomic_t *signals_catch(void) {
    set_handler(on_signal);
    /* If SIGXFSZ is ignored, a file that grows too large causes a write error instead. The tool
     * reports the error and cleans up. */
    signal(SIGXFSZ, SIG_IGN);
    /* The same for an output that is a pipe whose reader has gone: the other outputs are closed. */
    signal(SIGPIPE, SIG_IGN);
    return &interrupted;
}
